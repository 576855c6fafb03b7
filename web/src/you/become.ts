/** Be somebody else in this browser: by a link from another device, or by a recovery phrase. */
import { api } from '../lib/api'
import { prefer, session } from '../lib/session.svelte'

/** Whether anything here would be left behind. */
export async function hasTables(): Promise<boolean> {
  return (await api.me()).tables.length > 0
}

/** Take on a key; what hangs on the one before comes along, or is left to whoever has that. */
export async function become(key: string, bring: boolean): Promise<void> {
  const before = session.key
  prefer({ key })
  try {
    const me = bring && before !== key ? await api.takeOver([before]) : await api.me()
    prefer({ name: me.name || session.name, hidden: [] })
  } catch (error) {
    prefer({ key: before }) // nobody else may have it: without it their tables would be lost
    throw error
  }
}

/** Secrets of seats from before there were keys: the server is told once that they are this person's. */
export async function bringFormer(): Promise<void> {
  const { former } = session
  if (!former.length) return
  await api.takeOver([...new Set(former)].filter((token) => /^[\w-]{22,64}$/.test(token)).slice(0, 200))
  prefer({ former: [] })
}
