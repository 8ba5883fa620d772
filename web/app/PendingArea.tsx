import { PendingVerificationPage } from '#web/features/cooperatives/PendingVerificationPage.tsx'
import { SignedIn } from './SignedIn.tsx'

export function PendingArea() {
  return (
    <SignedIn>
      <PendingVerificationPage />
    </SignedIn>
  )
}
