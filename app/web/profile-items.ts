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
import type { useNavigate } from '#ui/router/place.ts'
import type { SessionUser } from '#ui/session/session-user.ts'
import type { MenuItem } from '#ui/Menu.tsx'
import { leave } from './leave.ts'
import type { Home } from './navigation.ts'
import { queryClient } from './query-client.ts'
import type { moveTo } from './switch-membership.ts'
import * as strings from './strings.ts'

type Place = Parameters<typeof moveTo>[0]

/** What a person finds under their picture: their pages, the other places where they may work, and the way out. */
export function profileItems(
  user: SessionUser,
  home: Home,
  navigate: ReturnType<typeof useNavigate>,
  move: (to: Place) => void,
): MenuItem[] {
  const items: MenuItem[] = [
    { label: strings.dashboard, icon: LayoutDashboard, onSelect: () => navigate({ to: home }) },
  ]
  const isOfficer = home === '/coop/dashboard'
  if (home === '/superadmin/dashboard') {
    items.push({ label: strings.security, icon: ShieldCheck, onSelect: () => navigate({ to: '/superadmin/security' }) })
  } else {
    if (!isOfficer)
      items.push({ label: strings.profile, icon: UserRound, onSelect: () => navigate({ to: '/member/profile' }) })
    items.push({
      label: strings.settings,
      icon: Settings,
      onSelect: () => navigate({ to: isOfficer ? '/coop/settings' : '/member/settings' }),
    })
  }
  const { cooperativeId } = user
  if (cooperativeId !== null && user.memberId !== null) {
    if (user.role === 'coop_admin') {
      items.push({
        label: strings.myMemberPortal,
        icon: UserRound,
        onSelect: () => move({ cooperativeId, role: 'member' }),
      })
    } else if (user.roles.some((role) => role !== 'member')) {
      items.push({
        label: strings.adminArea,
        icon: ArrowRightLeft,
        note: strings.workForYourCooperative,
        onSelect: () => move({ cooperativeId, role: 'coop_admin' }),
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
        onSelect: () => move({ cooperativeId: membership.cooperativeId, role: 'member' }),
      })
    }
  }
  items.push(
    'divider',
    {
      label: strings.installApp,
      icon: Download,
      onSelect: () => void import('#ui/pwa/install.ts').then(({ install }) => install()),
    },
    { label: strings.refreshApp, icon: RefreshCw, onSelect: () => void queryClient.invalidateQueries() },
    { label: strings.logout, icon: LogOut, onSelect: leave },
  )
  return items
}
