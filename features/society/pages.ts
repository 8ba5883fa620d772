import type { Pages } from '#web/router/page.ts'

export const societyPages = {
  '/coop/member-management/import': {
    needs: 'member.create',
    title: 'Import members',
    icon: 'FileUp',
    page: async () => (await import('./imports/web/ImportPage.tsx')).ImportPage,
  },
  '/coop/member/$memberId/leave': {
    needs: 'leaving.read',
    page: async () => (await import('#features/members/leaving/web/LeavePage.tsx')).LeavePage,
  },
  '/coop/financial-operations/contributions/import': {
    needs: 'contribution.post',
    title: 'Import contributions',
    icon: 'FileUp',
    page: async () => (await import('./imports/web/ContributionImportPage.tsx')).ContributionImportPage,
  },
  '/coop/financial-operations/online-payments': {
    needs: 'books.read',
    title: 'Online payments',
    icon: 'CreditCard',
    menu: [32, 'daily'],
    page: async () => (await import('#features/payments/online-payments/web/OnlinePaymentsPage.tsx')).OnlinePaymentsPage,
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
  '/coop/financial-operations/closing/$yearEnd': { needs: 'books.read', page: 'seldom' },
  '/coop/financial-operations/surplus': {
    needs: 'books.read',
    title: 'Surplus and dividend',
    icon: 'ChartPie',
    menu: [53, 'books'],
    page: async () => (await import('#features/surplus/appropriation/web/SurplusPage.tsx')).SurplusPage,
  },
  '/coop/financial-operations/reconciliation': {
    needs: 'books.read',
    title: 'Bank reconciliation',
    icon: 'ListChecks',
    menu: [51, 'books'],
    page: async () => (await import('#features/accounting/reconciliation/web/ReconciliationPage.tsx')).ReconciliationPage,
  },
  '/coop/financial-operations/opening-balances': {
    needs: 'books.read',
    title: 'Opening balances',
    icon: 'BookPlus',
    menu: [54, 'books'],
    page: async () =>
      (await import('#features/accounting/opening-balances/web/OpeningBalancesPage.tsx')).OpeningBalancesPage,
  },
  '/coop/financial-operations/setup': {
    needs: 'configuration.review',
    title: 'Configuration',
    icon: 'SlidersHorizontal',
    menu: [55, 'books'],
    page: async () => (await import('./configuration/web/ConfigurationPage.tsx')).ConfigurationPage,
  },
  '/member/dividends': {
    page: async () => (await import('#features/surplus/appropriation/web/OwnDividendsPage.tsx')).OwnDividendsPage,
  },
  '/member/pay': { page: async () => (await import('#features/payments/online-payments/web/PayPage.tsx')).PayPage },
} as const satisfies Pages
