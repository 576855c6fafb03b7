/** Three sounds of our own making, for those who have asked for them: a bell, a freewheel, the sprint. */

import { session } from './session.svelte'

export type Sound = 'bell' | 'freewheel' | 'sprint'

const LOUD = 0.12
let speaker: AudioContext | null = null

/** Make a sound, if sounds are wanted; before the first click or key a browser lets none be heard. */
export function sound(kind: Sound): void {
  if (!session.sound || !navigator.userActivation?.hasBeenActive) return
  speaker ??= new AudioContext()
  void speaker.resume()
  MAKE[kind](speaker, speaker.currentTime + 0.02)
}

const MAKE: Record<Sound, (on: AudioContext, at: number) => void> = {
  /** A bicycle bell: two strokes, each a few bright partials that die away. */
  bell(on, at) {
    for (const stroke of [0, 0.16])
      for (const [pitch, share] of BELL) tone(on, { pitch, at: at + stroke, lasts: 0.7, loud: LOUD * share })
  },
  /** Pawls over a ratchet, slower and slower. */
  freewheel(on, at) {
    for (let click = 0; click < 16; click++)
      tone(on, {
        pitch: 2600,
        at: at + 0.02 * click + 0.0016 * click ** 2,
        lasts: 0.02,
        loud: LOUD / 4,
        wave: 'square',
      })
  },
  /** Four notes up, the last one held. */
  sprint(on, at) {
    for (const [step, pitch] of [392, 523, 659, 784].entries())
      tone(on, { pitch, at: at + 0.13 * step, lasts: step === 3 ? 0.9 : 0.2, loud: LOUD, wave: 'triangle' })
  },
}

const BELL = [
  [2093, 1],
  [3322, 0.5],
  [5588, 0.25],
] as const

interface Tone {
  pitch: number
  at: number
  lasts: number
  loud: number
  wave?: OscillatorType
}

/** A tone that is struck and dies away. */
function tone(on: AudioContext, { pitch, at, lasts, loud, wave = 'sine' }: Tone): void {
  const source = new OscillatorNode(on, { frequency: pitch, type: wave })
  const volume = new GainNode(on, { gain: 0 })
  volume.gain.setValueAtTime(loud, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  source.connect(volume).connect(on.destination)
  source.start(at)
  source.stop(at + lasts)
}
