import { isNearlyUsed } from '#features/access/messages/rules/message.ts'
import { dayIn, firstDayOf, periodName, periodOf } from '#core/calendar.ts'
import type { Tx } from '#platform/db/tx.ts'
import { t } from '#core/sentence.ts'
import { countSms } from './reads.ts'
import { lockSmsMax, saveWarned } from './writes.ts'

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
  const stored = await lockSmsMax(tx)
  if (!stored) return undefined
  const { max, warnedFor } = stored
  const period = periodOf(dayIn(now))
  const before = await countSms(tx, now)
  const queued = async () => (await countSms(tx, now)) - before
  return {
    left: Math.max(max - before, 0),
    max,
    queued,
    async warning() {
      const used = before + (await queued())
      if (warnedFor === firstDayOf(period) || !isNearlyUsed({ used, max })) return undefined
      saveWarned(tx, firstDayOf(period))
      return {
        type: 'warning',
        message: t('{used} of the {max} SMS for {period} are used. Raise the limit, or send in the app or by email.', {
          ...{ used, max, period: periodName(period) },
        }),
        link: '/coop/settings',
      }
    },
  }
}
