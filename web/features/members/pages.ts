import { requests } from '#web/features/members/member-requests/strings.ts'
import { dashboard, profile } from '#web/features/members/members/strings.ts'
import type { Pages } from '#web/router/page.ts'

export const membersPages = {
  '/join/$code': { page: async () => (await import('#web/features/members/members/JoinPage.tsx')).JoinPage },
  '/coop/member-management': {
    title: 'Member Management',
    icon: 'Users',
    menu: [20],
    keys: 'g m',
    page: async () => (await import('#web/features/members/members/MembersPage.tsx')).MembersPage,
  },
  '/coop/member-management/applications': {
    title: 'Membership applications',
    icon: 'UserRound',
    page: async () => (await import('#web/features/members/members/ApplicationsPage.tsx')).ApplicationsPage,
  },
  '/coop/member-management/requests': {
    title: 'Requests',
    label: 'Requests of members',
    icon: 'UserRound',
    page: async () => (await import('#web/features/members/member-requests/RequestsPage.tsx')).RequestsPage,
  },
  '/member/dashboard': {
    title: dashboard,
    icon: 'LayoutDashboard',
    menu: [10],
    keys: 'g d',
    page: async () => (await import('#web/features/members/members/PortalDashboardPage.tsx')).PortalDashboardPage,
  },
  '/member/profile': {
    title: profile,
    icon: 'UserRound',
    menu: [20],
    keys: 'g p',
    page: async () => (await import('#web/features/members/members/OwnProfilePage.tsx')).OwnProfilePage,
  },
  '/member/requests': {
    title: requests,
    page: async () => (await import('#web/features/members/member-requests/OwnRequestsPage.tsx')).OwnRequestsPage,
  },
} as const satisfies Pages
