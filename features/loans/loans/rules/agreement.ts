import { amountInWords } from '#core/amount-in-words.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { type GoodsLine, goodsLineInWords } from './goods.ts'
import type { InstalmentUnit } from './due-dates.ts'
import { interestMethodLabels, type InterestMethod } from './loan.ts'
import type { Instalment, LoanPlan, Movement } from './loan-plan.ts'
import { instalmentsInWords } from './repaid-every.ts'
import { maturityInWords, scheduleInWords, type ScheduleTerms } from './schedule-terms.ts'
import { scheduleOf } from './schedule.ts'

export type Delay = { interest: Kobo; penalties: Kobo }

/** What a loan costs more if its first instalment is paid only on the day of the second. */
export function delayOf(plan: LoanPlan, disbursements: readonly Movement[]): Delay {
  const { instalments: agreed } = scheduleOf(plan, { disbursements, repayments: [] })
  const [, second] = agreed
  if (!second) return { interest: zeroKobo, penalties: zeroKobo }
  const { instalments: late } = scheduleOf(plan, { disbursements, repayments: [], asOf: second.dueOn })
  const upTo = (lines: readonly Instalment[], part: 'interest' | 'penalties') =>
    sumKobo(lines.slice(0, 2).map((line) => line[part]))
  return { interest: kobo(upTo(late, 'interest') - upTo(agreed, 'interest')), penalties: upTo(late, 'penalties') }
}

export type AgreedTerms = {
  /** What the money pays for, where the loan is for goods. */
  goods: readonly Pick<GoodsLine, 'name' | 'unit' | 'price' | 'quantity'>[]
  principal: Kobo
  instalments: number
  repaidEvery: InstalmentUnit
  schedule: ScheduleTerms
  interestMethod: InterestMethod
  annualRatePercent: number
  nominalYearlyRatePercent: number
  effectiveAnnualRate: number
  /** Own savings that have to stay for the loan, and the effective rate that counts them; null where none have to. */
  withSavings: { savings: Kobo; effectiveAnnualRate: number } | null
  /** What is owed more if the first instalment is paid only with the second. */
  delay: Delay
  regularInstalment: Kobo
  firstDueOn: Day
  lastDueOn: Day
  interest: Kobo
  fees: Kobo
  /** Interest that is taken off when the money is paid out. */
  interestDeducted: Kobo
  /** Fees that are taken off when the money is first paid out. */
  feesDeducted: Kobo
  /** Each as a sentence. */
  charges: { fees: readonly string[]; penalty: string | null }
  /** All that the borrower pays back. */
  total: Kobo
}

