/** What the page asks the server of the stages of the days. */

import { ask, quoted } from '../lib/api'
import type { Schemas } from '../lib/types'

export type Day = Schemas['DayTold']

const at = (day: string) => `/days/${quoted(day)}`

export const days = {
  day: (day: string) => ask<Day>('GET', at(day)),
  ride: (day: string, name: string, listed: boolean) =>
    ask<Schemas['RideBegun']>('POST', `${at(day)}/ride`, { name, listed }),
  list: (day: string, listed: boolean) => ask<Day>('POST', `${at(day)}/listed`, { listed }),
}
