import { greater } from '#core/bounds.ts'
import { addMonthsToDay, type Day, daysBetween } from '#core/calendar.ts'
import type { LoanConfigurationId, MemberId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import type { MemberStanding } from '#features/members/members/rules/member.ts'
import { whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import type { EligibilityRule } from './eligibility-rule.ts'
import { feesToTake } from './fees-to-take.ts'
import { type Guarantees, whyNotGuaranteedYet } from './guarantee.ts'
import type { Instalment } from './loan-plan.ts'
import { agreedSchedule } from './loan-preview.ts'
import type { Proceeds } from './loan-proceeds.ts'
import { type LoanTerms, multipleOn, partOf, rateFor, type RateStep } from './loan-terms.ts'
import type { InterestMethod } from './loan.ts'
import { perMonth } from './repaid-every.ts'
import { type Agreed, planOf } from './running-loan.ts'
import { type LoanToSettle, mostBeside, settlementOf, whyNotTopUp } from './top-up.ts'

const guarantorLeaving = refusal(
  'guarantor_leaving',
  422,
  "{name} has given notice of leaving and can't be a guarantor.",
)
const guarantorNotActive = refusal(
  'guarantor_not_active',
  422,
  "{name} is not an active member and can't be a guarantor.",
)
export const loanConfigurationNotOffered = refusal(
  'loan_configuration_not_offered',
  422,
  'Choose one of the loans that your cooperative offers.',
)
const loanTooManyInstalments = refusal(
  'loan_too_many_instalments',
  422,
  '{loan} loans run for at most {max} instalments.',
)
const loanAboveLimit = refusal('loan_above_limit', 422, 'At most {max} can be borrowed on the {loan} loan now: {why}.')
const guarantorIsBorrower = refusal(
  'guarantor_is_borrower',
  422,
  "Members can't guarantee their own loan. Name somebody else.",
)
export const guarantorUnknown = refusal(
  'guarantor_unknown',
  422,
  'Choose the guarantors among the members of your cooperative.',
)
const borrowerOwesWrittenOff = refusal(
  'borrower_owes_written_off',
  422,
  'A loan of {name} was written off, and {owed} of it is still owed. It has to be paid before another loan is given.',
)
export const ownCoverMissing = refusal(
  'own_cover_missing',
  422,
  "{percent} % of this loan, {needed}, has to stay on the borrower's own free savings, and {free} is free. Save more first, or ask for less.",
)
const salaryMissing = refusal(
  'salary_missing',
  422,
  '{loan} loans keep to a third of the salary. Enter the net salary of a month.',
)
const salaryThirdPassed = refusal(
  'salary_third_passed',
  422,
  'With {instalment} for this loan, {sum} would be deducted each month, and a third of the net salary is {third}. Ask for less, or for more instalments.',
)

/** Another loan of the borrower that is asked for, approved or running. */
export type OtherLoan = {
  loanConfigId: LoanConfigurationId
  /** What it takes off the salary each month. */ instalment: Kobo
  endsOn: Day | null
}

export type Borrower = {
  memberId: MemberId
  name: string
  status: MemberStanding
  mergedInto?: string | null
  joinedOn: Day
  /** Without `proceeds`, as shares are. */
  savings: Kobo
  /** What loans that were paid into their savings left there, and in shares that were bought with it. */
  proceeds: Proceeds
  shares: Kobo
  /** What of their usual savings account is neither pledged nor asked for already. */
  free: Kobo
  /** What they undertook to save each month. */
  monthly: Kobo
  /** What of their running loans has fallen due and is not paid, those included that the new one settles. */
  overdue: Kobo
  overdueSince: Day | null
  /** What was written off and never paid. */
  lost: Kobo
  /** The principal of their other loans that has not come back, written off or not. */
  committed: Kobo
  loans: readonly OtherLoan[]
  /** As they last stated it. */
  netSalary: Kobo | null
}

export type Guarantor = { memberId: MemberId; name: string; status: MemberStanding }

export type AskedLoan = {
  id: LoanConfigurationId
  name: string
  isRetired: boolean
  interestMethod: InterestMethod
  annualRatePpm: number
  rateSteps: readonly RateStep[]
  terms: LoanTerms
}

/** What somebody wants to borrow, as far as they have said so. */
export type LoanWish = {
  principal?: Kobo | undefined
  instalments?: number | undefined
  netSalary?: Kobo | undefined
  /** Undefined while no one was asked yet. */
  guarantorIds?: readonly MemberId[] | undefined
  /** What they have answered, once they were asked. */
  guarantees?: Guarantees | undefined
  /** Running loans of their that it settles first; `Borrower` is told as if they were settled. */
  settles?: readonly LoanToSettle[] | undefined
}

/** A figure of a rule: money, or a number of something. */
export type Figure = { money: Kobo; count: null } | { money: null; count: number }

export type RuleStanding = {
  rule: EligibilityRule
  isMet: boolean
  now: Figure | null
  asked: Figure | null
  gap: Figure | null
  /** How much more has to be saved, where saving helps. */
  toSave: Kobo | null
  /** When it will be met as things go now; null where that can't be computed. */
  metOn: Day | null
  /** Why an application would be refused. */
  reasons: readonly Refusal[]
}

export type Eligibility = {
  max: Kobo
  why: string
  /** The net salary, which may allow less, is still to be entered. */ isUpTo: boolean
  rules: readonly RuleStanding[]
}

type Asking = { borrower: Borrower; loan: AskedLoan; guarantors: readonly Guarantor[]; wish: LoanWish; today: Day }

const money = (amount: Kobo): Figure => ({ money: amount, count: null })
const count = (number: number): Figure => ({ money: null, count: number })
const more = (than: Kobo, amount: Kobo): Kobo => greater(zeroKobo, kobo(amount - than))

/**
 * Every rule of a loan with what it is for this member, and the most that they may borrow now. Applying and approving
 * refuse by the reasons given here, so that a screen never promises what an application is refused for.
 */
export function eligibilityFor(
  borrower: Borrower,
  loan: AskedLoan,
  wish: LoanWish,
  today: Day,
  guarantors: readonly Guarantor[] = [],
): Eligibility {
  const asking = { borrower, loan, guarantors, wish, today }
  const rules = [
    membership(asking),
    offered(asking),
    waiting(asking),
    topUp(asking),
    arrears(asking),
    writtenOff(asking),
    atOnce(asking, 'loans'),
    atOnce(asking, 'same_loan'),
    limit(asking),
    instalmentsRule(asking),
    ownCover(asking),
    salary(asking),
    named(asking),
  ].filter((standing) => standing !== undefined)
  const { isUpTo = false, ...now } = mostNow(asking, rules)
  const most = mostBeside(now, wish.settles ?? [])
  return { ...most, isUpTo: isUpTo && most.max > 0n, rules }
}

/** Every rule that this application breaks, each with its figure; empty when the loan may be granted. */
export function whyNotBorrow(
  borrower: Borrower,
  loan: AskedLoan,
  wish: LoanWish & { guarantorIds: readonly MemberId[] },
  today: Day,
  guarantors: readonly Guarantor[],
): Refusal[] {
  return eligibilityFor(borrower, loan, wish, today, guarantors).rules.flatMap(({ reasons }) => reasons)
}

function standing(
  rule: EligibilityRule,
  isMet: boolean,
  { reasons, ...told }: Partial<RuleStanding> & Pick<RuleStanding, 'reasons'>,
): RuleStanding {
  return {
    rule,
    isMet,
    now: null,
    asked: null,
    gap: null,
    toSave: null,
    metOn: null,
    ...told,
    reasons: isMet ? [] : reasons,
  }
}

function membership({ borrower }: Asking): RuleStanding {
  return standing('member', borrower.status === 'active', {
    reasons: [
      (borrower.status === 'leaving' ? undefined : whyNotActive({ ...borrower, status: borrower.status })) ??
        new Refusal('member_leaving', { field: 'memberId', name: borrower.name }),
    ],
  })
}

function offered({ loan }: Asking): RuleStanding | undefined {
  return loan.isRetired
    ? standing('offered', false, { reasons: [loanConfigurationNotOffered({ field: 'loanConfigId' })] })
    : undefined
}

function waiting({ borrower: { name, joinedOn }, loan: { terms }, today }: Asking): RuleStanding {
  const from = addMonthsToDay(joinedOn, terms.waitingMonths)
  const months = monthsBetween(joinedOn, today)
  const isMet = today >= from
  return standing('waiting', isMet, {
    now: count(months),
    asked: count(terms.waitingMonths),
    gap: isMet ? null : count(Math.max(1, terms.waitingMonths - months)),
    metOn: isMet ? null : from,
    reasons: [
      new Refusal('loan_too_early', { field: 'memberId', name, joined: joinedOn, months: terms.waitingMonths, from }),
    ],
  })
}

/** Whole months from one day to another; 0 where it is not later. */
function monthsBetween(first: Day, second: Day): number {
  const [a = 0, b = 0] = [first, second].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  const whole = addMonthsToDay(first, b - a) <= second ? b - a : b - a - 1
  return Math.max(0, whole)
}

/** A new loan cures no arrears: what is late is paid first, also of a loan that the new one would settle. */
function arrears({ borrower: { name, overdue, overdueSince }, loan, today }: Asking): RuleStanding | undefined {
  const { overdueDaysMax: days } = loan.terms
  if (days === null) return undefined
  const isMet = overdueSince === null || daysBetween(overdueSince, today) <= days
  return standing('arrears', isMet, {
    now: money(overdue),
    asked: count(days),
    gap: isMet ? null : money(overdue),
    reasons: [new Refusal('borrower_in_arrears', { field: 'memberId', name, owed: moneyText(overdue), days })],
  })
}

function writtenOff({ borrower: { name, lost }, loan }: Asking): RuleStanding | undefined {
  if (loan.terms.writtenOffMayBorrow) return undefined
  const isMet = lost === 0n
  return standing('written_off', isMet, {
    now: money(lost),
    gap: isMet ? null : money(lost),
    reasons: [borrowerOwesWrittenOff({ field: 'memberId', name, owed: moneyText(lost) })],
  })
}

function atOnce({ borrower, loan }: Asking, rule: 'loans' | 'same_loan'): RuleStanding | undefined {
  const max = rule === 'loans' ? loan.terms.loansMax : loan.terms.sameLoansMax
  if (max === 0) return undefined
  const counted =
    rule === 'loans' ? borrower.loans : borrower.loans.filter(({ loanConfigId }) => loanConfigId === loan.id)
  const isMet = counted.length < max
  const toEnd = counted.length - max + 1
  const ends = counted.flatMap(({ endsOn }) => endsOn ?? []).toSorted()
  return standing(rule, isMet, {
    now: count(counted.length),
    asked: count(max - 1),
    gap: isMet ? null : count(toEnd),
    metOn: isMet ? null : (ends[toEnd - 1] ?? null),
    reasons: [
      new Refusal(rule === 'loans' ? 'loans_too_many' : 'same_loans_too_many', {
        field: 'loanConfigId',
        loan: loan.name,
        has: counted.length,
        max,
      }),
    ],
  })
}

function limit({ borrower, loan, wish: { principal }, today }: Asking): RuleStanding {
  const { max, why } = limitOn(borrower, loan.terms, today)
  const isMet = principal === undefined ? max > 0n : principal <= max
  const wanted = principal ?? kobo(1)
  return standing('limit', isMet, {
    now: money(max),
    asked: principal === undefined ? null : money(principal),
    gap: isMet || principal === undefined ? null : money(kobo(principal - max)),
    toSave: isMet ? null : toSaveFor(borrower, loan.terms, wanted, today),
    metOn: isMet
      ? null
      : metBySaving(
          borrower,
          loan.terms,
          today,
          (savings, day) => limitOn({ ...borrower, savings }, loan.terms, day).max >= wanted,
        ),
    reasons: [loanAboveLimit({ field: 'principal', loan: loan.name, max: moneyText(max), why })],
  })
}

/**
 * What the savings allow, and the sentence that explains it. Each loan has its own multiple; all loans of a member
 * together stay within the cooperative's.
 */
export function limitOn(
  {
    savings,
    shares,
    committed,
    joinedOn,
    proceeds,
  }: Pick<Borrower, 'savings' | 'shares' | 'committed' | 'joinedOn' | 'proceeds'>,
  terms: LoanTerms,
  day: Day,
): { max: Kobo; why: string } {
  const basis = baseOf(savings, shares, terms)
  const multiple = multipleOn(terms, joinedOn, day)
  const own = multipleOf(basis, multiple)
  const left = more(committed, multipleOf(basis, terms.togetherPercent))
  const lent = baseOf(proceeds.savings, proceeds.shares, terms)
  const of = `the savings${terms.limitOn === 'savings' ? '' : ' and shares'} of ${moneyText(basis)}${lent > 0n ? ` (without ${moneyText(lent)} of a loan that was paid into them)` : ''}`
  if (own <= left)
    return {
      max: own,
      why: `${times(multiple)} ${of}${multiple === terms.savingsMultiplePercent ? '' : ', by years of membership'}`,
    }
  const less = committed > 0n ? `, less ${moneyText(committed)} of other loans` : ''
  return { max: left, why: `all loans together may reach ${times(terms.togetherPercent)} ${of}${less}` }
}

function baseOf(savings: Kobo, shares: Kobo, terms: LoanTerms): Kobo {
  return terms.limitOn === 'savings' ? savings : kobo(savings + shares)
}

/** Kobo that a percentage leaves over are not lent. */
function multipleOf(savings: Kobo, percent: number): Kobo {
  return kobo((greater(zeroKobo, savings) * BigInt(percent)) / 100n)
}

function times(percent: number): string {
  return `${percent / 100} times`
}

/** The savings that are missing to this principal at today's multiples; null where no savings would do. */
function toSaveFor(borrower: Borrower, terms: LoanTerms, principal: Kobo, today: Day): Kobo | null {
  const multiples = [
    [principal, multipleOn(terms, borrower.joinedOn, today)],
    [kobo(principal + borrower.committed), terms.togetherPercent],
  ] as const
  if (multiples.some(([, percent]) => percent === 0)) return null
  const needed = multiples.map(([amount, percent]) => (amount * 100n + BigInt(percent) - 1n) / BigInt(percent))
  return more(baseOf(borrower.savings, borrower.shares, terms), needed.reduce(greater) as Kobo)
}

/** How many months ahead anybody is told a date for. */
const monthsAhead = 120

/** The first day on which it is met, when each month brings the contribution that was undertaken. */
function metBySaving(
  { savings, monthly, joinedOn }: Pick<Borrower, 'savings' | 'monthly' | 'joinedOn'>,
  { yearSteps }: Pick<LoanTerms, 'yearSteps'>,
  today: Day,
  isMet: (savings: Kobo, day: Day) => boolean,
): Day | null {
  const saving = Array.from({ length: monthsAhead }, (_, index) => addMonthsToDay(today, index + 1))
  const years = yearSteps.map((step) => addMonthsToDay(joinedOn, step.years * 12)).filter((day) => day > today)
  const days = [...saving, ...years].toSorted()
  return (
    days.find((day) => isMet(kobo(savings + monthly * BigInt(saving.filter((each) => each <= day).length)), day)) ??
    null
  )
}

function instalmentsRule({ loan, wish: { instalments } }: Asking): RuleStanding | undefined {
  if (instalments === undefined) return undefined
  const max = loan.terms.instalmentsMax
  const isMet = instalments <= max
  return standing('instalments', isMet, {
    now: count(instalments),
    asked: count(max),
    gap: isMet ? null : count(instalments - max),
    reasons: [loanTooManyInstalments({ field: 'instalments', loan: loan.name, max })],
  })
}

function ownCover({ borrower, loan, wish: { principal }, today }: Asking): RuleStanding | undefined {
  const { ownCoverPercent } = loan.terms
  if (ownCoverPercent === 0) return undefined
  const needed = principal === undefined ? kobo(1) : partOf(principal, ownCoverPercent)
  const isMet = borrower.free >= needed
  const toSave = isMet ? null : more(borrower.free, needed)
  return standing('own_cover', isMet, {
    now: money(borrower.free),
    asked: principal === undefined ? null : money(needed),
    gap: toSave && money(toSave),
    toSave,
    metOn: isMet
      ? null
      : metBySaving(borrower, loan.terms, today, (savings) => borrower.free + savings - borrower.savings >= needed),
    reasons: [
      ownCoverMissing({
        field: 'principal',
        percent: ownCoverPercent,
        needed: moneyText(needed),
        free: moneyText(borrower.free),
      }),
    ],
  })
}

/** What goes off the salary each month without the new loan. */
function deducted({ monthly, loans }: Pick<Borrower, 'monthly' | 'loans'>): Kobo {
  return sumKobo([monthly, ...loans.map(({ instalment }) => instalment)])
}

function salary({ borrower, loan, wish, today }: Asking): RuleStanding | undefined {
  if (!loan.terms.thirdOfSalary) return undefined
  const netSalary = wish.netSalary ?? borrower.netSalary
  if (netSalary === null)
    return standing('salary', false, { reasons: [salaryMissing({ field: 'netSalary', loan: loan.name })] })
  const third = kobo(netSalary / 3n)
  const instalment =
    wish.principal === undefined
      ? zeroKobo
      : monthlyOf(costOf(loan, wish.instalments ?? loan.terms.instalmentsMax), wish.principal, today)
  const sum = kobo(deducted(borrower) + instalment)
  const isMet = sum <= third
  const ends = borrower.loans.flatMap(({ endsOn }) => endsOn ?? []).toSorted()
  return standing('salary', isMet, {
    now: money(sum),
    asked: money(third),
    gap: isMet ? null : money(kobo(sum - third)),
    metOn: isMet
      ? null
      : (ends.find(
          (day) =>
            deducted({
              monthly: borrower.monthly,
              loans: borrower.loans.filter(({ endsOn }) => endsOn === null || endsOn > day),
            }) +
              instalment <=
            third,
        ) ?? null),
    reasons: [
      salaryThirdPassed({
        field: 'principal',
        sum: moneyText(sum),
        third: moneyText(third),
        instalment: moneyText(instalment),
      }),
    ],
  })
}

/** What this loan would take off the salary each month. */
export function monthlyOf(cost: Cost, principal: Kobo, today: Day): Kobo {
  const found = scheduleFor(cost, principal, today)
  // What can't be scheduled is refused when it is paid out; here it takes all that it could.
  if (found instanceof Refusal) return principal
  const { instalments, regularInstalment } = found.agreed
  // Principal that is not repaid from the first instalment on makes later ones the larger.
  const [first] = instalments as [Instalment]
  return perMonth(greater(first.total, regularInstalment), cost)
}

/** What a schedule is worked out from beside the amount. */
export type Cost = Pick<Agreed, 'interestMethod' | 'annualRatePpm' | 'instalments' | 'repaidEvery' | 'schedule'>

type Product = Pick<AskedLoan, 'interestMethod' | 'annualRatePpm' | 'rateSteps' | 'terms'>

/** What a loan of this product and length is worked out from. */
export function costOf(product: Product, instalments: number): Cost {
  const {
    interestMethod,
    terms: { repaidEvery, schedule },
  } = product
  return { interestMethod, annualRatePpm: rateFor(product, instalments), instalments, repaidEvery, schedule }
}

/** The running loans that this one settles first. */
function topUp({ loan, wish: { settles = [], principal, instalments }, today }: Asking): RuleStanding | undefined {
  if (settles.length === 0) return undefined
  const settlement = settlementOf(settles)
  const paid =
    principal === undefined ? undefined : paidOutOf(loan, principal, instalments ?? loan.terms.instalmentsMax, today)
  const reasons = whyNotTopUp(settles, principal, paid)
  return standing('top_up', reasons.length === 0, {
    now: money(settlement),
    asked: paid === undefined ? null : money(paid),
    gap: paid === undefined || paid > settlement ? null : money(kobo(settlement - paid + 1n)),
    reasons,
  })
}

/** What of a principal is paid out, of which interest and fees may be taken off. */
function paidOutOf(loan: Product & Pick<AskedLoan, 'terms'>, principal: Kobo, instalments: number, today: Day): Kobo {
  const cost = costOf(loan, instalments)
  const net = kobo(principal - feesToTake({ ...cost, principal, charges: loan.terms }, today))
  const found = scheduleFor(cost, principal, today)
  return found instanceof Refusal ? net : kobo(net - found.agreed.deducted)
}

function scheduleFor(cost: Cost, principal: Kobo, today: Day) {
  const plan = planOf({ ...cost, startOn: today, firstDueOn: undefined })
  return agreedSchedule(principal, plan, { disbursements: [{ on: today, amount: principal }], repayments: [] })
}

function named({ borrower, loan, guarantors, wish: { guarantorIds, guarantees } }: Asking): RuleStanding | undefined {
  const required = loan.terms.guarantorsRequired
  if (guarantorIds === undefined)
    return required === 0 ? undefined : standing('guarantors', true, { asked: count(required), reasons: [] })
  const reasons = [
    ...whyNotGuaranteed(borrower.memberId, guarantors, guarantorIds, required),
    ...(guarantees ? whyNotGuaranteedYet(guarantees) : []),
  ]
  // A member who has not accepted guarantees nothing.
  const given = guarantees?.accepted ?? guarantorIds.length
  const missing = required - given
  return standing('guarantors', reasons.length === 0, {
    now: count(given),
    asked: count(required),
    gap: missing > 0 ? count(missing) : null,
    reasons,
  })
}

function whyNotGuaranteed(
  borrowerId: MemberId,
  guarantors: readonly Guarantor[],
  ids: readonly MemberId[],
  required: number,
): Refusal[] {
  const reasons = ids.flatMap(
    (memberId, index) =>
      whyNotGuarantor(
        borrowerId,
        guarantors.find((each) => each.memberId === memberId),
        memberId,
        `guarantors.${index}`,
      ) ?? [],
  )
  return ids.length < required
    ? [...reasons, new Refusal('guarantors_too_few', { field: 'guarantors', required, given: ids.length })]
    : reasons
}

/** Why this member can't be asked to guarantee that one. */
export function whyNotGuarantor(
  borrowerId: MemberId,
  guarantor: Guarantor | undefined,
  memberId: MemberId,
  field: string,
): Refusal | undefined {
  if (memberId === borrowerId) return guarantorIsBorrower({ field })
  if (!guarantor) return guarantorUnknown({ field })
  const { status, name } = guarantor
  if (status === 'active') return undefined
  return status === 'leaving' ? guarantorLeaving({ field, name }) : guarantorNotActive({ field, name })
}

/** Rules that say how much; the others say whether at all. */
const ruleOfAmount: readonly EligibilityRule[] = ['limit', 'instalments', 'own_cover', 'salary', 'guarantors', 'top_up']

function mostNow(
  { borrower, loan, wish, today }: Asking,
  rules: readonly RuleStanding[],
): { max: Kobo; why: string; isUpTo?: boolean } {
  const { max, why } = limitOn(borrower, loan.terms, today)
  const closed = rules.find(({ rule, isMet }) => !isMet && !ruleOfAmount.includes(rule))
  if (closed) return { max: zeroKobo, why: closedBecause(closed) }
  if (whyNotTopUp(wish.settles ?? [], undefined).length > 0)
    return { max: zeroKobo, why: 'a loan named here may not be settled by a new one now' }
  const { ownCoverPercent, thirdOfSalary, instalmentsMax } = loan.terms
  const own = ownCoverPercent === 0 ? max : kobo((greater(zeroKobo, borrower.free) * 100n) / BigInt(ownCoverPercent))
  const kept =
    own < max
      ? { max: own, why: `${ownCoverPercent} % of it stays on the free savings of ${moneyText(borrower.free)}` }
      : { max, why }
  if (!thirdOfSalary) return kept
  const netSalary = wish.netSalary ?? borrower.netSalary
  if (netSalary === null) return { ...kept, isUpTo: true }
  const room = more(deducted(borrower), kobo(netSalary / 3n))
  const cost = costOf(loan, Math.min(wish.instalments ?? instalmentsMax, instalmentsMax))
  const paid = mostWithin(kept.max, (principal) => monthlyOf(cost, principal, today) <= room)
  return paid < kept.max ? { max: paid, why: `${moneyText(room)} a month is left of a third of the net salary` } : kept
}

const whyClosed: Partial<Record<EligibilityRule, string>> = {
  member: 'the membership is not active',
  offered: 'this loan is no longer offered',
  arrears: 'an instalment is overdue for too long',
  written_off: 'a loan was written off and is still owed',
  loans: 'no further loan may run beside the others',
  same_loan: 'no further loan of this kind may run beside the others',
}

function closedBecause({ rule, metOn }: RuleStanding): string {
  // Of these rules only waiting ends on a day that is known.
  return whyClosed[rule] ?? `loans begin on ${metOn}`
}

/** The most in whole naira that still fits; all of it where all fits. */
function mostWithin(all: Kobo, fits: (amount: Kobo) => boolean): Kobo {
  if (fits(all)) return all
  let [low, high] = [0n, all / 100n]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (fits(kobo(middle * 100n))) low = middle
    else high = middle - 1n
  }
  return kobo(low * 100n)
}
