import { useState } from 'react'
import { reverseLeaving, rejectLeaving, cancelLeaving, waiveNotice } from '#contract/society/leaving.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Leaving, type LeavingAct } from './api.ts'

type Words = { title: string; description: string; confirm: string; failed: string; done: string; isDanger: boolean }

function wordsOf(act: LeavingAct, name: string): Words {
  const words: Record<LeavingAct, Words> = {
    waive: {
      title: 'Waive the notice?',
      description: `${name} can then be settled with before the notice has run. Your name and the reason stay on record.`,
      confirm: 'Waive the notice',
      failed: 'The notice was not waived',
      done: 'Notice waived',
      isDanger: false,
    },
    cancel: {
      title: 'Cancel the leaving?',
      description: `${name} stays a member, with everything as it is.`,
      confirm: 'Cancel the leaving',
      failed: 'The leaving was not cancelled',
      done: 'Leaving cancelled',
      isDanger: true,
    },
    reject: {
      title: 'Send the settlement back?',
      description: 'The leaving stays open and can be put together again. Officers read the reason.',
      confirm: 'Send it back',
      failed: 'The settlement was not sent back',
      done: 'Settlement sent back',
      isDanger: true,
    },
    reverse: {
      title: 'Reverse the settlement?',
      description: `An entry of today undoes all of it, both stay visible, and ${name} is a member again with the accounts, loans and pledges of before. Money that was paid out has to come back.`,
      confirm: 'Reverse the settlement',
      failed: 'Nothing was reversed',
      done: 'Settlement reversed',
      isDanger: true,
    },
  }
  return words[act]
}

/** Asks why before something of a leaving is changed. */
export function LeavingDialog({
  act,
  name,
  leaving,
  onClose,
}: {
  act: LeavingAct
  name: string
  leaving: Leaving
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const actions = {
    waive: useAction(waiveNotice),
    cancel: useAction(cancelLeaving),
    reject: useAction(rejectLeaving),
    reverse: useAction(reverseLeaving),
  }
  const action = actions[act]
  const { title, description, confirm, failed, done, isDanger } = wordsOf(act, name)
  const error = missing ? 'Give the reason' : fieldErrors(action.error)['reason']
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    action.mutate(
      { leavingId: leaving.id, reason: given },
      {
        onSuccess: ({ leaving: now }) => {
          toast.success(act === 'reverse' && now?.reversalAskedBy ? 'Asked for. It waits for another officer.' : done)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look={isDanger ? 'danger' : 'primary'} type="submit" form="leaving-reason" busy={action.isPending}>
            {confirm}
          </Button>
        </>
      }
    >
      <Form id="leaving-reason" className="stack" onSubmit={submit} problems={missing || action.error}>
        {action.error && !error && (
          <Banner tone="danger" title={failed}>
            {sentence(action.error)}
          </Banner>
        )}
        <TextAreaField
          label="Reason"
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
