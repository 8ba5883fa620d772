import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { PlannedDeposit } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import type { DepositStatus } from '#features/savings/fixed-deposits/rules/words.ts'
import type { AccountId, AccountTypeId, EntryId, FixedDepositId, MemberId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type NewDeposit = PlannedDeposit & {
  id: FixedDepositId
  number: number
  memberId: MemberId
  accountTypeId: AccountTypeId
  accountId: AccountId
  renews: FixedDepositId | null
  entryId: EntryId
  /** What the old books had of its interest; none where it is opened here. */ openingAccrued?: Kobo
}

export async function insertDeposits(tx: Tx, actor: TenantActor, rows: readonly NewDeposit[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    insert into app.fixed_deposit (cooperative_id, opened_by_name, status, deposit_id, certificate_no, member_id, account_type_id, account_id, principal, months, rate_basis_points,
      day_count, rounding, at_maturity, break_rule, break_rate_basis_points, notice_days, opened_on, matures_on, interest_at_maturity, renews_id, opening_entry_id, opening_accrued)
    select ${actor.cooperativeId}, ${actor.name}, 'open', d.* from unnest(
      ${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.number)}::int[], ${rows.map((r) => r.memberId)}::uuid[], ${rows.map((r) => r.accountTypeId)}::uuid[],
      ${rows.map((r) => r.accountId)}::uuid[], ${rows.map((r) => r.principal)}::bigint[], ${rows.map((r) => r.months)}::int[], ${rows.map((r) => r.rateBasisPoints)}::int[],
      ${rows.map((r) => r.dayCount)}::text[], ${rows.map((r) => r.rounding)}::text[], ${rows.map((r) => r.atMaturity)}::text[], ${rows.map((r) => r.breakRule)}::text[],
      ${rows.map((r) => r.breakRateBasisPoints)}::int[], ${rows.map((r) => r.noticeDays)}::int[], ${rows.map((r) => r.openedOn)}::date[], ${rows.map((r) => r.maturesOn)}::date[],
      ${rows.map((r) => r.interestAtMaturity)}::bigint[], ${rows.map((r) => r.renews)}::uuid[], ${rows.map((r) => r.entryId)}::uuid[], ${rows.map((r) => r.openingAccrued ?? null)}::bigint[]) as d`)
}

type EndedDeposit = {
  id: FixedDepositId
  status: Exclude<DepositStatus, 'open' | 'reversed'>
  endedOn: Day
  entryId: EntryId
  interest: Kobo
  brokenReason: string | null
}

/** Ends deposits, so that their floors can fall; the number of each entry follows once it is posted. */
export async function markEnded(tx: Tx, actor: TenantActor, rows: readonly EndedDeposit[]): Promise<void> {
  await tx.run(sql`
    update app.fixed_deposit d set status = e.status, ended_on = e.ended_on, ending_entry_id = e.entry_id, interest_paid = e.interest, broken_reason = e.reason, ended_by_name = ${actor.name}
    from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.status)}::text[], ${rows.map((r) => r.endedOn)}::date[], ${rows.map((r) => r.entryId)}::uuid[],
      ${rows.map((r) => r.interest)}::bigint[], ${rows.map((r) => r.brokenReason)}::text[]) as e(deposit_id, status, ended_on, entry_id, interest, reason)
    where d.deposit_id = e.deposit_id and d.status = 'open'`)
}

export async function markEndingNumbers(
  tx: Tx,
  posted: readonly { entryId: EntryId; number: number }[],
): Promise<void> {
  await tx.run(sql`
    update app.fixed_deposit d set ending_entry_no = e.number from unnest(${posted.map(({ entryId }) => entryId)}::uuid[], ${posted.map(({ number }) => number)}::bigint[]) as e(entry_id, number)
    where d.ending_entry_id = e.entry_id`)
}

/** What a deposit moved on one account of a member, at one line of its entry. The two sides of a line are a pair. */
export type DepositMovement = {
  type: 'fixed_deposit' | 'interest'
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: Kobo
  direction: 'in' | 'out'
  occurredOn: Day
  description: string
  entryId: EntryId
  line: number
  through: { id: AccountId; name: string } | null
}

/** The movements of deposits as their members speak of them. */
export async function insertDepositMovements(
  tx: Tx,
  actor: TenantActor,
  rows: readonly DepositMovement[],
  posted: readonly { entryId: EntryId; number: number; receipt: string }[],
): Promise<void> {
  const ids = rows.map(() => newId<TransactionId>())
  const byEntry = new Map(posted.map((each) => [each.entryId, each]))
  const pairs = pairIds(rows, ids)
  await tx.run(sql`
    insert into app.transaction (cooperative_id, status, recorded_by, recorded_by_name, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, description,
      entry_id, entry_no, line, receipt_number, pair_id, through_account_id, through_name)
    select ${actor.cooperativeId}, 'approved', ${actor.loginId}, ${actor.name}, t.* from unnest(
      ${ids}::uuid[], ${rows.map((r) => r.type)}::text[], ${rows.map((r) => r.memberId)}::uuid[], ${rows.map((r) => r.accountTypeId)}::uuid[], ${rows.map((r) => r.amount)}::bigint[],
      ${rows.map((r) => r.direction)}::text[], ${rows.map((r) => r.occurredOn)}::date[], ${rows.map((r) => r.description)}::text[], ${rows.map((r) => r.entryId)}::uuid[],
      ${rows.map((r) => byEntry.get(r.entryId)?.number ?? 0)}::bigint[], ${rows.map((r) => r.line)}::int[], ${rows.map((r) => byEntry.get(r.entryId)?.receipt ?? null)}::text[],
      ${pairs}::uuid[], ${rows.map((r) => r.through?.id ?? null)}::uuid[], ${rows.map((r) => r.through?.name ?? null)}::text[]) as t`)
}

/** Two rows of the same line are the sides of one posting; the first gives the pair its id. */
function pairIds(rows: readonly DepositMovement[], ids: readonly TransactionId[]): (TransactionId | null)[] {
  const key = ({ entryId, line }: DepositMovement) => `${entryId} ${line}`
  const sides = Map.groupBy(rows.keys(), (index) => key(rows[index] as DepositMovement))
  return rows.map((row) => {
    const [first, second] = sides.get(key(row)) ?? []
    return second === undefined ? null : (ids[first ?? 0] ?? null)
  })
}
