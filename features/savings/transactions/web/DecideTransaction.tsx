import { Check, Undo2, X } from 'lucide'
import { rejectTransaction, approveTransaction } from '#features/savings/transactions/transaction-decisions.ts'
import {
  rejectReversal,
  reverseTransaction,
  approveReversal,
} from '#features/savings/transactions/transaction-reversals.ts'
import { Suspense, lazy, useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { countText, dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen, toast } from '#ui/toast.ts'
import type { TransactionDetail } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

const PayTo = lazy(async () => ({ default: (await import('#ui/parts/PayTo.tsx')).PayTo }))

type Asking = 'approve' | 'reject' | 'reverse' | 'reject-reversal'

/** The buttons of an officer under a movement: approve or reject what waits, reverse what is posted. */
export function DecideTransaction({ transaction }: { transaction: TransactionDetail }) {
  const [asking, setAsking] = useState<Asking>()
  const { amount, type, status, voucher, approvals, reversal, pair } = transaction
  // The two movements of a transfer are one thing.
  const lines = pair ? 1 : (voucher?.lines ?? 1)
  const mayApprove = approvals === null || approvals.open
  const whole = voucher?.total ?? amount
  return (
    <>
      {status === 'pending' && (
        <div className="row">
          {mayApprove && (
            <Button needs="transaction.decide" look="primary" icon={Check} onClick={() => setAsking('approve')}>
              {fill(strings.approveAmount, { amount: moneyText(amount) })}
            </Button>
          )}
          <Button needs="transaction.decide" look="danger" icon={X} onClick={() => setAsking('reject')}>
            {fill(strings.rejectAmount, { amount: moneyText(amount) })}
          </Button>
        </div>
      )}
      {status === 'approved' && reversal && (
        <WaitingReversal reversal={reversal} onReject={() => setAsking('reject-reversal')} />
      )}
      {status === 'approved' && !reversal && (
        <div className="row">
          <Button needs="transaction.decide" look="danger" icon={Undo2} onClick={() => setAsking('reverse')}>
            {lines > 1
              ? fill(strings.reverseAllPayments, { lines: countText(lines), whole: moneyText(whole) })
              : fill(strings.reverseAmount, { amount: moneyText(amount) })}
          </Button>
        </div>
      )}
      {asking === 'approve' && <ApproveDialog transaction={transaction} onClose={() => setAsking(undefined)} />}
      {asking === 'reject' && (
        <Undo
          transaction={transaction}
          what="reject"
          title={fill(strings.rejectThis, { toLowerCase: transactionTypeLabels[type].toLowerCase() })}
          button={fill(strings.rejectAmount, { amount: moneyText(amount) })}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'reject-reversal' && (
        <Undo
          transaction={transaction}
          what="reject-reversal"
          title={strings.turnDownThisReversal}
          button={strings.turnDown}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'reverse' && (
        <Undo
          transaction={transaction}
          what="reverse"
          title={
            lines > 1
              ? fill(strings.reverseTheWholeVoucherNo, { entryNumber: transaction.entryNumber })
              : fill(strings.reverseThis, { toLowerCase: transactionTypeLabels[type].toLowerCase() })
          }
          button={fill(strings.reverseWhole, { whole: moneyText(whole) })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** Somebody asked for the reversal of what is posted, and it waits. */
function WaitingReversal({
  reversal,
  onReject,
}: {
  reversal: NonNullable<TransactionDetail['reversal']>
  onReject: () => void
}) {
  const approve = useAction(approveReversal)
  const { id: reversalId, askedBy, reason, approvals } = reversal
  return (
    <Banner tone="warning" title={fill(strings.asksToReverseThis, { askedBy })}>
      <p>{reason}</p>
      <p>
        {approvals.given.length === 0
          ? fill(strings.itTakes, { asked: fillCount(approvals.asked, strings.countApproval) })
          : fill(strings.approvedByNeeded, {
              join: approvals.given.map(({ by }) => by).join(', '),
              asked: approvals.asked,
            })}
      </p>
      {approve.error && <p>{sentence(approve.error)}</p>}
      <div className="row">
        {approvals.open && (
          <Button
            needs="transaction.decide"
            look="primary"
            icon={Check}
            busy={approve.isPending}
            onClick={() =>
              approve.mutate(
                { reversalId },
                {
                  onSuccess: ({ entryNumber }) =>
                    toast.success(
                      entryNumber === null ? strings.approvedItWaitsForAnother : strings.reversedBothEntriesStayIn,
                    ),
                },
              )
            }
          >
            {strings.approveReversal}
          </Button>
        )}
        <Button needs="transaction.decide" icon={X} onClick={onReject}>
          {strings.turnDown}
        </Button>
      </div>
    </Banner>
  )
}

function ApproveDialog({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const [paidThrough, setPaidThrough] = useState<AccountId>()
  const approve = useAction(approveTransaction)
  const { id, type, amount, approvals, memberId, pair } = transaction
  const sum = moneyText(amount)
  // A member who asks doesn't say through which account; whoever posts their money does.
  const asksThrough = memberId !== null && !pair && transaction.paidThrough === null && type !== 'charge'
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        type === 'withdrawal'
          ? strings.payThisOut
          : type === 'deposit'
            ? strings.hasTheMoneyArrived
            : fill(strings.approveThis, { toLowerCase: transactionTypeLabels[type].toLowerCase() })
      }
      description={approves(transaction)}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={approve.isPending}
          onClick={() =>
            approve.mutate(
              { transactionId: id, ...(asksThrough ? { paidThrough } : {}) },
              toastThen(
                ({ status }) =>
                  status === 'pending' ? strings.approvedItWaitsForAnother : fill(strings.sumPosted, { sum }),
                onClose,
              ),
            )
          }
        >
          {fill(strings.approveSum, { sum })}
        </CancelOr>
      }
    >
      {approve.error && <RefusedBanner error={approve.error} title={strings.thisWasNotApproved} />}
      {asksThrough && (
        <PaidThrough
          label={transaction.direction === 'in' ? strings.paidTo : strings.paidFrom}
          value={paidThrough}
          error={fieldErrors(approve.error)['paidThrough']}
          onChange={setPaidThrough}
        />
      )}
      {type === 'withdrawal' && memberId && (
        <Suspense>
          <PayTo memberId={memberId} />
        </Suspense>
      )}
      {approvals?.askerLeft && <Banner tone="warning" title={strings.recordedByAFormerOfficer} />}
      {approvals && approvals.asked > 1 && (
        <p className="muted">
          {fill(strings.itTakesApprovalsGivenSo, { asked: approvals.asked, given: approvals.given.length })}
        </p>
      )}
    </Dialog>
  )
}

/** What the approval does, in a sentence. */
function approves({
  type,
  amount,
  memberName,
  party,
  paidThrough,
  account,
  direction,
  occurredOn,
  pair,
}: TransactionDetail): string {
  const sum = moneyText(amount)
  if (type === 'journal') return fill(strings.isPostedBetweenTheAccounts, { sum, occurredOn: dayText(occurredOn) })
  if (type === 'expense')
    return fill(strings.isPaidToForFrom, { sum, party, account, paidThrough, occurredOn: dayText(occurredOn) })
  if (pair) {
    const [from, to] = direction === 'out' ? [{ memberName, account }, pair] : [pair, { memberName, account }]
    return fill(strings.movesFromOfToOf, {
      sum,
      account: from.account,
      memberName: from.memberName,
      account2: to.account,
      memberName2: to.memberName,
      todayInLagos: dayText(todayInLagos()),
    })
  }
  if (memberName === null) return fill(strings.isPostedToTheMembers, { sum, occurredOn: dayText(occurredOn) })
  if (account === null) return fill(strings.isPostedForDated, { sum, memberName, occurredOn: dayText(occurredOn) })
  return direction === 'in'
    ? fill(strings.isPostedIntoOfDated, { sum, account, memberName, occurredOn: dayText(occurredOn) })
    : fill(strings.leavesOfToday, { sum, account, memberName, todayInLagos: dayText(todayInLagos()) })
}

function Undo({
  transaction: { id: transactionId, voucher, reversal },
  what,
  onClose,
  ...shown
}: {
  transaction: TransactionDetail
  what: 'reject' | 'reverse' | 'reject-reversal'
  title: string
  button: string
  onClose: () => void
}) {
  if (what === 'reverse')
    return (
      <ReasonDialog
        endpoint={reverseTransaction}
        input={{ transactionId, voucher: (voucher?.lines ?? 1) > 1 }}
        description={strings.anEntryDatedTodayPuts}
        failed={strings.thisWasNotReversed}
        done={({ entryNumber }) =>
          entryNumber === null ? strings.askedForItIsReversed : strings.reversedBothEntriesStayIn
        }
        onClose={onClose}
        {...shown}
      />
    )
  if (what === 'reject')
    return (
      <ReasonDialog
        endpoint={rejectTransaction}
        input={{ transactionId }}
        description={strings.nothingIsPostedTheMember}
        failed={strings.thisWasNotRejected}
        done={strings.rejectedNothingWasPosted}
        onClose={onClose}
        {...shown}
      />
    )
  return reversal ? (
    <ReasonDialog
      endpoint={rejectReversal}
      input={{ reversalId: reversal.id }}
      description={strings.whatIsPostedStaysAs}
      failed={strings.thisWasNotRejected}
      done={strings.turnedDownWhatIsPosted}
      onClose={onClose}
      {...shown}
    />
  ) : null
}
