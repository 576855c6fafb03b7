/** Whether this browser is called when it is one's turn: by the push service that its maker runs. */

import { bytesOf, written } from '../lib/key'
import { language, t } from '../lib/i18n.svelte'
import type { Schemas } from '../lib/types'
import { notices } from './server'

/** Nothing is known yet; it cannot be; it does not want to; it is not; it is. */
type Called = 'unknown' | 'cannot' | 'denied' | 'no' | 'yes'

class Device {
  called = $state<Called>('unknown')

  /** See how things are; a browser that is called says so again, under the key and in the language of today. */
  async look(): Promise<void> {
    if (this.called !== 'unknown') return
    if (!able()) this.called = 'cannot'
    else if (Notification.permission === 'denied') this.called = 'denied'
    else {
      const subscription = await subscribed()
      this.called = subscription ? 'yes' : 'no'
      if (subscription) await tell(subscription).catch(() => undefined)
    }
  }

  /** Be called from now on: the browser asks first. */
  async call(): Promise<Schemas['NoticesTold'] | null> {
    if ((await Notification.requestPermission()) !== 'granted') {
      this.called = Notification.permission === 'denied' ? 'denied' : 'no'
      return null
    }
    const { key } = await notices.told()
    const { pushManager } = await navigator.serviceWorker.ready
    await (await pushManager.getSubscription())?.unsubscribe() // it may be for a server of before
    const options = { userVisibleOnly: true, applicationServerKey: Uint8Array.from(bytesOf(key)) }
    const told = await tell(await pushManager.subscribe(options))
    this.called = 'yes'
    return told
  }

  /** Be called no more. */
  async silence(): Promise<Schemas['NoticesTold'] | null> {
    const subscription = await subscribed()
    if (!subscription) return null
    this.called = 'no'
    const number = await numberOf(subscription.endpoint)
    await subscription.unsubscribe()
    return notices.removeDevice(number)
  }

  /** Which of one's devices this one is, as the server counts them. */
  async number(): Promise<string> {
    const subscription = await subscribed()
    return subscription ? numberOf(subscription.endpoint) : ''
  }
}

export const device = new Device()

const able = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** What this browser is called by, if it is; one that lets no worker in is not. */
async function subscribed(): Promise<PushSubscription | null> {
  if (!able()) return null
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function numberOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function tell(subscription: PushSubscription): Promise<Schemas['NoticesTold']> {
  const [point, secret] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  return notices.addDevice({
    endpoint: subscription.endpoint,
    p256dh: point ? written(new Uint8Array(point)) : '',
    auth: secret ? written(new Uint8Array(secret)) : '',
    name: nameOf(navigator.userAgent),
    language: language(),
  })
}

const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** A device by what it says of itself, so that one knows it again in a list. */
function nameOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1]
  return browser && system ? t('notices.device', { browser, system }) : (browser ?? system ?? '')
}
