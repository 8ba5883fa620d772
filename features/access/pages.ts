import { notifications } from '#features/access/notifications/web/strings.ts'
import type { Pages } from '#ui/router/page.ts'

export const accessPages = {
  '/login': { page: async () => (await import('#features/access/login/web/LoginPage.tsx')).LoginPage },
  '/member-login': {
    page: async () => (await import('#features/access/login/web/MemberLoginPage.tsx')).MemberLoginPage,
  },
  '/super-admin/login': {
    page: async () => (await import('#features/access/login/web/SuperAdminLoginPage.tsx')).SuperAdminLoginPage,
  },
  '/sign-in': { page: async () => (await import('#features/access/login/web/SignInPage.tsx')).SignInPage },
  '/forgot-password': {
    page: async () => (await import('#features/access/login/web/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  },
  '/coop/notifications': {
    needs: 'notification.read',
    title: notifications,
    icon: 'Bell',
    menu: [70],
    keys: 'g n',
    page: async () => (await import('#features/access/notifications/web/NotificationsPage.tsx')).NotificationsPage,
  },
  '/member/notifications': {
    title: notifications,
    icon: 'Bell',
    menu: [40],
    keys: 'g n',
    page: async () =>
      (await import('#features/access/notifications/web/OwnNotificationsPage.tsx')).OwnNotificationsPage,
  },
} as const satisfies Pages
