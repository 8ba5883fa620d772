import type { Replied } from '#core/contract/endpoint.ts'
import type { getSettlement, listSettledPayments } from '#features/payments/settlements/contract.ts'
import { zeroKobo } from '#core/money.ts'
import type { SettlementDifference, SettlementStatus } from '#features/payments/online-payments/rules/settlement.ts'
import type { TagTone } from '#ui/Tag.tsx'
import { moneyText, plural } from '#ui/format.ts'

export type Settlement = Replied<typeof getSettlement>
export type SettledPayment = Replied<typeof listSettledPayments>

export const settlementStatusWords: Record<SettlementStatus, { label: string; tone: TagTone }> = {
  pending: { label: 'Under way', tone: 'info' },
  paid: { label: 'Not posted', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** “2 payments differ” */
export function differencesText({ differences, isSum }: Settlement): string | undefined {
  if (differences > 0) return `${plural(differences, 'payment')} ${differences === 1 ? 'differs' : 'differ'}`
  return isSum ? undefined : 'The sum differs'
}

const sentences: Record<SettlementDifference, (of: SettledPayment) => string> = {
  not_posted: () => 'Not in the books',
  amount: ({ received }) => `The books have ${moneyText(received ?? zeroKobo)} received`,
  charge: ({ postedFees }) => `The books have a charge of ${moneyText(postedFees ?? zeroKobo)}`,
  settled_twice: () => 'In another settlement too',
}

export function differenceText(of: SettledPayment): string | undefined {
  return of.difference === null ? undefined : sentences[of.difference](of)
}
