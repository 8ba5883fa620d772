import type { Day } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { millionths } from '#core/percent.ts'
import { amountFromCell, amountProblem } from '#core/spreadsheets/amount.ts'
import { isFormula } from '#core/spreadsheets/cell.ts'
import { dueDatesFrom, type TakenOver } from '#features/loans/loans/rules/taken-over.ts'
import { type Kobo, kobo, moneyText, zeroKobo } from '#core/money.ts'
import type { OpeningLoan, OpeningProduct } from '#features/loans/loans/rules/opening-loan.ts'
import { amountIn, type Cells, dayIn, namedIn, textIn, wholeIn } from './opening-cells.ts'

/** The columns of the sheet of running loans, in the order of the workbook. */
export const loanHeadings = {
  member: 'Membership no.',
  name: 'Name',
  loan: 'Loan',
  original: 'Original principal',
  rate: 'Yearly rate %',
  instalments: 'Instalments',
  began: 'Started on',
  outstanding: 'Principal outstanding',
  interest: 'Interest owed',
  overdue: 'Overdue principal',
  since: 'Overdue since',
  guarantors: 'Guarantors',
  pledges: 'Each guarantor pledges',
} as const

export type LoanHeading = keyof typeof loanHeadings

/** Without one of these a row says no loan. */
export const loanHeadingsNeeded = [
  'member',
  'loan',
  'original',
  'instalments',
  'began',
  'outstanding',
] as const satisfies readonly LoanHeading[]

export type LoanCells = Cells<LoanHeading>

/** Of whom a row speaks: the borrower, and the guarantors. */
export type LoanPeople = { memberId: MemberId | undefined; guarantors: readonly MemberId[] }

/** One row of the sheet; undefined where something in it has to be put right. */
export function readOpeningLoan(
  cells: LoanCells,
  { memberId, guarantors }: LoanPeople,
  products: readonly OpeningProduct[],
  asOf: Day,
): OpeningLoan | undefined {
  const product = namedIn(
    cells,
    'loan',
    products,
    `Your society offers no loan of this name. Use one of ${products.map(({ name }) => name).join(', ')}, or add it under Configuration.`,
  )
  const original = amountIn(cells, 'original', 'Enter what was lent')
  const principal = amountIn(cells, 'outstanding', 'Enter what of the principal is still owed, or delete the row')
  const instalments = wholeIn(cells, 'instalments', {
    most: 600,
    wrong: 'Enter how many instalments were agreed in all, from 1 to 600',
  })
  const beganOn = dayIn(cells, 'began', 'Enter the day on which it was paid out')
  const rate = rateIn(cells, product)
  const interestOwed = amountIn(cells, 'interest') ?? zeroKobo
  if (beganOn && beganOn > asOf)
    cells.problem('began', 'This is after the day of the balances. Pay it out on its own page.')
  if (original !== undefined && principal !== undefined && principal > original)
    cells.problem(
      'outstanding',
      `This is more than the ${moneyText(original)} that was lent. Enter the principal alone; interest has its own column.`,
    )
  if (
    !product ||
    original === undefined ||
    principal === undefined ||
    instalments === undefined ||
    !beganOn ||
    rate === undefined ||
    beganOn > asOf ||
    principal > original ||
    !memberId
  )
    return undefined
  const dates = dueDatesFrom(beganOn, instalments, product.repaidEvery)
  const passed = dates.filter((day) => day <= asOf)
  const pledges = pledgesIn(cells, guarantors.length, principal)
  const late = lateIn(cells, { principal, asOf, beganOn, passed, left: instalments - passed.length })
  if (!late || !pledges) return undefined
  return {
    memberId,
    product,
    annualRatePpm: rate,
    originalPrincipal: original,
    originalInstalments: instalments,
    beganOn,
    principal,
    interestOwed,
    instalmentsLeft: instalments - passed.length,
    nextDueOn: dates[passed.length] ?? null,
    guarantors: guarantors.map((id, index) => ({ memberId: id, pledge: pledges[index] ?? zeroKobo })),
    ...late,
  }
}

