import { useNavigate } from '#web/router/place.ts'
import {
  ArrowRightLeft,
  BuildingComplex,
  Download,
  LayoutDashboard,
  LogOut,
  RefreshCw,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide'
import { useState } from 'react'
import type { CooperativeId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/session/session.ts'
import { roleLabel } from '#web/session/session-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toast.ts'
import './ProfileMenu.css'
import { leave } from './leave.ts'
import type { Home } from './navigation.ts'
import { queryClient } from './query-client.ts'

/** Who is signed in, the other places where this person may work, and the way out. */
export function ProfileMenu({ pictures, home }: { pictures: (string | null | undefined)[]; home: Home }) {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const [isMoving, setMoving] = useState(false)
  async function move(to: CooperativeId, role: 'coop_admin' | 'member') {
    setMoving(true)
    try {
      const { moveTo } = await import('./switch-membership.ts')
      await moveTo({ cooperativeId: to, role }, home)
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setMoving(false)
    }
  }

  const items: MenuItem[] = [{ label: 'Dashboard', icon: LayoutDashboard, onSelect: () => navigate({ to: home }) }]
  const isOfficer = home === '/coop/dashboard'
  if (home === '/superadmin/dashboard') {
    items.push({ label: 'Security', icon: ShieldCheck, onSelect: () => navigate({ to: '/superadmin/security' }) })
  } else {
    if (!isOfficer)
      items.push({ label: 'Profile', icon: UserRound, onSelect: () => navigate({ to: '/member/profile' }) })
    items.push({
      label: 'Settings',
      icon: Settings,
      onSelect: () => navigate({ to: isOfficer ? '/coop/settings' : '/member/settings' }),
    })
  }
  const { cooperativeId } = user
  if (cooperativeId !== null && user.memberId !== null) {
    if (user.role === 'coop_admin') {
      items.push({ label: 'My member portal', icon: UserRound, onSelect: () => void move(cooperativeId, 'member') })
    } else if (user.roles.some((role) => role !== 'member')) {
      items.push({
        label: 'Admin area',
        icon: ArrowRightLeft,
        note: 'Work for your cooperative',
        onSelect: () => void move(cooperativeId, 'coop_admin'),
      })
    }
  }
  const others = user.memberships.filter((membership) => membership.cooperativeId !== cooperativeId)
  if (others.length > 0) {
    items.push('divider')
    for (const membership of others) {
      items.push({
        label: membership.cooperativeName,
        note: membership.membershipId,
        icon: BuildingComplex,
        onSelect: () => void move(membership.cooperativeId, 'member'),
      })
    }
  }
  items.push(
    'divider',
    {
      label: 'Install app',
      icon: Download,
      onSelect: () => void import('#web/pwa/install.ts').then(({ install }) => install()),
    },
    { label: 'Refresh app', icon: RefreshCw, onSelect: () => void queryClient.invalidateQueries() },
    { label: 'Logout', icon: LogOut, onSelect: leave },
  )

  return (
    <Menu
      label="Your account"
      items={items}
      head={
        <>
          <p className="profile-menu__name">{user.name}</p>
          <p className="muted">{roleLabel(user)}</p>
        </>
      }
      trigger={(props) => (
        <button
          type="button"
          className="profile-menu"
          aria-label={`Your account: ${user.name}`}
          aria-busy={isMoving || undefined}
          {...props}
        >
          <Avatar name={user.name} sources={pictures} size={36} />
        </button>
      )}
    />
  )
}
