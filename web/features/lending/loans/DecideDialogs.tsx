import { useState } from 'react'
import { rejectLoan, approveLoan } from '#contract/lending/loan-decisions.ts'
import { instalmentsInWords } from '#domain/lending/loans/repaid-every.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
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
            approve.mutate({ loanId: loan.id, ...minuteToSend(minute) }, toastThen('Loan approved', onClose))
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
  const [minute, setMinute] = useState(noMinute)
  return (
    <ReasonDialog
      endpoint={rejectLoan}
      input={{ loanId: loan.id, ...minuteToSend(minute) }}
      title={`Reject the application of ${loan.memberName}?`}
      description="The member reads the reason and can apply again."
      button={`Reject ${moneyText(loan.principal)}`}
      failed="The loan was not rejected"
      done="Loan rejected"
      fields={(refused) => <MinuteFields value={minute} errors={refused} onChange={setMinute} />}
      onClose={onClose}
    />
  )
}
