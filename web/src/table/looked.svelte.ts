/** Which stage of a match somebody has begun to look at: kept, so that a pause is not shown again after a reload. */

export class LookedAt {
  private stage = $state(1)
  private readonly key: string

  constructor(table: string) {
    this.key = `gruppetto.stage.${table}`
    try {
      this.stage = Number(sessionStorage.getItem(this.key) ?? 1)
    } catch {
      // A browser that keeps nothing shows the pause again after a reload.
    }
  }

  /** Whether a stage is new to him. */
  isNew(stage: number): boolean {
    return stage > this.stage
  }

  look(stage: number): void {
    this.stage = stage
    try {
      sessionStorage.setItem(this.key, String(stage))
    } catch {
      // See above.
    }
  }
}
