import { PlatformDashboardPage } from '#web/features/platform/PlatformDashboardPage.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { SignedIn } from './SignedIn.tsx'

export function PlatformArea() {
  return (
    <SignedIn>
      <PlatformDashboardPage bell={<NotificationBell />} />
    </SignedIn>
  )
}
