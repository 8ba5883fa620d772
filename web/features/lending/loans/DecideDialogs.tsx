import { useState } from 'react'
import { rejectLoan, approveLoan } from '#contract/lending/loan-decisions.ts'
import { instalmentsInWords } from '#domain/lending/loans/repaid-every.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { CancelOr } from '#web/ui/CancelOr.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { MinuteFields, minuteToSend, noMinute } from './MinuteFields.tsx'
import type { LoanDetail } from './api.ts'

export function ApproveDialog({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const approve = useAction(approveLoan)
  const [minute, setMinute] = useState(noMinute)
  const sum = moneyText(loan.principal)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Approve this loan?"
      description={`${sum} for ${loan.memberName} in ${instalmentsInWords(loan.instalments, loan.repaidEvery)} at ${loan.annualRatePercent} % a year. Your rules are checked once more. No money moves yet.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={approve.isPending}
          onClick={() =>
            approve.mutate(
              { loanId: loan.id, ...minuteToSend(minute) },
              {
                onSuccess: () => {
                  toast.success('Loan approved')
                  onClose()
                },
              },
            )
          }
        >{`Approve ${sum}`}</CancelOr>
      }
    >
      {approve.error && (
        <Banner tone="danger" title="The loan was not approved">
          {[...new Set([sentence(approve.error), ...Object.values(fieldErrors(approve.error))])].map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      )}
      <div className="stack">
        <MinuteFields value={minute} errors={fieldErrors(approve.error)} onChange={setMinute} />
      </div>
    </Dialog>
  )
}

export function RejectDialog({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [minute, setMinute] = useState(noMinute)
  const [missing, setMissing] = useState(false)
  const reject = useAction(rejectLoan)
  const error = missing ? 'Give the reason' : fieldErrors(reject.error)['reason']
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    reject.mutate(
      { loanId: loan.id, reason: given, ...minuteToSend(minute) },
      {
        onSuccess: () => {
          toast.success('Loan rejected')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reject the application of ${loan.memberName}?`}
      description="The member reads the reason and can apply again."
      actions={
        <CancelOr
          onCancel={onClose}
          look="danger"
          type="submit"
          form="loan-reason"
          busy={reject.isPending}
        >{`Reject ${moneyText(loan.principal)}`}</CancelOr>
      }
    >
      <Form id="loan-reason" className="stack" onSubmit={submit} problems={missing || reject.error}>
        {reject.error && !error && (
          <Banner tone="danger" title="The loan was not rejected">
            {sentence(reject.error)}
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
        <MinuteFields value={minute} errors={fieldErrors(reject.error)} onChange={setMinute} />
      </Form>
    </Dialog>
  )
}
