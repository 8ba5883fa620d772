import { useState } from 'react'
import { cancelLoan } from '#contract/lending/loan-guarantors.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { LoanDetail } from './api.ts'

/** Takes back the approval of a loan of which nothing was paid out. */
export function CancelLoan({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const cancel = useAction(cancelLoan)
  const error = missing ? 'Give the reason' : fieldErrors(cancel.error)['reason']
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    cancel.mutate(
      { loanId: loan.id, reason: given },
      {
        onSuccess: () => {
          toast.success('Loan cancelled')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cancel the loan of ${loan.memberName}?`}
      description={`It is not paid out, and nothing is pledged for it any more. The member reads the reason and can apply again${loan.guarantors.length > 0 ? '; the guarantors are told that their savings are free' : ''}.`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" type="submit" form="cancel-reason" busy={cancel.isPending}>
            {`Cancel ${moneyText(loan.principal)}`}
          </Button>
        </>
      }
    >
      <Form id="cancel-reason" className="stack" onSubmit={submit} problems={missing || cancel.error}>
        {cancel.error && !error && (
          <Banner tone="danger" title="The loan was not cancelled">
            {sentence(cancel.error)}
          </Banner>
        )}
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
