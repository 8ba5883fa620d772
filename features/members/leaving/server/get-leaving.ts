import type { Replied } from '#core/contract/endpoint.ts'
import { findWaits } from '#features/access/change-requests/server/reads.ts'
import { getLeaving as contract } from '#features/members/leaving/contract.ts'
import { action } from '#platform/action.ts'
import { interestLines, planSettlement } from './plan-settlement.ts'
import { findLeaver, findPayees, type StoredPayee, type LeavingRecord, listLeavings, statementOf } from './reads.ts'

type Standing = Replied<typeof contract>

/** The state of a member's leaving: live while it is open, as it was kept from the settlement on. Refuses: not_found. */
export const getLeaving = action(contract, async ({ tx, actor, today }, { memberId }) => {
  const [leaver, all, { paymentsWaitFrom, reversalsWaitFrom }] = await Promise.all([
    findLeaver(tx, memberId),
    listLeavings(tx, actor, memberId, today),
    findWaits(tx, actor),
  ])
  const [first] = all
  const current =
    first && (first.status === 'open' || first.status === 'waiting' || first.status === 'settled') ? first : undefined
  const earlier = await Promise.all(
    all
      .filter((each) => each !== current)
      .map(async (each) => ({
        ...told(each),
        payees: each.status === 'readmitted' ? (await findPayees(tx, each.id)).map(toldPayee) : [],
      })),
  )
  const { name, membershipno, status, joinedOn, noticeMonths, leavingFee } = leaver
  const shown = {
    member: { id: memberId, name, membershipno, status, joinedOn },
    noticeMonths,
    leavingFee,
    leaving: current ? told(current) : null,
    earlier,
    paymentsWaitFrom,
    reversalsWaitFrom,
  }
  const kept = current && statementOf(current)
  const payees = current && kept ? (await findPayees(tx, current.id)).map(toldPayee) : undefined
  if (current?.status === 'settled' && kept && payees) return { ...shown, clearance: [], statement: kept, payees }
  const plan = await planSettlement(
    tx,
    leaver,
    current ?? { reason: 'resignation', noticeEndsOn: null, isWaived: false },
    { on: today, fee: leavingFee },
  )
  const statement = {
    on: today,
    accounts: plan.accounts
      .filter(({ amount }) => amount > 0n)
      .map(({ name: account, kind, amount }) => ({ name: account, kind, amount })),
    interest: interestLines(plan.accounts),
    loans: plan.loans.map(({ set: { isAllPaidOut: _paid, ...loan } }) => loan),
    ...plan.sums,
  }
  return {
    ...shown,
    clearance: current ? plan.clearance : plan.clearance.filter(({ kind }) => kind !== 'notice'),
    statement: kept ?? statement,
    payees:
      payees ??
      plan.payees.map(({ shareBasisPoints, ...payee }) => ({
        ...payee,
        sharePercent: shareBasisPoints / 100,
        paidThrough: null,
        paidOn: null,
        receiptNumber: null,
        isPaidLater: false,
      })),
  }
})

function told({
  settledOn: _on,
  held: _held,
  setOff: _setOff,
  fee: _fee,
  net: _net,
  isWaived: _waived,
  statement: _statement,
  ...leaving
}: LeavingRecord): NonNullable<Standing['leaving']> {
  return leaving
}

function toldPayee({
  accountId: _account,
  payoutId: _payout,
  payoutEntryId: _entry,
  ...payee
}: StoredPayee): Standing['payees'][number] {
  return payee
}
