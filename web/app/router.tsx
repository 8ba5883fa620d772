import { Outlet, createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onlyFor } from '#web/session/guard.ts'
import { session } from '#web/session/session.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'

// Every page is its own lazy chunk: a member on a phone never loads the officers' tables.
const root = createRootRoute({ component: Outlet, notFoundComponent: ToPublicHome })

function ToPublicHome() {
  useEffect(() => location.replace('/'), [])
  return <LoadingScreen />
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Search parameters as the address writes them, always text; each page reads the names it knows. */
function search(raw: Record<string, unknown>): Record<string, string | undefined> {
  return raw as Record<string, string | undefined>
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('#web/features/sessions/LoginPage.tsx'), 'LoginPage'),
})
const memberLogin = createRoute({
  getParentRoute: () => root,
  path: '/member-login',
  component: lazyRouteComponent(() => import('#web/features/sessions/MemberLoginPage.tsx'), 'MemberLoginPage'),
})
const superAdminLogin = createRoute({
  getParentRoute: () => root,
  path: '/super-admin/login',
  component: lazyRouteComponent(() => import('#web/features/sessions/SuperAdminLoginPage.tsx'), 'SuperAdminLoginPage'),
})
const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(() => import('#web/features/cooperatives/SignupPage.tsx'), 'SignupPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: (raw): { identifier?: string | undefined; code?: string | undefined; activate?: string | undefined } => ({
    identifier: text(raw['identifier']),
    code: text(raw['code']),
    activate: text(raw['activate']),
  }),
  component: lazyRouteComponent(() => import('#web/features/sessions/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})
const pendingVerification = createRoute({
  getParentRoute: () => root,
  path: '/pending-verification',
  beforeLoad: () => {
    if (!session.user()) throw redirect({ to: '/login' })
  },
  component: lazyRouteComponent(() => import('./PendingArea.tsx'), 'PendingArea'),
})

const coop = createRoute({
  getParentRoute: () => root,
  path: '/coop',
  beforeLoad: onlyFor('coop_admin'),
  component: lazyRouteComponent(() => import('./CoopArea.tsx'), 'CoopArea'),
})
const coopIndex = createRoute({
  getParentRoute: () => coop,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/coop/dashboard' })
  },
})
const coopDashboard = createRoute({
  getParentRoute: () => coop,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('#web/features/cooperatives/DashboardPage.tsx'), 'DashboardPage'),
})
const members = createRoute({
  getParentRoute: () => coop,
  path: '/member-management',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/members/MembersPage.tsx'), 'MembersPage'),
})
const membersImport = createRoute({
  getParentRoute: () => coop,
  path: '/member-management/import',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/imports/ImportPage.tsx'), 'ImportPage'),
})
const member = createRoute({
  getParentRoute: () => coop,
  path: '/member/$memberId',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/members/MemberPage.tsx'), 'MemberPage'),
})
const transactions = createRoute({
  getParentRoute: () => coop,
  path: '/financial-operations/transactions',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/transactions/TransactionsPage.tsx'), 'TransactionsPage'),
})
const configuration = createRoute({
  getParentRoute: () => coop,
  path: '/financial-operations/setup',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/configuration/ConfigurationPage.tsx'), 'ConfigurationPage'),
})
const loans = createRoute({
  getParentRoute: () => coop,
  path: '/loan-management',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/loans/LoansPage.tsx'), 'LoansPage'),
})
const contributions = createRoute({
  getParentRoute: () => coop,
  path: '/financial-operations/contributions',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/contributions/ContributionsPage.tsx'), 'ContributionsPage'),
})
const contributionsImport = createRoute({
  getParentRoute: () => coop,
  path: '/financial-operations/contributions/import',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/imports/ContributionImportPage.tsx'), 'ContributionImportPage'),
})
const reports = createRoute({
  getParentRoute: () => coop,
  path: '/financial-operations/reports',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/books/TrialBalancePage.tsx'), 'TrialBalancePage'),
})
const memberBalances = createRoute({
  getParentRoute: () => coop,
  path: '/financial-operations/reports/member-balances',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/books/MemberBalancesPage.tsx'), 'MemberBalancesPage'),
})

const portal = createRoute({
  getParentRoute: () => root,
  path: '/member',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(() => import('./MemberArea.tsx'), 'MemberArea'),
})
const portalIndex = createRoute({
  getParentRoute: () => portal,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/member/dashboard' })
  },
})
const portalDashboard = createRoute({
  getParentRoute: () => portal,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('#web/features/members/PortalDashboardPage.tsx'), 'PortalDashboardPage'),
})
const ownContributions = createRoute({
  getParentRoute: () => portal,
  path: '/contributions',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/contributions/OwnContributionsPage.tsx'), 'OwnContributionsPage'),
})
const ownTransactions = createRoute({
  getParentRoute: () => portal,
  path: '/transactions',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/transactions/OwnTransactionsPage.tsx'), 'OwnTransactionsPage'),
})

const ownLoans = createRoute({
  getParentRoute: () => portal,
  path: '/loans',
  validateSearch: search,
  component: lazyRouteComponent(() => import('#web/features/loans/OwnLoansPage.tsx'), 'OwnLoansPage'),
})

const platform = createRoute({
  getParentRoute: () => root,
  path: '/superadmin/dashboard',
  validateSearch: search,
  beforeLoad: onlyFor('superadmin'),
  component: lazyRouteComponent(() => import('./PlatformArea.tsx'), 'PlatformArea'),
})

const routeTree = root.addChildren([
  login,
  memberLogin,
  superAdminLogin,
  signup,
  forgotPassword,
  pendingVerification,
  coop.addChildren([coopIndex, coopDashboard, members, membersImport, member, configuration, transactions, contributions, contributionsImport, loans, reports, memberBalances]),
  portal.addChildren([portalIndex, portalDashboard, ownContributions, ownLoans, ownTransactions]),
  platform,
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultPendingMs: 300,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: ToPublicHome,
  scrollRestoration: true,
  // Plain text both ways: the router's own JSON reading would turn the phone 2348031234567 into a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (values) => {
    const text = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
