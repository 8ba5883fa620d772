import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import { refusalMessage } from '#core/contract/refusals.ts'
import type { AccountId, LoanConfigurationId, LoanId, MemberId, ReschedulingId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { phoneFrom } from '#core/phone.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { type Approvals, registerApprovals } from '#features/access/approvals/server/reads.ts'
import { columnsOn, guaranteesOf, loanFrom, type LoanRow } from '#features/loans/details/server/reads.ts'
import * as guarantors from '#features/loans/guarantees/loan-guarantors.ts'
import { findStandings } from '#features/loans/guarantees/server/reads.ts'
import * as contract from '#features/loans/loans/contract.ts'
import * as eligibility from '#features/loans/loans/loan-eligibility.ts'
import * as money from '#features/loans/loans/loan-money.ts'
import * as previews from '#features/loans/loans/loan-preview.ts'
import * as productPreviews from '#features/loans/loans/loan-product-preview.ts'
import * as reviews from '#features/loans/loans/loan-review.ts'
import * as statuses from '#features/loans/loans/loan-statuses.ts'
import { answeredPreview, costWithSavings, previewAgreed } from '#features/loans/loans/rules/agreed-preview.ts'
import { previewAsked } from '#features/loans/loans/rules/asked-preview.ts'
import type { InstalmentUnit } from '#features/loans/loans/rules/due-dates.ts'
import {
  type AskedLoan,
  type Borrower,
  costOf,
  eligibilityFor,
  type Guarantor,
  loanConfigurationNotOffered,
  monthlyOf,
  type OtherLoan,
} from '#features/loans/loans/rules/eligibility.ts'
import { movementBeforeLoan } from '#features/loans/loans/rules/loan-plan.ts'
import { proceedsLeft, type SavingsLine } from '#features/loans/loans/rules/loan-proceeds.ts'
import {
  type LoanRules,
  partOf,
  rulesFromKept,
  type SocietyRules,
  type StoredRules,
  termsNow,
} from '#features/loans/loans/rules/loan-terms.ts'
import {
  committedStatuses,
  type InterestMethod,
  type LoanStatus,
  loanStatuses,
  loanStatusLabels,
} from '#features/loans/loans/rules/loan.ts'
import { chargesInWords } from '#features/loans/loans/rules/product-charges.ts'
import { perMonth } from '#features/loans/loans/rules/repaid-every.ts'
import { changeBetween, eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import {
  scheduleFromKept,
  type StoredSchedule,
  termsOfScheduleInWords,
} from '#features/loans/loans/rules/schedule-terms.ts'
import { repaidOn, settlementOn } from '#features/loans/loans/rules/settlement.ts'
import {
  findApplication,
  findRunningLoan,
  loanNotActive,
  loanWrittenOff,
} from '#features/loans/running-loans/server/reads.ts'
import { findLoansToSettle, findNamed, runningFrom } from '#features/loans/top-ups/server/reads.ts'
import { getMember } from '#features/members/members/server/reads.ts'
import { lateOn, nextOn, owedOf } from '#features/savings/arrears/server/reads.ts'
import { action, askOf, openAction } from '#platform/action.ts'
import { shortListOf } from '#platform/db/page-of.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const phoneOfSeveral = refusal(
  'phone_of_several',
  409,
  'Several members share this phone. Enter the membership number instead.',
)

export const listLoanStatuses = shortListOf(statuses.listLoanStatuses, ['status', 'label'], async () =>
  loanStatuses.map((status) => ({ status, label: loanStatusLabels[status] })),
)

const orders: Record<string, Statement> = {
  submittedAt: sql`l.submitted_at, l.loan_id`,
  '-submittedAt': sql`l.submitted_at desc, l.loan_id desc`,
  principal: sql`l.principal, l.loan_id`,
  '-principal': sql`l.principal desc, l.loan_id`,
}

type StatusSums = { status: LoanStatus; count: number; principal: bigint; outstanding: bigint; late: number }

/** Row security shows a member their own only. */
export const listLoans = action(
  contract.listLoans,
  async ({ tx, today }, { status, memberId, overdue, q, sort = '-submittedAt', page, limit }) => {
    const anyStatus = allOf([
      ...(memberId ? [sql`l.member_id = ${memberId}`] : []),
      ...(q
        ? [
            sql`l.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))})`,
          ]
        : []),
    ])
    const isLate = sql`l.loan_id in (select late.loan_id from (${lateOn(today)}) late where late.in_arrears)`
    const where = allOf([anyStatus, ...(status ? [sql`l.status = ${status}`] : []), ...(overdue ? [isLate] : [])])
    const order = orders[sort] ?? sql`l.submitted_at desc, l.loan_id desc`
    const [rows, byStatus] = await Promise.all([
      tx.many<LoanRow>(sql`
      select ${columnsOn(today)} from (select * from app.loan l where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) l
      join app.member m using (member_id) join app.loan_configuration c using (loan_configuration_id) ${nextOn(today)} order by ${order}`),
      tx.many<StatusSums>(sql`
      select l.status, count(*)::int as count, sum(l.principal)::bigint as principal, sum(l.disbursed - l.paid_principal - l.written_off)::bigint as outstanding,
        count(*) filter (where ${isLate})::int as late
      from app.loan l where ${anyStatus} group by l.status`),
    ])
    const counts = Object.fromEntries(
      loanStatuses.map((each) => [each, byStatus.find((one) => one.status === each)?.count ?? 0]),
    ) as Record<LoanStatus, number>
    const shown = byStatus.filter((one) => !status || one.status === status)
    return {
      rows: rows.map(loanFrom),
      total: shown.reduce((sum, { count, late }) => sum + (overdue ? late : count), 0),
      summary: {
        counts,
        principal: shown.reduce((sum, { principal }) => sum + principal, 0n) as Kobo,
        outstanding: shown.reduce((sum, { outstanding }) => sum + outstanding, 0n) as Kobo,
        overdueLoans: byStatus.reduce((sum, { late }) => sum + late, 0),
      },
    }
  },
)

export const listMemberLoans = action(contract.listMemberLoans, async (ask, input) => {
  const { tx } = ask
  await findBorrowerName(tx, input.memberId)
  return listLoans(ask, input)
})

/** Refuses whom the caller may not see as if they did not exist. */
async function findBorrowerName(tx: Tx, memberId: MemberId): Promise<string> {
  const row = await tx.maybe<{ name: string }>(
    sql`select first_name || ' ' || last_name as name from app.member where member_id = ${memberId}`,
  )
  return row?.name ?? refuse('not_found')
}

/** Applications that wait; one is ready when its guarantors have agreed. */
export const loanApprovals: Approvals = {
  kinds: ['loan'],
  id: sql`l.loan_id`,
  waits: sql`l.status = 'submitted'`,
  subjects: (where) => sql`
    select l.loan_id as subject_id, 'loan' as kind, l.approvals_needed as needed, l.recorded_by as maker_id,
    l.made_by_officer, l.status = 'submitted' as open, array[l.member_id] as member_ids
    from app.loan l where ${where}`,
  rows: () => sql`
    select l.loan_id, 'loan', jsonb_build_object('loanId', l.loan_id), l.member_id, c.name, l.principal, (l.submitted_at at time zone 'Africa/Lagos')::date, coalesce(l.purpose, ''), l.recorded_by_name,
      l.submitted_at, n.required, g.accepted, g.accepted >= n.required and g.covered >= n.cover
    from app.loan l join app.loan_configuration c using (loan_configuration_id)
    cross join lateral (select (l.terms ->> 'guarantorsRequired')::int as required) asks
    cross join lateral (select asks.required, case when asks.required = 0 then 0 else (l.principal * (l.terms ->> 'guarantorCoverPercent')::int + 99) / 100 end as cover) n
    cross join lateral (select count(*)::int as accepted, coalesce(sum(g.amount), 0) as covered from app.loan_guarantor g where g.loan_id = l.loan_id and g.status = 'accepted') g
    where l.status = 'submitted'`,
}

registerApprovals(loanApprovals)

/** New terms of a loan, and whether anything has moved since that has to be reversed before them; a reallocation never has. Refuses: not_found. */
export async function findRescheduling(
  tx: Tx,
  loanId: LoanId,
  id: ReschedulingId,
): Promise<{ on: Day; status: 'posted' | 'reversed'; reversedBy: string | null; isFollowed: boolean }> {
  const found = await tx.maybe<{
    on: Day
    status: 'posted' | 'reversed'
    reversedBy: string | null
    isFollowed: boolean
  }>(sql`
    select r.occurred_on as on, r.status, r.reversed_by_name as reversed_by,
      exists (select from app.loan_movement m where m.loan_id = r.loan_id and m.status = 'posted' and m.created_at > r.created_at
        and m.kind <> 'reallocation')
        or exists (select from app.rescheduling o where o.loan_id = r.loan_id and o.status = 'posted' and o.occurred_on > r.occurred_on) as is_followed
    from app.rescheduling r where r.rescheduling_id = ${id} and r.loan_id = ${loanId}`)
  return found ?? refuse('not_found')
}

/** What settles a loan on a day, part by part. Refuses: loan_not_active, loan_written_off. */
export const getSettlementQuote = action(money.getSettlementQuote, async ({ tx, today }, { loanId, on }) => {
  const day = on ?? today
  const held = await findRunningLoan(tx, loanId)
  if (held.status === 'written_off') refuse(loanWrittenOff())
  if (held.status !== 'active' && held.status !== 'completed') refuse(loanNotActive())
  if (held.startOn && day < held.startOn) refuse(movementBeforeLoan({ field: 'on', start: held.startOn }))
  const [plan, events] = [planOfLoan(held), eventsOf(held.movements)]
  const amount = settlementOn(plan, events, day)
  const settled = repaidOn(plan, events, { on: day, amount })
  if (settled instanceof Refusal) throw settled
  const change = changeBetween(held.before, settled.after)
  return {
    on: day,
    amount,
    rebate: settled.rebate?.amount ?? zeroKobo,
    outstanding: change.principal,
    interest: change.interest,
    fees: change.fees,
    penalties: change.penalties,
  }
})

type BorrowerRow = Omit<Borrower, 'memberId' | 'loans' | 'committed' | 'proceeds'> & {
  saved: { amount: string; isProceeds: boolean; other: SavingsLine['other'] }[]
  owedOfSaved: Kobo
}

type OtherRow = {
  loanConfigId: LoanConfigurationId
  principal: Kobo
  left: Kobo
  instalments: number
  repaidEvery: InstalmentUnit
  interestMethod: InterestMethod
  annualRatePpm: number
  schedule: StoredSchedule | null
  regular: Kobo | null
  endsOn: Day | null
}

/** The borrower as the rules look at them, as if the loans that this `settles` were repaid; `except` is the application that is being decided. Refuses: not_found. */
export async function findBorrower(
  tx: Tx,
  memberId: MemberId,
  today: Day,
  except: LoanId | null = null,
  settles: readonly LoanId[] = [],
): Promise<Borrower> {
  const balanceOf = (
    kind: 'savings' | 'shares',
  ) => sql`(select coalesce(sum(b.credits - b.debits), 0)::bigint from ledger.account a join ledger.balance b on b.account_id = a.account_id
    join app.account_type t on t.account_type_id = a.account_type_id where a.member_id = m.member_id and t.kind = ${kind})`
  // Loans that still run of which something was paid into the member's savings, by itself or by a loan that it settled: what
  // was owed of that one then is borrowed still, and no more than that.
  const paidIn = (loanId: Statement) =>
    sql`(select min(d.occurred_on) from app.loan_movement d where d.loan_id = ${loanId} and d.kind = 'disbursement' and d.way = 'savings' and d.status = 'posted')`
  const intoSavings = sql`from app.loan l cross join lateral (
      with recursive line as (
        select l.loan_id, l.disbursed - l.paid_principal as owed, ${paidIn(sql`l.loan_id`)} as since, false as is_counted
        union all select v.loan_id, least(line.owed, v.principal), ${paidIn(sql`v.loan_id`)}, line.is_counted or line.since is not null
          from line join app.loan_settlement s on s.loan_id = line.loan_id
          join app.loan_movement v on v.loan_id = s.settles and v.way = 'top_up' and v.status = 'posted')
      select (sum(line.owed) filter (where line.since is not null and not line.is_counted))::bigint as owed, min(line.since) as since from line) p
    where l.member_id = m.member_id and l.status = 'active' and p.since is not null`
  const savedSince = sql`(select coalesce(sum(p.owed), 0)::bigint ${intoSavings}) as owed_of_saved,
    (select coalesce(jsonb_agg(jsonb_build_object('amount', s.amount::text, 'isProceeds', s.is_proceeds, 'other', s.other) order by s.occurred_on, s.entry_no), '[]') from (
      select t.entry_id, t.occurred_on, t.entry_no, sum(case when t.direction = 'out' then - t.amount else t.amount end) as amount, bool_or(t.type = 'disbursement') as is_proceeds,
        min(case t.type when 'fixed_deposit' then 'deposit' when 'share_purchase' then 'shares' when 'share_redemption' then 'shares' when 'transfer' then 'member' end) as other
      from app.transaction t join app.account_type k on k.account_type_id = t.account_type_id
      where t.member_id = m.member_id and k.kind = 'savings' and t.status = 'approved' and t.direction is not null
        and t.occurred_on >= (select min(p.since) ${intoSavings})
      group by t.entry_id, t.occurred_on, t.entry_no) s) as saved`
  const [row, others] = await Promise.all([
    tx.maybe<BorrowerRow>(sql`
      select m.first_name || ' ' || m.last_name as name, case when exists (select from app.leaving v where v.member_id = m.member_id and v.status in ('open', 'waiting')) then 'leaving' else m.status end as status, (select o.membershipno from app.member o where o.member_id = m.merged_into) as merged_into, m.registration_date as joined_on, m.monthly_contribution as monthly, ${balanceOf('savings')} as savings, ${balanceOf('shares')} as shares,
        greatest((select coalesce(sum(b.credits - b.debits), 0) - coalesce(max(a.min_balance), 0) from ledger.account a join ledger.balance b on b.account_id = a.account_id
          join app.account_type t on t.account_type_id = a.account_type_id where a.member_id = m.member_id and t.is_default)
          - (select coalesce(sum(p.amount), 0) from app.transaction p join app.account_type t on t.account_type_id = p.account_type_id
            where p.member_id = m.member_id and t.is_default and p.status = 'pending' and p.direction = 'out')
          + (select coalesce(sum(p.held), 0) from app.pledge p join app.account_type t on t.account_type_id = p.account_type_id
            where p.member_id = m.member_id and t.is_default and p.kind = 'own_loan' and p.released_at is null and p.subject_id = any(${settles}::uuid[])), 0)::bigint as free,
        (select coalesce(sum(w.written_off - w.recovered), 0)::bigint from app.loan w where w.member_id = m.member_id and w.status = 'written_off') as lost,
        late.overdue, late.since as overdue_since, ${savedSince},
        (select l.net_salary from app.loan l where l.member_id = m.member_id and l.net_salary is not null order by l.submitted_at desc limit 1) as net_salary
      from app.member m
      cross join (select coalesce(sum(o.overdue), 0)::bigint as overdue, min(o.since) as since from (${lateOn(today, sql`i.member_id = ${memberId}`)}) o where o.in_arrears) late
      where m.member_id = ${memberId} and m.removed_at is null`),
    tx.many<OtherRow>(sql`
      select l.loan_configuration_id as loan_config_id, l.principal, l.principal - l.paid_principal as left, l.instalments, l.terms ->> 'repaidEvery' as repaid_every, l.terms -> 'schedule' as schedule, l.interest_method, l.annual_rate_ppm,
        l.regular_instalment as regular, (select max(i.due_on) from app.loan_instalment i where i.loan_id = l.loan_id and ${owedOf} > 0) as ends_on
      from app.loan l where l.member_id = ${memberId} and l.status = any(${committedStatuses}::text[]) and l.loan_id is distinct from ${except}::uuid
        and l.loan_id <> all(${settles}::uuid[])`),
  ])
  if (!row) return refuse('not_found', { field: 'memberId' })
  // What was written off and never paid takes up what they may borrow.
  const loans = others.map(
    ({ loanConfigId, principal, regular, endsOn, schedule, left: _left, ...cost }): OtherLoan => ({
      loanConfigId,
      endsOn,
      instalment:
        regular === null
          ? monthlyOf({ ...cost, schedule: scheduleFromKept(schedule) }, principal, today)
          : perMonth(regular, cost),
    }),
  )
  const { saved, owedOfSaved, ...told } = row
  const proceeds = proceedsLeft(
    saved.map(({ amount, ...line }) => ({ ...line, amount: kobo(amount) })),
    owedOfSaved,
  )
  const savings = kobo(row.savings - proceeds.savings)
  const shares = kobo(row.shares - proceeds.shares)
  return {
    memberId,
    ...told,
    savings,
    shares,
    proceeds,
    loans,
    committed: sumKobo([row.lost, ...others.map(({ left }) => left)]),
  }
}

export type OfferedLoan = AskedLoan & { isDefault: boolean; forGoods: boolean }

type OfferedRow = Omit<OfferedLoan, 'terms' | 'forGoods' | 'rateSteps'> & {
  instalmentsMax: number
  savingsMultiplePercent: number
  rules: StoredRules<LoanRules>
} & { society: number[] }

/** Loan products as they ask today, for everybody the same; those that are offered where none is named. */
export async function findOffered(tx: Tx, id: LoanConfigurationId | undefined): Promise<OfferedLoan[]> {
  const rows = await tx.many<OfferedRow>(sql`
    select c.loan_configuration_id as id, c.name, c.is_default, c.interest_method, c.annual_rate_ppm,
      c.instalments_max, c.savings_multiple_percent, c.retired_at is not null as is_retired, c.rules,
      array[s.savings_multiple_percent, s.waiting_months, s.guarantors_required] as society
    from app.loan_configuration c cross join app.configuration s
    where ${id ? sql`c.loan_configuration_id = ${id}` : sql`c.retired_at is null`} order by c.is_default desc, c.name`)
  return rows.map(
    ({
      instalmentsMax,
      savingsMultiplePercent,
      rules,
      society: [together = 0, waitingMonths = 0, guarantorsRequired = 0],
      ...loan
    }) => {
      const society: SocietyRules = { savingsMultiplePercent: together, waitingMonths, guarantorsRequired }
      return {
        ...loan,
        forGoods: rules.forGoods ?? false,
        rateSteps: rules.rateSteps ?? [],
        terms: termsNow({ instalmentsMax, savingsMultiplePercent, rules: rulesFromKept<LoanRules>(rules) }, society),
      }
    },
  )
}

export async function findOfferedLoan(tx: Tx, id: LoanConfigurationId): Promise<OfferedLoan> {
  const [found] = await findOffered(tx, id)
  return found ?? refuse(loanConfigurationNotOffered({ field: 'loanConfigId' }))
}

export type FoundGuarantor = Guarantor & { membershipno: string }

/** Members of this cooperative by id, for a member's session too, to which their rows are closed. */
export async function findGuarantors(tx: Tx, ids: readonly MemberId[]): Promise<FoundGuarantor[]> {
  return tx.many(sql`select member_id, name, membershipno, status from app.fellow_members(${ids}::uuid[], null)`)
}

export const findGuarantor = action(guarantors.findGuarantor, async ({ tx }, { named }) => {
  const text = phoneFrom(named) ?? named.toUpperCase()
  const all = await tx.many<FoundGuarantor>(sql`
    select member_id, name, membershipno, status from app.fellow_members('{}'::uuid[], ${text})`)
  const [found, another] = all.filter(({ status }) => status === 'active')
  if (another) refuse(phoneOfSeveral({ field: 'named' }))
  return found ? { memberId: found.memberId, name: found.name, membershipno: found.membershipno } : null
})

/** A member borrows for themselves; an officer names the member. Refuses: member_missing, not_found. */
export function whoBorrows(actor: TenantActor, named: MemberId | undefined): MemberId {
  if (actor.role !== 'member') return named ?? refuse('member_missing', { field: 'memberId' })
  return named === undefined || named === actor.memberId ? actor.memberId : refuse('not_found', { field: 'memberId' })
}

/** How many accounts of loans these members had under each control account, by member and control account. */
export async function findAccountsBefore(tx: Tx, memberIds: readonly MemberId[]): Promise<Map<string, number>> {
  const rows = await tx.many<{ memberId: MemberId; controlId: AccountId; count: number }>(sql`
    select l.member_id, c.control_id, count(*)::int as count from app.loan l join app.loan_configuration c using (loan_configuration_id)
    where l.member_id = any(${memberIds}::uuid[]) and l.account_id is not null group by 1, 2`)
  return new Map(rows.map(({ memberId, controlId, count }) => [`${memberId} ${controlId}`, count]))
}

/** How much this member may borrow on each loan that is offered, and how they are with each of its rules. */
export const getLoanEligibility = action(
  eligibility.getLoanEligibility,
  async ({ tx, actor, today }, { memberId: asked, loanConfigId, settles: named = [], ...wish }) => {
    const memberId = whoBorrows(actor, asked)
    const [borrower, offered, found] = await Promise.all([
      findBorrower(tx, memberId, today, null, named),
      findOffered(tx, loanConfigId),
      findLoansToSettle(tx, memberId, { on: today, named }),
    ])
    const settles = found.filter(({ loanId }) => named.includes(loanId))
    const { name: memberName, savings, free, committed, monthly, netSalary } = borrower
    return {
      memberId,
      memberName,
      savings,
      free,
      committed,
      monthly,
      netSalary,
      running: found.filter(({ state, afterPercent }) => state === 'running' && afterPercent !== null).map(runningFrom),
      loans: offered.map((loan) => {
        const { max, why, isUpTo, rules } = eligibilityFor(borrower, loan, { ...wish, settles }, today)
        const {
          instalmentsMax,
          repaidEvery,
          guarantorsRequired,
          guarantorCoverPercent,
          ownCoverPercent,
          thirdOfSalary,
          fees,
          schedule,
        } = loan.terms
        return {
          loanConfigId: loan.id,
          name: loan.name,
          isDefault: loan.isDefault,
          interestMethod: loan.interestMethod,
          annualRatePercent: loan.annualRatePpm / 10_000,
          rateSteps: loan.rateSteps.map(({ instalments, annualRatePpm }) => ({
            instalments,
            annualRatePercent: annualRatePpm / 10_000,
          })),
          instalmentsMax,
          choosesPrepayment: schedule.prepayment === 'choice',
          repaidEvery,
          guarantorsRequired,
          guarantorCoverPercent,
          ownCoverPercent,
          wantsSalary: thirdOfSalary,
          forGoods: loan.forGoods,
          fees,
          charges: chargesInWords(loan.terms),
          max,
          why,
          isUpTo,
          rules: rules.map(({ reasons, ...rule }) => ({
            ...rule,
            reasons: reasons.map(({ code, detail }) => refusalMessage(code, detail)),
          })),
        }
      }),
    }
  },
)

const otherLoansMax = 20

/** Everything on which a decision about an application rests, read at one moment and locked for no one. Refuses: not_found. */
export const getLoanReview = action(reviews.getLoanReview, async (ask, { loanId }) => {
  const { tx, actor, today, context } = ask
  const [loan, named] = await Promise.all([findApplication(tx, loanId), findNamed(tx, loanId)])
  const { memberId, principal, instalments, netSalary, guarantors } = loan
  const guarantorIds = guarantors.map((guarantor) => guarantor.memberId)
  const [member, borrower, found, running, standings, others] = await Promise.all([
    getMember(askOf(tx, actor, context), { id: memberId }),
    findBorrower(tx, memberId, today, loanId, named),
    findGuarantors(tx, guarantorIds),
    named.length === 0 ? [] : findLoansToSettle(tx, memberId, { on: today, named, by: loanId }),
    findStandings(tx, guarantorIds),
    listMemberLoans(ask, { memberId, page: 1, limit: otherLoansMax + 1 }),
  ])
  const settles = running.filter((each) => named.includes(each.loanId))
  const asked = { ...loan, id: loan.loanConfigId, name: loan.loanConfig, isRetired: false, rateSteps: [] }
  const { rules } = eligibilityFor(
    borrower,
    asked,
    {
      ...{ principal, instalments, netSalary: netSalary ?? undefined, guarantorIds, settles },
      guarantees: guaranteesOf(principal, loan.terms, guarantors),
    },
    today,
    found,
  )
  return {
    borrower: {
      joinedOn: member.registrationDate,
      savings: member.savings,
      shares: member.shares,
      fixedDeposits: member.fixedDeposits,
      monthlyContribution: member.monthlyContributions,
      netSalary,
      loans: member.loans,
      contributionArrears: member.arrears.contributions,
      loanArrears: member.arrears.loans,
    },
    rules: rules.map(({ reasons, ...rule }) => ({
      ...rule,
      reasons: reasons.map(({ code, detail }) => refusalMessage(code, detail)),
    })),
    guarantors: guarantors.map(({ memberId: guarantorId, name, status, amount }) => {
      const standing = standings.find((each) => each.memberId === guarantorId)
      return {
        memberId: guarantorId,
        name,
        membershipno: found.find((each) => each.memberId === guarantorId)?.membershipno ?? '',
        status,
        pledge: amount,
        available: standing?.capacity ?? zeroKobo,
        owes: standing?.owes ?? zeroKobo,
      }
    }),
    loans: others.rows
      .filter(({ id }) => id !== loanId)
      .slice(0, otherLoansMax)
      .map(({ id, loanConfig, status, principal: sum, outstanding, overdue, submittedAt }) => ({
        id,
        loanConfig,
        status,
        principal: sum,
        outstanding,
        overdue,
        appliedAt: submittedAt,
      })),
  }
})

/** Looks at no record and writes none. Refuses what cannot be a loan, every reason at once. */
export const previewLoan = openAction(previews.previewLoan, async (_context, _caller, input) => {
  return previewAsked(input)
})

/** Writes nothing. Refuses: not_found, and what cannot be a loan, every reason at once. */
export const previewLoanProduct = action(
  productPreviews.previewLoanProduct,
  async ({ tx, today }, { id, principal, instalments, startOn, firstDueOn }) => {
    const [loan] = await findOffered(tx, id)
    if (!loan) return refuse('not_found')
    const cost = costOf(loan, instalments)
    const { schedule, repaidEvery: unit } = loan.terms
    const agreed = { ...cost, principal, firstDueOn: firstDueOn ?? null, charges: loan.terms }
    const { preview, paidOut } = previewAgreed(agreed, [], startOn ?? today)
    if (preview instanceof Refusal) throw preview
    return {
      ...answeredPreview(preview),
      annualRatePercent: cost.annualRatePpm / 10_000,
      effectiveAnnualRateWithSavings: costWithSavings(preview, paidOut, partOf(principal, loan.terms.ownCoverPercent)),
      scheduleInWords: termsOfScheduleInWords(schedule, { unit }),
    }
  },
)
