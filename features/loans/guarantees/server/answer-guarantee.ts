import type { Author } from '#core/actor.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import type { AnswerWay } from '#features/loans/loans/rules/consent.ts'
import { reopenableStatuses, whyNotAnswer } from '#features/loans/loans/rules/guarantee.ts'
import { type Kobo, kobo, moneyText, zeroKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { pledgeForLoan, renewPledges } from '#features/savings/pledges/server/actions.ts'
import { lockBorrower, lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { findGuarantee, findStanding, type OwnGuarantee, toHoldOf, whyNot } from './queries.ts'
import { markAnswered, replaceGuarantor, sendToGuarantor } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Who answers, and how. `author` is the guarantor, or the officer who confirms their signed paper. */
export type Answering = {
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
    await markAnswered(tx, { loanId, memberId, answer, way, confirmedBy, pledgeId: null })
    notifyMembers(tx, author.cooperativeId, [
      {
        memberId: borrowerId,
        message: fill(strings.doesNotGuaranteeYourLoan, { guarantor, loan, principal: moneyText(principal) }),
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
      reason: fill(strings.guaranteeOfTheLoanOf, { loan, borrower }),
    }
  await markAnswered(tx, {
    loanId,
    memberId,
    answer,
    way,
    confirmedBy,
    seenBy,
    pledgeId: pledge ? await pledgeForLoan(tx, author, pledge) : null,
  })
  await replaceGuarantor(tx, loanId, memberId)
  await renewPledges(tx, author, [loanId])
  notifyMembers(tx, author.cooperativeId, [
    {
      memberId: guarantee.borrowerId,
      message: fill(strings.guaranteesYourLoanOf, { guarantor, loan, principal: moneyText(principal) }),
      type: 'success',
      link: '/member/loans',
    },
  ])
  tellGuarantor(tx, author, memberId, { loan, borrower, principal, held })
  return findGuarantee(tx, loanId, memberId)
}

/** Whoever accepted, the guarantor hears of it in the app and, whatever they chose for other messages, by SMS and email. */
function tellGuarantor(
  tx: Tx,
  { cooperativeId }: Author,
  memberId: MemberId,
  { loan, borrower, principal, held }: { loan: string; borrower: string; principal: Kobo; held: Kobo },
): void {
  const words = { loan, borrower, principal: moneyText(principal), held: moneyText(held) }
  const message = fill(held > 0n ? strings.youGuaranteeAndTiesUp : strings.youGuarantee, words)
  notifyMembers(tx, cooperativeId, [{ memberId, message, link: '/member/guarantees' }])
  sendToGuarantor(tx, { memberId, message }, strings.youGuaranteeALoan)
}
