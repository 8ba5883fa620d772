import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, InterestRunId, TransactionId } from '#core/ids.ts'
import { type InterestPeriod, monthsOf } from '#features/savings/interest/rules/interest-period.ts'
import type { InterestTerms } from '#features/savings/interest/rules/savings-interest.ts'
import type { Kobo } from '#core/money.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import type { Calculated } from './calculate-interest.ts'

export type NewRun = {
  runId: InterestRunId
  transactionId: TransactionId
  accountTypeId: AccountTypeId
  period: InterestPeriod
  terms: InterestTerms
  lines: readonly Calculated[]
  /** The account that is credited in the place of one whose member has left. */
  creditedTo: ReadonlyMap<AccountId, AccountId>
  total: Kobo
  occurredOn: Day
  description: string
  seenTo: number
  approvalsNeeded: number
}

/** Saves a run with its lines, pending approval; no other run takes its months from then on, which a constraint makes sure of. */
export async function insertRun(tx: Tx, actor: TenantActor, run: NewRun): Promise<void> {
  const { cooperativeId } = actor
  const { period, terms } = run
  const paid = run.lines.filter(({ interest, differences }) => interest !== 0n || differences.length > 0)
  const rows = paid.flatMap(({ accountId, memberId, basis, interest, differences }) => [
    {
      accountId,
      memberId,
      ofRunId: run.runId,
      basis,
      amount: interest,
      creditedId: run.creditedTo.get(accountId) ?? null,
    },
    ...differences.map(({ runId, amount }) => ({
      ...{ accountId, memberId, ofRunId: runId, basis: 0n, amount },
      creditedId: run.creditedTo.get(accountId) ?? null,
    })),
  ])
  const { runId, transactionId, accountTypeId, total } = run
  await insert(tx, 'app.transaction', {
    ...{ transactionId, type: 'interest', status: 'pending', amount: total, direction: 'in' },
    ...{ occurredOn: run.occurredOn, description: run.description, approvalsNeeded: run.approvalsNeeded },
    ...{ recordedBy: actor.loginId, recordedByName: actor.name },
  })
  const { rateBasisPoints, dayCount, rounding, method, leastBalance } = terms
  await insert(tx, 'app.interest_run', {
    ...{ runId, transactionId, accountTypeId, firstDay: period.from, lastDay: period.to, total },
    ...{ rateBasisPoints, dayCount, rounding, method, leastBalance },
    ...{ members: run.lines.filter(({ amount }) => amount > 0n).length, seenToNo: run.seenTo },
  })
  await tx.run(sql`
    insert into app.interest_month (cooperative_id, account_type_id, month, run_id)
    select ${cooperativeId}, ${accountTypeId}, m.month, ${runId} from unnest(${monthsOf(period)}::date[]) as m(month)`)
  await tx.run(sql`
    insert into app.interest_line (cooperative_id, run_id, of_run_id, account_id, member_id, basis, amount, credited_id)
    select ${cooperativeId}, ${runId}, l.* from unnest(${rows.map((r) => r.ofRunId)}::uuid[], ${rows.map((r) => r.accountId)}::uuid[], ${rows.map((r) => r.memberId)}::uuid[],
      ${rows.map((r) => r.basis)}::bigint[], ${rows.map((r) => r.amount)}::bigint[], ${rows.map((r) => r.creditedId)}::uuid[]) as l`)
}

/** A run as lines of its voucher: the expense against each account that is paid, by membership number. */
export function voucherLines(runId: InterestRunId, expenseId: AccountId): Statement {
  return sql`
    select row_number() over (order by v.membership_number, v.account_id) as place, ${expenseId}::uuid as debit_id, v.account_id as credit_id, v.amount from (
      select m.membership_number, coalesce(l.credited_id, l.account_id) as account_id, sum(l.amount)::bigint as amount from app.interest_line l
      cross join lateral (select membership_number from app.member m where m.member_id = l.member_id limit 1) m
      where l.run_id = ${runId} group by 1, 2 having sum(l.amount) > 0) v`
}
