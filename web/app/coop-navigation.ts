import {
  Banknote,
  Bell,
  BookOpenText,
  ChartColumn,
  Gavel,
  HandCoins,
  Landmark,
  LayoutDashboard,
  Percent,
  Scale,
  ScrollText,
  Settings,
  Users,
  Vault,
} from 'lucide'
import type { NavigationGroup, NavigationLink } from './navigation.ts'

/** The sidebar of the admin area from top to bottom. A page that is built gets its line here, and nothing else needs to change. */
export const coopNavigation: (NavigationLink | NavigationGroup)[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/coop/dashboard' },
  { label: 'Member Management', icon: Users, to: '/coop/member-management' },
  {
    label: 'Financial Operations',
    icon: Landmark,
    links: [
      { part: 'Daily', label: 'Financial Record', icon: BookOpenText, to: '/coop/financial-operations/transactions' },
      { part: 'Daily', label: 'Contributions', icon: HandCoins, to: '/coop/financial-operations/contributions' },
      { part: 'Daily', label: 'Online payments', icon: Banknote, to: '/coop/financial-operations/online-payments' },
      { part: 'Daily', label: 'Payment batches', icon: HandCoins, to: '/coop/financial-operations/payment-batches' },
      { part: 'Daily', label: 'Deductions', icon: ScrollText, to: '/coop/financial-operations/deductions' },
      { part: 'Loans and deposits', label: 'Loan Management', icon: Banknote, to: '/coop/loan-management' },
      {
        part: 'Loans and deposits',
        label: 'Fixed deposits',
        icon: Vault,
        to: '/coop/financial-operations/fixed-deposits',
      },
      { part: 'Loans and deposits', label: 'Interest', icon: Percent, to: '/coop/financial-operations/interest' },
      { part: 'Books', label: 'Money overview', icon: ChartColumn, to: '/coop/financial-operations/money' },
      { part: 'Books', label: 'Bank reconciliation', icon: Landmark, to: '/coop/financial-operations/reconciliation' },
      { part: 'Books', label: 'Reports', icon: Scale, to: '/coop/financial-operations/reports' },
      { part: 'Books', label: 'Surplus and dividend', icon: HandCoins, to: '/coop/financial-operations/surplus' },
      {
        part: 'Books',
        label: 'Opening balances',
        icon: BookOpenText,
        to: '/coop/financial-operations/opening-balances',
      },
      { part: 'Books', label: 'Configuration', icon: Settings, to: '/coop/financial-operations/setup' },
    ],
  },
  { label: 'Governance', icon: Gavel, to: '/coop/governance' },
  { label: 'Notifications', icon: Bell, to: '/coop/notifications' },
  { label: 'Settings', icon: Settings, to: '/coop/settings' },
]
