import { Banknote, Bell, BookOpenText, Gavel, HandCoins, Landmark, LayoutDashboard, Percent, ScrollText, Scale, Settings, SlidersHorizontal, UserRound, Users, Vault } from 'lucide'
import { mayOpen } from '#web/router/page-needs.ts'
import type { PathWithoutParameters } from '#web/router/paths.ts'
import type { IconPicture } from '#web/ui/Icon.tsx'

export type NavigationLink = { label: string; icon: IconPicture; to: PathWithoutParameters }
export type NavigationGroup = { label: string; icon: IconPicture; links: NavigationLink[] }

/** The entries whose pages the signed-in person may open; a group without any goes with them. */
export function openEntries(entries: readonly (NavigationLink | NavigationGroup)[]): (NavigationLink | NavigationGroup)[] {
  return entries
    .map((entry) => ('links' in entry ? { ...entry, links: entry.links.filter(({ to }) => mayOpen(to)) } : entry))
    .filter((entry) => ('links' in entry ? entry.links.length > 0 : mayOpen(entry.to)))
}

/** An area's sidebar from top to bottom. A page that is built gets its line here, and nothing else needs to change. */
export const coopNavigation: (NavigationLink | NavigationGroup)[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/coop/dashboard' },
  { label: 'Member Management', icon: Users, to: '/coop/member-management' },
  {
    label: 'Financial Operations',
    icon: Landmark,
    links: [
      { label: 'Configuration', icon: SlidersHorizontal, to: '/coop/financial-operations/setup' },
      { label: 'Money', icon: Landmark, to: '/coop/financial-operations/money' },
      { label: 'Financial Record', icon: BookOpenText, to: '/coop/financial-operations/transactions' },
      { label: 'Contributions', icon: HandCoins, to: '/coop/financial-operations/contributions' },
      { label: 'Deductions', icon: ScrollText, to: '/coop/financial-operations/deductions' },
      { label: 'Loan Management', icon: Banknote, to: '/coop/loan-management' },
      { label: 'Fixed deposits', icon: Vault, to: '/coop/financial-operations/fixed-deposits' },
      { label: 'Interest', icon: Percent, to: '/coop/financial-operations/interest' },
      { label: 'Reports', icon: Scale, to: '/coop/financial-operations/reports' },
    ],
  },
  { label: 'Governance', icon: Gavel, to: '/coop/governance' },
  { label: 'Notifications', icon: Bell, to: '/coop/notifications' },
  { label: 'Settings', icon: Settings, to: '/coop/settings' },
]

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

/** Titles of pages that the sidebar does not lead to, or calls otherwise. */
const otherTitles: Record<string, string> = {
  '/coop/member-management/import': 'Import members',
  '/coop/member-management/applications': 'Membership applications',
  '/coop/member-management/requests': 'Requests',
  '/coop/financial-operations/contributions/import': 'Import contributions',
  '/coop/financial-operations/reconciliation': 'Bank reconciliation',
  '/coop/financial-operations/opening-balances': 'Opening balances',
  '/member/requests': 'Requests',
  '/member/contributions': 'Financial Records',
  '/member/loans': 'Financial Loans',
  '/member/loans/apply': 'Apply for a loan',
  '/member/guarantees': 'My guarantees',
  '/member/meetings': 'Meetings',
}

/** What a tab is called until its page has said its own title. */
export function tabTitle(path: string): string {
  const links = [...coopNavigation, ...memberNavigation].flatMap((entry) => ('links' in entry ? entry.links : entry))
  return otherTitles[path] ?? links.find(({ to }) => to === path)?.label ?? 'Page'
}
