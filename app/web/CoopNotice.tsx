import { Suspense, lazy } from 'react'
import { useIsSettingUp } from '#features/platform-admin/cooperatives/web/steps-api.ts'
import { usePlace } from '#ui/router/place.ts'
import { useCurrentUser } from '#ui/session/session.ts'

const NextStep = lazy(async () => ({
  default: (await import('#features/platform-admin/cooperatives/web/NextStep.tsx')).NextStep,
}))
const SupportBanner = lazy(async () => ({
  default: (await import('#features/platform-admin/cooperatives/web/SupportBanner.tsx')).SupportBanner,
}))

/** Above each page: that it is support who looks, or the next step of setting up, which the home page shows by itself. */
export function CoopNotice({ name, home }: { name: string; home: string }) {
  const { supportUntil } = useCurrentUser()
  const { pathname } = usePlace()
  const isSettingUp = useIsSettingUp()
  return (
    <Suspense>
      {supportUntil ? (
        <SupportBanner name={name} until={supportUntil} />
      ) : (
        isSettingUp && pathname !== home && <NextStep />
      )}
    </Suspense>
  )
}
