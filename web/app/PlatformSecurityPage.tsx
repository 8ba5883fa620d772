import { Suspense, lazy } from 'react'
import { useCurrentUser } from '#web/session/session.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'

const SecurityCards = lazy(async () => ({ default: (await import('./SecurityCards.tsx')).SecurityCards }))
const TwoStepCard = lazy(async () => ({ default: (await import('#web/features/sessions/TwoStepCard.tsx')).TwoStepCard }))

/** The super administrator's own login; only its second factor while that is missing and needed. */
export function PlatformSecurityPage() {
  const { secondFactorMissing } = useCurrentUser()
  return (
    <Page title="Security" narrow>
      {secondFactorMissing && (
        <Banner tone="warning" title="Set up two-step verification first">
          Others can reach this server, so its super administrator logs in with a code as well. Everything else opens once this is done.
        </Banner>
      )}
      <Suspense fallback={<SkeletonLines lines={6} />}>{secondFactorMissing ? <TwoStepCard /> : <SecurityCards kind="superadmin" />}</Suspense>
    </Page>
  )
}
