import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import type { AccountId, AccountTypeId, AppropriationId, DividendRunId, MemberId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { DividendDestination } from '#features/surplus/appropriation/rules/destination.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, upsert } from '#platform/db/write.ts'
import type { ExcludedRow, RunTerms } from './reads.ts'

type NewHead = { accountId: AccountId; basisPoints: number; isLeast: boolean; clause: string }

/** Replaces the bye-laws on the surplus whole. */
export async function replaceRules(
  tx: Tx,
  { cooperativeId }: TenantActor,
  { heads, directorApproves }: { heads: readonly NewHead[]; directorApproves: boolean },
): Promise<void> {
  await upsert(tx, 'app.surplus_rules', ['cooperativeId'], { directorApproves })
  await tx.run(sql`delete from app.surplus_head`)
  await tx.run(sql`
    insert into app.surplus_head (cooperative_id, place, account_id, basis_points, is_least, clause)
    select ${cooperativeId}, h.place, h.account_id, h.basis_points, h.is_least, h.clause
    from unnest(${heads.map((h) => h.accountId)}::uuid[], ${heads.map((h) => h.basisPoints)}::int[], ${heads.map((h) => h.isLeast)}::boolean[], ${heads.map((h) => h.clause)}::text[])
      with ordinality as h(account_id, basis_points, is_least, clause, place)`)
}

type NewLine = {
  memberId: MemberId
  accountId: AccountId
  basis: bigint
  post: string | null
  balances: readonly bigint[]
  gross: Kobo
  tax: Kobo
  paidTo: DividendDestination
}
export type NewRun = RunTerms & {
  runId: DividendRunId
  transactionId: TransactionId
  appropriationId: AppropriationId
  accountId: AccountId
  name: string
  year: FiscalYear
  paidTo: AccountTypeId
  basisTotal: bigint
  pool: Kobo
  tax: Kobo
  lines: readonly NewLine[]
  excluded: readonly Pick<ExcludedRow, 'memberId' | 'basis' | 'exclusion' | 'reason'>[]
  /** Why it is not shared as the bye-laws say. */
  departure: string | null
  occurredOn: Day
  description: string
  approvalsNeeded: number
}

/** Saves a run with its lines and its exclusions, pending approval. The constraint dividend_of_a_line_once speaks where another was quicker. */
export async function insertRun(tx: Tx, actor: TenantActor, run: NewRun): Promise<void> {
  const { cooperativeId } = actor
  const { lines, year } = run
  await tx.run(sql`
    insert into app.transaction (cooperative_id, transaction_id, type, status, amount, direction, occurred_on, description, approvals_needed, recorded_by, recorded_by_name, paid_members)
    values (${cooperativeId}, ${run.transactionId}, 'dividend', 'pending', ${run.pool}, 'in', ${run.occurredOn}, ${run.description}, ${run.approvalsNeeded}, ${actor.loginId}, ${actor.name},
      ${run.basis === 'named' ? lines.map((l) => l.memberId) : null}::uuid[])`)
  const { runId, transactionId, appropriationId, accountId, name, basis, accountTypeId, accountType, method } = run
  const { heldMonths, excluding, taxBasisPoints, paidTo, basisTotal, pool, tax, departure } = run
  await insert(tx, 'app.dividend_run', {
    ...{ runId, transactionId, appropriationId, accountId, name, yearFrom: year.from, yearEnd: year.to, basis },
    ...{
      accountTypeId,
      accountTypeName: accountType,
      method,
      heldMonths,
      excluding,
      taxBasisPoints,
      paidTo,
      basisTotal,
    },
    ...{ pool, tax, members: lines.length, departure },
  })
  await tx.run(sql`
    insert into app.dividend_line (cooperative_id, run_id, member_id, account_id, basis, post, gross, tax, paid_to, balances)
    select ${cooperativeId}, ${run.runId}, l.member_id, l.account_id, l.basis, l.post, l.gross, l.tax, l.paid_to, string_to_array(l.balances, ',')::bigint[] from unnest(${lines.map((l) => l.memberId)}::uuid[], ${lines.map((l) => l.accountId)}::uuid[], ${lines.map((l) => l.basis)}::bigint[], ${lines.map((l) => l.post)}::text[],
      ${lines.map((l) => l.gross)}::bigint[], ${lines.map((l) => l.tax)}::bigint[], ${lines.map((l) => l.paidTo)}::text[], ${lines.map((l) => l.balances.join())}::text[]) as l(member_id, account_id, basis, post, gross, tax, paid_to, balances)`)
  if (run.excluded.length === 0) return
  await tx.run(sql`
    insert into app.dividend_exclusion (cooperative_id, run_id, member_id, basis, reason, note)
    select ${cooperativeId}, ${run.runId}, x.member_id, x.basis, x.reason, x.note
    from unnest(${run.excluded.map((x) => x.memberId)}::uuid[], ${run.excluded.map((x) => x.basis)}::bigint[], ${run.excluded.map((x) => x.exclusion)}::text[],
      ${run.excluded.map((x) => x.reason)}::text[]) as x(member_id, basis, reason, note)`)
}

/** A run as lines of its voucher: what is paid out against each member's account, by membership number, and the tax of all. */
export function voucherLines(runId: DividendRunId, accountId: AccountId, taxId: AccountId | null): Statement {
  return sql`
    select row_number() over (order by v.number nulls last) as place, ${accountId}::uuid as debit_id, v.credit_id, v.amount from (
      select m.membership_number as number, l.account_id as credit_id, l.gross - l.tax as amount from app.dividend_line l
      cross join lateral (select membership_number from app.member m where m.member_id = l.member_id limit 1) m
      where l.run_id = ${runId} and l.gross > l.tax
      union all
      select null, ${taxId}::uuid, sum(l.tax)::bigint from app.dividend_line l where l.run_id = ${runId} having sum(l.tax) > 0) v`
}

/** What became of a member's part that was for shares or loans. */
export async function markSpent(
  tx: Tx,
  runId: DividendRunId,
  memberId: MemberId,
  { spent, entryNumbers, keptBecause }: { spent: Kobo; entryNumbers: readonly number[]; keptBecause: string | null },
): Promise<void> {
  await tx.run(sql`
    update app.dividend_line set spent_at = clock_timestamp(), spent = ${spent}, spent_entries = ${entryNumbers}::bigint[], kept_because = ${keptBecause}
    where run_id = ${runId} and member_id = ${memberId} and spent_at is null`)
}
