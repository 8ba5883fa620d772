import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Maximize, Menu as MenuIcon, Minimize, PanelLeftClose, PanelLeftOpen, RefreshCw, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import './Header.css'
import { NotificationBell } from './NotificationBell.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'

export function Header({
  logo, home, search, collapsed, onCollapse, onMenu,
}: {
  logo: string | null | undefined
  home: '/coop/dashboard' | '/member/dashboard'
  search: boolean
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
      {search ? <MemberSearch /> : <span className="header__space" />}
      <div className="header__tools">
        <ThemeToggle />
        <FullScreenToggle />
        <IconButton className={`header__wide${fetching ? ' header__turning' : ''}`} icon={RefreshCw} label="Refresh app" onClick={() => void queries.invalidateQueries()} />
        <NotificationBell all={home === '/coop/dashboard' ? '/coop/notifications' : '/member/notifications'} />
        <ProfileMenu logo={logo} home={home} />
      </div>
    </header>
  )
}

/** Leads to the register; the command palette will take this place. */
function MemberSearch() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <form
      role="search"
      aria-label="Find a member"
      className="header__search"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: '/coop/member-management', search: text.trim() === '' ? {} : { q: text.trim() } })
        setText('')
      }}
    >
      <Icon of={Search} />
      <input type="text" enterKeyHint="search" aria-label="Search members" placeholder="Search members" value={text} onChange={(event) => setText(event.target.value)} />
    </form>
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
