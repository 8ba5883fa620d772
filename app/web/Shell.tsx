import { usePlace } from '#ui/router/place.ts'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useCurrentUser } from '#ui/session/session.ts'
import { Header } from './Header.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { type Entries, type Home, openEntries } from './navigation.ts'
import { OfflineStrip } from './OfflineStrip.tsx'
import './Shell.css'
import { useMedia } from '#ui/use-media.ts'
import { Sidebar } from './Sidebar.tsx'
import { SidebarDrawer } from './SidebarDrawer.tsx'
import { usePicture } from '#ui/api/use-picture.ts'
import { TabBar } from './TabBar.tsx'
import * as strings from './strings.ts'

/** The frame of an area: sidebar, header, open tabs, and the page. */
export function Shell({
  name,
  note,
  logo: logoPath,
  mark,
  picture = null,
  entries,
  home,
  isClosed = false,
  children,
}: {
  name: string
  note?: string | null | undefined
  logo?: string | null | undefined
  /** What is where a society has its logo. */
  mark?: string
  /** The member's own picture, which comes before the logo. */
  picture?: string | null
  entries: Entries
  home: Home
  /** Whether the server still refuses everything but the page shown, notifications too. */
  isClosed?: boolean
  children: ReactNode
}) {
  const user = useCurrentUser()
  const logo = usePicture(logoPath ?? null)
  const { pathname } = usePlace()
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem('sidebar') === 'collapsed')
  // Below it there is a drawer.
  const isWide = useMedia('(width >= 1024px)')
  const [drawer, setDrawer] = useState(false)
  useEffect(() => localStorage.setItem('sidebar', collapsed ? 'collapsed' : 'open'), [collapsed])
  useEffect(() => setDrawer(false), [pathname])

  const sidebar = { name, note, logo: logo ?? mark, entries: openEntries(entries) }
  return (
    <div className={`shell${collapsed ? ' shell--collapsed' : ''}`}>
      <a className="shell__skip" href="#content">
        {strings.skipToContent}
      </a>
      {isWide && (
        <aside className="shell__side">
          <Sidebar {...sidebar} collapsed={collapsed} />
        </aside>
      )}
      <div className="shell__main">
        <div className="shell__top">
          <Header
            pictures={[picture, logo]}
            home={home}
            isClosed={isClosed}
            collapsed={collapsed}
            onCollapse={() => setCollapsed(!collapsed)}
            onMenu={() => setDrawer(true)}
          />
          <OfflineStrip />
          <TabBar home={home} owner={`${user.role}:${user.id}:${user.cooperativeId}`} />
        </div>
        <main id="content" tabIndex={-1} className="shell__content">
          <AfterTheFrame>{children}</AfterTheFrame>
        </main>
      </div>
      <SidebarDrawer open={drawer} onClose={() => setDrawer(false)}>
        <Sidebar {...sidebar} onNavigate={() => setDrawer(false)} />
      </SidebarDrawer>
    </div>
  )
}

/** The frame comes first and its page right after it: in one piece the two keep a slow phone busy too long. */
function AfterTheFrame({ children }: { children: ReactNode }) {
  const isFrameUp = useDeferredValue(true, false)
  return <Suspense fallback={<LoadingScreen />}>{isFrameUp ? children : <LoadingScreen />}</Suspense>
}
