import { Check, Undo2, X } from 'lucide'
import { rejectTransaction, approveTransaction } from '#contract/money/transaction-decisions.ts'
import { rejectReversal, reverseTransaction, approveReversal } from '#contract/money/transaction-reversals.ts'
import { Suspense, lazy, useState } from 'react'
import type { AccountId } from '#domain/ids.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { PaidThrough } from '#web/parts/PaidThrough.tsx'
import { transactionTypeLabels } from '#web/parts/TransactionTag.tsx'
import { countText, dayText, moneyText, plural, todayInLagos } from '#web/ui/format.ts'
import { toastThen, toast } from '#web/ui/toast.ts'
import type { TransactionDetail } from './api.ts'

const PayTo = lazy(async () => ({ default: (await import('#web/parts/PayTo.tsx')).PayTo }))

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
              {`Approve ${moneyText(amount)}`}
            </Button>
          )}
          <Button needs="transaction.decide" look="danger" icon={X} onClick={() => setAsking('reject')}>
            {`Reject ${moneyText(amount)}`}
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
              ? `Reverse all ${countText(lines)} payments, ${moneyText(whole)}`
              : `Reverse ${moneyText(amount)}`}
          </Button>
        </div>
      )}
      {asking === 'approve' && <ApproveDialog transaction={transaction} onClose={() => setAsking(undefined)} />}
      {asking === 'reject' && (
        <Undo
          transaction={transaction}
          what="reject"
          title={`Reject this ${transactionTypeLabels[type].toLowerCase()}?`}
          button={`Reject ${moneyText(amount)}`}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'reject-reversal' && (
        <Undo
          transaction={transaction}
          what="reject-reversal"
          title="Turn down this reversal?"
          button="Turn down"
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'reverse' && (
        <Undo
          transaction={transaction}
          what="reverse"
          title={
            lines > 1
              ? `Reverse the whole voucher No. ${transaction.entryNumber}?`
              : `Reverse this ${transactionTypeLabels[type].toLowerCase()}?`
          }
          button={`Reverse ${moneyText(whole)}`}
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
    <Banner tone="warning" title={`${askedBy} asks to reverse this`}>
      <p>{reason}</p>
      <p>
        {approvals.given.length === 0
          ? `It takes ${plural(approvals.asked, 'approval')}.`
          : `Approved by ${approvals.given.map(({ by }) => by).join(', ')}; ${approvals.asked} needed.`}
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
                      entryNumber === null
                        ? 'Approved. It waits for another officer.'
                        : 'Reversed. Both entries stay in the books.',
                    ),
                },
              )
            }
          >
            Approve reversal
          </Button>
        )}
        <Button needs="transaction.decide" icon={X} onClick={onReject}>
          Turn down
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
          ? 'Pay this out?'
          : type === 'deposit'
            ? 'Has the money arrived?'
            : `Approve this ${transactionTypeLabels[type].toLowerCase()}?`
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
                ({ status }) => (status === 'pending' ? 'Approved. It waits for another officer.' : `${sum} posted`),
                onClose,
              ),
            )
          }
        >{`Approve ${sum}`}</CancelOr>
      }
    >
      {approve.error && <RefusedBanner error={approve.error} title="This was not approved" />}
      {asksThrough && (
        <PaidThrough
          label={transaction.direction === 'in' ? 'Paid to' : 'Paid from'}
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
      {approvals && approvals.asked > 1 && (
        <p className="muted">{`It takes ${approvals.asked} approvals; ${approvals.given.length} given so far.`}</p>
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
  if (type === 'journal') return `${sum} is posted between the accounts of the journal, dated ${dayText(occurredOn)}.`
  if (type === 'expense')
    return `${sum} is paid to ${party} for ${account}, from ${paidThrough}, dated ${dayText(occurredOn)}.`
  if (pair) {
    const [from, to] = direction === 'out' ? [{ memberName, account }, pair] : [pair, { memberName, account }]
    return `${sum} moves from ${from.account} of ${from.memberName} to ${to.account} of ${to.memberName}, today, ${dayText(todayInLagos())}.`
  }
  if (memberName === null) return `${sum} is posted to the members’ accounts, dated ${dayText(occurredOn)}.`
  if (account === null) return `${sum} is posted for ${memberName}, dated ${dayText(occurredOn)}.`
  return direction === 'in'
    ? `${sum} is posted into ${account} of ${memberName}, dated ${dayText(occurredOn)}.`
    : `${sum} leaves ${account} of ${memberName} today, ${dayText(todayInLagos())}.`
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
        description="An entry dated today puts the money back. The first entry stays, and both show who, when and why. The member reads the reason."
        failed="This was not reversed"
        done={({ entryNumber }) =>
          entryNumber === null
            ? 'Asked for. It is reversed once it is approved.'
            : 'Reversed. Both entries stay in the books.'
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
        description="Nothing is posted. The member reads the reason."
        failed="This was not rejected"
        done="Rejected. Nothing was posted."
        onClose={onClose}
        {...shown}
      />
    )
  return reversal ? (
    <ReasonDialog
      endpoint={rejectReversal}
      input={{ reversalId: reversal.id }}
      description="What is posted stays as it is."
      failed="This was not rejected"
      done="Turned down. What is posted stays."
      onClose={onClose}
      {...shown}
    />
  ) : null
}
