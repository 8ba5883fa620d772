import { deleteMember } from '#features/members/members/member-changes.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { Member } from './MemberForm.tsx'

/** Asks before a member is removed, and says why when the server refuses. */
export function DeleteMemberDialog({
  member,
  onClose,
  onDeleted,
}: {
  member: Member | undefined
  onClose: () => void
  onDeleted?: () => void
}) {
  const remove = useAction(deleteMember)
  const name = member ? `${member.firstName} ${member.lastName}` : ''
  function close() {
    remove.reset()
    onClose()
  }
  return (
    <Dialog
      open={member !== undefined}
      onClose={close}
      title={`Delete ${name}?`}
      description="The member leaves the register and can no longer log in. Entries already in the books stay. A member who still has money cannot be deleted."
      actions={
        <>
          <Button onClick={close}>Keep member</Button>
          <Button
            look="danger"
            busy={remove.isPending}
            onClick={() =>
              member &&
              remove.mutate(
                { id: member.memberid },
                {
                  onSuccess: () => {
                    toast.success(`${name} was deleted`)
                    close()
                    onDeleted?.()
                  },
                },
              )
            }
          >
            {`Delete ${name}`}
          </Button>
        </>
      }
    >
      {remove.error && <RefusedBanner error={remove.error} title="Failed to delete member" />}
    </Dialog>
  )
}
