import { session } from '#ui/session/session.ts'
import type { StoredAnswers } from './answer-store.ts'

let arrived: StoredAnswers | undefined
let reading: Promise<void> | undefined

/** Reads what is kept on this device while the app's files are on their way. Where it can't be read, the network answers. */
export function readLastAnswers(): Promise<void> {
  if (!session.hasAnswers()) return Promise.resolve()
  reading ??= import('./answer-store.ts')
    .then(({ readAnswers }) => readAnswers())
    .then((kept) => void (arrived = kept))
    .catch(() => undefined)
  return reading
}

/** This person's answers, once; undefined while they are being read, or where there are none. */
export function takeLastAnswers(owner: string): StoredAnswers['answers'] | undefined {
  const kept = arrived
  arrived = undefined
  return kept?.owner === owner && session.owner() === owner ? kept.answers : undefined
}
