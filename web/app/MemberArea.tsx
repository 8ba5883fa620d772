import type { ReactNode } from 'react'
import { useSession } from '#web/session/session.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { memberNavigation } from './navigation.ts'
import { Shell } from './Shell.tsx'
import { SignedIn } from './SignedIn.tsx'

/** The members' portal. */
export function MemberArea({ children }: { children: ReactNode }) {
  const user = useSession()
  if (user?.role !== 'member') return <LoadingScreen />
  return (
    <SignedIn>
      <Shell name={user.cooperativeName ?? 'Ajose'} note={user.membershipId} entries={memberNavigation} home="/member/dashboard">
        {children}
      </Shell>
    </SignedIn>
  )
}
