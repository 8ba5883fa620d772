import type { TenantActor } from '#core/actor.ts'
import type { AccountId, ConfigurationChangeId, EntryId } from '#core/ids.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import type { Kobo } from '#core/money.ts'
import type { Posted } from '#platform/ledger/ledger.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FieldChange } from '#features/access/audit-trail/rules/field-change.ts'

/** Puts a change of the chart into the history of the configuration. */
export async function insertAccountChange(
  tx: Tx,
  actor: TenantActor,
  accountId: AccountId,
  name: string,
  fields: readonly FieldChange[],
): Promise<void> {
  await tx.run(sql`
    insert into app.configuration_change (cooperative_id, change_id, kind, subject_id, subject_name, fields, changed_by, changed_by_name)
    values (${actor.cooperativeId}, ${newId<ConfigurationChangeId>()}, 'account', ${accountId}, ${name}, ${JSON.stringify(fields)}::jsonb, ${actor.loginId}, ${actor.name})`)
}

export type NewClosing = { closingId: string; year: FiscalYear; surplus: Kobo; posted: Posted }

export async function insertClosing(
  tx: Tx,
  actor: TenantActor,
  { closingId, year, surplus, posted }: NewClosing,
): Promise<void> {
  await tx.run(sql`
    insert into app.year_closing (cooperative_id, closing_id, year_from, year_end, surplus, entry_id, entry_no, closed_by, closed_by_name)
    values (${actor.cooperativeId}, ${closingId}, ${year.from}, ${year.to}, ${surplus}, ${posted.entryId}, ${posted.number}, ${actor.loginId}, ${actor.name})`)
}

export async function markClosingReversed(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  posted: Posted,
  reason: string,
): Promise<void> {
  await tx.run(sql`
    update app.year_closing set reversal_id = ${posted.entryId}, reversal_no = ${posted.number}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp(), reason = ${reason}
    where entry_id = ${entryId} and reversed_at is null`)
}
