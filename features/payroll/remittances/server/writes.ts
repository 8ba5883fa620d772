import type { RemittanceId, ScheduleId, EmployerId, EntryId, CooperativeId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import type { Day } from '#domain/calendar.ts'
import type { Tx } from '#server/db/tx.ts'
import { sql } from '#server/db/sql.ts'

export type NewRemittance = {
  id: RemittanceId
  scheduleId: ScheduleId
  employerId: EmployerId
  amount: Kobo
  receivedOn: Day
  accountCode: string
  reference: string | null
  entryId: EntryId
  number: number
  by: string
}

export async function insertRemittance(tx: Tx, cooperativeId: CooperativeId, r: NewRemittance): Promise<void> {
  await tx.run(sql`
    insert into app.remittance (cooperative_id, remittance_id, schedule_id, employer_id, amount, received_on, account_code, reference, entry_id, entry_no, recorded_by_name)
    values (${cooperativeId}, ${r.id}, ${r.scheduleId}, ${r.employerId}, ${r.amount}, ${r.receivedOn}, ${r.accountCode}, ${r.reference}, ${r.entryId}, ${r.number}, ${r.by})`)
}

export async function keepRemittanceReason(tx: Tx, remittanceId: RemittanceId, reason: string): Promise<void> {
  await tx.run(sql`update app.remittance set reversal_reason = ${reason} where remittance_id = ${remittanceId}`)
}
