import { useState } from 'react'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { type CooperativeDetail, type Decision, useDecide } from './api.ts'

const words: Record<Decision, { ask: (name: string) => string; tell: string; button: string; done: string }> = {
  active: {
    ask: (name) => `Activate ${name}?`,
    tell: 'Its officers can work with members and money at once. They are told by email and SMS.',
    button: 'Activate',
    done: 'is active',
  },
  suspended: {
    ask: (name) => `Suspend ${name}?`,
    tell: 'Nobody of this cooperative can log in until it is activated again. Its records are kept. The reason is sent to them.',
    button: 'Suspend',
    done: 'is suspended',
  },
  rejected: {
    ask: (name) => `Reject ${name}?`,
    tell: 'It cannot log in. The reason is sent to them.',
    button: 'Reject',
    done: 'is rejected',
  },
}

export function DecisionDialog({ cooperative, decision, onClose }: { cooperative: CooperativeDetail; decision: Decision | undefined; onClose: () => void }) {
  if (!decision) return null
  return <Question key={decision} cooperative={cooperative} decision={decision} onClose={onClose} />
}

function Question({ cooperative, decision, onClose }: { cooperative: CooperativeDetail; decision: Decision; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [reasonMissing, setReasonMissing] = useState(false)
  const decide = useDecide()
  const { ask, tell, button, done } = words[decision]
  const needsReason = decision !== 'active'
  const reasonError = reasonMissing ? 'Give the reason' : fieldErrors(decide.error)['reason']

  function submit() {
    const given = reason.trim()
    setReasonMissing(needsReason && given === '')
    if (needsReason && given === '') return
    decide.mutate(
      { id: cooperative.id, status: decision, ...(given === '' ? {} : { reason: given }) },
      {
        onSuccess: () => {
          toast.success(`${cooperative.name} ${done}`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={ask(cooperative.name)}
      description={tell}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="decision" look={needsReason ? 'danger' : 'primary'} busy={decide.isPending}>
            {button}
          </Button>
        </>
      }
    >
      <Form id="decision" className="stack" onSubmit={submit} problems={reasonMissing || decide.error}>
        {decide.error && !reasonError && (
          <Banner tone="danger" title="Failed to update cooperative">
            {sentence(decide.error)}
          </Banner>
        )}
        {needsReason && <TextAreaField label="Reason" name="reason" maxLength={500} value={reason} onChange={setReason} error={reasonError} />}
      </Form>
    </Dialog>
  )
}
