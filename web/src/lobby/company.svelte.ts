/** A table before its start, followed live: who sits down, who is here, when it begins. */

import { faultText } from '../lib/faults'
import { t } from '../lib/i18n.svelte'
import { tokensOf } from '../lib/session.svelte'
import { Line, type Connection } from '../lib/socket'
import type { Incoming, Table } from '../lib/types'

export class Company {
  table = $state.raw<Table | null>(null)
  connection = $state<Connection>('connecting')
  fault = $state('')
  private readonly lines: Line[]

  /** One line for every seat of this browser, so that the others see it is taken and here; or one to look on. */
  constructor(id: string, { watch = false }: { watch?: boolean } = {}) {
    const tokens = watch ? [] : Object.values(tokensOf(id))
    this.lines = (tokens.length ? tokens : [null]).map(
      (token) =>
        new Line({
          table: id,
          token,
          hear: this.hear,
          connection: (connection) => (this.connection = connection),
          pending: () => undefined,
        }),
    )
  }

  close(): void {
    for (const line of this.lines) line.close()
  }

  private readonly hear = (message: Incoming): void => {
    if (message.type === 'snapshot' || message.type === 'table') {
      this.table = message.table
      this.fault = ''
    }
    if (message.type === 'error') this.fault = faultText(message.error)
  }

  /** What hinders, if anything. */
  get trouble(): string {
    if (this.fault) return this.fault
    return this.connection === 'lost' ? t('table.connection.lost') : ''
  }
}
