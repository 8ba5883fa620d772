import type { Pages } from '#ui/router/page.ts'

export const paymentsPages = {
  '/coop/financial-operations/online-payments': {
    needs: 'books.read',
    title: 'Online payments',
    icon: 'CreditCard',
    menu: [32, 'daily'],
    page: async () =>
      (await import('#features/payments/online-payments/web/OnlinePaymentsPage.tsx')).OnlinePaymentsPage,
  },
  '/coop/financial-operations/held-money': {
    needs: 'books.read',
    title: 'Held money',
    icon: 'Inbox',
    menu: [33, 'daily'],
    page: async () => (await import('#features/payments/held-money/web/HeldMoneyPage.tsx')).HeldMoneyPage,
  },
  '/coop/financial-operations/payment-batches': {
    needs: 'books.read',
    title: 'Payment batches',
    icon: 'Send',
    menu: [34, 'daily'],
    page: async () => (await import('#features/payments/batches/web/PaymentBatchesPage.tsx')).PaymentBatchesPage,
  },
  '/member/pay': { page: async () => (await import('#features/payments/online-payments/web/PayPage.tsx')).PayPage },
} as const satisfies Pages
