import { isNearlyUsed } from '#features/access/messages/rules/message.ts'
import { type Day, dayIn, firstDayOf, periodName, periodOf } from '#core/calendar.ts'
import type { Tx } from '#platform/db/tx.ts'
import { t } from '#core/sentence.ts'
import { sql } from '#platform/db/sql.ts'
import { monthOf } from './reads.ts'

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
  const stored = await tx.maybe<{ max: number; warnedFor: Day | null }>(
    sql`select month_max as max, warned_for from app.sms_budget where month_max is not null for update`,
  )
  if (!stored) return undefined
  const { max, warnedFor } = stored
  const period = periodOf(dayIn(now))
  // SMS of this transaction's cooperative since the month began, with what this transaction queues.
  const count = async () => {
    const { used } = await tx.one<{ used: number }>(sql`select platform.sms_since(${monthOf(now)}) as used`)
    return used
  }
  const before = await count()
  const queued = async () => (await count()) - before
  return {
    left: Math.max(max - before, 0),
    max,
    queued,
    async warning() {
      const used = before + (await queued())
      if (warnedFor === firstDayOf(period) || !isNearlyUsed({ used, max })) return undefined
      tx.send(sql`update app.sms_budget set warned_for = ${firstDayOf(period)}`)
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
