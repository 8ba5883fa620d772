import { logMemberOut } from '#features/members/register/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { toast } from '#ui/toast.ts'

/** Asks before every session of one member ends. */
export function LogMemberOutDialog({ member, onClose }: { member: Replied<typeof getMember>; onClose: () => void }) {
  const logOut = useAction(logMemberOut)
  const name = `${member.firstName} ${member.lastName}`
  function done() {
    toast.success(`${name} is logged out everywhere`)
    onClose()
  }
  return (
    <ConfirmDialog
      action={logOut}
      title={`Log ${name} out everywhere?`}
      description="Every phone and computer on which the member is logged in to this cooperative is logged out at once, as after a lost phone. The member can log in again with the same password; if somebody else may know it, tell the member to reset it."
      button="Log out everywhere"
      failed="Could not log the member out"
      onConfirm={() => logOut.mutate({ memberId: member.memberid }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
