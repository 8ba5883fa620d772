import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, MemberId } from '#core/ids.ts'
import { type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import {
  type DepositTerms,
  interestAtMaturity,
  maturityOf,
  type PlannedDeposit,
} from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { amountIn, type Cells, dayIn, namedIn, textIn, wholeIn } from './opening-cells.ts'

/** The columns of the sheet of fixed deposits, in the order of the workbook. */
export const depositHeadings = {
  member: 'Membership no.',
  name: 'Name',
  deposit: 'Deposit',
  principal: 'Principal',
  opened: 'Opened on',
  months: 'Months',
  rate: 'Yearly rate %',
  agreed: 'Interest at maturity',
  accrued: 'Interest in the books',
} as const
export type DepositHeading = keyof typeof depositHeadings

export const depositHeadingsNeeded = [
  'member',
  'deposit',
  'principal',
  'opened',
  'months',
] as const satisfies readonly DepositHeading[]

export type OpeningDepositType = {
  accountTypeId: AccountTypeId
  name: string
  controlId: AccountId
  terms: DepositTerms
}

/** A deposit as it was agreed in the old books. `accrued`: what they have of its interest as an expense already. */
export type OpeningDeposit = PlannedDeposit & { memberId: MemberId; type: OpeningDepositType; accrued: Kobo }

/** One row of the sheet; undefined where something in it has to be put right. */
export function readOpeningDeposit(
  cells: Cells<DepositHeading>,
  memberId: MemberId | undefined,
  types: readonly OpeningDepositType[],
  asOf: Day,
): OpeningDeposit | undefined {
  const type = namedIn(
    cells,
    'deposit',
    types,
    types.length === 0
      ? 'Your society offers no fixed deposits. Add them under Configuration, Account types.'
      : `Your society offers no fixed deposit of this name. Use one of ${types.map(({ name }) => name).join(', ')}, or add it under Configuration.`,
  )
  const principal = amountIn(cells, 'principal', 'Enter what was deposited, or delete the row')
  const openedOn = dayIn(cells, 'opened', 'Enter the day on which it was opened')
  const months = wholeIn(cells, 'months', { most: 120, wrong: 'Enter the term in months, from 1 to 120' })
  const rateBasisPoints = rateIn(cells, type)
  const agreed = amountIn(cells, 'agreed')
  const accrued = amountIn(cells, 'accrued') ?? zeroKobo
  const isLater = openedOn !== undefined && openedOn > asOf
  if (isLater) cells.problem('opened', 'This is after the day of the balances. Open it on its own page.')
  if (!memberId || !type || principal === undefined || !openedOn || isLater || !months || !rateBasisPoints)
    return undefined
  const { leastAmount: _least, rates: _rates, ...rest } = type.terms
  const terms = { ...rest, months, rateBasisPoints }
  const maturesOn = maturityOf(openedOn, months)
  const interest = agreed ?? interestAtMaturity(principal, terms, { openedOn, maturesOn })
  const wrong = whyNotInterest(interest, accrued)
  if (wrong) {
    cells.problem(...wrong)
    return undefined
  }
  return { ...terms, principal, openedOn, maturesOn, interestAtMaturity: interest, memberId, type, accrued }
}

function whyNotInterest(interest: Kobo, accrued: Kobo): [DepositHeading, string] | undefined {
  if (interest === 0n) return ['rate', 'It would earn no interest. Correct the rate or the principal.']
  return accrued > interest
    ? ['accrued', `This is more than the ${moneyText(interest)} that it earns by its maturity.`]
    : undefined
}

/** In basis points; the type's own where the cell is empty. */
function rateIn(cells: Cells<DepositHeading>, type: OpeningDepositType | undefined): number | undefined {
  const text = textIn(cells, 'rate').replace(/%$/, '').trimEnd()
  if (text === '') return type?.terms.rateBasisPoints
  const rate = /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0
  if (rate >= 1 && rate <= 10_000) return rate
  cells.problem('rate', 'Enter the rate of a year in percent, such as 12 or 7.5')
  return undefined
}
