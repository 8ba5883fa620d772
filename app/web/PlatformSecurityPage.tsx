import { Suspense, lazy } from 'react'
import { useCurrentUser } from '#ui/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

const SecurityCards = lazy(async () => ({ default: (await import('./SecurityCards.tsx')).SecurityCards }))
const TwoStepCard = lazy(async () => ({
  default: (await import('#features/access/login/web/TwoStepCard.tsx')).TwoStepCard,
}))

const PasswordCard = lazy(async () => ({
  default: (await import('#features/access/login/web/PasswordCard.tsx')).PasswordCard,
}))

/** The super administrator's own login; while its password or its second factor is missing, that alone. */
export function PlatformSecurityPage() {
  const { passwordMissing, secondFactorMissing } = useCurrentUser()
  return (
    <Page title="Security" narrow>
      {passwordMissing && (
        <Banner tone="warning" title="Choose your own password first">
          The one that the server printed is for the first login only. Everything else opens once you have chosen your
          own.
        </Banner>
      )}
      {!passwordMissing && secondFactorMissing && (
        <Banner tone="warning" title="Set up two-step verification first">
          Others can reach this server, so its super administrator logs in with a code as well. Everything else opens
          once this is done.
        </Banner>
      )}
      <Suspense fallback={<SkeletonLines lines={6} />}>
        {passwordMissing ? (
          <PasswordCard />
        ) : secondFactorMissing ? (
          <TwoStepCard />
        ) : (
          <SecurityCards kind="superadmin" />
        )}
      </Suspense>
    </Page>
  )
}
