import {
  type ApprovalRule,
  type ApprovalRules,
  approvalsOf,
  waitsFrom,
} from '#features/access/approvals/rules/approvals.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import type { RecordedType } from './movement-types.ts'

/** What movements, expenses and journals wait by: the settings of that name, and a rule of its own for savings that go to another member. */
export const movementApprovals = ['withdrawal', 'share', 'journal', 'memberTransfer'] as const

export type MovementApproval = (typeof movementApprovals)[number]

/** What is recorded; a transfer to another member's savings apart from one between a member's own accounts. */
export type Approvable = RecordedType | 'member_transfer'

const kindOf: Partial<Record<Approvable, MovementApproval>> = {
  withdrawal: 'withdrawal',
  // An expense is money out as a withdrawal is.
  expense: 'withdrawal',
  share_transfer: 'share',
  share_redemption: 'share',
  journal: 'journal',
  member_transfer: 'memberTransfer',
}

/** What one member loses to another takes a second officer at any amount, as soon as there is one, and as many as a withdrawal. */
function ruleOf(rules: ApprovalRules, kind: MovementApproval, amount: Kobo): ApprovalRule {
  if (kind !== 'memberTransfer') return rules[kind]
  const { officers } = rules.withdrawal
  return { officers, from: zeroKobo, approvals: Math.max(approvalsOf(rules.withdrawal, amount), officers > 1 ? 1 : 0) }
}

/** From what amount on each kind of movement waits; null where none does. */
export function movementsWaitFrom(rules: ApprovalRules): Record<MovementApproval, Kobo | null> {
  const from = (kind: Exclude<MovementApproval, 'memberTransfer'>) => waitsFrom(rules[kind]) ?? null
  return {
    withdrawal: from('withdrawal'),
    share: from('share'),
    journal: from('journal'),
    memberTransfer: rules.withdrawal.officers > 1 ? zeroKobo : from('withdrawal'),
  }
}

/** How many approvals the rules ask for before this is posted. Money that comes in, and a transfer of one's own, ask for none. */
export function approvalsNeeded(rules: ApprovalRules, type: Approvable, amount: Kobo): number {
  const kind = kindOf[type]
  return kind === undefined ? 0 : approvalsOf(ruleOf(rules, kind, amount), amount)
}

/** Whether this would wait, by the amounts from which each kind waits. */
export function willWait(from: Record<MovementApproval, Kobo | null>, type: Approvable, amount: Kobo): boolean {
  const kind = kindOf[type]
  const least = kind === undefined ? null : from[kind]
  return least !== null && amount >= least
}
