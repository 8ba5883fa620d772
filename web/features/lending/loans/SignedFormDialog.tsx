import { useState } from 'react'
import { declineGuaranteePaper, confirmGuaranteePaper, getGuarantorForm } from '#contract/lending/consents.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { may } from '#web/session/may.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { AddPaper } from '#web/ui/AddPaper.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PaperButton } from '#web/ui/PaperButton.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toastThen, toast } from '#web/ui/toast.ts'
import { type LoanDetail } from './api.ts'
import { sendSignedForm } from './consents-api.ts'
import { savePaper } from './papers-api.ts'

type Guarantor = LoanDetail['guarantors'][number]
type Paper = NonNullable<Guarantor['paper']>

/** The form that a guarantor signs on paper: printed, photographed by one officer and confirmed by another. */
export function SignedFormDialog({
  loan,
  guarantor,
  onClose,
}: {
  loan: LoanDetail
  guarantor: Guarantor
  onClose: () => void
}) {
  const { name, memberId, paper } = guarantor
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Signed form of ${name}`}
      description="For a guarantor who has no phone at hand: one officer adds a photo of the signed form, and another one looks at it and confirms."
      actions={paper?.confirmable && may('loan.decide') ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      <div className="stack">
        {paper ? (
          <WaitingForm loan={loan} guarantor={guarantor} paper={paper} onClose={onClose} />
        ) : (
          <div>
            <PaperButton
              endpoint={getGuarantorForm}
              input={{ loanId: loan.id, memberId }}
              fileName="guarantor-form.pdf"
            >
              Print the form
            </PaperButton>
          </div>
        )}
        {may('pledge.place') && !paper?.confirmable && (
          <AddPaper
            label={paper ? 'Replace the signed form' : 'Add the signed form'}
            hint="PDF, JPEG or PNG, at most 5 MB, or a photograph"
            done="Signed form added. Another officer has to confirm it."
            send={(file, onProgress) => sendSignedForm({ loanId: loan.id, memberId }, file, onProgress)}
          />
        )}
      </div>
    </Dialog>
  )
}

function WaitingForm({
  loan,
  guarantor,
  paper,
  onClose,
}: {
  loan: LoanDetail
  guarantor: Guarantor
  paper: Paper
  onClose: () => void
}) {
  const [reason, setReason] = useState<string>()
  const [confirm, decline] = [useAction(confirmGuaranteePaper), useAction(declineGuaranteePaper)]
  const input = { loanId: loan.id, memberId: guarantor.memberId }
  const done = (words: string) => toastThen(words, onClose)
  const error = confirm.error ?? decline.error
  const save = () =>
    savePaper(loan.id, { id: paper.documentId, fileName: paper.fileName }).catch((thrown: unknown) =>
      toast.error(sentence(thrown)),
    )
  return (
    <>
      <p>
        {paper.fileName}, added by {paper.addedBy}, <DateText on={paper.addedAt} time />
      </p>
      <div>
        <Button onClick={() => void save()}>Download the signed form</Button>
      </div>
      {error && !fieldErrors(error)['reason'] && <RefusedBanner error={error} title="Nothing was changed" />}
      {!paper.confirmable || !may('loan.decide') ? (
        <p className="muted">Another officer who decides on loans has to confirm it.</p>
      ) : reason === undefined ? (
        <>
          <p>
            {guarantor.amount > 0n
              ? `Confirming pledges up to ${moneyText(guarantor.amount)} of the savings of ${guarantor.name}.`
              : `${guarantor.name} guarantees the loan without a pledge.`}{' '}
            Look at the name, the amount and the signature first.
          </p>
          <div className="row">
            <Button onClick={() => setReason('')}>Decline</Button>
            <Button
              look="primary"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(input, done('Signed form confirmed'))}
            >
              Confirm the signature
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextAreaField
            label="Reason for declining"
            rows={3}
            maxLength={500}
            value={reason}
            onChange={setReason}
            error={fieldErrors(decline.error)['reason']}
          />
          <div className="row">
            <Button onClick={() => setReason(undefined)}>Back</Button>
            <Button
              look="danger"
              busy={decline.isPending}
              onClick={() => decline.mutate({ ...input, reason }, done('Signed form declined'))}
            >
              Decline the form
            </Button>
          </div>
        </>
      )}
    </>
  )
}
