import { useState } from 'react'
import { reverseLoanMovement } from '#contract/lending/loan-money.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/ActionProblem.tsx'
import { CancelOr } from '#web/ui/CancelOr.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { dayText, moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { LoanDetail, LoanMovement } from './api.ts'

/** Asks why a payment is taken back; the schedule is then what it would have been without it. */
export function ReverseMovement({
  loan,
  movement,
  onClose,
}: {
  loan: LoanDetail
  movement: LoanMovement
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const reverse = useAction(reverseLoanMovement)
  const error = missing ? 'Give the reason' : fieldErrors(reverse.error)['reason']
  const sum = moneyText(movement.amount)
  const waits = loan.reversalsWaitFrom !== null && movement.amount >= loan.reversalsWaitFrom
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    reverse.mutate(
      { loanId: loan.id, movementId: movement.id, reason: given },
      {
        onSuccess: () => {
          toast.success(`${sum} reversed`)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        movement.kind === 'write_off'
          ? 'Take the write-off back?'
          : movement.kind === 'disbursement'
            ? 'Reverse this payment to the member?'
            : movement.recovery
              ? 'Reverse this recovery?'
              : 'Reverse this repayment?'
      }
      description={`${sum} of ${dayText(movement.occurredOn)}. An entry of today undoes it, both stay visible, and ${movement.kind === 'write_off' ? 'the loan runs on as before, with whoever guaranteed it' : movement.kind === 'recovered' ? 'it is unpaid again' : 'the schedule is what it would have been'}.${movement.kind === 'disbursement' && loan.settles.some(({ amount }) => amount !== null) ? ' A loan that was settled with it runs on as before.' : ''}${movement.recovery ? ' Everybody gets back what was taken, and the guarantors is for it again.' : ''}`}
      actions={
        <CancelOr onCancel={onClose} look="danger" type="submit" form="reverse-movement" busy={reverse.isPending}>
          {waits ? 'Send for approval' : `Reverse ${sum}`}
        </CancelOr>
      }
    >
      <Form id="reverse-movement" className="stack" onSubmit={submit} problems={missing || reverse.error}>
        {reverse.error && !error && <RefusedBanner error={reverse.error} title="This was not reversed" />}
        <TextAreaField
          label="Reason"
          name="reason"
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={error}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
