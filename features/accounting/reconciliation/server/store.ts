import type { TenantActor } from '#core/actor.ts'
import type { AccountId, BankLineId, BankMatchId, EntryId, StatementId, TransactionId } from '#core/ids.ts'
import type { Corrected } from '#features/accounting/reconciliation/rules/statement-corrections.ts'
import type { Known } from '#features/accounting/reconciliation/rules/known-lines.ts'
import type { Reading } from '#features/accounting/reconciliation/rules/statement-file.ts'
import type { StatementHeadings } from '#features/accounting/reconciliation/rules/statement-headings.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'

type Line = Reading['lines'][number]

/** Saves a statement with the lines of it that are new; those that the bank has moved count with it. */
export async function insertStatement(
  tx: Tx,
  actor: TenantActor,
  { accountId, ...file }: { statementId: StatementId; accountId: AccountId; fileName: string },
  { lines, opening, closing, isBalanceAtEnd, accountNumber }: Reading & { accountNumber: string | null },
  { fresh, moved }: Pick<Known<Line>, 'fresh' | 'moved'>,
): Promise<void> {
  const days = lines.map(({ on }) => on).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) throw new Error('A statement has lines')
  const { cooperativeId, name: uploadedByName } = actor
  await insert(tx, 'app.bank_statement', {
    ...{ cooperativeId, accountId, ...file, fromOn: from, toOn: to, openingBalance: opening, closingBalance: closing },
    ...{ lines: fresh.length + moved.length, isBalanceAtEnd, accountNumber, uploadedByName },
  })
  await tx.run(sql`
    insert into app.bank_line (cooperative_id, line_id, account_id, statement_id, place, on_day, narration, amount, balance, nth, reference)
    select ${cooperativeId}, f.line_id, ${accountId}, ${file.statementId}, f.place, f.on_day, f.narration, f.amount, f.balance, f.nth, f.reference
    from unnest(${fresh.map(() => crypto.randomUUID())}::uuid[], ${fresh.map(({ place }) => place)}::int[], ${fresh.map(({ on }) => on)}::date[],
      ${fresh.map(({ narration }) => narration)}::text[], ${fresh.map(({ amount }) => amount)}::bigint[], ${fresh.map(({ balance }) => balance)}::bigint[],
      ${fresh.map(({ nth }) => nth)}::int[], ${fresh.map(({ reference }) => reference ?? null)}::text[]) as f(line_id, place, on_day, narration, amount, balance, nth, reference)`)
}

/** Lines that are where this statement has them from now on; those of which it was said that they are in no statement any more, those that it lacks, and those that it has again. */
export function moveLines(
  tx: Tx,
  statementId: StatementId,
  { moved, gone, absent, back }: Pick<Known<Line>, 'moved' | 'gone' | 'absent' | 'back'>,
): void {
  if (moved.length > 0) {
    tx.send(sql`
      update app.bank_statement s set lines = s.lines - m.count
      from (select statement_id, count(*)::int as count from unnest(${moved.map(({ there }) => there.statementId)}::uuid[]) as u(statement_id) group by 1) m
      where s.statement_id = m.statement_id`)
    tx.send(sql`
      update app.bank_line l set statement_id = ${statementId}, place = m.place, on_day = m.on_day, balance = m.balance, nth = m.nth, is_gone = false, missing_from = null
      from unnest(${moved.map(({ there }) => there.lineId)}::uuid[], ${moved.map(({ line }) => line.place)}::int[], ${moved.map(({ line }) => line.on)}::date[],
        ${moved.map(({ line }) => line.balance)}::bigint[], ${moved.map(({ line }) => line.nth)}::int[]) as m(line_id, place, on_day, balance, nth) where l.line_id = m.line_id`)
  }
  if (gone.length > 0)
    tx.send(
      sql`update app.bank_line set is_gone = true where line_id = any (${gone.map(({ lineId }) => lineId)}::uuid[])`,
    )
  const missing = absent.filter(({ isMissing }) => !isMissing)
  if (missing.length > 0)
    tx.send(
      sql`update app.bank_line set missing_from = ${statementId} where line_id = any (${missing.map(({ lineId }) => lineId)}::uuid[])`,
    )
  if (back.length > 0)
    tx.send(
      sql`update app.bank_line set is_gone = false, missing_from = null, set_aside_by_name = null, set_aside_at = null where line_id = any (${back.map(({ lineId }) => lineId)}::uuid[])`,
    )
}

