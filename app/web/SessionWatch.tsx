import { Suspense, lazy, useEffect, useState } from 'react'
import { guardAgain } from '#ui/router/place.ts'
import { homePath } from '#ui/session/home-path.ts'
import { logOut } from '#ui/session/log-out.ts'
import { watchInactivity } from '#ui/session/inactivity.ts'
import { session, useSession } from '#ui/session/session.ts'
import { toast } from '#ui/toast.ts'
import { queryClient } from './query-client.ts'
import * as strings from './strings.ts'

const InactivityDialog = lazy(() =>
  import('./InactivityDialog.tsx').then(({ InactivityDialog }) => ({ default: InactivityDialog })),
)

/** Whose answers are in memory. */
let owner = session.owner()

// From before a page asks its first question: the answer that ends the session may come before a slow phone has drawn anything.
session.subscribe((news) => {
  if (!forgetOthers()) return
  const now = session.user()
  // This tab's page was not meant for whom another tab has signed in.
  if (news === 'moved-elsewhere' && now) location.replace(homePath({ ...now, status: now.cooperativeStatus }))
  if (news === 'expired')
    toast.error(
      <>
        <strong>{strings.sessionExpired}</strong>
        <br />
        {strings.yourSessionHasExpiredPlease}
      </>,
      { id: 'session-end' },
    )
  if (news === 'inactivity') toast(strings.youWereLoggedOutAfter, { id: 'session-end' })
  // Leaving on purpose goes where the button says; the others meet the guard of the page they are on.
  if (news === 'expired' || news === 'inactivity' || news === 'elsewhere') guardAgain()
})

/** Acts on what happens to the session: another user, an end in this or another tab, no activity at the desk. */
export function SessionWatch() {
  const user = useSession()
  const signedIn = user !== null
  const [warning, setWarning] = useState<{ left: number; stay: () => void } | undefined>(undefined)

  useEffect(() => {
    if (!signedIn) {
      setWarning(undefined)
      return
    }
    const watch = watchInactivity((state, left) => {
      if (state === 'over') logOut('inactivity')
      setWarning(state === 'warning' ? { left, stay: watch.touch } : undefined)
    })
    return watch.stop
  }, [signedIn])

  if (!warning) return null
  return (
    <Suspense>
      <InactivityDialog millisecondsLeft={warning.left} onStay={warning.stay} onLogout={() => logOut('inactivity')} />
    </Suspense>
  )
}

/** Empties the memory of answers when it belongs to somebody else, and says whether it did. */
export function forgetOthers(): boolean {
  const now = session.owner()
  if (now === owner) return false
  owner = now
  queryClient.clear()
  return true
}
