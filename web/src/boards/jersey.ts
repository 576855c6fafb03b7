/** The cut of a jersey, about two units wide. */
export const JERSEY = 'M-.55 -.95H-.25Q0 -.65 .25 -.95H.55L1.15 -.5L.85 0L.62 -.15V.95H-.62V-.15L-.85 0L-1.15 -.5Z'
