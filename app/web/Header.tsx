import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide'
import { Suspense, lazy, useLayoutEffect, useState } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { may } from '#ui/session/may.ts'
import { whenSettled } from '#ui/idle.ts'
import { ThemeToggle } from '#ui/ThemeToggle.tsx'
import { useMedia } from '#ui/use-media.ts'
import './Header.css'
import type { Area, Home } from './navigation.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import * as strings from './strings.ts'

const areaOf = {
  '/coop/dashboard': 'coop',
  '/member/dashboard': 'member',
  '/superadmin/dashboard': 'superadmin',
} as const satisfies Record<Home, Area>

export function Header({
  pictures,
  home,
  isClosed,
  collapsed,
  onCollapse,
  onMenu,
}: {
  pictures: (string | null | undefined)[]
  home: Home
  isClosed: boolean
  collapsed: boolean
  onCollapse: () => void
  onMenu: () => void
}) {
  const isWide = useMedia('(width >= 768px)')
  return (
    <header className="header">
      <IconButton className="header__menu" icon={MenuIcon} label={strings.openMenu} onClick={onMenu} />
      <IconButton
        className="header__collapse"
        icon={collapsed ? PanelLeftOpen : PanelLeftClose}
        label={collapsed ? strings.expandSidebar : strings.collapseSidebar}
        onClick={onCollapse}
      />
      {!isClosed && <SearchButton area={areaOf[home]} />}
      <div className="header__tools">
        <ThemeToggle />
        {isWide && (
          <Suspense fallback={<span className="icon-button header__wide" aria-hidden="true" />}>
            <WideTools />
          </Suspense>
        )}
        {!isClosed && may('notification.read') && (
          <NotificationBell {...(home === '/superadmin/dashboard' ? {} : { all: `/${areaOf[home]}/notifications` })} />
        )}
        <ProfileMenu pictures={pictures} home={home} />
      </div>
    </header>
  )
}

function NoShortcuts(_props: { area: Area; onOpen: (what: 'search' | 'shortcuts') => void }) {
  return null
}

// Only wide windows show them, and no page waits for them.
const WideTools = lazy(async () => {
  await whenSettled()
  return {
    default: await import('./WideTools.tsx').then(
      ({ WideTools }) => WideTools,
      () => () => null,
    ),
  }
})

const loadPalette = () => import('./CommandPalette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))
const Shortcuts = lazy(async () => {
  await whenSettled()
  // Without its file the keyboard still does what it does in every page.
  return {
    default: await import('./Shortcuts.tsx').then(
      ({ Shortcuts }) => Shortcuts,
      () => NoShortcuts,
    ),
  }
})
const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

/** Opens the search over everything, which comes with its own file as soon as it is pointed at. */
function SearchButton({ area }: { area: Area }) {
  const [open, setOpen] = useState<'search' | 'shortcuts'>()
  // A phone has no keyboard, and a line that is paid for by the megabyte.
  const hasKeys = useMedia('(width >= 768px) or (any-pointer: fine)')
  const close = () => setOpen(undefined)
  const begin = () => void loadPalette().catch(() => undefined)
  // Here and not with the other keys, which come later: the button names it, and the browser would take it for itself.
  // As soon as the button can be seen: an effect would come a moment later.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen('search')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="header__search"
        aria-keyshortcuts="Control+K"
        onPointerEnter={begin}
        onFocus={begin}
        onClick={() => setOpen('search')}
      >
        <Icon of={Search} />
        <span>{area === 'coop' ? strings.searchMembersPagesActions : strings.searchPages}</span>
        <kbd aria-hidden="true">{strings.ctrlK}</kbd>
      </button>
      <Suspense>{hasKeys && <Shortcuts area={area} onOpen={setOpen} />}</Suspense>
      <Suspense>
        {open === 'search' && <CommandPalette area={area} onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
        {open === 'shortcuts' && <ShortcutList area={area} onClose={close} />}
      </Suspense>
    </>
  )
}
