import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import type { InterestMethod } from './loan.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

const penaltyWithoutInterest = refusal(
  'penalty_without_interest',
  409,
  'A murabaha price is fixed, and a non-interest society earns nothing by a delay, so no penalty can be asked here. Leave the penalty out.',
)

export const feesMax = 5
export const feeTimes = ['disbursement', 'instalment'] as const
export const feeBases = ['amount', 'interest'] as const
export const penaltyBases = ['principal', 'instalment'] as const
export const penaltyRepeats = ['once', 'monthly'] as const

/** Naira, or a percentage of something. */
type Sum<Basis extends string> = { of: 'fixed'; naira: Kobo } | { of: Basis; percent: number }

/**
 * A fee of a loan product: taken off what is paid out, or asked with each instalment. A percentage with each instalment is of
 * that instalment's own principal or interest, so that over the whole loan it comes to that percentage of the whole.
 */
export type Fee = { name: string; when: (typeof feeTimes)[number] } & Sum<(typeof feeBases)[number]>

/** What is asked for an instalment that is late: of what of it is overdue, principal alone or with its interest. */
export type PenaltyRule = {
  graceDays: number
  repeats: (typeof penaltyRepeats)[number]
  /** The most for one instalment, of its principal and interest. */ cap: Sum<'instalment'> | null
} & Sum<(typeof penaltyBases)[number]>

export type LoanCharges = { fees: Fee[]; penalty: PenaltyRule | null }

export const noCharges: LoanCharges = { fees: [], penalty: null }

/** Why a product can't ask a penalty, or undefined when it can: of a price that was fixed nothing grows, and a society without interest earns nothing by a delay. */
export function whyNotPenalty(
  { interestMethod, penalty }: { interestMethod: InterestMethod; penalty?: PenaltyRule | null | undefined },
  isNonInterest: boolean,
): Refusal | undefined {
  return penalty && (isNonInterest || interestMethod === 'murabaha')
    ? penaltyWithoutInterest({ field: 'penalty' })
    : undefined
}

/** As they are kept: amounts as text, so that no kobo is lost in a number. */
type KeptSum<Whole> = Whole extends { naira: Kobo } ? Omit<Whole, 'naira'> & { naira: string } : Whole
export type StoredCharges = {
  fees?: readonly KeptSum<Fee>[]
  penalty?: (Omit<KeptSum<PenaltyRule>, 'cap'> & { cap: KeptSum<Sum<'instalment'>> | null }) | null
}

export function chargesToKeep({ fees, penalty }: LoanCharges): StoredCharges {
  return {
    fees: fees.map(sumToKeep),
    penalty: penalty && { ...sumToKeep(penalty), cap: penalty.cap && sumToKeep(penalty.cap) },
  } as StoredCharges
}

/** Loans and products from before there were any keep none. */
export function chargesFromKept({ fees, penalty }: StoredCharges): LoanCharges {
  return {
    fees: (fees ?? []).map(sumFromKept),
    penalty: penalty ? { ...sumFromKept(penalty), cap: penalty.cap && sumFromKept(penalty.cap) } : null,
  } as LoanCharges
}

function sumToKeep<Whole extends Sum<string>>(sum: Whole) {
  return 'naira' in sum ? { ...sum, naira: String(sum.naira) } : sum
}

function sumFromKept<Whole extends object>(sum: Whole) {
  return 'naira' in sum ? { ...sum, naira: kobo(String(sum.naira)) } : sum
}

/** A fee in words that follow its name: "1 % of the amount, taken off when the loan is paid out". */
export function feeInWords(fee: Fee): string {
  if (fee.of === 'fixed')
    return fill(fee.when === 'disbursement' ? strings.feeAtTheStart : strings.feeWithEach, {
      amount: moneyText(fee.naira),
    })
  const { percent } = fee
  if (fee.when === 'disbursement')
    return fill(fee.of === 'amount' ? strings.feeOfTheAmount : strings.feeOfTheInterest, { percent })
  return fill(fee.of === 'amount' ? strings.feeOfEachPrincipal : strings.feeOfEachInterest, { percent })
}

/** The penalty as a whole sentence. */
export function penaltyInWords({ graceDays, repeats, cap, ...sum }: PenaltyRule): string {
  const asked =
    sum.of === 'fixed'
      ? moneyText(sum.naira)
      : fill(sum.of === 'principal' ? strings.ofItsOverduePrincipal : strings.ofWhatIsOverdue, { percent: sum.percent })
  const [atOnce, later] =
    repeats === 'monthly'
      ? ([strings.penaltyEachMonth, strings.penaltyEachMonthAfter] as const)
      : ([strings.penaltyOnce, strings.penaltyOnceAfter] as const)
  const penalty = graceDays === 0 ? fill(atOnce, { asked }) : fillCount(graceDays, later, { asked })
  if (!cap) return penalty
  const most =
    cap.of === 'fixed'
      ? fill(strings.neverMoreThan, { amount: moneyText(cap.naira) })
      : fill(strings.neverMoreThanPercent, { percent: cap.percent })
  return `${penalty} ${most}`
}

/** Every charge of a loan, each as a sentence. */
export function chargesInWords({ fees, penalty }: LoanCharges): { fees: string[]; penalty: string | null } {
  return { fees: fees.map((fee) => `${fee.name}: ${feeInWords(fee)}.`), penalty: penalty && penaltyInWords(penalty) }
}
