import type { Permission } from '#core/actor.ts'
import type { LoginId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'

/** What a cooperative lets wait for a second pair of eyes. */
export const approvalKinds = ['withdrawal', 'share', 'journal', 'reversal', 'writeOff'] as const

export type ApprovalKind = (typeof approvalKinds)[number]

/** How many approvals something needs (0 to 2) from this amount on; null: one as soon as two officers can approve it. `officers` is how many can. */
export type ApprovalRule = { approvals: number | null; from: Kobo; officers: number }

/** A settlement follows the setting of withdrawals, and is approved by those who manage exits. */
export type ApprovalRules = Record<ApprovalKind | 'leaving', ApprovalRule>

export function approvalsOf({ approvals, from, officers }: ApprovalRule, amount: Kobo): number {
  if (amount < from) return 0
  return approvals ?? (officers > 1 ? 1 : 0)
}

/** From what amount on one officer's act waits for approvals; undefined where none does. */
export function waitsFrom(rule: ApprovalRule): Kobo | undefined {
  return approvalsOf(rule, rule.from) > 0 ? rule.from : undefined
}

/** What an officer's word is kept for. */
export const approvedKinds = [
  'transaction',
  'reversal',
  'loan',
  'write_off',
  'leaving',
  'change',
  'office_change',
] as const

export type ApprovedKind = (typeof approvedKinds)[number]

/** What an officer needs who gives their word for it; only who has it counts as one who could. */
export const decidingPermission = {
  transaction: 'transaction.decide',
  reversal: 'transaction.decide',
  loan: 'loan.decide',
  write_off: 'loan.write_off',
  leaving: 'leaving.manage',
  change: 'transaction.decide',
  office_change: 'office.decide',
} as const satisfies Record<ApprovedKind, Permission>

/**
 * Why this person can't approve it, or undefined when they can. An approval that was the last to be asked for only after it was
 * given, because another officer's term ended, is given again to finish it (`isComplete`). The database holds the first rule too.
 */
export function whyNotApprove({
  mayCheck,
  isOwn,
  hasApproved,
  isComplete,
}: {
  mayCheck: boolean
  isOwn: boolean
  hasApproved: boolean
  isComplete: boolean
}): Refusal | undefined {
  if (!mayCheck) return new Refusal(isOwn ? 'own_transaction' : 'maker_is_not_checker')
  return hasApproved && !isComplete ? new Refusal('approved_already') : undefined
}

/**
 * Why this officer can't pay a loan out, or undefined when they can: as long as another person can pay it out, none does
 * who alone recorded or approved it. `agreedBy` are those officers; a member's own application is no officer's.
 */
export function whyNotPayOut(
  by: LoginId,
  { agreedBy, hasOther }: { agreedBy: readonly LoginId[]; hasOther: boolean },
): Refusal | undefined {
  return hasOther && agreedBy.length > 0 && agreedBy.every((each) => each === by)
    ? new Refusal('loan_paid_out_alone')
    : undefined
}
