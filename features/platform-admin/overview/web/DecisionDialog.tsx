import { useState } from 'react'
import { updateCooperative } from '#features/platform-admin/cooperatives/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { CooperativeDetail, Decision } from './api.ts'

type Question = { ask: string; tell: string; button: string; done: string; hint?: string }

function questionOf(decision: Decision, { name, status }: CooperativeDetail): Question {
  if (decision === 'suspended') {
    return {
      ask: `Suspend ${name}?`,
      tell: 'Everybody of this cooperative is logged out at once and no one can log in until it is reactivated. Its records are kept, and it can still download its books on the login page.',
      button: 'Suspend',
      done: 'is suspended',
      hint: 'They read it in the email and SMS that tell them.',
    }
  }
  if (decision === 'rejected')
    return {
      ask: `Reject ${name}?`,
      tell: 'It cannot log in.',
      button: 'Reject',
      done: 'is rejected',
      hint: 'They read it in the email and SMS that tell them.',
    }
  if (status === 'pending') {
    return {
      ask: `Approve ${name}?`,
      tell: 'Its officers can work with members and money at once, and its free trial of 30 days begins. They are told by email and SMS.',
      button: 'Approve',
      done: 'is approved',
    }
  }
  return {
    ask: `Reactivate ${name}?`,
    tell: 'Its officers and members can log in again.',
    button: 'Reactivate',
    done: 'is active again',
    hint: 'They read it in the email and SMS that tell them.',
  }
}

/** A decision about a cooperative; all but an approval are owed a reason. */
export function DecisionDialog({
  cooperative,
  decision,
  onClose,
}: {
  cooperative: CooperativeDetail
  decision: Decision
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  // The words stay those of the question, also when its answer has changed the status behind them.
  const [{ ask, tell, button, done, hint }] = useState(() => questionOf(decision, cooperative))
  const decide = useAction(updateCooperative)
  const needsReason = hint !== undefined
  const isMissing = needsReason && reason.trim() === ''
  const reasonError = tries > 0 && isMissing ? 'Give the reason' : fieldErrors(decide.error)['reason']

  function submit() {
    setTries(tries + 1)
    if (isMissing) return
    decide.mutate(
      { id: cooperative.id, status: decision, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
      toastThen(`Cooperative updated successfully! ${cooperative.name} ${done}.`, onClose),
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={ask}
      description={tell}
      actions={
        <CancelOr
          onCancel={onClose}
          type="submit"
          form="decision"
          look={decision === 'active' ? 'primary' : 'danger'}
          busy={decide.isPending}
        >
          {button}
        </CancelOr>
      }
    >
      <Form id="decision" className="stack" onSubmit={submit} problems={tries > 0 && isMissing ? tries : decide.error}>
        {decide.error && !reasonError && <RefusedBanner error={decide.error} title="Failed to update cooperative" />}
        {needsReason && (
          <TextAreaField
            label="Reason"
            name="reason"
            maxLength={500}
            rows={3}
            hint={hint}
            value={reason}
            onChange={setReason}
            error={reasonError}
          />
        )}
      </Form>
    </Dialog>
  )
}
