import { useState } from 'react'
import { sendActivationCodes } from '#features/members/register/contract.ts'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { plural } from '#ui/format.ts'
import type { Chosen } from './register-api.ts'

/** Sends activation codes by SMS to the selected members who have not activated. */
export function SendCodesDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const send = useAction(sendActivationCodes)
  const [done, setDone] = useState<{ sent: number; alreadyActive: number }>()
  if (done) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Codes made for ${plural(done.sent, 'member')}`}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>
          They are on their way by SMS.
          <MessagesAreSaved />
        </p>
        {done.alreadyActive > 0 && <p>{plural(done.alreadyActive, 'member')} had activated already and got no code.</p>}
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      action={send}
      title="Send activation codes"
      description={
        <>
          {`Each of the ${plural(chosen.count, 'selected member')} who has not activated yet gets an SMS with a new code. Codes that they had before stop working.`}
          <MessagesAreSaved />
        </>
      }
      button="Send codes"
      failed="Failed to send the codes"
      onConfirm={() => send.mutate({ members: chosen.members }, { onSuccess: setDone })}
      onClose={onClose}
    />
  )
}
