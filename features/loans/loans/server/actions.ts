import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { CooperativeId, LoanId, MemberId } from '#core/ids.ts'
import { kobo, type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import {
  findGoodsOf,
  getLoan,
  guaranteesOf,
  whyNotAgreedByPayer,
  whyNotPaidOutBy,
} from '#features/loans/details/server/reads.ts'
import { findOfferedGoods } from '#features/loans/goods/server/reads.ts'
import { saveLoanGoods } from '#features/loans/goods/server/writes.ts'
import * as guarantors from '#features/loans/guarantees/loan-guarantors.ts'
import * as applications from '#features/loans/loans/loan-applications.ts'
import * as decisions from '#features/loans/loans/loan-decisions.ts'
import * as money from '#features/loans/loans/loan-money.ts'
import {
  costOf,
  guarantorUnknown,
  ownCoverMissing,
  whyNotBorrow,
  whyNotGuarantor,
} from '#features/loans/loans/rules/eligibility.ts'
import { whyNotFees } from '#features/loans/loans/rules/fees-to-take.ts'
import { askedFor } from '#features/loans/loans/rules/goods.ts'
import { guaranteedStatuses, guaranteeNotWanted, reopenableStatuses } from '#features/loans/loans/rules/guarantee.ts'
import { disbursedAbovePrincipal, firstDueTooEarly } from '#features/loans/loans/rules/loan-preview.ts'
import { approvalsOfLoan, coverOf, evenParts, partOf } from '#features/loans/loans/rules/loan-terms.ts'
import { loanStatusLabels, outcomeOf } from '#features/loans/loans/rules/loan.ts'
import { eventsOf, isRepaid, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { chosenTerms } from '#features/loans/loans/rules/schedule-terms.ts'
import { settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { type LoanToSettle, topUpNotRunning } from '#features/loans/loans/rules/top-up.ts'
import { type LoanToTakeBack, whyNotCancel, whyNotWithdraw } from '#features/loans/loans/rules/withdrawal.ts'
import { refuseUnlessMet, saveMinute } from '#features/loans/minutes/server/writes.ts'
import {
  findApplication,
  loanNotActive,
  loanNothingOwed,
  loanWrittenOff,
  lockBorrower,
  type LockedLoan,
  lockLoan,
  lockRunningLoan,
  refuseDay,
} from '#features/loans/running-loans/server/reads.ts'
import type { LoanMove } from '#features/loans/running-loans/server/save-loans.ts'
import {
  findHeldAlready,
  findLoansToSettle,
  findNamed,
  lockWithSettled,
  settleWith,
} from '#features/loans/top-ups/server/reads.ts'
import { saveSettlements } from '#features/loans/top-ups/server/writes.ts'
import { recoverWrittenOff } from '#features/loans/write-offs/server/actions.ts'
import { pledgeForLoan, renewPledges } from '#features/savings/pledges/server/actions.ts'
import { knownFacts } from '#features/savings/transactions/server/plan-movement.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'
import { moveLoan } from './move-loan.ts'
import { findBorrower, findGuarantors, findOfferedLoan, whoBorrows } from './reads.ts'
import { askInPlace, decideLoan, insertLoan, sendToGuarantors } from './writes.ts'

const guarantorNamedAlready = refusal(
  'guarantor_named_already',
  409,
  '{name} is asked for this loan already. Name somebody else.',
)
const guarantorNotStanding = refusal(
  'guarantor_not_standing',
  409,
  'That guarantor has been replaced already. Choose one who guarantees the loan or is asked now.',
)
const loanNotApproved = refusal(
  'loan_not_approved',
  409,
  'Only an approved loan is paid out, and this one is {status}.',
)
const loanAllDisbursed = refusal('loan_all_disbursed', 409, 'All of this loan has been paid out.')
const loanUpfrontInParts = refusal(
  'loan_upfront_in_parts',
  422,
  'Interest of this loan is taken off at the start, so it is paid out in one sum. Enter {principal}.',
)
const loanStartTooEarly = refusal(
  'loan_start_too_early',
  422,
  "A loan can't be asked for from an earlier day than {earliest}. Choose that date or a later one.",
)

/**
 * Applies for a loan, and asks its guarantors to agree. The application keeps the terms of this moment for ever. Refuses
 * with every rule that it breaks.
 */
export const applyForLoan = action(applications.applyForLoan, async (ask, input) => {
  const { tx, actor, today } = ask
  const memberId = whoBorrows(actor, input.memberId)
  const guarantorIds = input.guarantors ?? []
  const { instalments, netSalary, settles: named = [], goods: asked = [] } = input
  // An officer may bring an application that is older than today.
  if (input.startOn && actor.role === 'member' && input.startOn < today)
    refuse(loanStartTooEarly({ field: 'startOn', earliest: dayText(today) }))
  await lockBorrower(tx, memberId)
  const [borrower, loan, found, settles, offered] = await Promise.all([
    findBorrower(tx, memberId, today, null, named),
    findOfferedLoan(tx, input.loanConfigId),
    findGuarantors(tx, guarantorIds),
    findNamedToSettle(tx, memberId, named, today),
    findOfferedGoods(
      tx,
      asked.map(({ goodId }) => goodId),
    ),
  ])
  const wanted = askedFor({ product: loan, asked, offered, principal: input.principal, settles: named.length })
  if (wanted instanceof Refusal) throw wanted
  const { principal, goods } = wanted
  const cost = costOf(loan, instalments)
  throwFirst([
    ...whyNotBorrow(borrower, loan, { principal, instalments, netSalary, guarantorIds, settles }, today, found),
    ...whyNotFees({ ...cost, principal, charges: loan.terms }, today),
  ])

  // From here on it must succeed.
  const loanId = newId<LoanId>()
  const amounts = evenParts(coverOf(principal, loan.terms), found.length)
  const guarantors = found
    .toSorted((one, other) => (one.membershipno < other.membershipno ? -1 : 1))
    .map((guarantor, index) => ({ ...guarantor, amount: amounts[index] ?? 0n }))
  await insertLoan(tx, actor, {
    loanId,
    memberId,
    loanConfigurationId: loan.id,
    principal,
    instalments,
    interestMethod: loan.interestMethod,
    annualRatePpm: cost.annualRatePpm,
    terms: { ...loan.terms, schedule: chosenTerms(loan.terms.schedule, input.prepayment) },
    approvalsNeeded: approvalsOfLoan(loan.terms.approvalSteps, principal),
    netSalary: netSalary ?? (loan.terms.thirdOfSalary ? borrower.netSalary : null),
    purpose: input.purpose ?? null,
    wantedOn: input.startOn ?? null,
    collateral: input.collateral ?? null,
    guarantors,
  })
  await saveSettlements(tx, actor, { loanId, memberId }, settles)
  await saveLoanGoods(tx, actor, { loanId, memberId }, goods)
  notifyGuarantors(tx, actor.cooperativeId, guarantors, { borrower: borrower.name, loan: loan.name, principal })
  return getLoan(ask, { loanId })
})

/** Refuses: top_up_not_running, for what is no running loan of this member. */
async function findNamedToSettle(
  tx: Tx,
  memberId: MemberId,
  named: readonly LoanId[],
  on: Day,
): Promise<LoanToSettle[]> {
  if (named.length === 0) return []
  const found = await findLoansToSettle(tx, memberId, { on, named })
  return named.map(
    (each, index) =>
      found.find(({ loanId, state }) => loanId === each && state === 'running') ??
      refuse(topUpNotRunning({ field: `settles.${index}` })),
  )
}

/** The first reason carries the others, so that all of them reach the person at once. */
function throwFirst([first, ...also]: readonly Refusal[]): void {
  if (first) throw new Refusal(first.code, first.detail, also)
}

/** Applies for a new loan that settles this one first. Refuses: not_found, and whatever an application is refused for. */
export const topUpLoan = action(applications.topUpLoan, async (ask, { loanId, loanConfigId, ...wish }) => {
  const { tx } = ask
  const running = await findApplication(tx, loanId)
  return applyForLoan(ask, {
    ...wish,
    ...{ memberId: running.memberId, loanConfigId: loanConfigId ?? running.loanConfigId, settles: [loanId] },
  })
})

/**
 * Asks a member to guarantee in the place of another, who stays bound until the new one has accepted; one who had not accepted is
 * released at once. An officer asks also where the loan has ended, so that what ended it can be reversed. Refuses: not_found, guarantee_not_wanted, guarantor_not_standing, guarantor_named_already, and who can't be asked.
 */
export const askGuarantor = action(guarantors.askGuarantor, async (ask, { loanId, memberId, replaces }) => {
  const { tx, actor } = ask
  const loan = await lockLoan(tx, loanId)
  const mayReopen = reopenableStatuses.includes(loan.status) && actor.role !== 'member'
  if (!guaranteedStatuses.includes(loan.status) && !mayReopen) refuse(guaranteeNotWanted())
  const old =
    loan.guarantors.find((guarantor) => guarantor.memberId === replaces) ??
    refuse(guarantorNotStanding({ field: 'replaces' }))
  const named = loan.guarantors.find((guarantor) => guarantor.memberId === memberId)
  if (named) refuse(guarantorNamedAlready({ field: 'memberId', name: named.name }))
  const [found] = await findGuarantors(tx, [memberId])
  const wrong = whyNotGuarantor(loan.memberId, found, memberId, 'memberId')
  if (wrong) throw wrong
  if (!found) return refuse(guarantorUnknown({ field: 'memberId' }))

  // From here on it must succeed.
  await askInPlace(tx, actor, loanId, { ...found, amount: old.amount, replaces, isFreed: old.status !== 'accepted' })
  const { memberName: borrower, loanConfig, principal } = loan
  notifyGuarantors(tx, actor.cooperativeId, [{ memberId, amount: old.amount }], {
    borrower,
    loan: loanConfig,
    principal,
  })
  return getLoan(ask, { loanId })
})

/**
 * Approves an application, with the last approval that it takes. The rules that it was made under are checked again, because
 * savings and members change while it waits, and its guarantors must have accepted. Refuses: loan_decided, own_loan, loan_approved_by_payer,
 * maker_is_not_checker, approved_already, guarantors_not_agreed, guarantors_cover_too_little, a meeting that was not held, and what applying refuses.
 */
export const approveLoan = action(decisions.approveLoan, async (ask, { loanId, ...minute }) => {
  const { tx, actor, today } = ask
  const loan = await lockLoan(tx, loanId)
  refuseUnlessSubmitted(loan)
  await refuseOwnDecision(tx, actor, 'loan', loanId, 'own_loan')
  const alone = await whyNotAgreedByPayer(tx, actor, loanId)
  if (alone) throw alone
  await refuseUnlessMet(tx, minute, today)
  const { memberId, principal, instalments, netSalary, terms, guarantors } = loan
  await lockBorrower(tx, memberId)
  const guarantorIds = guarantors.map((guarantor) => guarantor.memberId)
  const named = await findNamed(tx, loanId)
  const [borrower, found, running] = await Promise.all([
    findBorrower(tx, memberId, today, loanId, named),
    findGuarantors(tx, guarantorIds),
    named.length === 0 ? [] : findLoansToSettle(tx, memberId, { on: today, named, by: loanId }),
  ])
  const settles = running.filter((each) => named.includes(each.loanId))
  const asked = { ...loan, id: loan.loanConfigId, name: loan.loanConfig, isRetired: false, rateSteps: [] }
  throwFirst([
    ...whyNotBorrow(
      borrower,
      asked,
      {
        ...{ principal, instalments, netSalary: netSalary ?? undefined, guarantorIds, settles },
        guarantees: guaranteesOf(principal, terms, guarantors),
      },
      today,
      found,
    ),
  ])

  // From here on it must succeed.
  await saveMinute(tx, actor, loan, 'approved', minute)
  if (await giveApproval(tx, actor, 'loan', loanId)) {
    await decideLoan(tx, actor, { loanId, memberId, decision: 'approved', reason: null })
    notifyMembers(
      tx,
      actor.cooperativeId,
      [
        {
          memberId,
          type: 'success',
          message: t('Your {loanConfig} loan of {principal} was approved.', {
            loanConfig: loan.loanConfig,
            principal: moneyText(principal),
          }),
          link: `/member/loans/${loanId}`,
        },
      ],
      'loan',
    )
    await pledgeOwn(tx, actor, loan, partOf(principal, terms.ownCoverPercent))
  }
  return getLoan(ask, { loanId })
})

/** Only an application that waits can be decided. */
function refuseUnlessSubmitted({ status, decidedBy }: LockedLoan): void {
  if (status !== 'submitted') refuse('loan_decided', { status: outcomeOf(status), by: decidedBy ?? undefined })
}

/** Rejects an application: its guarantors are released, and the borrower is notified of the reason. Refuses: loan_decided, own_loan, meeting_cancelled, meeting_not_yet. */
export const rejectLoan = action(decisions.rejectLoan, async (ask, { loanId, reason, ...named }) => {
  const { tx, actor, today } = ask
  const loan = await lockLoan(tx, loanId)
  refuseUnlessSubmitted(loan)
  await refuseOwnDecision(tx, actor, 'loan', loanId, 'own_loan')
  await refuseUnlessMet(tx, named, today)

  // From here on it must succeed.
  await decideLoan(tx, actor, { loanId, memberId: loan.memberId, decision: 'rejected', reason })
  notifyMembers(
    tx,
    actor.cooperativeId,
    [
      {
        memberId: loan.memberId,
        type: 'warning',
        message: t('Your application for a {loanConfig} loan of {principal} was not approved: {reason}', {
          loanConfig: loan.loanConfig,
          principal: moneyText(loan.principal),
          reason,
        }),
        link: `/member/loans/${loanId}`,
      },
    ],
    'loan',
  )
  await saveMinute(tx, actor, loan, 'rejected', named)
  await renewPledges(tx, actor, [loanId])
  return getLoan(ask, { loanId })
})

/** Takes an application back for its borrower, until money or goods go out. An officer does it for them while no one has decided, and cancels it after. Refuses: not_found, loan_decided, loan_paid_out, loan_handed_over. */
export const withdrawLoan = action(guarantors.withdrawLoan, async (ask, { loanId }) => {
  const { tx, actor } = ask
  const { loan, ...asked } = await lockLoanToTakeBack(tx, loanId)
  const wrong = whyNotWithdraw(asked)
  if (wrong) throw wrong
  const { status, memberId, memberName, loanConfig, principal, decidedBy } = loan
  if (status === 'approved' && actor.role !== 'member') refuse('loan_decided', { status, by: decidedBy ?? undefined })

  // From here on it must succeed.
  if (status === 'approved') {
    await decideLoan(tx, actor, { loanId, memberId, decision: 'withdrawn', reason: null })
    notifyOfficers(tx, actor.cooperativeId, {
      message: t('{memberName} withdrew the approved {loanConfig} loan of {principal}. It is not to be paid out.', {
        memberName,
        loanConfig,
        principal: moneyText(principal),
      }),
      link: `/coop/loan-management/${loanId}`,
    })
  } else {
    // Of an application that no one has decided on no decision is saved: it was the borrower's alone.
    await update(tx, 'app.loan', { loanId, status: 'submitted' }, { status: 'withdrawn' })
  }
  await releaseGuarantors(
    tx,
    actor,
    loan,
    t('{memberName} took back the {loanConfig} loan of {principal}. Nothing of your savings is pledged for it.', {
      memberName,
      loanConfig,
      principal: moneyText(principal),
    }),
  )
  return getLoan(ask, { loanId })
})

/** Takes back the approval of a loan of which nothing was paid out. Refuses: not_found, own_loan, loan_not_decided, loan_decided, loan_paid_out, loan_handed_over. */
export const cancelLoan = action(guarantors.cancelLoan, async (ask, { loanId, reason }) => {
  const { tx, actor } = ask
  const { loan, ...asked } = await lockLoanToTakeBack(tx, loanId)
  const wrong = whyNotCancel(asked)
  if (wrong) throw wrong
  const { memberId, memberName, loanConfig, principal } = loan
  if (isSelf(actor, memberId)) refuse('own_loan')

  // From here on it must succeed.
  await decideLoan(tx, actor, { loanId, memberId, decision: 'withdrawn', reason })
  const sum = moneyText(principal)
  notifyMembers(
    tx,
    actor.cooperativeId,
    [
      {
        memberId,
        type: 'warning',
        message: t('Your approved {loanConfig} loan of {sum} was cancelled and is not paid out: {reason}', {
          loanConfig,
          sum,
          reason,
        }),
        link: `/member/loans/${loanId}`,
      },
    ],
    'loan',
  )
  await releaseGuarantors(
    tx,
    actor,
    loan,
    t(
      'The {loanConfig} loan of {sum} of {memberName} was cancelled before it was paid out. Nothing of your savings is pledged for it.',
      { loanConfig, sum, memberName },
    ),
  )
  return getLoan(ask, { loanId })
})

/**
 * Pays out an approved loan, whole or in parts; what still runs of the loans that it settles is paid first. Refuses: loan_not_approved, own_loan, loan_paid_out_alone, loan_all_disbursed,
 * disbursed_above_principal, loan_upfront_in_parts, first_due_too_early, top_up_not_running, top_up_day_too_early, top_up_above_paid_out, and what any movement refuses.
 */
export const disburseLoan = action(
  money.disburseLoan,
  async (ask, { loanId, on, amount, to, paidThrough, reference, firstDueOn }) => {
    const { tx, actor, today } = ask
    const day = on ?? today
    const named = await lockWithSettled(tx, loanId)
    const found = await lockRunningLoan(tx, loanId)
    if (found.status !== 'approved' && found.status !== 'active')
      refuse(loanNotApproved({ status: loanStatusLabels[found.status].toLowerCase() }))
    if (isSelf(actor, found.memberId)) refuse('own_loan')
    const another = await whyNotPaidOutBy(tx, actor, loanId)
    if (another) throw another
    const left = kobo(found.principal - found.before.disbursed)
    if (left === 0n) refuse(loanAllDisbursed())
    const sum = amount ?? left
    if (sum > left)
      refuse(
        disbursedAbovePrincipal({
          field: 'amount',
          principal: moneyText(found.principal),
          disbursed: moneyText(kobo(found.before.disbursed + sum)),
        }),
      )
    if (found.interestMethod === 'upfront' && sum !== found.principal)
      refuse(loanUpfrontInParts({ field: 'amount', principal: moneyText(found.principal) }))
    refuseDay(found, day, today)
    const loan = found.before.disbursed > 0n ? found : { ...found, startOn: day, firstDueOn: firstDueOn ?? null }
    if (loan.firstDueOn && loan.firstDueOn <= day && found.before.disbursed === 0n)
      refuse(firstDueTooEarly({ field: 'firstDueOn', start: day }))

    const settled = await settleWith(tx, named, day)
    await moveLoan(ask, loan, { kind: 'disbursement', amount: sum, on: day, way: to, paidThrough, reference, settled })
    return getLoan(ask, { loanId })
  },
)

/** Records a repayment; of a loan that was written off, as income. Refuses: loan_not_active, loan_nothing_owed, repaid_above_owed, recovered_above_written_off, payment_recorded_before, and what any movement refuses. */
export const repayLoan = action(
  money.repayLoan,
  async (ask, { loanId, amount, on, from, paidThrough, reference, anotherPayment }) => {
    const { tx, today } = ask
    const loan = await lockRunningLoan(tx, loanId)
    if (loan.status === 'completed') refuse(loanNothingOwed())
    const move: LoanMove = {
      ...{ kind: 'repayment', amount, on: on ?? today, way: from ?? 'cash', paidThrough, reference, anotherPayment },
    }
    if (loan.status === 'written_off') await recoverWrittenOff(ask, loan, move)
    else if (loan.status === 'active') await moveLoan(ask, loan, move)
    else refuse(loanNotActive())
    return getLoan(ask, { loanId })
  },
)

/** Settles a running loan today by what its quote says. Refuses: loan_not_active, loan_written_off, loan_nothing_owed, and what any movement refuses. */
export const markLoanPaid = action(money.markLoanPaid, async (ask, { loanId, from, paidThrough }) => {
  const { tx, today: on } = ask
  const loan = await lockRunningLoan(tx, loanId)
  if (loan.status === 'completed') refuse(loanNothingOwed())
  if (loan.status === 'written_off') refuse(loanWrittenOff())
  if (loan.status !== 'active') refuse(loanNotActive())
  const amount = settlementOn(planOfLoan(loan), eventsOf(loan.movements), on)
  if (isRepaid(loan.before)) refuse(loanNothingOwed())
  await moveLoan(ask, loan, { kind: 'repayment', amount, on, way: from ?? 'cash', paidThrough, anotherPayment: true })
  return getLoan(ask, { loanId })
})

/** Releases what is pledged for a loan that was taken back, the borrower's own savings too, and notifies those who were asked and did not decline. */
async function releaseGuarantors(
  tx: Tx,
  actor: TenantActor,
  { loanId, guarantors }: LockedLoan,
  message: string,
): Promise<void> {
  await renewPledges(tx, actor, [loanId])
  const asked = guarantors.filter(({ status }) => status !== 'declined')
  notifyMembers(
    tx,
    actor.cooperativeId,
    asked.map(({ memberId }) => ({ memberId, message, link: '/member/guarantees' })),
  )
}

/**
 * Notifies these members that they are asked to guarantee a loan, each with the sum of their savings that it would tie up: in the
 * app and, whatever they chose for other messages, by SMS and email.
 */
function notifyGuarantors(
  tx: Tx,
  cooperativeId: CooperativeId,
  asked: readonly { memberId: MemberId; amount: bigint }[],
  { borrower, loan, principal: lent }: { borrower: string; loan: string; principal: Kobo },
): void {
  if (asked.length === 0) return
  const principal = moneyText(lent)
  const notices = asked.map(({ memberId, amount }) => ({
    memberId,
    message:
      amount > 0n
        ? t(
            '{borrower} asks you to guarantee a {loan} loan of {principal}. It would tie up {amount} of your savings. Accept or decline it.',
            { borrower, loan, principal, amount: moneyText(amount as Kobo) },
          )
        : t('{borrower} asks you to guarantee a {loan} loan of {principal}. Accept or decline it.', {
            borrower,
            loan,
            principal,
          }),
    link: '/member/guarantees' as const,
  }))
  notifyMembers(tx, cooperativeId, notices)
  sendToGuarantors(tx, notices, t('You are asked to guarantee a loan'))
}

/** Pledges what of the borrower's own savings has to stay while their loan runs, from its approval on. Refuses: own_cover_missing. */
async function pledgeOwn(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, loanConfig, terms }: LockedLoan,
  amount: Kobo,
): Promise<void> {
  if (amount === 0n) return
  const already = await findHeldAlready(tx, loanId, memberId)
  const { accountId, accountTypeId, free } = await knownFacts(tx, { memberId, accountTypeId: null })
  if (accountId === null || amount > free + already)
    return refuse(
      ownCoverMissing({
        percent: terms.ownCoverPercent,
        needed: moneyText(amount),
        free: moneyText(kobo(free + already)),
      }),
    )
  const id = await pledgeForLoan(tx, actor, {
    memberId,
    accountTypeId,
    accountId,
    amount,
    held: kobo(amount > already ? amount - already : 0n),
    purpose: 'own_loan',
    subjectId: loanId,
    reason: t('Own savings for the {loanConfig} loan', { loanConfig }),
  })
  await update(tx, 'app.loan', { loanId }, { ownPledgeId: id })
  await renewPledges(tx, actor, [loanId])
}

/** The loan, locked, so that it is not paid out or taken back at the same moment. Refuses: not_found. */
async function lockLoanToTakeBack(tx: Tx, loanId: LoanId): Promise<LoanToTakeBack & { loan: LockedLoan }> {
  const loan = await lockLoan(tx, loanId)
  const { deliveries } = await findGoodsOf(tx, loanId)
  const { status, disbursed, decidedBy } = loan
  return {
    loan,
    status,
    disbursed,
    handedOverOn: deliveries.find(({ undone }) => !undone)?.on,
    decidedBy: decidedBy ?? undefined,
  }
}
