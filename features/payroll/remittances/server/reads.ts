import * as contract from '#features/payroll/remittances/contract.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import { findSchedule } from '#features/payroll/schedules/server/reads.ts'
import { findWaits } from '#features/access/change-requests/server/reads.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { RemittanceId, ScheduleId, EntryId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Day } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'

export const listRemittances = pageOf(contract.listRemittances, {
  select: sql`r.remittance_id as id, r.amount, r.received_on, jsonb_build_object('code', r.account_code, 'name', (select a.name from ledger.account a where a.code = r.account_code)) as "paidThrough",
    r.reference, r.entry_no::int as "entryNumber", r.recorded_by_name as "recordedBy", r.recorded_at, r.reversed_at`,
  from: sql`app.remittance r`,
  where: { scheduleId: (id) => sql`r.schedule_id = ${id}` },
  search: { text: sql`r.reference` },
  sorts: { receivedOn: [sql`r.received_on`, sql`r.recorded_at`] },
  order: '-receivedOn',
  last: sql`r.remittance_id`,
  besides: async ({ tx, actor, input }) => {
    await findSchedule(tx, input.scheduleId)
    return findWaits(tx, actor)
  },
  summary: (_totals: object, { reversalsWaitFrom }) => ({ reversalsWaitFrom }),
})

export async function findRemittance(
  tx: Tx,
  id: RemittanceId,
): Promise<{ scheduleId: ScheduleId; entryId: EntryId; amount: Kobo; receivedOn: Day; reversedAt: Date | null }> {
  const row = await tx.maybe<{
    scheduleId: ScheduleId
    entryId: EntryId
    amount: Kobo
    receivedOn: Day
    reversedAt: Date | null
  }>(sql`
    select schedule_id, entry_id, amount, received_on, reversed_at from app.remittance where remittance_id = ${id}`)
  return row ?? refuse('not_found')
}
