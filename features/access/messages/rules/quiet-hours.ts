import type { MessageKind } from './message.ts'

/** Whole hours of the day in Lagos: from 21 until 7. */
export type QuietHours = { from: number; until: number }

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

/** Codes and warnings about a login are sent at any hour. */
export function isUrgent(kind: MessageKind): boolean {
  return kind === 'code' || kind === 'security'
}

/** When the quiet hours in which this moment lies end; undefined outside of them. Lagos is an hour ahead of UTC all year. */
export function quietUntil(now: Date, { from, until }: QuietHours): Date | undefined {
  const local = now.getTime() + hourMilliseconds
  const midnight = local - (local % dayMilliseconds)
  const hour = (local - midnight) / hourMilliseconds
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until
  if (!isQuiet) return undefined
  const end = midnight + until * hourMilliseconds + (hour < until ? 0 : dayMilliseconds)
  return new Date(end - hourMilliseconds)
}