/** The terms in sentences that a borrower understands when they are read to them. */
export function termsInWords(terms: AgreedTerms): string[] {
  const {
    principal,
    instalments,
    repaidEvery,
    schedule,
    interestMethod,
    annualRatePercent,
    nominalYearlyRatePercent,
    effectiveAnnualRate,
    withSavings,
    delay,
    regularInstalment,
    firstDueOn,
    lastDueOn,
    interest,
    fees,
    interestDeducted,
    feesDeducted,
    charges,
    total,
    goods,
  } = terms
  const isFree = annualRatePercent === 0
  return [
    goods.length === 0
      ? `The society lends ${moneyText(principal)} (${amountInWords(principal).toLowerCase()}).`
      : `The society supplies goods that cost ${moneyText(principal)} (${amountInWords(principal).toLowerCase()}), at the prices of the day on which they were asked for.`,
    ...goods.map((line) => `${goodsLineInWords(line)}.`),
    instalments === 1 || schedule.repayment === 'bullet'
      ? `The loan is repaid in one sum of ${moneyText(total)} on ${dayText(firstDueOn)}.`
      : `The loan is repaid in ${instalmentsInWords(instalments, repaidEvery)}. The regular instalment is ${moneyText(regularInstalment)}; the schedule below says what is due on each day. The first is due on ${dayText(firstDueOn)}, the last on ${dayText(lastDueOn)}.`,
    ...scheduleInWords(schedule, { unit: repaidEvery }),
    isFree
      ? 'The loan bears no interest.'
      : interestMethod === 'murabaha'
        ? `The society's fixed margin is ${annualRatePercent} % of the price a year, ${moneyText(interest)} together. It does not grow.`
        : `Interest is ${annualRatePercent} % a year. How it is charged: ${interestMethodLabels[interestMethod].toLowerCase()}. Together it comes to ${moneyText(interest)}.`,
    ...(isFree && charges.fees.length === 0
      ? []
      : [
          `With all that is charged, the loan costs ${nominalYearlyRatePercent} % a year (nominal yearly rate), or ${effectiveAnnualRate} % with interest on interest (effective annual rate).`,
          ...(withSavings
            ? [
                `Counting ${moneyText(withSavings.savings)} of the borrower's own savings, which stay until the loan is repaid, it costs ${withSavings.effectiveAnnualRate} % a year with interest on interest.`,
              ]
            : []),
        ]),
    ...(interestDeducted > 0n
      ? [`Of the money lent, ${moneyText(interestDeducted)} is taken off as interest when it is paid out.`]
      : []),
    ...charges.fees,
    ...(feesDeducted > 0n
      ? [
          `Fees of ${moneyText(feesDeducted)} are taken off when the money is paid out, so the borrower receives ${moneyText(kobo(principal - interestDeducted - feesDeducted))}.`,
        ]
      : []),
    ...(fees > 0n ? [`Fees of ${moneyText(fees)} are part of the instalments.`] : []),
    ...(fees + feesDeducted === 0n ? ['No fee is charged.'] : []),
    charges.penalty
      ? `${charges.penalty} It is never asked on a penalty, nor for an instalment that the employer deducted and paid over late.`
      : 'No penalty is asked for a delay.',
    ...delayInWords(delay, instalments),
    ...(isFree && !schedule.afterMaturity ? [] : [maturityInWords(schedule)]),
    `If every instalment is paid on its day, all that is paid back comes to ${moneyText(total)} (${amountInWords(total).toLowerCase()}).`,
    `${paidAheadInWords[schedule.prepayment]} What falls due and is not paid is still owed, and may be recovered from the savings that are pledged below.`,
  ]
}

const paidAheadInWords: Record<ScheduleTerms['prepayment'], string> = {
  fewer: 'Paying ahead repays the principal sooner and ends the loan earlier.',
  choice: 'Paying ahead repays the principal sooner and ends the loan earlier.',
  smaller: 'Paying ahead repays the principal sooner and makes the instalments after it smaller.',
  skip: 'Paying ahead pays the next instalments until it is used up.',
}

/** Late interest with a worked figure, because principal that is missed goes on bearing interest. */
function delayInWords({ interest, penalties }: Delay, instalments: number): string[] {
  if (instalments === 1) return []
  const cost = kobo(interest + penalties)
  const parts = [
    ...(interest > 0n ? [`${moneyText(interest)} more interest`] : []),
    ...(penalties > 0n ? [`${moneyText(penalties)} in penalties`] : []),
  ]
  return [
    interest > 0n
      ? 'Principal that is not paid on its day goes on bearing interest at the same rate until it is paid.'
      : 'What is not paid on its day bears no further interest.',
    ...(cost > 0n
      ? [`An example: if the first instalment is paid only with the second, the borrower owes ${parts.join(' and ')}.`]
      : []),
  ]
}

/** What becomes of an old loan that the new one settles. */
export function settlingInWords({
  loanConfig,
  principal,
  on,
  amount,
}: {
  loanConfig: string
  principal: Kobo
  on: Day | null
  amount: Kobo | null
}): string {
  return amount !== null && on !== null
    ? `${moneyText(amount)} of the money lent settled the borrower's ${loanConfig} loan of ${moneyText(principal)} on ${dayText(on)}; the rest was paid out.`
    : `The money lent first settles the borrower's ${loanConfig} loan of ${moneyText(principal)}, by what is owed of it on the day of payment; the rest is paid out.`
}
