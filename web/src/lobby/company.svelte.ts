/** A table beside its race, followed live: who sits down, who is here, what one is there, when it begins. */

import { faultText } from '../lib/faults'
import { t } from '../lib/i18n.svelte'
import { Line, type Connection } from '../lib/socket'
import type { Incoming, Table, You } from '../lib/types'

export class Company {
  table = $state.raw<Table | null>(null)
  you = $state.raw<Omit<You, 'type'>>({ seats: [], host: false })
  connection = $state<Connection>('connecting')
  fault = $state('')
  /** One line for every seat of one's own, so that the others see that it is taken and here. */
  private readonly lines = new Map<number | null, Line>()

  constructor(private readonly id: string) {
    this.connect(null)
  }

  close(): void {
    for (const line of this.lines.values()) line.close()
  }

  private connect(seat: number | null): void {
    const line = new Line({
      table: this.id,
      seat,
      hear: this.hear,
      connection: (connection) => (this.connection = connection),
      pending: () => undefined,
    })
    this.lines.set(seat, line)
  }

  private readonly hear = (message: Incoming): void => {
    if (message.type === 'you') this.be(message)
    if (message.type === 'snapshot' || message.type === 'table') {
      this.table = message.table
      this.fault = ''
    }
    if (message.type === 'error') this.fault = faultText(message.error)
  }

  /** The first line speaks for the first of one's seats. */
  private be(you: You): void {
    this.you = you
    for (const seat of you.seats.slice(1)) if (!this.lines.has(seat)) this.connect(seat)
  }

  /** What hinders, if anything. */
  get trouble(): string {
    if (this.fault) return this.fault
    return this.connection === 'lost' ? t('table.connection.lost') : ''
  }
}