/** Sets a line aside by whom it was said, or opens it again. */
export async function updateAside(tx: Tx, lineId: BankLineId, by: string | null): Promise<void> {
  await tx.run(
    sql`update app.bank_line set set_aside_by_name = ${by}, set_aside_at = ${by === null ? sql`null` : sql`now()`} where line_id = ${lineId}`,
  )
}

/** What was corrected or said by hand before a statement was stored. */
export function insertCorrections(
  tx: Tx,
  actor: TenantActor,
  statementId: StatementId,
  corrected: readonly Corrected[],
): void {
  tx.send(sql`
    insert into app.bank_statement_correction (cooperative_id, statement_id, place, row_number, kind, heading, was, became)
    select ${actor.cooperativeId}, ${statementId}, c.* from unnest(${corrected.map((_, index) => index + 1)}::int[], ${corrected.map(({ row }) => row)}::int[],
      ${corrected.map(({ kind }) => kind)}::text[], ${corrected.map(({ heading }) => heading)}::text[], ${corrected.map(({ was }) => was)}::text[],
      ${corrected.map(({ became }) => became)}::text[]) as c`)
}

/** What this bank calls its columns from now on. */
export function saveHeadings(tx: Tx, actor: TenantActor, accountId: AccountId, headings: StatementHeadings): void {
  tx.send(sql`
    insert into app.bank_statement_columns (cooperative_id, account_id, headings, changed_by_name) values (${actor.cooperativeId}, ${accountId}, ${JSON.stringify(headings)}::jsonb, ${actor.name})
    on conflict (cooperative_id, account_id) do update set headings = excluded.headings, changed_by_name = excluded.changed_by_name, changed_at = clock_timestamp()`)
}

/** What was recorded from a line. */
export function saveEntered(tx: Tx, lineId: BankLineId, id: TransactionId): void {
  tx.send(sql`update app.bank_line set entered_id = ${id} where line_id = ${lineId}`)
}

export type NewMatch = { id: BankMatchId; lines: readonly BankLineId[]; entries: readonly EntryId[] }

/** Makes these one, each confirmed by the person who said so, or proposed. */
export async function insertMatches(
  tx: Tx,
  actor: TenantActor,
  accountId: AccountId,
  matches: readonly NewMatch[],
  confirmed: boolean,
): Promise<void> {
  const lines = matches.flatMap(({ id, lines: ids }) => ids.map((line) => ({ id, line })))
  const entries = matches.flatMap(({ id, entries: ids }) => ids.map((entry) => ({ id, entry })))
  await tx.run(sql`
    insert into app.bank_match (cooperative_id, match_id, account_id, confirmed_by_name, confirmed_at)
    select ${actor.cooperativeId}, m.match_id, ${accountId}, ${confirmed ? actor.name : null}, ${confirmed ? sql`now()` : sql`null`} from unnest(${matches.map(({ id }) => id)}::uuid[]) as m(match_id)`)
  await tx.run(sql`
    update app.bank_line l set match_id = m.match_id from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ line }) => line)}::uuid[]) as m(match_id, line_id)
    where l.line_id = m.line_id`)
  await tx.run(sql`
    insert into app.bank_match_entry (cooperative_id, account_id, entry_id, match_id)
    select ${actor.cooperativeId}, ${accountId}, m.entry_id, m.match_id from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ entry }) => entry)}::uuid[]) as m(match_id, entry_id)`)
  await tx.run(sql`delete from app.bank_line_part where line_id = any (${lines.map(({ line }) => line)}::uuid[])`)
}

/** Confirms what is proposed, of these matches alone where they are named; answers the lines of each. */
export async function updateConfirmed(
  tx: Tx,
  actor: TenantActor,
  accountId: AccountId,
  matchIds: readonly BankMatchId[] | undefined,
): Promise<{ lines: BankLineId[] }[]> {
  const which = matchIds ? sql`match_id = any(${matchIds}::uuid[])` : sql`true`
  return tx.many<{ lines: BankLineId[] }>(sql`
    update app.bank_match m set confirmed_by_name = ${actor.name}, confirmed_at = now() where account_id = ${accountId} and confirmed_at is null and ${which}
    returning array(select l.line_id from app.bank_line l where l.match_id = m.match_id) as lines`)
}

/** False where there is no such match on this account. */
export async function deleteMatch(tx: Tx, accountId: AccountId, matchId: BankMatchId): Promise<boolean> {
  await tx.run(sql`update app.bank_line set match_id = null where account_id = ${accountId} and match_id = ${matchId}`)
  await tx.run(sql`delete from app.bank_match_entry where account_id = ${accountId} and match_id = ${matchId}`)
  return (await tx.run(sql`delete from app.bank_match where account_id = ${accountId} and match_id = ${matchId}`)) === 1
}
