/** Who stands on a step of the podium. */
export interface Step {
  seat: number
  /** The name of his team, where it is none of the house. */
  team?: string
  /** The whole name, as it is read out. */
  name: string
  caption: string
  /** A sash across the jersey, or a band. */
  sash: boolean
}
