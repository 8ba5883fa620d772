import type { ReactNode } from 'react'
import { useSession } from '#web/session/session.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { SignedIn } from './SignedIn.tsx'

/** The super administrator's side. */
export function PlatformArea({ children }: { children: ReactNode }) {
  const user = useSession()
  if (user?.role !== 'superadmin') return <LoadingScreen />
  return <SignedIn>{children}</SignedIn>
}
