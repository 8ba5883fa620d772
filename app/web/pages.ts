import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Role } from '#core/actor.ts'
import { accessPages } from '#features/access/pages.ts'
import { accountingPages } from '#features/accounting/pages.ts'
import { governancePages } from '#features/governance/pages.ts'
import { loansPages } from '#features/loans/pages.ts'
import { membersPages } from '#features/members/pages.ts'
import { paymentsPages } from '#features/payments/pages.ts'
import { payrollPages } from '#features/payroll/pages.ts'
import { platformAdminPages } from '#features/platform-admin/pages.ts'
import { savingsPages } from '#features/savings/pages.ts'
import { societyPages } from '#features/society/pages.ts'
import { surplusPages } from '#features/surplus/pages.ts'
import type { Page, Pages } from '#ui/router/page.ts'
import { type Part, part, type Shown } from '#ui/router/part.ts'
import type { Path, PathWithoutParameters } from '#ui/router/paths.ts'
import { registerPages } from '#ui/router/place.ts'
import * as strings from './strings.ts'

/** Where features meet. */
const appPages = {
  '/pwa': { page: async () => (await import('./InstalledHome.tsx')).InstalledHome },
  '/pwa-full': { page: async () => (await import('./InstalledHome.tsx')).InstalledHome },
  '/payer/$memberId': { page: async () => (await import('./PayerPage.tsx')).PayerPage },
  '/coop': { leadsTo: '/coop/dashboard' },
  '/coop/member/$memberId': { page: async () => (await import('./CoopMemberPage.tsx')).CoopMemberPage },
  '/coop/settings': {
    title: strings.settings,
    icon: 'Settings',
    menu: [80],
    keys: 'g s',
    page: async () => (await import('./CoopSettingsPage.tsx')).CoopSettingsPage,
  },
  '/member': { leadsTo: '/member/dashboard' },
  '/member/settings': {
    title: strings.settings,
    icon: 'Settings',
    menu: [50],
    keys: 'g s',
    page: async () => (await import('./MemberSettingsPage.tsx')).MemberSettingsPage,
  },
  '/superadmin/security': {
    title: strings.security,
    icon: 'ShieldCheck',
    menu: [50],
    keys: 'g s',
    page: async () => (await import('./PlatformSecurityPage.tsx')).PlatformSecurityPage,
  },
} as const satisfies Pages

const pages = {
  ...appPages,
  ...accessPages,
  ...platformAdminPages,
  ...accountingPages,
  ...membersPages,
  ...governancePages,
  ...savingsPages,
  ...loansPages,
  ...payrollPages,
  ...paymentsPages,
  ...surplusPages,
  ...societyPages,
}

declare module '#ui/router/page.ts' {
  interface Registered {
    pages: typeof pages
  }
}

/** Who may be in an area, and the frame that its pages share; without a role it is open. */
export type Area = { role?: Role | 'anyone signed in'; Frame?: Part<{ children: ReactNode }> }

/** By the first word of their paths; what begins with no other is in `entry`. */
const areas: Record<string, Area> = {
  entry: {},
  'pending-verification': {
    role: 'anyone signed in',
    Frame: part(async () => (await import('./PendingArea.tsx')).PendingArea),
  },
  coop: { role: 'coop_admin', Frame: part(async () => (await import('./CoopArea.tsx')).CoopArea) },
  member: { role: 'member', Frame: part(async () => (await import('./MemberArea.tsx')).MemberArea) },
  superadmin: { role: 'superadmin', Frame: part(async () => (await import('./PlatformArea.tsx')).PlatformArea) },
}

type Declared = (Page & { page: (() => Promise<Shown<object>>) | 'seldom' }) | { leadsTo: PathWithoutParameters }

const seldom = async () => (await import('./SeldomPages.tsx')).SeldomPages

// A page without its component, or with what is no component, does not compile here.
const declared: Record<Path, Declared> = pages

/** What is at a path: a page in an area, or the way on to another. */
type Place = { area: Area; areaName: string } & (
  | { page: Part<object> }
  | { page?: undefined; leadsTo: PathWithoutParameters }
)

export const places = Object.fromEntries(
  Object.entries(declared).map(([path, page]) => {
    const word = path.split('/')[1] ?? ''
    const areaName = word in areas ? word : 'entry'
    const area = areas[areaName]
    return [
      path,
      { area, areaName, ...('page' in page ? { page: part(page.page === 'seldom' ? seldom : page.page) } : page) },
    ]
  }),
) as Record<Path, Place>

/** Begins loading all that a path needs; undefined once everything is there. */
function loadPage(path: Path): Promise<unknown> | undefined {
  const { area, page } = places[path]
  const waiting = [area.Frame?.load(), page?.load()].filter((each) => each !== undefined)
  return waiting.length === 0 ? undefined : Promise.all(waiting)
}

/** Asks for what a path's page shows first, where the page has something to ask for and its file is here. */
function beginPage(path: Path, queries: QueryClient): void {
  places[path].page?.found()?.begin?.(queries)
}

registerPages(declared, loadPage, beginPage)
