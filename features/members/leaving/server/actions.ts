import { isSelf, officeOf, roleName } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { EntryId, LeavingId, MemberId, PayoutId, SettlementId } from '#core/ids.ts'
import { type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { formerCode } from '#features/accounting/books/rules/chart.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { lockBorrower } from '#features/loans/running-loans/server/reads.ts'
import * as contract from '#features/members/leaving/contract.ts'
import { noticeDaysLeft, noticeEnd, whyNotSettle } from '#features/members/leaving/rules/leaving.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { endOffice, reopenMembership } from '#features/members/members/server/actions.ts'
import { refuseFormer, refuseOfFormer } from '#features/members/members/server/reads.ts'
import { describeNominee } from '#features/members/nominees/server/actions.ts'
import { findNamedOn, findNominees } from '#features/members/nominees/server/reads.ts'
import { changeStanding } from '#features/members/register/server/actions.ts'
import { knownFacts, type PlannedMovement } from '#features/savings/transactions/server/plan-movement.ts'
import { postMovement } from '#features/savings/transactions/server/post-movement.ts'
import {
  findMoneyAccount,
  findMoneyAccounts,
  findPayableTypes,
  findPayeesOfFormer,
  findReversalRequest,
  lockVoucher,
} from '#features/savings/transactions/server/reads.ts'
import { insertRows } from '#features/savings/transactions/server/record-movement.ts'
import { recordOwed } from '#features/savings/transactions/server/record-transactions.ts'
import { type Reversing, reverseTransaction } from '#features/savings/transactions/server/actions.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, update } from '#platform/db/write.ts'
import { blockPostings, post, receiptNumber, reverse } from '#platform/ledger/ledger.ts'
import { getLeaving } from './get-leaving.ts'
import { interestLines, type PlannedPayee, type PlannedSettlement, planSettlement } from './plan-settlement.ts'
import { postSettlement } from './post-settlement.ts'
import {
  findLeaver,
  findPayee,
  findPayees,
  findSettlementAccounts,
  leavingNotOpen,
  leavingOfMerged,
  listLeavings,
  lockAllOf,
  lockLeaving,
  lockLeavingOf,
  refuseOfReadmitted,
  refuseWhilePaidOut,
  type StoredStatement,
} from './reads.ts'
import { insertPayees, markEnded, markSentBack, type NewPayee } from './writes.ts'

const ownLeaving = refusal('own_leaving', 403, "You can't start or settle your own exit. Ask another officer.")
const leavingStands = refusal('leaving_stands', 409, 'A leaving of {name} is open already.')
const beforeJoining = refusal(
  'leaving_before_joining',
  422,
  'This member joined on {joined}. Choose that day or a later one.',
)
const leavingChanged = refusal(
  'leaving_changed',
  409,
  'What is to be paid has changed: it is {net} now. Look at the settlement again.',
)
const payeeUnknown = refusal('leaving_payee_unknown', 422, 'Choose how each of the {count} payees is paid.')
const notWaiting = refusal('leaving_not_waiting', 409, 'This settlement does not wait for approval.')
const notSettled = refusal('leaving_not_settled', 409, 'This leaving is not settled.')
const paidAlready = refusal('leaving_paid_already', 409, '{name} has been paid already.')
const notOwed = refusal('leaving_not_owed', 409, 'Nothing is owed to {name} that could be paid.')
const noticeNotRunning = refusal('notice_not_running', 409, 'No notice runs that could be waived.')

/**
 * Starts the leaving of a member, who is locked, so that nothing new of their slips past it. A death ends an office at once: a
 * settlement may take months. It waits, because it takes a member off rolls and off the approvers, and opens what they had to their
 * nominees, who are named with the day on which they became so: another one in between, or just before, is seen at the approval. An
 * officer may agree to what another one reports of them. Refuses: not_found, member_merged, member_has_left, leaving_stands,
 * dated_in_future, leaving_before_joining, own_leaving.
 */
export const startLeaving = waitingAction(
  contract.startLeaving,
  async ({ tx, actor }, { memberId, reason }) => {
    if (reason !== 'death') return undefined
    const [{ name, membershipno, roles }, nominees, namedOn] = await Promise.all([
      findLeaver(tx, memberId),
      findNominees(tx, memberId),
      findNamedOn(tx, memberId),
    ])
    const named = nominees
      .map((person) =>
        t('{name} {percent}%', { name: describeNominee(person), percent: person.shareBasisPoints / 100 }),
      )
      .join('; ')
    const office = officeOf(roles)
    return {
      description: t('Report that {name}, {who}, has died. Nominees: {nominees}', {
        name,
        who: office ? roleName(office).toLowerCase() : membershipno,
        nominees: namedOn
          ? t('{nominees}, named on {day}', { nominees: named, day: dayText(namedOn) })
          : named || t('none'),
      }),
      memberId,
      ...(office && { opensToAsker: true }),
      // Told before it is decided: a second officer may know no better, the member does.
      tells: {
        memberId,
        message: t(
          '{by} reported that {name}, {membershipno}, has died. If this is wrong, call another officer of your cooperative at once.',
          { by: actor.name, name, membershipno },
        ),
        atOnceToo: true,
      },
    }
  },
  async (ask, { memberId, reason, noticedOn = ask.today, note }) => {
    const { tx, actor, today } = ask
    await lockBorrower(tx, memberId)
    const [{ name, status, joinedOn, noticeMonths }, [latest]] = await Promise.all([
      findLeaver(tx, memberId),
      listLeavings(tx, actor, memberId, today),
    ])
    if (isFormer(status)) return refuseFormer(tx, memberId)
    if (latest && (latest.status === 'open' || latest.status === 'waiting')) refuse(leavingStands({ name }))
    if (noticedOn > today) refuse('dated_in_future', { field: 'noticedOn' })
    if (noticedOn < joinedOn) refuse(beforeJoining({ field: 'noticedOn', joined: dayText(joinedOn) }))

    // From here on it must succeed.
    await insert(tx, 'app.leaving', {
      ...{ leavingId: newId<LeavingId>(), memberId, reason, status: 'open', noticedOn, note: note || null },
      ...{ noticeEndsOn: noticeEnd(reason, noticedOn, noticeMonths) ?? null, statusBefore: status },
      ...{ startedBy: actor.loginId, startedByName: actor.name },
    })
    if (reason === 'death') {
      await endOffice(tx, actor.cooperativeId, memberId)
      // Who chooses active members leaves the dead out from here on.
      if (status === 'active') await changeStanding(tx, actor, memberId, 'inactive', note || t('Died'))
    }
    return getLeaving(ask, { memberId })
  },
  ({ actor }, { memberId }) => {
    if (isSelf(actor, memberId)) refuse(ownLeaving())
  },
)

/** Lets a member go before their notice has run. Refuses: not_found, leaving_not_open, own_leaving, notice_not_running. */
export const waiveNotice = action(contract.waiveNotice, async (ask, { leavingId, reason }) => {
  const { tx, actor, now, today } = ask
  const { memberId, status, noticeEndsOn, isWaived } = await lockLeaving(tx, leavingId)
  if (status !== 'open') refuse(leavingNotOpen())
  if (isSelf(actor, memberId)) refuse(ownLeaving())
  if (noticeDaysLeft(noticeEndsOn ?? undefined, isWaived, today) === 0) refuse(noticeNotRunning())

  // From here on it must succeed.
  const waived = { waivedReason: reason, waivedByName: actor.name, waivedAt: now }
  await update(tx, 'app.leaving', { leavingId, status: 'open' }, waived)
  return getLeaving(ask, { memberId })
})

/**
 * The member stays; a settlement that waits has to be sent back first. It waits of a death: two officers said so, and once it is taken
 * back one alone could name other nominees. Refuses: not_found, leaving_not_open, own_leaving.
 */
export const cancelLeaving = waitingAction(
  contract.cancelLeaving,
  async ({ tx }, { leavingId, reason }) => {
    const { memberId, reason: why } = await lockLeaving(tx, leavingId)
    if (why !== 'death') return undefined
    const { name, membershipno } = await findLeaver(tx, memberId)
    return {
      description: t('Take back the report that {name}, {membershipno}, has died: {reason}', {
        ...{ name, membershipno, reason },
      }),
      memberId,
    }
  },
  async (ask, { leavingId, reason }) => {
    const { tx, actor } = ask
    const { memberId, status, statusBefore, reason: why } = await lockLeaving(tx, leavingId)
    if (status !== 'open') refuse(leavingNotOpen())
    if (isSelf(actor, memberId)) refuse(ownLeaving())
    await markEnded(tx, actor, leavingId, 'cancelled', reason)
    if (why === 'death' && statusBefore === 'active') await changeStanding(tx, actor, memberId, statusBefore, reason)
    return getLeaving(ask, { memberId })
  },
)

/**
 * Settles a leaving, or asks for that where the settings want approvals of a withdrawal of what is held. Refuses: not_found,
 * leaving_not_open, own_leaving, leaving_not_clear, leaving_short, leaving_changed, leaving_payee_unknown,
 * money_account_unknown, chart_account_missing, and what the ledger refuses.
 */
export const settleLeaving = action(contract.settleLeaving, async (ask, input) => {
  const { tx, actor, now, today } = ask
  const { leavingId, net, withoutFee = false, payees } = input
  const leaving = await lockLeaving(tx, leavingId)
  const { memberId } = leaving
  if (leaving.status !== 'open') refuse(leavingNotOpen())
  if (isSelf(actor, memberId)) refuse(ownLeaving())
  await lockAllOf(tx, memberId)
  await blockPostings(tx, actor.cooperativeId)
  const leaver = await findLeaver(tx, memberId)
  const plan = await planSettlement(tx, leaver, leaving, { on: today, fee: withoutFee ? zeroKobo : leaver.leavingFee })
  const wrong = whyNotSettle(plan.clearance, plan.sums)
  if (wrong) throw wrong
  if (plan.sums.net !== net) refuse(leavingChanged({ field: 'net', net: moneyText(plan.sums.net) }))
  const [paid, rules] = [await withAccounts(tx, plan.payees, payees), await findApprovalRules(tx)]
  const approvalsNeeded = approvalsOf(rules.leaving, plan.sums.held)

  // From here on it must succeed.
  const { held, setOff, fee } = plan.sums
  await update(
    tx,
    'app.leaving',
    { leavingId, status: 'open' },
    {
      ...{ status: 'waiting', settlementId: newId<SettlementId>(), settledOn: today, held, setOff, fee, net },
      ...{ statement: json(storedStatement(plan)), approvalsNeeded },
      ...{ askedBy: actor.loginId, askedByName: actor.name, askedAt: now },
    },
  )
  await insertPayees(tx, actor, leaving, paid)
  if (approvalsNeeded === 0)
    await postSettlement(
      ask,
      { ...leaving, name: leaver.name },
      { ...plan, on: today, paid: paid.map(({ amount, through }) => ({ amount, accountId: through?.id ?? null })) },
    )
  return getLeaving(ask, { memberId })
})

/** Each payee with the account that pays them. Refuses: leaving_payee_unknown, money_account_unknown. */
async function withAccounts(
  tx: Tx,
  payees: readonly PlannedPayee[],
  chosen: Parsed<typeof contract.settleLeaving>['payees'],
): Promise<NewPayee[]> {
  const isEachOnce =
    chosen.length === payees.length &&
    payees.every(({ number }) => chosen.filter((each) => each.number === number).length === 1)
  if (!isEachOnce) refuse(payeeUnknown({ field: 'payees', count: payees.length }))
  const accounts = await findMoneyAccounts(
    tx,
    chosen.flatMap(({ paidThrough }) => paidThrough ?? []),
  )
  return payees.map((payee) => {
    const index = chosen.findIndex(({ number }) => number === payee.number)
    const id = chosen[index]?.paidThrough ?? null
    return {
      ...payee,
      through: id && (accounts.get(id) ?? refuse('money_account_unknown', { field: `payees.${index}.paidThrough` })),
    }
  })
}

function storedStatement({ accounts, loans }: PlannedSettlement): StoredStatement {
  return {
    accounts: accounts
      .filter(({ amount }) => amount > 0n)
      .map(({ name, kind, amount }) => ({ name, kind, amount: String(amount) })),
    interest: interestLines(accounts).map(({ amount, ...line }) => ({ ...line, amount: String(amount) })),
    loans: loans.map(({ set: { loanId, name, principal, interest, fees, penalties, amount } }) => ({
      loanId,
      name,
      principal: String(principal),
      interest: String(interest),
      fees: String(fees),
      penalties: String(penalties),
      amount: String(amount),
    })),
  }
}

/**
 * Approves a settlement that waits, on the day for which it was put together, and posts it with the last approval that it
 * takes. Refuses: not_found, leaving_not_waiting, own_leaving, leaving_not_clear, leaving_short, leaving_changed,
 * maker_is_not_checker, approved_already, and what the ledger refuses.
 */
export const approveLeaving = action(contract.approveLeaving, async (ask, { leavingId }) => {
  const { tx, actor } = ask
  const leaving = await lockLeaving(tx, leavingId)
  const { memberId, settlementId, settledOn: on, held, setOff, fee, net } = leaving
  if (leaving.status !== 'waiting' || !settlementId || !on || fee === null || net === null) return refuse(notWaiting())
  await refuseOwnDecision(tx, actor, 'leaving', settlementId, ownLeaving)
  await lockAllOf(tx, memberId)
  await blockPostings(tx, actor.cooperativeId)
  const leaver = await findLeaver(tx, memberId)
  const plan = await planSettlement(tx, leaver, leaving, { on, fee })
  const wrong = whyNotSettle(plan.clearance, plan.sums)
  if (wrong) throw wrong
  const payees = await findPayees(tx, leavingId)
  // Nominees who were changed meanwhile are another settlement too.
  const isSame =
    plan.sums.held === held &&
    plan.sums.setOff === setOff &&
    plan.sums.net === net &&
    plan.payees.length === payees.length &&
    // A run may have posted meanwhile what the settlement was to pay: the sum is the same then, the statement is not.
    earnedOf(interestLines(plan.accounts)) === earnedOf(leaving.statement?.interest ?? []) &&
    plan.payees.every(
      ({ name, phone, amount }, index) =>
        payees[index]?.name === name && payees[index].phone === phone && payees[index].amount === amount,
    )
  if (!isSame) refuse(leavingChanged({ net: moneyText(plan.sums.net) }))

  // From here on it must succeed.
  if (await giveApproval(tx, actor, 'leaving', settlementId))
    await postSettlement(ask, { ...leaving, name: leaver.name }, { ...plan, on, paid: payees })
  return getLeaving(ask, { memberId })
})

function earnedOf(lines: readonly { amount: bigint | string }[]): bigint {
  return lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** Sends a settlement back; whoever asked for it may take it back so. Refuses: not_found, leaving_not_waiting, own_leaving. */
export const rejectLeaving = action(contract.rejectLeaving, async (ask, { leavingId, reason }) => {
  const { tx, actor } = ask
  const { memberId, status, settlementId } = await lockLeaving(tx, leavingId)
  if (status !== 'waiting' || !settlementId) return refuse(notWaiting())
  await refuseOwnDecision(tx, actor, 'leaving', settlementId, ownLeaving)
  const { name } = await findLeaver(tx, memberId)
  await markSentBack(tx, leavingId)
  notifyOfficers(tx, actor.cooperativeId, {
    message: t('{officer} sent the settlement of {name} back: {reason}', { officer: actor.name, name, reason }),
    type: 'warning',
    link: `/coop/member/${memberId}/leave`,
  })
  return getLeaving(ask, { memberId })
})

/**
 * Reverses the voucher of a settlement by the rules of every reversal; where nothing had moved, the membership alone is
 * opened again. Refuses: not_found, leaving_not_settled, leaving_of_merged, own_leaving, leaving_paid_out, reversal_asked, and what a reversal refuses.
 */
export const reverseLeaving = action(contract.reverseLeaving, async (ask, { leavingId, reason }) => {
  const { tx, actor } = ask
  const { memberId, status, reason: why, entryId, statusBefore } = await lockLeaving(tx, leavingId)
  if (status !== 'settled') refuse(notSettled())
  if (why === 'merged') refuse(leavingOfMerged())
  if (isSelf(actor, memberId)) refuse(ownLeaving())
  if (entryId) {
    const [line] = await lockVoucher(tx, entryId)
    if (!line) throw new Error('The voucher of a settlement has no transaction')
    await reverseTransaction(ask, { transactionId: line.id, reason, voucher: true })
  } else {
    await markEnded(tx, actor, leavingId, 'reversed', reason)
    await reopenMembership(tx, memberId, statusBefore)
  }
  return getLeaving(ask, { memberId })
})

/** Refuses: readmitted_since, leaving_paid_out, member_has_left. */
export const reversingLeaving: Reversing = {
  async refuse(tx, { entryId, held }) {
    const leaving = await lockLeavingOf(tx, entryId)
    await refuseOfReadmitted(tx, entryId)
    if (leaving) await refuseWhilePaidOut(tx, leaving)
    else {
      // What is owed to former members may be paid again, where the payment came back.
      const payable = await findPayableTypes(tx)
      const moved = held.filter(({ accountTypeId }) => accountTypeId === null || !payable.has(accountTypeId))
      await refuseOfFormer(
        tx,
        moved.flatMap(({ memberId }) => memberId ?? []),
      )
    }
  },
  // The membership is what it was; its accounts and loans come back with the entry.
  undo:
    async (tx, actor, { entryId, reason }) =>
    async () => {
      const id = await lockLeavingOf(tx, entryId)
      if (!id) return
      const { memberId, statusBefore } = await lockLeaving(tx, id)
      await markEnded(tx, actor, id, 'reversed', reason)
      await reopenMembership(tx, memberId, statusBefore)
    },
}

/**
 * Pays what is owed of a settlement; it waits as a withdrawal of as much does. Refuses: not_found, leaving_not_settled, own_leaving,
 * reversal_asked, leaving_paid_already, leaving_not_owed, money_account_unknown, and what the ledger refuses.
 */
export const payPayee = waitingAction(
  contract.payPayee,
  async ({ tx }, { leavingId, number, paidThrough }) => {
    const { memberId } = await lockLeaving(tx, leavingId)
    const { name, amount } = await findPayee(tx, leavingId, number)
    const [leaver, through, rules] = [
      await findLeaver(tx, memberId),
      await findMoneyAccount(tx, paidThrough),
      await findApprovalRules(tx),
    ]
    return {
      description: t('Pay {amount} to {name} from {account}, owed since the exit of {leaver}', {
        ...{ amount: moneyText(amount), name, account: through.name, leaver: leaver.name },
      }),
      memberId,
      ownMemberId: memberId,
      money: { amount, approvals: approvalsOf(rules.leaving, amount) },
    }
  },
  async (ask, { leavingId, number, paidThrough }) => {
    const { tx, actor, today, context } = ask
    const { memberId, status, entryId: settlementEntry } = await lockLeaving(tx, leavingId)
    if (status !== 'settled') refuse(notSettled())
    if (isSelf(actor, memberId)) refuse(ownLeaving())
    const asked = settlementEntry && (await findReversalRequest(tx, settlementEntry))
    if (asked) refuse('reversal_asked', { by: asked.askedBy })
    const payee = await findPayee(tx, leavingId, number)
    const { name, amount } = payee
    if (payee.paidOn !== null) refuse(paidAlready({ name }))
    if (amount === 0n) refuse(notOwed({ name }))
    const [through, { former }] = [await findMoneyAccount(tx, paidThrough), await findSettlementAccounts(tx)]

    // From here on it must succeed.
    const entryId = newId<EntryId>()
    const voucher = entry({
      id: entryId,
      on: today,
      kind: 'leaving_payout',
      source: { type: 'leaving_payout', id: entryId },
      postings: [{ debit: former, credit: through.id, amount }],
    })
    const { requestId } = context
    const [posted] = await post(tx, actor.cooperativeId, [{ entry: voucher, actorId: actor.loginId, requestId }])
    if (!posted) throw new Error('The ledger left a payment without an answer')
    await insert(tx, 'app.leaving_payout', {
      ...{ payoutId: newId<PayoutId>(), leavingId, number, status: 'posted', amount, occurredOn: today },
      ...{ accountId: through.id, accountName: through.name, entryId: posted.entryId, entryNo: posted.number },
      ...{ receiptNumber: receiptNumber(posted), recordedBy: actor.loginId, recordedByName: actor.name },
    })
    return getLeaving(ask, { memberId })
  },
)

/**
 * Takes back the payment of what was owed. It is owed again; to one who was readmitted since, on their savings. It waits as a reversal
 * of as much does. Refuses: not_found, leaving_not_settled, own_leaving, leaving_not_owed, and what the ledger refuses.
 */
export const reversePayout = waitingAction(
  contract.reversePayout,
  async ({ tx }, { leavingId, number, reason }) => {
    const { memberId } = await lockLeaving(tx, leavingId)
    const { name, amount } = await findPayee(tx, leavingId, number)
    const [leaver, rules] = [await findLeaver(tx, memberId), await findApprovalRules(tx)]
    return {
      description: t('Reverse the payment of {amount} to {name}, owed since the exit of {leaver}. Reason: {reason}', {
        ...{ amount: moneyText(amount), name, leaver: leaver.name, reason },
      }),
      memberId,
      ownMemberId: memberId,
      money: { amount, approvals: approvalsOf(rules.reversal, amount) },
    }
  },
  async (ask, { leavingId, number, reason }) => {
    const { tx, actor, now, today, context } = ask
    const { memberId, status } = await lockLeaving(tx, leavingId)
    if (status !== 'settled' && status !== 'readmitted') refuse(notSettled())
    if (isSelf(actor, memberId)) refuse(ownLeaving())
    const { name, amount, payoutId, payoutEntryId } = await findPayee(tx, leavingId, number)
    if (!payoutId || !payoutEntryId) return refuse(notOwed({ name }))

    // From here on it must succeed.
    const { requestId } = context
    const undone = { on: today, actorId: actor.loginId, requestId }
    const reversal = await reverse(tx, actor.cooperativeId, payoutEntryId, undone)
    await update(
      tx,
      'app.leaving_payout',
      { payoutId, status: 'posted' },
      {
        ...{ status: 'reversed', reversalNo: reversal.number, reversalReason: reason },
        ...{ reversedByName: actor.name, reversedAt: now },
      },
    )
    if (status === 'readmitted') await creditReturned(ask, { memberId, amount, reason })
    return getLeaving(ask, { memberId })
  },
)

/** What came back of an exit that a readmission ended is the member's: on their savings, or owed to them where they left again. */
async function creditReturned(
  { tx, actor, today: on, context: { requestId } }: Ask,
  { memberId, amount, reason }: { memberId: MemberId; amount: Kobo; reason: string },
): Promise<void> {
  const { former } = await findSettlementAccounts(tx)
  const through = { id: former, code: formerCode, name: t('Owed to former members') }
  const payee = (await findPayeesOfFormer(tx, [memberId])).get(memberId)
  if (payee?.isFormer) {
    await recordOwed(tx, actor, { payee, amount, on, through }, requestId)
    return
  }
  const planned: PlannedMovement = {
    ...{ type: 'deposit', amount, occurredOn: on, memberId, through, income: null, out: null },
    in: await knownFacts(tx, { memberId: payee?.payeeId ?? memberId, accountTypeId: null }),
  }
  const state = await postMovement(tx, actor, planned, requestId)
  const description = t('Payment of the settlement that came back: {reason}', { reason })
  insertRows(tx, actor, planned, { description, state })
}
