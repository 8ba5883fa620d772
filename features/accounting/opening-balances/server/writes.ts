import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { EntryId, OpeningBalancesId } from '#core/ids.ts'
import type { OpeningHeldMoney } from '#features/accounting/opening-balances/rules/opening-held-money.ts'
import type { ReadSheet } from '#features/accounting/opening-balances/rules/opening-balances.ts'
import type { Sheet } from '#features/accounting/opening-balances/rules/sheets.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type NewOpeningBalances = { id: OpeningBalancesId; asOf: Day; fileName: string; sheets: Record<Sheet, ReadSheet> }

/** Saves a workbook in place of the one that is not signed yet. */
export async function replaceUnsigned(
  tx: Tx,
  actor: TenantActor,
  { id, asOf, fileName, sheets }: NewOpeningBalances,
): Promise<void> {
  await tx.run(sql`
    delete from app.opening_balances_row r using app.opening_balances o where o.opening_balances_id = r.opening_balances_id and o.transaction_id is null`)
  await tx.run(sql`delete from app.opening_balances where transaction_id is null`)
  await tx.run(sql`
    insert into app.opening_balances (cooperative_id, opening_balances_id, as_of, file_name, sheet_columns, uploaded_by, uploaded_by_name)
    values (${actor.cooperativeId}, ${id}, ${asOf}, ${fileName}, ${JSON.stringify(Object.fromEntries(Object.entries(sheets).map(([sheet, { columns }]) => [sheet, columns])))}::jsonb, ${actor.loginId}, ${actor.name})`)
  const rows = Object.entries(sheets).flatMap(([sheet, table]) => table.rows.map((row) => ({ sheet, ...row })))
  await tx.run(sql`
    insert into app.opening_balances_row (cooperative_id, opening_balances_id, sheet, number, cells)
    select ${actor.cooperativeId}, ${id}, r.sheet, r.number, array(select jsonb_array_elements_text(r.cells))
    from unnest(${rows.map(({ sheet }) => sheet)}::text[], ${rows.map(({ number }) => number)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[]) as r(sheet, number, cells)`)
}

/** Money that the old books held, by line, so that each is allocated or paid back by itself. */
export async function insertBroughtHeldMoney(
  tx: Tx,
  { cooperativeId }: TenantActor,
  entryId: EntryId,
  held: readonly OpeningHeldMoney[],
): Promise<void> {
  await tx.run(sql`
    insert into app.held_money_brought (cooperative_id, entry_id, line, sender, detail, reference, received_on, amount)
    select ${cooperativeId}, ${entryId}, b.line, b.sender, b.detail, b.reference, b.received_on, b.amount
    from unnest(${held.map(({ from }) => from)}::text[], ${held.map(({ detail }) => detail)}::text[], ${held.map(({ reference }) => reference)}::text[],
      ${held.map(({ receivedOn }) => receivedOn)}::date[], ${held.map(({ amount }) => amount)}::bigint[]) with ordinality as b(sender, detail, reference, received_on, amount, line)`)
}

/** Each member's balance as they speak of it, written from the postings so that both agree. */
export async function insertMembersBalances(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  { number, on }: { number: number; on: Day },
): Promise<void> {
  await tx.run(sql`
    insert into app.transaction (cooperative_id, status, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, description, entry_id, entry_no, line,
      recorded_by, recorded_by_name)
    select ${actor.cooperativeId}, 'approved', gen_random_uuid(), 'opening', a.member_id, a.account_type_id, p.amount, 'in', ${on}::date, ${`Opening balance at ${dayText(on)}`}::text, p.entry_id,
      ${number}::bigint, p.line, ${actor.loginId}::uuid, ${actor.name}::text
    from ledger.posting p
    -- Each is looked up by its key alone: a join might be planned as a walk over all accounts for each line.
    cross join lateral (select * from ledger.account a where a.account_id = p.credit_id limit 1) a
    where p.entry_id = ${entryId} and a.member_id is not null`)
}