/** In the order of the guarantors; one amount applies to each of them. */
function pledgesIn(cells: LoanCells, guarantors: number, principal: Kobo): Kobo[] | undefined {
  const text = textIn(cells, 'pledges')
  if (text === '') {
    if (guarantors > 0 && !isFormula(cells.text('pledges')))
      cells.problem(
        'pledges',
        'Enter what each guarantor pledges of their savings, in the same order with semicolons between, such as 50,000; 30,000. Enter 0 for those who gave their word alone.',
      )
    return guarantors > 0 ? undefined : []
  }
  const given = text.split(';').map((each) => amountFromCell(each.trim()))
  const amounts = given.length === 1 ? Array.from({ length: guarantors }, () => given[0]) : given
  const wrong = given.some((amount) => amount === undefined || amount < 0n)
    ? `${amountProblem} for each guarantor, with semicolons between`
    : amounts.length !== guarantors
      ? `Enter ${guarantors === 1 ? 'one amount' : `${guarantors} amounts`}, as many as there are guarantors, with semicolons between`
      : amounts.some((amount) => amount !== undefined && amount > principal)
        ? `A guarantor pledges at most the ${moneyText(principal)} that is outstanding.`
        : undefined
  if (wrong === undefined) return amounts.map((amount) => amount ?? zeroKobo)
  cells.problem('pledges', wrong)
  return undefined
}

/** In millionths; the product's own where the cell is empty. */
function rateIn(cells: LoanCells, product: OpeningProduct | undefined): number | undefined {
  const stored = textIn(cells, 'rate')
  const text = stored.endsWith('%') ? stored.slice(0, -1).trimEnd() : stored
  if (text === '') return product?.annualRatePpm
  const rate = /^\d{1,3}(?:\.\d{1,4})?$/.test(text) ? millionths(Number(text)) : undefined
  if (rate !== undefined && rate <= 2_000_000) return rate
  cells.problem('rate', 'Enter the rate of a year in percent, such as 12 or 7.5')
  return undefined
}

type Term = { principal: Kobo; asOf: Day; beganOn: Day; passed: readonly Day[]; left: number }

/** What was late: by its amount, by since when, or by both; what one of them leaves open follows from the instalments. All of it once the term is over. */
function lateIn(
  cells: LoanCells,
  { principal, asOf, beganOn, passed, left }: Term,
): Pick<TakenOver, 'overdueSince' | 'overduePrincipal'> | undefined {
  const amount = amountIn(cells, 'overdue')
  const since = dayIn(cells, 'since')
  const [hasAmount, hasSince] = [textIn(cells, 'overdue') !== '', textIn(cells, 'since') !== '']
  if ((hasAmount && amount === undefined) || (hasSince && !since)) return undefined
  const wrong = whyNotLate({ amount, since }, { principal, asOf, beganOn })
  if (wrong) {
    cells.problem(...wrong)
    return undefined
  }
  // So many of the instalments that fell due are late, each an even part of what is outstanding.
  const dueOf = (missed: number) =>
    missed + left === 0 ? principal : kobo((principal * BigInt(missed)) / BigInt(missed + left))
  if (left === 0) return { overduePrincipal: principal, overdueSince: since ?? passed.at(-1) ?? asOf }
  if (since)
    return { overduePrincipal: amount ?? dueOf(passed.filter((day) => day >= since).length), overdueSince: since }
  if (!amount) return { overduePrincipal: zeroKobo, overdueSince: null }
  const missed = passed.findIndex((_day, index) => dueOf(index + 1) >= amount) + 1 || passed.length
  return { overduePrincipal: amount, overdueSince: passed.at(-missed) ?? asOf }
}

function whyNotLate(
  { amount, since }: { amount: Kobo | undefined; since: Day | undefined },
  { principal, asOf, beganOn }: Pick<Term, 'principal' | 'asOf' | 'beganOn'>,
): [LoanHeading, string] | undefined {
  if (amount !== undefined && amount > principal)
    return ['overdue', `This is more than the ${moneyText(principal)} that is outstanding.`]
  if (since && since > asOf) return ['since', 'This is after the day of the balances.']
  if (since && since < beganOn) return ['since', 'This is before the loan started.']
  return undefined
}
