import { Suspense, lazy } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { useNavigate } from '#ui/router/place.ts'
import type { MemberAct } from './MemberActions.tsx'

const EditMemberDrawer = lazy(async () => ({ default: (await import('./MemberDrawers.tsx')).EditMemberDrawer }))
const PhotoDialog = lazy(async () => ({ default: (await import('./PhotoDialog.tsx')).PhotoDialog }))
const StatementDrawer = lazy(async () => ({ default: (await import('#ui/parts/StatementDrawer.tsx')).StatementDrawer }))
const MemberCodeDialog = lazy(async () => ({ default: (await import('./MemberCodeDialog.tsx')).MemberCodeDialog }))
const RolesDrawer = lazy(async () => ({ default: (await import('./RolesDrawer.tsx')).RolesDrawer }))
const StatusDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).StatusDialog }))
const LogMemberOutDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).LogMemberOutDialog }))
const ConfirmInPersonDialog = lazy(async () => ({
  default: (await import('./RegisterDialogs.tsx')).ConfirmInPersonDialog,
}))
const ResetActivationDialog = lazy(async () => ({
  default: (await import('./RegisterDialogs.tsx')).ResetActivationDialog,
}))
const ReadmitDialog = lazy(async () => ({ default: (await import('./ReadmitDialog.tsx')).ReadmitDialog }))
const DueFromDialog = lazy(async () => ({ default: (await import('./DueFromDialog.tsx')).DueFromDialog }))
const DeleteMemberDialog = lazy(async () => ({ default: (await import('./MemberDialogs.tsx')).DeleteMemberDialog }))

/** The drawer or dialog for what an officer does to the member whose page is open. */
export function MemberActs({
  member,
  acting,
  hasPhoto,
  onClose,
}: {
  member: Replied<typeof getMember>
  acting: MemberAct
  hasPhoto: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const name = `${member.firstName} ${member.lastName}`
  return (
    <Suspense>
      {acting === 'edit' && <EditMemberDrawer member={member} onClose={onClose} />}
      {acting === 'photo' && (
        <PhotoDialog memberId={member.memberid} name={name} hasPhoto={hasPhoto} onClose={onClose} />
      )}
      {acting === 'statement' && <StatementDrawer memberId={member.memberid} name={name} onClose={onClose} />}
      {acting === 'code' && <MemberCodeDialog memberId={member.memberid} name={name} onClose={onClose} />}
      {acting === 'roles' && <RolesDrawer member={member} onClose={onClose} />}
      {acting === 'status' && (
        <StatusDialog
          chosen={{ members: { ids: [member.memberid] }, count: 1 }}
          who={name}
          usual={member.status === 'active' ? 'inactive' : 'active'}
          onClose={onClose}
        />
      )}
      {acting === 'readmit' && <ReadmitDialog member={member} onClose={onClose} />}
      {acting === 'logout' && <LogMemberOutDialog member={member} onClose={onClose} />}
      {acting === 'inPerson' && <ConfirmInPersonDialog member={member} onClose={onClose} />}
      {acting === 'activation' && <ResetActivationDialog member={member} onClose={onClose} />}
      {acting === 'due' && <DueFromDialog member={member} onClose={onClose} />}
      {acting === 'delete' && (
        <DeleteMemberDialog
          member={member}
          onClose={onClose}
          onDeleted={() => navigate({ to: '/coop/member-management', replace: true })}
        />
      )}
    </Suspense>
  )
}
