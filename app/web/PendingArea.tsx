import type { ReactNode } from 'react'
import { useSession } from '#ui/session/session.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { SignedIn } from './SignedIn.tsx'

/** What is between signing up and the first day of work. */
export function PendingArea({ children }: { children: ReactNode }) {
  const user = useSession()
  // The guard lets no one in without a session, so this one has just ended.
  if (user === null) return <LoadingScreen words="Logging out..." />
  return <SignedIn>{children}</SignedIn>
}
