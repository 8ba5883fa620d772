import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { LoanStatus } from './loan.ts'
import * as strings from './strings.ts'

/** What became of asking a member to guarantee a loan; *replaced*: another is in their place. */
export const guaranteeStatuses = ['asked', 'accepted', 'declined', 'replaced'] as const
export type GuaranteeStatus = (typeof guaranteeStatuses)[number]

/** What each is called on screen. */
export const guaranteeStatusLabels: Record<GuaranteeStatus, string> = {
  asked: strings.waitsForAnAnswer,
  accepted: strings.accepted,
  declined: strings.declined,
  replaced: strings.replaced,
}

/** Loans that still take a guarantor's word. */
export const guaranteedStatuses: readonly LoanStatus[] = ['submitted', 'approved', 'active']

/**
 * Loans that run again if what ended them is reversed, as when a cheque bounces. Nothing is tied up for them meanwhile, and who
 * has taken their savings out since can be replaced first.
 */
export const reopenableStatuses: readonly LoanStatus[] = ['completed', 'written_off']

/** Whether a loan waits for the word of who is asked; of one that has ended, of who is asked in another's place (`inPlace`) alone. */
export function stillAsks({ loanStatus, inPlace }: { loanStatus: LoanStatus; inPlace: boolean }): boolean {
  return guaranteedStatuses.includes(loanStatus) || (inPlace && reopenableStatuses.includes(loanStatus))
}

type Asked = {
  status: GuaranteeStatus
  loanStatus: LoanStatus
  inPlace: boolean
  toHold: Kobo
  isUnindebtedWanted: boolean
}

/** Why this guarantor can't accept, or undefined when they can. `free`: their savings that are neither pledged nor asked for. */
export function whyNotAccept(
  { status, loanStatus, inPlace, toHold, isUnindebtedWanted }: Asked,
  { isActive, owes, free }: { isActive: boolean; owes: Kobo; free: Kobo },
): Refusal | undefined {
  const answered = whyNotAnswer({ status, loanStatus, inPlace })
  if (answered) return answered
  if (!isActive) return new Refusal('guarantor_may_not_stand')
  if (isUnindebtedWanted && owes > 0n) return new Refusal('guarantor_indebted', { owes: moneyText(owes) })
  return toHold > free
    ? new Refusal('guarantee_above_free', { needed: moneyText(toHold), free: moneyText(free) })
    : undefined
}

/** Each answers once, while the loan still asks. */
export function whyNotAnswer({
  status,
  ...loan
}: Pick<Asked, 'status' | 'loanStatus' | 'inPlace'>): Refusal | undefined {
  if (status !== 'asked')
    return new Refusal('guarantee_answered', { status: guaranteeStatusLabels[status].toLowerCase() })
  return stillAsks(loan) ? undefined : new Refusal('guarantee_not_wanted')
}

export type Guarantees = { required: number; accepted: number; cover: Kobo; covered: Kobo }

/** Why a loan can't be approved yet for its guarantors' sake. */
export function whyNotGuaranteedYet({ required, accepted, cover, covered }: Guarantees): Refusal[] {
  return [
    ...(accepted < required ? [new Refusal('guarantors_not_agreed', { field: 'guarantors', required, accepted })] : []),
    ...(covered < cover
      ? [
          new Refusal('guarantors_cover_too_little', {
            field: 'guarantors',
            cover: moneyText(cover),
            covered: moneyText(covered),
          }),
        ]
      : []),
  ]
}
