import type { Pages } from '#ui/router/page.ts'

export const platformAdminPages = {
  '/signup': {
    page: async () => (await import('#features/platform-admin/cooperatives/web/SignupPage.tsx')).SignupPage,
  },
  '/pending-verification': {
    page: async () =>
      (await import('#features/platform-admin/cooperatives/web/PendingVerificationPage.tsx')).PendingVerificationPage,
  },
  '/coop/dashboard': {
    title: 'Dashboard',
    icon: 'LayoutDashboard',
    menu: [10],
    keys: 'g d',
    page: async () => (await import('#features/platform-admin/cooperatives/web/DashboardPage.tsx')).DashboardPage,
  },
  '/superadmin/dashboard': {
    title: 'Dashboard',
    icon: 'LayoutDashboard',
    menu: [10],
    keys: 'g d',
    page: async () =>
      (await import('#features/platform-admin/overview/web/PlatformDashboardPage.tsx')).PlatformDashboardPage,
  },
  '/superadmin/cooperatives/$cooperativeId': {
    page: async () => (await import('#features/platform-admin/overview/web/CooperativePage.tsx')).CooperativePage,
  },
  '/superadmin/messages': {
    title: 'Messages',
    icon: 'Mail',
    menu: [20],
    keys: 'g m',
    page: async () =>
      (await import('#features/platform-admin/contact/web/ContactMessagesPage.tsx')).ContactMessagesPage,
  },
  '/superadmin/audit': {
    title: 'Audit trail',
    icon: 'ScrollText',
    menu: [30],
    keys: 'g a',
    page: async () => (await import('#features/platform-admin/overview/web/AuditPage.tsx')).AuditPage,
  },
  '/superadmin/health': {
    title: 'Health',
    icon: 'Activity',
    menu: [40],
    keys: 'g h',
    page: async () => (await import('#features/platform-admin/overview/web/HealthPage.tsx')).HealthPage,
  },
} as const satisfies Pages
