import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '#ui/session/session.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { memberIcons } from './member-icons.ts'
import { navigationOf } from './navigation.ts'
import { Shell } from './Shell.tsx'
import type { SessionUser } from '#ui/session/session-user.ts'
import { memberPhoto, usePicture } from '#ui/api/use-picture.ts'
import { ownPictures, shownPicture } from './own-pictures.ts'
import { SignedIn } from './SignedIn.tsx'
import * as strings from './strings.ts'

/** The members' portal. */
export function MemberArea({ children }: { children: ReactNode }) {
  const user = useSession()
  if (user?.role !== 'member') return <LoadingScreen />
  return (
    <SignedIn>
      <Portal user={user}>{children}</Portal>
    </SignedIn>
  )
}

function Portal({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { data } = useQuery(ownPictures)
  const path = memberPhoto(data?.picture)
  const photo = usePicture(path)
  return (
    <Shell
      name={user.cooperativeName ?? 'Ajose'}
      note={user.membershipId}
      logo={data?.logo}
      picture={path ? photo : shownPicture(data?.picture)}
      entries={navigationOf('member', memberIcons)}
      home={strings.memberDashboard}
    >
      {children}
    </Shell>
  )
}
