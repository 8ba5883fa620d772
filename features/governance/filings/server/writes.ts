import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { FilingId } from '#core/ids.ts'
import type { addFiling } from '#features/governance/filings/contract.ts'
import type { UsualFiling } from '#features/governance/filings/rules/filing.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'

/** Those of which no other of the same kind is still to be done; answers how many. */
export async function insertUsualFilings(
  tx: Tx,
  { cooperativeId, loginId }: TenantActor,
  usual: readonly UsualFiling[],
): Promise<number> {
  const rows = usual.map((each) => ({ ...each, id: newId() }))
  return tx.run(sql`
    insert into app.filing (cooperative_id, filing_id, kind, name, authority, due_on, every_months, remind_days, note, is_preset, created_by)
    select ${cooperativeId}, u.id, u.kind, u.name, u.authority, u."dueOn", u."everyMonths", u."remindDays", u.note, true, ${loginId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u (id uuid, kind text, name text, authority text, "dueOn" date, "everyMonths" int, "remindDays" int, note text)
    where not exists (select from app.filing f where f.kind = u.kind and f.done_on is null)`)
}

/** An officer has looked at it, so that its day is no longer a guess; a changed day is told of again. */
export async function updateFilingRow(
  tx: Tx,
  filingId: FilingId,
  { kind, name, authority = null, dueOn, everyMonths = null, remindDays, note = null }: Parsed<typeof addFiling>,
): Promise<void> {
  const plan = { kind, name, authority, dueOn, everyMonths, remindDays, note }
  const remindedOn = sql`case when due_on = ${dueOn}::date then reminded_on end`
  await update(tx, 'app.filing', { filingId }, { ...plan, isPreset: false, remindedOn })
}

export async function setReminded(tx: Tx, ids: readonly FilingId[], today: Day): Promise<void> {
  await tx.run(sql`update app.filing set reminded_on = ${today} where filing_id = any(${[...ids]}::uuid[])`)
}
