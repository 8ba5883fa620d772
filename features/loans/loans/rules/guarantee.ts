import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import type { LoanStatus } from './loan.ts'
import * as strings from './strings.ts'

const guarantorMayNotStand = refusal(
  'guarantor_may_not_stand',
  409,
  'Only an active member who has not given notice of leaving can be a guarantor.',
)
export const guarantorIndebted = refusal(
  'guarantor_indebted',
  409,
  'You owe {owes} on a loan of your own, and guarantors of this loan owe none. Decline, so that somebody else is asked.',
)
export const guaranteeAboveFree = refusal(
  'guarantee_above_free',
  409,
  'This guarantee pledges {needed}, and only {free} of your savings is available. Save more first, or decline.',
)
const guaranteeAnswered = refusal(
  'guarantee_answered',
  409,
  'This has been answered already: {status}. Nothing was changed.',
)
export const guaranteeNotWanted = refusal(
  'guarantee_not_wanted',
  409,
  'This loan asks for no guarantor any more. Nothing was changed.',
)
const guarantorsCoverTooLittle = refusal(
  'guarantors_cover_too_little',
  409,
  "The guarantors' savings must cover {cover}, and those who accepted cover {covered}. Wait for the others, or replace who declined.",
)

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
 * Loans that run again if what ended them is reversed, as when a cheque bounces. Nothing is pledged for them meanwhile, and who
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
  if (!isActive) return guarantorMayNotStand()
  if (isUnindebtedWanted && owes > 0n) return guarantorIndebted({ owes: moneyText(owes) })
  return toHold > free ? guaranteeAboveFree({ needed: moneyText(toHold), free: moneyText(free) }) : undefined
}

/** Each answers once, while the loan still asks. */
export function whyNotAnswer({
  status,
  ...loan
}: Pick<Asked, 'status' | 'loanStatus' | 'inPlace'>): Refusal | undefined {
  if (status !== 'asked') return guaranteeAnswered({ status: guaranteeStatusLabels[status].toLowerCase() })
  return stillAsks(loan) ? undefined : guaranteeNotWanted()
}

export type Guarantees = { required: number; accepted: number; cover: Kobo; covered: Kobo }

/** Why a loan can't be approved yet for its guarantors' sake. */
export function whyNotGuaranteedYet({ required, accepted, cover, covered }: Guarantees): Refusal[] {
  return [
    ...(accepted < required ? [new Refusal('guarantors_not_agreed', { field: 'guarantors', required, accepted })] : []),
    ...(covered < cover
      ? [guarantorsCoverTooLittle({ field: 'guarantors', cover: moneyText(cover), covered: moneyText(covered) })]
      : []),
  ]
}
