import { useQuery } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getLoanEligibility } from '#features/loans/loans/loan-eligibility.ts'
import type { PrepaymentChoice } from '#features/loans/loans/rules/schedule-terms.ts'
import type { GoodId, LoanId, MemberId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { moneyText } from '#ui/format.ts'
import { useTyped } from '#ui/use-typed.ts'
import { eligibilityQuery } from './limits-api.ts'
import type { Person } from './people-api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Eligibility = Replied<typeof getLoanEligibility>
export type EligibleLoan = Eligibility['loans'][number]

/** What somebody fills in to ask for a loan. */
export type Wish = {
  loanConfigId: string
  principal: Kobo | undefined
  instalments: string
  /** What paying ahead brings, where the product leaves it to the borrower. */
  prepayment: PrepaymentChoice
  netSalary: Kobo | undefined
  /** A day, or nothing. */
  startOn: string
  purpose: string
  collateral: string
  guarantors: readonly Person[]
  /** Running loans that it settles first. */
  settles: readonly LoanId[]
  /** What a loan for goods pays for; its amount is what they cost. */
  goods: readonly { goodId: GoodId; quantity: number }[]
}

export const nothingWished: Wish = {
  loanConfigId: '',
  principal: undefined,
  instalments: '',
  prepayment: 'fewer',
  netSalary: undefined,
  startOn: '',
  purpose: '',
  collateral: '',
  guarantors: [],
  settles: [],
  goods: [],
}

/** How many instalments are asked for; undefined for what is no such number. */
export function instalmentsOf({ instalments }: Pick<Wish, 'instalments'>): number | undefined {
  return /^\d{1,3}$/.test(instalments) && Number(instalments) > 0 && Number(instalments) <= 600
    ? Number(instalments)
    : undefined
}

/** What is still wrong with the amount and its terms, by field. */
export function wishProblems(wish: Wish, loan: EligibleLoan | undefined): Record<string, string> {
  const { principal } = wish
  const instalments = instalmentsOf(wish)
  const max = loan?.instalmentsMax ?? 600
  return {
    ...(loan?.forGoods && wish.goods.length === 0
      ? { goods: strings.sayHowManyYouWant }
      : principal === undefined || principal <= 0n
        ? { principal: strings.enterTheAmountSuchAs }
        : loan && principal > loan.max
          ? { principal: fill(strings.atMostCanBeBorrowed, { max: moneyText(loan.max), why: loan.why }) }
          : topUpProblem(wish, loan)),
    ...(instalments === undefined || instalments > max
      ? { instalments: fill(strings.enterAWholeNumberFrom, { max }) }
      : {}),
    ...(loan?.wantsSalary && wish.netSalary === undefined ? { netSalary: strings.enterTheNetSalaryOf } : {}),
  }
}

/** A new loan is more than what it settles. */
function topUpProblem({ principal }: Wish, loan: EligibleLoan | undefined): Record<string, string> {
  const settlement = loan?.rules.find(({ rule }) => rule === 'top_up')?.now?.money
  return settlement && principal !== undefined && principal <= settlement
    ? { principal: fill(strings.settlingTheRunningLoanTakes, { settlement: moneyText(settlement) }) }
    : {}
}

/** The goods, where the loan is for any: a draft may name some of a loan that was chosen before. */
export function goodsToSend(
  { goods }: Pick<Wish, 'goods'>,
  { forGoods }: EligibleLoan,
): { goodId: GoodId; quantity: number }[] | undefined {
  return forGoods ? [...goods] : undefined
}

/** What settles the chosen of these today. */
export function settlementOf(running: Eligibility['running'], chosen: readonly LoanId[]): Kobo {
  return sumKobo(running.filter(({ loanId }) => chosen.includes(loanId)).map(({ settlement }) => settlement))
}

/** The chosen loans that still run: a draft may name one that was repaid since. */
export function settlesToSend(
  { settles }: Pick<Wish, 'settles'>,
  eligibility: Eligibility | undefined,
): LoanId[] | undefined {
  const still = settles.filter((each) => eligibility?.running.some(({ loanId }) => loanId === each))
  return still.length > 0 ? still : undefined
}

export function guarantorProblem(
  { guarantors }: Pick<Wish, 'guarantors'>,
  { guarantorsRequired }: EligibleLoan,
): Record<string, string> {
  return guarantors.length < guarantorsRequired
    ? { guarantors: fillCount(guarantorsRequired, strings.nameGuarantors) }
    : {}
}

/** Which rules the member meets with what is filled in, asked again a moment after each change; `loan` is the one that is chosen. */
export function useEligibility(wish: Wish, memberId: MemberId | undefined, enabled = true) {
  const now = {
    ...(memberId && { memberId }),
    ...(wish.principal !== undefined && wish.principal > 0n && { principal: wish.principal }),
    ...(wish.netSalary !== undefined && wish.netSalary > 0n && { netSalary: wish.netSalary }),
    ...(instalmentsOf(wish) !== undefined && { instalments: instalmentsOf(wish) }),
    ...(wish.settles.length > 0 && { settles: wish.settles }),
  }
  const settled = useTyped(now, Object.values(now).join(' '))
  const asked = useQuery({ ...eligibilityQuery({ ...settled, ...(memberId && { memberId }) }), enabled })
  const loan = asked.data?.loans.find(({ loanConfigId, isDefault }) =>
    wish.loanConfigId ? loanConfigId === wish.loanConfigId : isDefault,
  )
  return { ...asked, loan, retry: () => void asked.refetch() }
}
