import type { Pages } from '#ui/router/page.ts'
import { requests } from '#features/members/requests/web/strings.ts'
import { dashboard, profile } from '#features/members/members/web/strings.ts'

export const membersPages = {
  '/join/$code': { page: async () => (await import('#features/members/members/web/JoinPage.tsx')).JoinPage },
  '/coop/member-management': {
    title: 'Member Management',
    icon: 'Users',
    menu: [20],
    keys: 'g m',
    page: async () => (await import('#features/members/members/web/MembersPage.tsx')).MembersPage,
  },
  '/coop/member-management/applications': {
    title: 'Membership applications',
    icon: 'UserRound',
    page: async () => (await import('#features/members/members/web/ApplicationsPage.tsx')).ApplicationsPage,
  },
  '/coop/member-management/requests': {
    title: 'Requests',
    label: 'Requests of members',
    icon: 'UserRound',
    page: async () => (await import('#features/members/requests/web/RequestsPage.tsx')).RequestsPage,
  },
  '/member/dashboard': {
    title: dashboard,
    icon: 'LayoutDashboard',
    menu: [10],
    keys: 'g d',
    page: async () => (await import('#features/members/members/web/PortalDashboardPage.tsx')).PortalDashboardPage,
  },
  '/member/profile': {
    title: profile,
    icon: 'UserRound',
    menu: [20],
    keys: 'g p',
    page: async () => (await import('#features/members/members/web/OwnProfilePage.tsx')).OwnProfilePage,
  },
  '/member/requests': {
    title: requests,
    page: async () => (await import('#features/members/requests/web/OwnRequestsPage.tsx')).OwnRequestsPage,
  },
  '/coop/member/$memberId/leave': {
    needs: 'leaving.read',
    page: async () => (await import('#features/members/leaving/web/LeavePage.tsx')).LeavePage,
  },
} as const satisfies Pages
