import { isNearlyUsed } from '#features/access/messages/rules/message.ts'
import { dayIn, firstDayOf, periodName, periodOf } from '#core/calendar.ts'
import type { Tx } from '#platform/db/tx.ts'
import { monthOf } from './queries.ts'
import { countSms, lockSmsMax, noteWarned } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What a sending to many asks before it queues, and after. */
export type SmsBudget = {
  left: number
  max: number
  /** How many this transaction has queued, in parts. */
  queued(): Promise<number>
  /** What the officers are to know once a month, when most of the limit is used. */
  warning(): Promise<{ type: 'warning'; message: string; link: '/coop/settings' } | undefined>
}

/** The society's limit of SMS this month, locked until the transaction ends; undefined without one. */
export async function lockSmsBudget(tx: Tx, now: Date): Promise<SmsBudget | undefined> {
  const held = await lockSmsMax(tx)
  if (held === undefined) return undefined
  const { max, warnedFor } = held
  const period = periodOf(dayIn(now))
  const before = await countSms(tx, monthOf(now))
  const queued = async () => (await countSms(tx, monthOf(now))) - before
  return {
    left: Math.max(max - before, 0),
    max,
    queued,
    async warning() {
      const used = before + (await queued())
      if (warnedFor === firstDayOf(period) || !isNearlyUsed({ used, max })) return undefined
      noteWarned(tx, firstDayOf(period))
      return {
        type: 'warning',
        message: fill(strings.ofTheSmsForAre, { used, max, period: periodName(period) }),
        link: '/coop/settings',
      }
    },
  }
}
