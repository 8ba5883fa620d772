import { useState } from 'react'
import { rejectLoan, approveLoan } from '#features/loans/loans/loan-decisions.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { MinuteFields, minuteToSend, noMinute } from './MinuteFields.tsx'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export function ApproveDialog({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const approve = useAction(approveLoan)
  const [minute, setMinute] = useState(noMinute)
  const sum = moneyText(loan.principal)
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.approveThisLoan}
      description={fill(strings.forInAtAYear, {
        sum,
        memberName: loan.memberName,
        instalments: instalmentsInWords(loan.instalments, loan.repaidEvery),
        annualRatePercent: loan.annualRatePercent,
      })}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={approve.isPending}
          onClick={() =>
            approve.mutate({ loanId: loan.id, ...minuteToSend(minute) }, toastThen(strings.loanApproved, onClose))
          }
        >
          {fill(strings.approveSum, { sum })}
        </CancelOr>
      }
    >
      {approve.error && (
        <Banner tone="danger" title={strings.theLoanWasNotApproved}>
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
      title={fill(strings.rejectTheApplicationOf, { memberName: loan.memberName })}
      description={strings.theMemberReadsTheReason}
      button={fill(strings.rejectPrincipal, { principal: moneyText(loan.principal) })}
      failed={strings.theLoanWasNotRejected}
      done={strings.loanRejected}
      fields={(refused) => <MinuteFields value={minute} errors={refused} onChange={setMinute} />}
      onClose={onClose}
    />
  )
}
