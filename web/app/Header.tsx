import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Maximize, Menu as MenuIcon, Minimize, PanelLeftClose, PanelLeftOpen, RefreshCw, Search } from 'lucide'
import { Suspense, lazy, useEffect, useState } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import './Header.css'
import { NotificationBell } from './NotificationBell.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'

export function Header({
  pictures, home, collapsed, onCollapse, onMenu,
}: {
  pictures: (string | null | undefined)[]
  home: '/coop/dashboard' | '/member/dashboard'
  collapsed: boolean
  onCollapse: () => void
  onMenu: () => void
}) {
  const queries = useQueryClient()
  const fetching = useIsFetching() > 0
  return (
    <header className="header">
      <IconButton className="header__menu" icon={MenuIcon} label="Open menu" onClick={onMenu} />
      <IconButton className="header__collapse" icon={collapsed ? PanelLeftOpen : PanelLeftClose} label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'} onClick={onCollapse} />
      <SearchButton area={home === '/coop/dashboard' ? 'coop' : 'member'} />
      <div className="header__tools">
        <ThemeToggle />
        <FullScreenToggle />
        <IconButton className={`header__wide${fetching ? ' header__turning' : ''}`} icon={RefreshCw} label="Refresh app" onClick={() => void queries.invalidateQueries()} />
        <NotificationBell all={home === '/coop/dashboard' ? '/coop/notifications' : '/member/notifications'} />
        <ProfileMenu pictures={pictures} home={home} />
      </div>
    </header>
  )
}

function NoShortcuts(_props: { area: 'coop' | 'member'; onOpen: (what: 'search' | 'shortcuts') => void }) {
  return null
}

const loadPalette = () => import('./CommandPalette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))
const Shortcuts = lazy(async () => ({
  // Without its file the keyboard still does what it does in every page.
  default: await import('./Shortcuts.tsx').then(({ Shortcuts }) => Shortcuts, () => NoShortcuts),
}))
const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

/** Opens the search over everything, which comes with its own file as soon as it is pointed at. */
function SearchButton({ area }: { area: 'coop' | 'member' }) {
  const [open, setOpen] = useState<'search' | 'shortcuts'>()
  const close = () => setOpen(undefined)
  const begin = () => void loadPalette().catch(() => undefined)
  return (
    <>
      <button type="button" className="header__search" aria-label="Search" aria-keyshortcuts="Control+K" onPointerEnter={begin} onFocus={begin} onClick={() => setOpen('search')}>
        <Icon of={Search} />
        <span>{area === 'coop' ? 'Search members, pages, actions' : 'Search pages'}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Suspense>
        <Shortcuts area={area} onOpen={setOpen} />
      </Suspense>
      <Suspense>
        {open === 'search' && <CommandPalette area={area} onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
        {open === 'shortcuts' && <ShortcutList area={area} onClose={close} />}
      </Suspense>
    </>
  )
}

function FullScreenToggle() {
  const [full, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      className="header__wide"
      icon={full ? Minimize : Maximize}
      label={full ? 'Leave full screen' : 'Full screen'}
      onClick={() => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    />
  )
}
