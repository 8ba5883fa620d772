import type { ReactNode } from 'react'
import { useSession } from '#web/session/session.ts'
import { AdminGate } from './AdminGate.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { coopNavigation } from './coop-navigation.ts'
import { Shell } from './Shell.tsx'
import { SignedIn } from './SignedIn.tsx'

/** The officers' side, behind the check of the cooperative's status. */
export function CoopArea({ children }: { children: ReactNode }) {
  const user = useSession()
  // Between logging out and the next page nobody is signed in, and no page of the area may draw.
  if (user?.role !== 'coop_admin') return <LoadingScreen />
  return (
    <SignedIn>
      <AdminGate>
        {(profile) => (
          <Shell name={profile.name} note={profile.coop_id} logo={profile.logo} entries={coopNavigation} home="/coop/dashboard">
            {children}
          </Shell>
        )}
      </AdminGate>
    </SignedIn>
  )
}
