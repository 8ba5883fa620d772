import { useState } from 'react'
import { waivePenalties } from '#features/loans/penalties/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { LoanDetail } from './api.ts'

/** Lets go of the penalties that a loan owes, or of those of one instalment, with the reason that the member reads. */
export function WaivePenalties({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const [which, setWhich] = useState('')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const waive = useAction(waivePenalties)
  const error = missing ? 'Give the reason' : fieldErrors(waive.error)['reason']
  const lines = loan.schedule.filter(({ owedPenalties }) => owedPenalties > 0n)
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    waive.mutate(
      { loanId: loan.id, reason: given, ...(which !== '' && { instalment: Number(which) }) },
      toastThen('Penalty waived', onClose),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Waive the penalty?"
      description={`${loan.memberName} owes it no more, and reads your reason. What is late stays late: a later penalty is asked as agreed.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="waive-penalties" busy={waive.isPending}>
          Waive
        </CancelOr>
      }
    >
      <Form id="waive-penalties" className="stack" onSubmit={submit} problems={missing || waive.error}>
        {waive.error && !error && <RefusedBanner error={waive.error} title="Could not waive the penalty" />}
        <Select
          label="Penalty of"
          value={which}
          placeholder="All instalments"
          options={lines.map(({ number, dueOn, owedPenalties }) => ({
            value: String(number),
            label: `Instalment of ${dayText(dueOn)}, ${moneyText(owedPenalties)}`,
          }))}
          onChange={setWhich}
        />
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
