import { Component, type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import type { Path } from '#ui/router/paths.ts'
import { mayOpen, useGuardChecks, usePlace } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'
import { SendTo } from '#ui/router/SendTo.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { whenSettled } from '#ui/idle.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { type Area, places } from './pages.ts'

const NotYours = lazy(async () => ({ default: (await import('./NotYours.tsx')).NotYours }))

const Notices = lazy(async () => {
  await whenSettled()
  return { default: (await import('./Notices.tsx')).Notices }
})

export function App() {
  const { path, pathname } = usePlace()
  return (
    <>
      <Fallible key={path === undefined ? pathname : places[path].areaName}>
        <Suspense fallback={<LoadingScreen />}>
          {path === undefined ? <ToPublicHome /> : <Here path={path} pathname={pathname} />}
        </Suspense>
      </Fallible>
      <Fallible quietly>
        <Suspense>
          <Notices />
        </Suspense>
      </Fallible>
    </>
  )
}

function Here({ path, pathname }: { path: Path; pathname: string }) {
  const place = places[path]
  const { area } = place
  const refused = useRefusal(area, pathname)
  if (refused === 'login') return <SendTo to="/login" />
  if (refused === 'home') return <ToPublicHome />
  if (!place.page) return <SendTo to={place.leadsTo} />
  const View = mayOpen(path) ? place.page.View : NotYours
  const page = (
    <Fallible key={pathname}>
      <View />
    </Fallible>
  )
  return area.Frame ? <area.Frame.View>{page}</area.Frame.View> : page
}

/**
 * Where somebody is sent who may not be in an area: no one to /login, another role to the public home. Asked at each change
 * of path and when a session ends by itself, but not when somebody logs out: then the button says where to go.
 */
function useRefusal({ role }: Area, pathname: string): 'login' | 'home' | undefined {
  const checks = useGuardChecks()
  const asked = `${role} ${pathname} ${checks}`
  const [answer, setAnswer] = useState(() => ({ asked, refused: whyNotHere(role) }))
  if (answer.asked === asked) return answer.refused
  const refused = whyNotHere(role)
  setAnswer({ asked, refused })
  return refused
}

function whyNotHere(role: Area['role']): 'login' | 'home' | undefined {
  if (role === undefined) return undefined
  const user = session.user()
  if (!user) return 'login'
  return role === 'anyone signed in' || user.role === role ? undefined : 'home'
}

function ToPublicHome() {
  useEffect(() => location.replace('/'), [])
  return <LoadingScreen />
}

/** Keeps what breaks in one page from taking the frame around it along. */
class Fallible extends Component<{ children: ReactNode; quietly?: boolean }, { broken?: { problem: unknown } }> {
  override state: { broken?: { problem: unknown } } = {}
  static getDerivedStateFromError(problem: unknown) {
    return { broken: { problem } }
  }
  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    return this.props.quietly ? null : <ErrorScreen problem={broken.problem} />
  }
}
