import type { MovementType } from './movement-types.ts'
import type { Permission } from '#domain/actor.ts'
import type { LoginId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

/** What a cooperative lets wait for a second pair of eyes. */
export const approvalKinds = ['withdrawal', 'share', 'journal', 'reversal', 'writeOff'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** How many approvals something needs (0 to 2) from this amount on. */
export type ApprovalRule = { approvals: number; from: Kobo }
export type ApprovalRules = Record<ApprovalKind, ApprovalRule>

const kindOf: Partial<Record<MovementType | 'journal', ApprovalKind>> = {
  withdrawal: 'withdrawal',
  share_transfer: 'share',
  share_redemption: 'share',
  journal: 'journal',
}

export function approvalsOf({ approvals, from }: ApprovalRule, amount: Kobo): number {
  return amount >= from ? approvals : 0
}

/** How many approvals the rules ask for before this is posted. Money that comes in, and a transfer of one's own, ask for none. */
export function approvalsNeeded(rules: ApprovalRules, type: MovementType | 'journal', amount: Kobo): number {
  const kind = kindOf[type]
  return kind === undefined ? 0 : approvalsOf(rules[kind], amount)
}

/** What an officer's word is kept for. */
export const approvedKinds = ['transaction', 'reversal', 'loan', 'write_off', 'leaving', 'change'] as const
export type ApprovedKind = (typeof approvedKinds)[number]

/** What an officer needs who gives his word for it; only who has it counts as one who could. */
export const decidingPermission: Record<ApprovedKind, Permission> = {
  transaction: 'transaction.decide', reversal: 'transaction.decide', loan: 'loan.decide', write_off: 'loan.write_off', leaving: 'leaving.manage', change: 'change.decide',
}

/** Who may check: officers who decide about that kind, and whether the maker is one of them. */
export type Checkers = { officers: number; makerIsOfficer: boolean }

/**
 * How many approvals can be asked for: at least one, and never more than there are people to give them. One who works
 * alone approves what he made himself.
 */
export function approvalsAsked(needed: number, { officers, makerIsOfficer }: Checkers): number {
  const others = Math.max(1, officers - (makerIsOfficer ? 1 : 0))
  return Math.min(Math.max(1, needed), others)
}

/** Why this person can't approve it, or undefined when he can. The database holds the first rule too. */
export function whyNotApprove(by: LoginId, { madeBy, approvedBy, officers }: { madeBy: LoginId; approvedBy: readonly LoginId[]; officers: number }): Refusal | undefined {
  if (by === madeBy && officers > 1) return new Refusal('maker_is_not_checker')
  return approvedBy.includes(by) ? new Refusal('approved_already') : undefined
}
