import { Check, Undo2, X } from 'lucide'
import { useState } from 'react'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { transactionTypeLabels } from '#web/ui/TransactionTag.tsx'
import { countText, dayText, moneyText, todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { type TransactionDetail, useApprove, useReject, useReverse } from './api.ts'

type Asking = 'approve' | 'reject' | 'reverse'

/** The buttons of an officer under a movement: approve or reject what waits, reverse what is posted. */
export function DecideTransaction({ transaction }: { transaction: TransactionDetail }) {
  const [asking, setAsking] = useState<Asking>()
  const { amount, type, status, voucher } = transaction
  const lines = voucher?.lines ?? 1
  const whole = voucher?.total ?? amount
  return (
    <>
      {status === 'pending' && (
        <div className="row">
          <Button look="primary" icon={Check} onClick={() => setAsking('approve')}>
            {`Approve ${moneyText(amount)}`}
          </Button>
          <Button look="danger" icon={X} onClick={() => setAsking('reject')}>
            {`Reject ${moneyText(amount)}`}
          </Button>
        </div>
      )}
      {status === 'approved' && (
        <div className="row">
          <Button look="danger" icon={Undo2} onClick={() => setAsking('reverse')}>
            {lines > 1 ? `Reverse all ${countText(lines)} payments, ${moneyText(whole)}` : `Reverse ${moneyText(amount)}`}
          </Button>
        </div>
      )}
      {asking === 'approve' && <ApproveDialog transaction={transaction} onClose={() => setAsking(undefined)} />}
      {asking === 'reject' && (
        <ReasonDialog transaction={transaction} what="reject" title={`Reject this ${transactionTypeLabels[type].toLowerCase()}?`} button={`Reject ${moneyText(amount)}`} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'reverse' && (
        <ReasonDialog
          transaction={transaction}
          what="reverse"
          title={lines > 1 ? `Reverse the whole voucher No. ${transaction.entryNumber}?` : `Reverse this ${transactionTypeLabels[type].toLowerCase()}?`}
          button={`Reverse ${moneyText(whole)}`}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function ApproveDialog({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const approve = useApprove()
  const { id, amount, memberName, account, direction, occurredOn } = transaction
  const sum = moneyText(amount)
  return (
    <Dialog
      open
      onClose={onClose}
      title={direction === 'in' ? 'Has the money arrived?' : 'Pay this out?'}
      description={
        direction === 'in'
          ? `${sum} is posted into ${account} of ${memberName}, dated ${dayText(occurredOn)}.`
          : `${sum} leaves ${account} of ${memberName} today, ${dayText(todayInLagos())}.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={approve.isPending}
            onClick={() =>
              approve.mutate({ transactionId: id }, {
                onSuccess: () => {
                  toast.success(`${sum} posted`)
                  onClose()
                },
              })
            }
          >
            {`Approve ${sum}`}
          </Button>
        </>
      }
    >
      {approve.error && (
        <Banner tone="danger" title="This was not approved">
          {sentence(approve.error)}
        </Banner>
      )}
    </Dialog>
  )
}

function ReasonDialog({ transaction, what, title, button, onClose }: { transaction: TransactionDetail; what: 'reject' | 'reverse'; title: string; button: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const reject = useReject()
  const reverse = useReverse()
  const action = what === 'reject' ? reject : reverse
  const error = missing ? 'Give the reason' : fieldErrors(action.error)['reason']
  const { id: transactionId, voucher } = transaction

  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    const onSuccess = () => {
      toast.success(what === 'reject' ? 'Rejected. Nothing was posted.' : 'Reversed. Both entries stay in the books.')
      onClose()
    }
    if (what === 'reject') reject.mutate({ transactionId, reason: given }, { onSuccess })
    else reverse.mutate({ transactionId, reason: given, voucher: (voucher?.lines ?? 1) > 1 }, { onSuccess })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={
        what === 'reject'
          ? 'Nothing is posted. The member reads the reason.'
          : 'An entry dated today puts the money back. The first entry stays, and both show who, when and why. The member reads the reason.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form="reason" busy={action.isPending}>
            {button}
          </Button>
        </>
      }
    >
      <Form id="reason" className="stack" onSubmit={submit} problems={missing || action.error}>
        {action.error && !error && (
          <Banner tone="danger" title={what === 'reject' ? 'This was not rejected' : 'This was not reversed'}>
            {sentence(action.error)}
          </Banner>
        )}
        <TextAreaField label="Reason" name="reason" maxLength={500} value={reason} onChange={setReason} error={error} data-autofocus />
      </Form>
    </Dialog>
  )
}
