import { useState } from 'react'
import { declineGuaranteePaper, confirmGuaranteePaper, getGuarantorForm } from '#features/loans/consents/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { may } from '#ui/session/may.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { AddPaper } from '#ui/AddPaper.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { PaperButton } from '#ui/PaperButton.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen, toast } from '#ui/toast.ts'
import type { LoanDetail } from './api.ts'
import { sendSignedForm } from './consents-api.ts'
import { savePaper } from './papers-api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

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
      title={fill(strings.signedFormOf, { name })}
      description={strings.forAGuarantorWhoHas}
      actions={
        paper?.confirmable && may('loan.decide') ? undefined : <Button onClick={onClose}>{strings.close}</Button>
      }
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
              {strings.printTheForm}
            </PaperButton>
          </div>
        )}
        {may('pledge.place') && !paper?.confirmable && (
          <AddPaper
            label={paper ? strings.replaceTheSignedForm : strings.addTheSignedForm}
            hint={strings.pdfJpegOrPngAt}
            done={strings.signedFormAddedAnotherOfficer}
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
        {fillElements(strings.addedBy, {
          fileName: paper.fileName,
          addedBy: paper.addedBy,
          addedAt: <DateText on={paper.addedAt} time />,
        })}
      </p>
      <div>
        <Button onClick={() => void save()}>{strings.downloadTheSignedForm}</Button>
      </div>
      {error && !fieldErrors(error)['reason'] && <RefusedBanner error={error} title={strings.nothingWasChanged} />}
      {!paper.confirmable || !may('loan.decide') ? (
        <p className="muted">{strings.anotherOfficerWhoDecidesOn}</p>
      ) : reason === undefined ? (
        <>
          <p>
            {fill(strings.lookAtTheNameThe, {
              amount:
                guarantor.amount > 0n
                  ? fill(strings.confirmingPledgesUpToOf, { amount: moneyText(guarantor.amount), name: guarantor.name })
                  : fill(strings.guaranteesTheLoanWithoutA, { name: guarantor.name }),
            })}
          </p>
          <div className="row">
            <Button onClick={() => setReason('')}>{strings.decline}</Button>
            <Button
              look="primary"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(input, done(strings.signedFormConfirmed))}
            >
              {strings.confirmTheSignature}
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextAreaField
            label={strings.reasonForDeclining}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={setReason}
            error={fieldErrors(decline.error)['reason']}
          />
          <div className="row">
            <Button onClick={() => setReason(undefined)}>{strings.back}</Button>
            <Button
              look="danger"
              busy={decline.isPending}
              onClick={() => decline.mutate({ ...input, reason }, done(strings.signedFormDeclined))}
            >
              {strings.declineTheForm}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
