import { PlatformDashboardPage } from '#web/features/platform/PlatformDashboardPage.tsx'
import { SignedIn } from './SignedIn.tsx'

export function PlatformArea() {
  return (
    <SignedIn>
      <PlatformDashboardPage />
    </SignedIn>
  )
}
