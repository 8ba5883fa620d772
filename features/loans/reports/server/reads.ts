import { setImmediate as othersFirst } from 'node:timers/promises'
import { type Day, dayIn } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { LoanConfigurationId, LoanId, MemberId } from '#core/ids.ts'
import { kobo, type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { provisionCode } from '#features/accounting/books/rules/chart.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import { daysInArrears } from '#features/loans/loans/rules/arrears.ts'
import { loanClasses, loanClassOf } from '#features/loans/loans/rules/loan-class.ts'
import { type LoanOnDay, loanOnDay, overdueOf } from '#features/loans/loans/rules/loan-on-day.ts'
import {
  lateBeforeNewTerms,
  portfolioAtRisk,
  portfolioTotals,
  provisionOfEach,
  provisions,
  provisionToPost,
  type riskDays,
} from '#features/loans/loans/rules/portfolio.ts'
import { findProvisionClasses } from '#features/loans/portfolio/server/reads.ts'
import * as contract from '#features/loans/reports/contract.ts'
import { findBroughtDelays, findCuringRules, findLoansOn } from '#features/loans/running-loans/server/reads.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { action } from '#platform/action.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The register of loans at the end of a day. Refuses: file_rows_too_many. */
export const getLoansReport = action(contract.loansReport, async ({ tx, now, today }, input) => {
  const { day, loans, of, choices } = await findLoansOfReport(tx, input, today)
  return answerReport(tx, contract.loansReport, pageOfRows(contract.loansReport, loans, input), {
    format: input.format,
    now,
    days: { to: day },
    of,
    choices,
  })
})

/** The loans that were late at the end of a day. Refuses: file_rows_too_many. */
export const getArrearsReport = action(contract.arrearsReport, async ({ tx, now, today }, input) => {
  const { day, loans, of, choices } = await findLoansOfReport(tx, input, today)
  const late = loans.filter(({ daysLate }) => daysLate > 0)
  return answerReport(tx, contract.arrearsReport, pageOfRows(contract.arrearsReport, late, input), {
    format: input.format,
    now,
    days: { to: day },
    of,
    choices,
    facts: { lateBeforeNewTerms: lateBeforeNewTerms(byDelayOf(loans)) },
  })
})

/** The members who were late with a loan at the end of a day. Refuses: file_rows_too_many. */
export const getDefaultersReport = action(contract.defaultersReport, async ({ tx, now, today }, input) => {
  const { day, loans } = await findLoansOfReport(tx, input, today)
  const late = Map.groupBy(
    loans.filter(({ daysLate }) => daysLate > 0),
    ({ memberId }) => memberId,
  )
  const debtors = await findDebtors(tx, [...late.keys()], day)
  const rows = [...late].map(([memberId, own]): Replied<typeof contract.defaultersReport> => {
    const oldest = own.reduce((one, other) => (other.daysLate > one.daysLate ? other : one))
    const { phone = null, savings = zeroKobo } = debtors.get(memberId) ?? {}
    return {
      memberId,
      membershipno: oldest.membershipno,
      name: oldest.name,
      phone,
      loans: own.length,
      overdue: sumKobo(own.map(({ overdue }) => overdue)),
      lateSince: oldest.lateSince,
      daysLate: oldest.daysLate,
      outstanding: sumKobo(own.map(({ outstanding }) => outstanding)),
      savings,
    }
  })
  return answerReport(tx, contract.defaultersReport, pageOfRows(contract.defaultersReport, rows, input), {
    format: input.format,
    now,
    days: { to: day },
  })
})

/** What of each product was at risk at the end of a day. Refuses: file_rows_too_many. */
export const getPortfolioAtRiskReport = action(contract.portfolioAtRiskReport, async ({ tx, now, today }, input) => {
  const { day, loans } = await findLoansOfReport(tx, input, today)
  const rows = [...Map.groupBy(loans, ({ loanConfigId }) => loanConfigId)].map(
    ([loanConfigId, own]): Replied<typeof contract.portfolioAtRiskReport> => {
      const atRisk = portfolioAtRisk(byDelayOf(own))
      const late = (than: (typeof riskDays)[number]) => atRisk.find(({ days }) => days === than)?.outstanding ?? null
      const { loans: count, outstanding, overdue } = portfolioTotals(byDelayOf(own))
      return {
        loanConfigId,
        product: own[0]?.product ?? '',
        loans: count,
        outstanding,
        overdue,
        late1: late(1),
        late30: late(30),
        late60: late(60),
        late90: late(90),
        percent30: (atRisk.find(({ days }) => days === 30)?.basisPoints ?? 0) / 100,
      }
    },
  )
  const atRisk = portfolioAtRisk(byDelayOf(loans)).map(({ basisPoints, ...risk }) => ({
    ...risk,
    percent: basisPoints / 100,
  }))
  return answerReport(tx, contract.portfolioAtRiskReport, pageOfRows(contract.portfolioAtRiskReport, rows, input), {
    format: input.format,
    now,
    days: { to: day },
    facts: { atRisk },
    closing: [{ product: 'PAR 30 of all products', percent30: atRisk.find(({ days }) => days === 30)?.percent }],
  })
})

/** What was to be set aside for each class of loans at the end of a day. Refuses: file_rows_too_many. */
export const getProvisionsReport = action(contract.provisionsReport, async ({ tx, now, today }, input) => {
  const { day, loans, classes: ofSociety } = await findLoansOfReport(tx, input, today)
  const built = await findProvisionOn(tx, day)
  const classes = provisions(byDelayOf(loans), ofSociety)
  const toPost = kobo(provisionToPost(classes, built))
  const rows = classes.map(({ name, to, ...each }): Replied<typeof contract.provisionsReport> => ({
    ...each,
    class: name,
    to: to ?? null,
  }))
  return answerReport(tx, contract.provisionsReport, pageOfRows(contract.provisionsReport, rows, input), {
    format: input.format,
    now,
    days: { to: day },
    facts: { built, toPost },
    closing: [
      { class: 'Set aside in the books', provision: built },
      { class: 'Still to set aside', provision: toPost },
    ],
  })
})

/** What was missing of the provision for loan losses at the end of a day, in kobo; below zero where it was too much. As the report of that day says it. */
export async function missingOn(tx: Tx, day: Day, today: Day): Promise<bigint> {
  const { loans, classes } = await findLoansOfReport(tx, { asOf: day }, today)
  return provisionToPost(provisions(byDelayOf(loans), classes), await findProvisionOn(tx, day))
}

export type LoanOfReport = RunningOnDay & {
  daysLate: number
  class: string
  /** Its part of what is set aside for its class. */ provision: Kobo
}

type Asked = {
  asOf?: Day | undefined
  to?: Day | undefined
  loanConfigId?: LoanConfigurationId | undefined
  class?: string | undefined
}

/** The loans that ran at the end of the day that a report is of, with how late each was, and what they can be narrowed to. */
export async function findLoansOfReport(tx: Tx, { asOf, to, loanConfigId, class: wanted }: Asked, today: Day) {
  const day = asOf ?? to ?? today
  const { tolerance } = await findCuringRules(tx)
  const classes = await findProvisionClasses(tx)
  const late = (await findLoansOnDay(tx, day, today)).map((loan) => {
    const { overdue, lateSince, keptDays } = loan
    const daysLate = daysInArrears({ overdue, overdueSince: lateSince ?? undefined }, day, tolerance)
    return { ...loan, daysLate, class: loanClassOf(Math.max(daysLate, keptDays), classes) }
  })
  const parts = provisionOfEach(byDelayOf(late), classes)
  const all = late.map((loan, index): LoanOfReport => ({ ...loan, provision: parts[index] ?? zeroKobo }))
  const products = [...new Map(all.map((loan) => [loan.loanConfigId, loan.product]))]
    .map(([value, label]) => ({ value: value as string, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return {
    day,
    classes,
    loans: all.filter(
      (loan) =>
        (loanConfigId === undefined || loan.loanConfigId === loanConfigId) &&
        (wanted === undefined || loan.class === wanted),
    ),
    /** What the reports of single loans are narrowed to, in words. */
    of:
      [products.find(({ value }) => value === loanConfigId)?.label, wanted].filter((word) => word).join(', ') ||
      undefined,
    choices: [
      { filter: 'loanConfigId', options: products },
      { filter: 'class', options: loanClasses.map((name) => ({ value: name, label: name })) },
    ],
  }
}

/** As the sums of the portfolio take them, one by one. */
export function byDelayOf(loans: readonly Omit<LoanOfReport, 'provision'>[]) {
  return loans.map(({ keptDays, daysLate, outstanding, overdue }) => ({
    keptDays,
    daysLate,
    loans: 1,
    outstanding,
    overdue: daysLate > 0 ? overdue : zeroKobo,
  }))
}

/** How many loans are read at once, and how many are computed before others have their turn. */
const pageSize = 500
const turn = 50

/**
 * The loans that ran at the end of a day, by number. Those of today, and those that have not changed since the day, are
 * read as they are stored; the others are computed from their movements.
 */
export async function findLoansOnDay(tx: Tx, day: Day, today: Day): Promise<RunningOnDay[]> {
  const kept = await findKeptOn(tx, day, today)
  return day === today
    ? kept
    : [...kept, ...(await computeLoansOnDay(tx, day, { onlyChanged: true }))].toSorted(byNumber)
}

type Computed = Omit<RunningOnDay, 'overdue' | 'lateSince'> & Pick<LoanOnDay, 'late'>

export async function computeLoansOnDay(tx: Tx, day: Day, { onlyChanged = false } = {}): Promise<RunningOnDay[]> {
  const [reversed, deducted, rules] = [
    await findReversedSince(tx, day),
    await findDeductedBy(tx, day),
    await findCuringRules(tx),
  ]
  const loans: Computed[] = []
  let after: LoanId | undefined
  do {
    const page = await findLoansOn(tx, day, after, pageSize, onlyChanged ? hasChangedSince(day) : undefined)
    after = page.length < pageSize ? undefined : page.at(-1)?.loanId
    const ids = page.map(({ loanId }) => loanId)
    const broughtBy = await findBroughtDelays(tx, ids, rules)
    for (const [index, { movements, ...loan }] of page.entries()) {
      if (index % turn === 0) await othersFirst()
      const moved = movements.map((each) => ({ ...each, reversedOn: reversed.get(each.id) ?? null }))
      const standing = loanOnDay({ ...loan, movements: moved }, day, { rules, brought: broughtBy(loan.loanId) })
      if (standing === undefined) continue
      const { loanId, memberId, membershipno, membershipNumber, memberName, loanConfigId, loanConfig, startOn } = loan
      const borrower = { memberId, membershipno, membershipNumber, name: memberName }
      loans.push({ loanId, ...borrower, loanConfigId, product: loanConfig, startOn, ...standing })
    }
  } while (after !== undefined)

  const overdue = new Map(
    [...Map.groupBy(loans, ({ memberId }) => memberId)].flatMap(([memberId, own]) => [
      ...overdueOf(
        own.flatMap(({ late }) => late),
        deducted.get(memberId) ?? zeroKobo,
      ),
    ]),
  )
  return loans.toSorted(byNumber).map(({ late: _late, ...loan }) => {
    const { overdue: amount, since } = overdue.get(loan.loanId) ?? { overdue: zeroKobo, since: null }
    return { ...loan, overdue: amount, lateSince: since }
  })
}

type Ordered = Pick<RunningOnDay, 'membershipNumber' | 'startOn' | 'loanId'>

/** Of one member the loan that began first. */
function byNumber(one: Ordered, other: Ordered): number {
  const [first, second] = [`${one.startOn} ${one.loanId}`, `${other.startOn} ${other.loanId}`]
  return one.membershipNumber - other.membershipNumber || (first < second ? -1 : 1)
}

/** A loan that runs at the end of a day. */
export type RunningOnDay = {
  loanId: LoanId
  memberId: MemberId
  membershipno: string
  membershipNumber: number
  name: string
  loanConfigId: LoanConfigurationId
  product: string
  startOn: Day | null
  endsOn: Day | null
  principal: Kobo
  repaid: Kobo
  outstanding: Kobo
  overdue: Kobo
  lateSince: Day | null
  lastPaidOn: Day | null
  keptDays: number
}

/** The moment at which a day is over. */
const afterDay = (day: Day) => sql`(${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`

/**
 * Whether loan `l` may be stored otherwise than it was at the end of a day: something happened to one of its member's loans
 * since, or an employer keeps what it deducted for them.
 */
function hasChangedSince(day: Day): Statement {
  return sql`l.member_id in (
    select o.member_id from app.loan_movement o where o.occurred_on > ${day}::date or o.reversed_at >= ${afterDay(day)}
    union all select d.member_id from app.deduction d where not d.credited and d.loans_amount > 0
    union all select c.member_id from app.loan c where c.rescheduled_on > ${day}::date or c.penalties_known_until > ${day}::date
    union all select w.member_id from app.penalty_waiver w where w.occurred_on > ${day}::date)`
}

/** The loans that run at the end of a day as they are stored: all of today's, and of an earlier day those that have not changed since. Today's are what the portfolio is summed from. */
export async function findKeptOn(tx: Tx, day: Day, today: Day): Promise<RunningOnDay[]> {
  return tx.many<RunningOnDay>(sql`
    with late as (${lateOn(day)})
    select l.loan_id, l.member_id, m.membershipno, m.membership_number, m.first_name || ' ' || m.last_name as name,
      l.loan_configuration_id as loan_config_id, c.name as product, l.start_on, i.ends_on, l.disbursed as principal, l.paid_principal as repaid,
      l.disbursed - l.paid_principal as outstanding, coalesce(late.overdue, 0)::bigint as overdue, late.since as late_since, p.paid_on as last_paid_on,
      l.kept_days_late as kept_days
    from app.loan l
    join app.member m using (member_id)
    join app.loan_configuration c using (loan_configuration_id)
    left join late using (loan_id)
    cross join lateral (select max(i.due_on) as ends_on from app.loan_instalment i where i.loan_id = l.loan_id) i
    cross join lateral (select max(o.occurred_on) as paid_on from app.loan_movement o where o.loan_id = l.loan_id and o.kind = 'repayment' and o.status = 'posted') p
    where l.status = 'active' ${day === today ? sql`` : sql`and l.start_on <= ${day}::date and not (${hasChangedSince(day)})`}
    order by m.membership_number, l.start_on, l.loan_id`)
}

/** The movements up to a day that were reversed after it, with the day of their reversal. */
export async function findReversedSince(tx: Tx, day: Day): Promise<Map<string, Day>> {
  const rows = await tx.many<{ id: string; at: Date }>(sql`
    select movement_id as id, reversed_at as at from app.loan_movement
    where status = 'reversed' and occurred_on <= ${day}::date and reversed_at >= ${afterDay(day)}`)
  return new Map(rows.map(({ id, at }) => [id, dayIn(at)]))
}

/** What employers deducted for loans by a day and have not paid over until now, by member. What they paid since counts from the day of the deduction as a repayment. */
export async function findDeductedBy(tx: Tx, day: Day): Promise<Map<MemberId, Kobo>> {
  const rows = await tx.many<{ memberId: MemberId; amount: Kobo }>(sql`
    select d.member_id, sum(d.loans_amount)::bigint as amount from app.deduction d join app.deduction_return r using (return_id)
    where not d.credited and d.loans_amount > 0 and r.occurred_on <= ${day}::date group by d.member_id`)
  return new Map(rows.map(({ memberId, amount }) => [memberId, amount]))
}

/** How these members are reached, and what was on their savings at the end of a day. */
export async function findDebtors(
  tx: Tx,
  memberIds: readonly MemberId[],
  day: Day,
): Promise<Map<MemberId, { phone: string | null; savings: Kobo }>> {
  const rows = await tx.many<{ memberId: MemberId; phone: string | null; savings: Kobo }>(sql`
    select m.member_id, m.phone, coalesce(s.savings, 0)::bigint as savings
    from app.member m
    left join (
      select a.member_id, sum(p.amount) as savings
      from ledger.account a join app.account_type t using (account_type_id)
      cross join lateral (
        select p.entry_id, p.amount from ledger.posting p where p.credit_id = a.account_id
        union all select p.entry_id, -p.amount from ledger.posting p where p.debit_id = a.account_id) p
      join ledger.entry e on e.entry_id = p.entry_id
      where a.member_id = any(${memberIds}::uuid[]) and t.kind <> 'shares' and e.effective_on <= ${day}::date group by a.member_id) s using (member_id)
    where m.member_id = any(${memberIds}::uuid[])`)
  return new Map(rows.map(({ memberId, ...debtor }) => [memberId, debtor]))
}

/** What the books had set aside for loan losses at the end of a day. */
export async function findProvisionOn(tx: Tx, day: Day): Promise<Kobo> {
  const { built } = await tx.one<{ built: Kobo }>(sql`
    select coalesce(sum(p.amount), 0)::bigint as built
    from ledger.account a
    cross join lateral (
      select p.entry_id, p.amount from ledger.posting p where p.credit_id = a.account_id
      union all select p.entry_id, -p.amount from ledger.posting p where p.debit_id = a.account_id) p
    join ledger.entry e on e.entry_id = p.entry_id
    where a.code = ${provisionCode} and e.effective_on <= ${day}::date`)
  return built
}
