import { useState } from 'react'
import { type MemberRole } from '#domain/actor.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Member } from './MemberForm.tsx'
import { useDeleteMember, useUpdateMemberRoles } from './changes-api.ts'

/** Asks before a member is removed, and says why when the server refuses. */
export function DeleteMemberDialog({ member, onClose, onDeleted }: { member: Member | undefined; onClose: () => void; onDeleted?: () => void }) {
  const remove = useDeleteMember()
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
      {remove.error && (
        <Banner tone="danger" title="Failed to delete member">
          {sentence(remove.error)}
        </Banner>
      )}
    </Dialog>
  )
}

/** Which areas a member may open: everybody the portal, an admin the cooperative's whole business. */
export function RolesDialog({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  return member ? <OpenRolesDialog key={member.memberid} member={member} onClose={onClose} /> : null
}

function OpenRolesDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const update = useUpdateMemberRoles()
  const [roles, setRoles] = useState<readonly MemberRole[]>(() => member.memberRoles.map(({ role }) => role))
  const toggle = (role: MemberRole) => (on: boolean) => setRoles(on ? [...roles, role] : roles.filter((one) => one !== role))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Roles of ${member.firstName} ${member.lastName}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={update.isPending}
            disabled={roles.length === 0}
            onClick={() =>
              update.mutate(
                { memberId: member.memberid, roleIds: [...roles] },
                {
                  onSuccess: () => {
                    toast.success('Roles updated')
                    onClose()
                  },
                },
              )
            }
          >
            Save roles
          </Button>
        </>
      }
    >
      <div className="stack">
        {update.error && (
          <Banner tone="danger" title="Failed to update member roles">
            {sentence(update.error)}
          </Banner>
        )}
        <Checkbox label="Member: own savings, contributions and transactions" checked={roles.includes('member')} onChange={toggle('member')} />
        <Checkbox label="Admin: everything that this cooperative can do here" checked={roles.includes('admin')} onChange={toggle('admin')} />
        {roles.length === 0 && <p className="field__error">Give at least one role.</p>}
      </div>
    </Dialog>
  )
}
