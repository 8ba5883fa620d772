import { useNavigate } from '#ui/router/place.ts'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { MemberField } from './MemberField.tsx'

/** Finds the member who becomes an officer and opens their roles. */
export function ChooseOfficer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Drawer
      open
      onClose={onClose}
      title="Choose an officer"
      description="Find the member. Their page opens, where you choose the role."
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <MemberField
        label="Member"
        onlyActive
        autoFocus
        selected={undefined}
        onSelect={(member) => {
          if (!member) return
          onClose()
          navigate({ to: '/coop/member/$memberId', params: { memberId: member.memberid }, search: { office: '1' } })
        }}
      />
    </Drawer>
  )
}
