import { useState } from 'react'
import { askForErasure } from '#features/members/data-protection/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import * as strings from './strings.ts'

/** Says what it means before a member asks. */
export function AskForErasure({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const ask = useAction(askForErasure)
  const send = () => ask.mutate({ reason: reason.trim() || null }, toastThen(strings.yourRequestIsWithThe, onClose))
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.askToBeErased2}
      description={strings.ifTheOfficersAgreeYou}
      actions={
        <>
          <Button onClick={onClose}>{strings.stay}</Button>
          <Button look="danger" busy={ask.isPending} onClick={send}>
            {strings.askToBeErased}
          </Button>
        </>
      }
    >
      <div className="stack">
        {ask.error && <RefusedBanner error={ask.error} title={strings.yourRequestWasNotSent} />}
        <TextAreaField label={strings.reason} optional value={reason} onChange={setReason} maxLength={500} rows={3} />
      </div>
    </Dialog>
  )
}
