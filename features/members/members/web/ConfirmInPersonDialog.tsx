import { confirmInPerson } from '#features/members/register/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'

/** Asks a second officer to confirm who uses the login of a member without a phone. */
export function ConfirmInPersonDialog({ member, onClose }: { member: Replied<typeof getMember>; onClose: () => void }) {
  const confirm = useAction(confirmInPerson)
  const name = `${member.firstName} ${member.lastName}`
  return (
    <ConfirmDialog
      action={confirm}
      title={`Confirm ${name} in person?`}
      description={`Confirm only if ${name} is with you and has opened the portal in front of you. Another officer who sees the member approves it. Then the member can vote and guarantee in the portal, where your names are shown.`}
      button="I have seen the member"
      failed="Could not confirm the member"
      onConfirm={() => confirm.mutate({ memberId: member.memberid }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
