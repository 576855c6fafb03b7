/** Who stands on a step of the podium. */
export interface Step {
  seat: number
  /** The whole name, as it is read out. */
  name: string
  caption: string
  /** A sash across the jersey, or a band. */
  sash: boolean
}
