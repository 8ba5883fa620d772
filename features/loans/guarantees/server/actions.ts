import type { Author, TenantActor } from '#core/actor.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { kobo, type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/loans/guarantees/contract.ts'
import type { AnswerWay } from '#features/loans/loans/rules/consent.ts'
import { reopenableStatuses, whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { lockBorrower, lockGuarantees } from '#features/loans/running-loans/server/reads.ts'
import { pledgeForLoan, renewPledges } from '#features/savings/pledges/server/actions.ts'
import { action } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findGuarantee, findStanding, findWhoSaw, guaranteeFrom, type OwnGuarantee, toHoldOf, whyNot } from './reads.ts'
import { markAnswered, replaceGuarantor, sendToGuarantor } from './writes.ts'

/** The guarantor agrees with their own login. Refuses: not_found, and what answerGuarantee refuses. */
export const acceptGuarantee = action(contract.acceptGuarantee, async ({ tx, actor }, { loanId, memberId }) => {
  refuseUnlessOwn(actor, memberId)
  const seenBy = await findWhoSaw(tx, memberId)
  const answering = { author: actor, memberId, guarantor: actor.name, way: 'app' as const, seenBy }
  const answered = await answerGuarantee(tx, loanId, 'accepted', answering)
  return guaranteeFrom(answered, await findStanding(tx, memberId))
})

/** The guarantor does not guarantee the loan. Refuses: not_found, guarantee_answered, guarantee_not_wanted. */
export const declineGuarantee = action(contract.declineGuarantee, async ({ tx, actor }, { loanId, memberId }) => {
  refuseUnlessOwn(actor, memberId)
  const answering = { author: actor, memberId, guarantor: actor.name, way: 'app' as const }
  const answered = await answerGuarantee(tx, loanId, 'declined', answering)
  return guaranteeFrom(answered, await findStanding(tx, memberId))
})

/** A member answers for themselves only: another's guarantee is as missing as one that never was. */
function refuseUnlessOwn(actor: TenantActor, memberId: MemberId): void {
  if (actor.role !== 'member' || actor.memberId !== memberId) refuse('not_found')
}

/** Who answers, and how. `author` is the guarantor, or the officer who confirms their signed paper. */
type Answering = {
  author: Author
  memberId: MemberId
  guarantor: string
  way: AnswerWay
  confirmedBy?: string
  seenBy?: string | null
}

/**
 * The one way in which a guarantee is accepted or declined, whether in the app, by link or on paper. Accepting pledges the
 * guarantor's part on the usual savings account and releases the guarantor who is replaced. It locks the loan's guarantees,
 * the member and the ledger's head, so that no kobo is pledged twice. Refuses: not_found, guarantee_answered,
 * guarantee_not_wanted, and for accepting guarantor_may_not_stand, guarantor_indebted, guarantee_above_free.
 */
export async function answerGuarantee(
  tx: Tx,
  loanId: LoanId,
  answer: 'accepted' | 'declined',
  answering: Answering,
): Promise<OwnGuarantee> {
  const { author, memberId, guarantor, way, confirmedBy = null, seenBy = null } = answering
  await lockGuarantees(tx, loanId)
  if (answer === 'declined') {
    const { borrowerId, loan, principal, ...asked } = await findGuarantee(tx, loanId, memberId)
    const refusal = whyNotAnswer(asked)
    if (refusal) throw refusal

    // From here on it must succeed.
    await markAnswered(tx, { loanId, memberId, status: answer, way, confirmedBy })
    notifyMembers(tx, author.cooperativeId, [
      {
        memberId: borrowerId,
        message: t('{guarantor} does not guarantee your {loan} loan of {principal}. Name somebody else.', {
          guarantor,
          loan,
          principal: moneyText(principal),
        }),
        type: 'warning',
        link: '/member/loans',
      },
    ])
    return findGuarantee(tx, loanId, memberId)
  }
  await lockBorrower(tx, memberId)
  const [guarantee, standing] = await Promise.all([findGuarantee(tx, loanId, memberId), findStanding(tx, memberId)])
  const refusal = whyNot(guarantee, standing)
  if (refusal) throw refusal
  const { amount, principal, loan, borrower, alreadyHeld, loanStatus } = guarantee
  const { accountId, accountTypeId } = standing

  // From here on it must succeed.
  const needed = toHoldOf(guarantee)
  const held = needed > alreadyHeld && !reopenableStatuses.includes(loanStatus) ? kobo(needed - alreadyHeld) : zeroKobo
  const pledge = needed > 0n &&
    accountId !== null && {
      memberId,
      accountTypeId,
      accountId,
      amount,
      held,
      purpose: 'guarantee' as const,
      subjectId: loanId,
      reason: t('Guarantee of the {loan} loan of {borrower}', { loan, borrower }),
    }
  const pledgeId = pledge ? await pledgeForLoan(tx, author, pledge) : null
  await markAnswered(tx, { loanId, memberId, status: answer, way, confirmedBy, seenBy, pledgeId })
  await replaceGuarantor(tx, loanId, memberId)
  await renewPledges(tx, author, [loanId])
  notifyMembers(tx, author.cooperativeId, [
    {
      memberId: guarantee.borrowerId,
      message: t('{guarantor} guarantees your {loan} loan of {principal}.', {
        guarantor,
        loan,
        principal: moneyText(principal),
      }),
      type: 'success',
      link: '/member/loans',
    },
  ])
  notifyGuarantor(tx, author, memberId, { loan, borrower, principal, held })
  return findGuarantee(tx, loanId, memberId)
}

/** Notifies the guarantor in the app, by SMS and by email, also where an officer accepted for them or they chose to get fewer messages. */
function notifyGuarantor(
  tx: Tx,
  { cooperativeId }: Author,
  memberId: MemberId,
  { loan, borrower, principal, held }: { loan: string; borrower: string; principal: Kobo; held: Kobo },
): void {
  const words = { loan, borrower, principal: moneyText(principal), held: moneyText(held) }
  const message =
    held > 0n
      ? t(
          'You guarantee the {loan} loan of {borrower}, {principal}. {held} of your savings is pledged. If you did not agree, call your cooperative at once.',
          words,
        )
      : t(
          'You guarantee the {loan} loan of {borrower}, {principal}. If you did not agree, call your cooperative at once.',
          words,
        )
  notifyMembers(tx, cooperativeId, [{ memberId, message, link: '/member/guarantees' }])
  sendToGuarantor(tx, { memberId, message }, t('You guarantee a loan'))
}
