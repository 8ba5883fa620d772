import { useState } from 'react'
import { askForErasure } from '#contract/society/data-protection.ts'
import { useAction } from '#web/api/use-action.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'

/** Says what it means before a member asks. */
export function AskForErasure({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const ask = useAction(askForErasure)
  const send = () =>
    ask.mutate({ reason: reason.trim() || null }, toastThen('Your request is with the officers', onClose))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ask to be erased?"
      description="If the officers agree, you can no longer log in, and no one finds your name here. It can’t be undone. Withdraw your money and settle your loans first."
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button look="danger" busy={ask.isPending} onClick={send}>
            Ask to be erased
          </Button>
        </>
      }
    >
      <div className="stack">
        {ask.error && <RefusedBanner error={ask.error} title="Your request was not sent" />}
        <TextAreaField label="Reason" optional value={reason} onChange={setReason} maxLength={500} rows={3} />
      </div>
    </Dialog>
  )
}
