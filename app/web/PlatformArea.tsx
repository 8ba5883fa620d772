import type { ReactNode } from 'react'
import { usePlace } from '#ui/router/place.ts'
import { SendTo } from '#ui/router/SendTo.tsx'
import { useSession } from '#ui/session/session.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { platformIcons } from './platform-icons.ts'
import { navigationOf } from './navigation.ts'
import { Shell } from './Shell.tsx'
import { SignedIn } from './SignedIn.tsx'

const security = '/superadmin/security'

/** The super administrator's side. */
export function PlatformArea({ children }: { children: ReactNode }) {
  const user = useSession()
  const { path } = usePlace()
  // Between logging out and the next page no one is signed in.
  if (user?.role !== 'superadmin') return <LoadingScreen />
  // Until their own password and the second factor are there, the server refuses what any other page asks.
  const isClosed = Boolean(user.passwordMissing || user.secondFactorMissing)
  if (isClosed && path !== security) return <SendTo to={security} />
  return (
    <SignedIn>
      <Shell
        name="Ajose"
        note="Platform"
        mark="/favicon.svg"
        entries={navigationOf('superadmin', platformIcons).filter(
          (entry) => !isClosed || ('to' in entry && entry.to === security),
        )}
        home="/superadmin/dashboard"
        isClosed={isClosed}
      >
        {children}
      </Shell>
    </SignedIn>
  )
}
