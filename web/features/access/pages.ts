import { notifications } from '#web/features/access/notifications/strings.ts'
import type { Pages } from '#web/router/page.ts'

export const accessPages = {
  '/login': { page: async () => (await import('#web/features/access/sessions/LoginPage.tsx')).LoginPage },
  '/member-login': {
    page: async () => (await import('#web/features/access/sessions/MemberLoginPage.tsx')).MemberLoginPage,
  },
  '/super-admin/login': {
    page: async () => (await import('#web/features/access/sessions/SuperAdminLoginPage.tsx')).SuperAdminLoginPage,
  },
  '/sign-in': { page: async () => (await import('#web/features/access/sessions/SignInPage.tsx')).SignInPage },
  '/forgot-password': {
    page: async () => (await import('#web/features/access/sessions/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  },
  '/coop/notifications': {
    needs: 'notification.read',
    title: notifications,
    icon: 'Bell',
    menu: [70],
    keys: 'g n',
    page: async () => (await import('#web/features/access/notifications/NotificationsPage.tsx')).NotificationsPage,
  },
  '/member/notifications': {
    title: notifications,
    icon: 'Bell',
    menu: [40],
    keys: 'g n',
    page: async () =>
      (await import('#web/features/access/notifications/OwnNotificationsPage.tsx')).OwnNotificationsPage,
  },
} as const satisfies Pages
