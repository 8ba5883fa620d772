import { type ApprovalKind, type ApprovalRules, approvalsOf, waitsFrom } from '#domain/access/approvals/approvals.ts'
import type { Kobo } from '#domain/money.ts'
import type { RecordedType } from './movement-types.ts'

/** The settings that movements, expenses and journals follow. */
export const movementApprovals = ['withdrawal', 'share', 'journal'] as const satisfies readonly ApprovalKind[]

export type MovementApproval = (typeof movementApprovals)[number]

const kindOf: Partial<Record<RecordedType, MovementApproval>> = {
  withdrawal: 'withdrawal',
  // An expense is money out as a withdrawal is.
  expense: 'withdrawal',
  share_transfer: 'share',
  share_redemption: 'share',
  journal: 'journal',
}

/** From what amount on each kind of movement waits; null where none does. */
export function movementsWaitFrom(rules: ApprovalRules): Record<MovementApproval, Kobo | null> {
  const from = (kind: MovementApproval) => waitsFrom(rules[kind]) ?? null
  return { withdrawal: from('withdrawal'), share: from('share'), journal: from('journal') }
}

/** How many approvals the rules ask for before this is posted. Money that comes in, and a transfer of one's own, ask for none. */
export function approvalsNeeded(rules: ApprovalRules, type: RecordedType, amount: Kobo): number {
  const kind = kindOf[type]
  return kind === undefined ? 0 : approvalsOf(rules[kind], amount)
}

/** Whether this would wait, by the amounts from which each kind waits. */
export function willWait(from: Record<MovementApproval, Kobo | null>, type: RecordedType, amount: Kobo): boolean {
  const kind = kindOf[type]
  const least = kind === undefined ? null : from[kind]
  return least !== null && amount >= least
}
