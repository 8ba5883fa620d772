import { resetActivation } from '#features/members/register/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ActivationSlip } from './ActivationSlip.tsx'

/** A new activation code for one member, shown this once. */
export function ResetActivationDialog({ member, onClose }: { member: Replied<typeof getMember>; onClose: () => void }) {
  const reset = useAction(resetActivation)
  const name = `${member.firstName} ${member.lastName}`
  if (reset.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={`New activation code of ${name}`}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <ActivationSlip member={reset.data} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      action={reset}
      title={`New activation code for ${name}?`}
      description={
        <>
          The code is shown here and sent as an SMS. Earlier codes stop working, the member is logged out everywhere,
          and comes in again with the new code. A password that the member has stays.
          <MessagesAreSaved />
        </>
      }
      button="Make the code"
      failed="No code was made"
      onConfirm={() => reset.mutate({ memberId: member.memberid })}
      onClose={onClose}
    />
  )
}
