import { Bell } from 'lucide'
import { Suspense, lazy } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { whenSettled } from '#ui/idle.ts'
import * as strings from './strings.ts'

type Props = { all?: '/coop/notifications' | '/member/notifications' }

const UnreadBell = lazy(async () => {
  await whenSettled()
  // Without a network the bell stays silent and the page stays whole.
  return {
    default: await import('./UnreadBell.tsx').then(
      ({ UnreadBell }) => UnreadBell,
      () => SilentBell,
    ),
  }
})

/** The bell; what it counts and shows comes after the page, which does not wait for it. */
export function NotificationBell(props: Props) {
  return (
    <Suspense fallback={<SilentBell />}>
      <UnreadBell {...props} />
    </Suspense>
  )
}

function SilentBell(_props: Props) {
  return <IconButton icon={Bell} label={strings.notifications} disabled />
}
