import { type ReactNode, Suspense, lazy } from 'react'
import { useSession } from '#ui/session/session.ts'
import { AdminGate } from './AdminGate.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { coopIcons } from './coop-icons.ts'
import { navigationOf } from './navigation.ts'
import { Shell } from './Shell.tsx'
import { SignedIn } from './SignedIn.tsx'

const home = '/coop/dashboard'
const CoopNotice = lazy(async () => ({ default: (await import('./CoopNotice.tsx')).CoopNotice }))

/** The officers' side, behind the check of the cooperative's status. */
export function CoopArea({ children }: { children: ReactNode }) {
  const user = useSession()
  // Between logging out and the next page no one is signed in, and no page of the area may draw.
  if (user?.role !== 'coop_admin') return <LoadingScreen />
  return (
    <SignedIn>
      <AdminGate>
        {(profile) => (
          <Shell
            name={profile.name}
            note={profile.coop_id}
            logo={profile.logo}
            entries={navigationOf('coop', coopIcons)}
            home={home}
          >
            <Suspense>
              <CoopNotice name={profile.name} home={home} />
            </Suspense>
            {children}
          </Shell>
        )}
      </AdminGate>
    </SignedIn>
  )
}
