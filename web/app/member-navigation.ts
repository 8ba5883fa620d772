import {
  Banknote,
  Bell,
  HandCoins,
  Handshake,
  Landmark,
  LayoutDashboard,
  ScrollText,
  Settings,
  UserRound,
} from 'lucide'
import type { NavigationGroup, NavigationLink } from './navigation.ts'
import * as strings from './strings.ts'

/** The sidebar of a member's portal from top to bottom. */
export const memberNavigation: (NavigationLink | NavigationGroup)[] = [
  { label: strings.dashboard, icon: LayoutDashboard, to: '/member/dashboard' },
  { label: strings.profile, icon: UserRound, to: '/member/profile' },
  {
    label: strings.financial,
    icon: Landmark,
    links: [
      { label: strings.contributions, icon: HandCoins, to: '/member/contributions' },
      { label: strings.loans, icon: Banknote, to: '/member/loans' },
      { label: strings.myGuarantees, icon: Handshake, to: '/member/guarantees' },
      { label: strings.transactions, icon: ScrollText, to: '/member/transactions' },
    ],
  },
  { label: strings.notifications, icon: Bell, to: '/member/notifications' },
  { label: strings.settings, icon: Settings, to: '/member/settings' },
]
