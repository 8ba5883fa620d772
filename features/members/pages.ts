import { requests } from './requests/web/strings.ts'
import { dashboard, profile } from './members/web/strings.ts'
import type { Pages } from '#web/router/page.ts'

export const membersPages = {
  '/join/$code': { page: async () => (await import('./members/web/JoinPage.tsx')).JoinPage },
  '/coop/member-management': {
    title: 'Member Management',
    icon: 'Users',
    menu: [20],
    keys: 'g m',
    page: async () => (await import('./members/web/MembersPage.tsx')).MembersPage,
  },
  '/coop/member-management/applications': {
    title: 'Membership applications',
    icon: 'UserRound',
    page: async () => (await import('./members/web/ApplicationsPage.tsx')).ApplicationsPage,
  },
  '/coop/member-management/requests': {
    title: 'Requests',
    label: 'Requests of members',
    icon: 'UserRound',
    page: async () => (await import('./requests/web/RequestsPage.tsx')).RequestsPage,
  },
  '/member/dashboard': {
    title: dashboard,
    icon: 'LayoutDashboard',
    menu: [10],
    keys: 'g d',
    page: async () => (await import('./members/web/PortalDashboardPage.tsx')).PortalDashboardPage,
  },
  '/member/profile': {
    title: profile,
    icon: 'UserRound',
    menu: [20],
    keys: 'g p',
    page: async () => (await import('./members/web/OwnProfilePage.tsx')).OwnProfilePage,
  },
  '/member/requests': {
    title: requests,
    page: async () => (await import('./requests/web/OwnRequestsPage.tsx')).OwnRequestsPage,
  },
} as const satisfies Pages
