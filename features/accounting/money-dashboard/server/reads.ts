import { may, type TenantActor } from '#core/actor.ts'
import { addMonths, type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import type { AccountId, AccountTypeId } from '#core/ids.ts'
import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { approvalsOfMine } from '#features/access/pending-approvals/server/reads.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { type WaitingKind, waitingKinds } from '#features/accounting/books/rules/waiting.ts'
import { beginsBooks } from '#features/accounting/books/server/reads.ts'
import * as contract from '#features/accounting/money-dashboard/contract.ts'
import { portfolioAtRisk, portfolioTotals, riskDaysOnDashboard } from '#features/loans/loans/rules/portfolio.ts'
import { findLoansByDelay } from '#features/loans/portfolio/server/reads.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The society's money today, in five questions that travel together and look at one snapshot. */
export const getMoneyDashboard = action(contract.getMoneyDashboard, async ({ tx, actor, today }) => {
  const [months, accounts, accountTypes, byDelay, waiting] = await Promise.all([
    findCashMonths(tx, { from: firstDayOf(addMonths(periodOf(today), -11)), to: today }),
    findCashBalances(tx),
    findAccountTypeSums(tx),
    findLoansByDelay(tx, today),
    findWaiting(tx, actor, today),
  ])
  const {
    basisPoints = 0,
    loans = 0,
    outstanding = zeroKobo,
  } = portfolioAtRisk(byDelay).find(({ days }) => days === riskDaysOnDashboard) ?? {}
  return {
    asOf: today,
    months,
    accounts,
    cashAndBank: sumKobo(accounts.map(({ balance }) => balance)),
    accountTypes,
    loans: {
      ...portfolioTotals(byDelay),
      atRisk: { days: riskDaysOnDashboard, loans, outstanding, percent: basisPoints / 100 },
    },
    waiting: waitingKinds.flatMap((kind) => (waiting[kind] > 0 ? [{ kind, count: waiting[kind] }] : [])),
  }
})

type CashMonth = { month: Day; received: Kobo; paid: Kobo }

/** What went between cash and everything else in each month of a period, from the same postings and by the same rule as `findFlows`. */
async function findCashMonths(tx: Tx, { from, to }: FiscalYear): Promise<CashMonth[]> {
  return tx.many<CashMonth>(sql`
    with cash as (select account_id from ledger.account where holds_cash),
    day as (
      select e.effective_on, p.debit_id in (select account_id from cash) as is_in, e.reverses_id is not null as undoes, sum(p.amount) as amount
      from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id
      where e.effective_on between ${from}::date and ${to}::date and not ${beginsBooks}
        and (p.debit_id in (select account_id from cash)) <> (p.credit_id in (select account_id from cash))
      group by 1, 2, 3)
    select m.month::date as month,
      coalesce(sum(case when d.undoes then -d.amount else d.amount end) filter (where d.is_in <> d.undoes), 0)::bigint as received,
      coalesce(sum(case when d.undoes then -d.amount else d.amount end) filter (where d.is_in = d.undoes), 0)::bigint as paid
    from generate_series(${from}::date, ${to}::date, interval '1 month') m(month)
    left join day d on d.effective_on >= m.month and d.effective_on < m.month + interval '1 month'
    group by m.month order by m.month`)
}

/** What is on each cash and bank account now; a retired one is left out once it is empty. */
async function findCashBalances(
  tx: Tx,
): Promise<{ accountId: AccountId; code: string; name: string; balance: Kobo }[]> {
  return tx.many(sql`
    select a.account_id, a.code, a.name, coalesce(sum(b.debits - b.credits), 0)::bigint as balance
    from ledger.account a left join ledger.balance b using (cooperative_id, account_id) where a.holds_cash
    group by a.account_id, a.code, a.name, a.retired_at having a.retired_at is null or coalesce(sum(b.debits - b.credits), 0) <> 0 order by a.code`)
}

type AccountTypeSum = {
  accountTypeId: AccountTypeId
  name: string
  kind: AccountTypeKind
  members: number
  balance: Kobo
}

/** What members have on each account type now; a retired one is left out once it is empty. */
async function findAccountTypeSums(tx: Tx): Promise<AccountTypeSum[]> {
  return tx.many<AccountTypeSum>(sql`
    select t.account_type_id, t.name, t.kind, coalesce(s.members, 0)::int as members, coalesce(s.balance, 0)::bigint as balance
    from app.account_type t
    left join (
      select a.account_type_id, count(*) filter (where b.credits <> b.debits) as members, sum(b.credits - b.debits) as balance
      from ledger.account a join ledger.balance b using (cooperative_id, account_id) where a.account_type_id is not null group by 1) s using (account_type_id)
    where t.retired_at is null or s.balance <> 0 order by array_position(array['savings', 'fixed_deposit', 'shares'], t.kind), t.is_default desc, t.name`)
}

/** How much of each kind waits; of approvals, only what this officer may give now; of loans, those whose approval is not among these. */
async function findWaiting(tx: Tx, actor: TenantActor, today: Day): Promise<Record<WaitingKind, number>> {
  return tx.one<Record<WaitingKind, number>>(sql`
    with mine as (${approvalsOfMine(actor, today)})
    select (select count(*)::int from mine) as approvals,
      (select count(*)::int from app.membership_application where status = 'waiting') as "membershipApplications",
      (select count(*)::int from app.member_request where status = 'waiting') as "memberRequests",
      (select count(*)::int from app.loan where status = 'submitted' and loan_id not in (select m.subject_id from mine m)) as applications,
      (select count(*)::int from app.loan where status = 'approved') as payouts,
      (select count(*)::int from app.deduction_return where status in ('checked', 'failed')) as returns,
      (select count(*)::int from app.bank_line l left join app.bank_match m using (match_id) where m.confirmed_at is null and l.set_aside_at is null) as "bankLines",
      (select count(*)::int from app.fixed_deposit where status = 'open' and matures_on <= ${today}::date) as "maturedDeposits",
      (select count(*)::int from app.vote v where ${may(actor, 'meeting.manage')} and (v.status = 'open' and v.closes_at <= now() or v.status = 'closed' and not app.is_candidate(${actor.loginId}, app.candidates_in(v.vote_id))
        and (not exists (select from app.vote_confirmation c where c.vote_id = v.vote_id and app.is_same_person(c.login_id, ${actor.loginId}))
          or (select count(*) from app.vote_confirmation c where c.vote_id = v.vote_id) >= least(2, (select count(*) from app.returning_officers_of(v.vote_id)))))) as "voteResults",
      (select count(*)::int from app.erasure_request where status = 'pending') as erasures`)
}
