import { Banknote, Bell, HandCoins, Landmark, LayoutDashboard, ScrollText, Settings, UserRound } from 'lucide'
import type { NavigationGroup, NavigationLink } from './navigation.ts'

/** The sidebar of a member's portal from top to bottom. */
export const memberNavigation: (NavigationLink | NavigationGroup)[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/member/dashboard' },
  { label: 'Profile', icon: UserRound, to: '/member/profile' },
  {
    label: 'Financial',
    icon: Landmark,
    links: [
      { label: 'Contributions', icon: HandCoins, to: '/member/contributions' },
      { label: 'Loans', icon: Banknote, to: '/member/loans' },
      { label: 'Transactions', icon: ScrollText, to: '/member/transactions' },
    ],
  },
  { label: 'Notifications', icon: Bell, to: '/member/notifications' },
  { label: 'Settings', icon: Settings, to: '/member/settings' },
]
