import type { Pages } from '#ui/router/page.ts'

export const accountingPages = {
  '/coop/financial-operations/money': {
    needs: 'books.read',
    title: 'Money overview',
    icon: 'ChartColumn',
    menu: [50, 'books'],
    page: async () => (await import('#features/accounting/books/web/MoneyPage.tsx')).MoneyPage,
  },
  '/coop/financial-operations/reports': {
    needs: 'books.read',
    title: 'Reports',
    icon: 'Scale',
    menu: [52, 'books'],
    keys: 'g r',
    page: async () => (await import('#features/accounting/books/web/ReportsPage.tsx')).ReportsPage,
  },
  '/coop/financial-operations/reports/$report': {
    needs: 'books.read',
    page: async () => (await import('#features/accounting/books/web/ReportPage.tsx')).ReportPage,
  },
  '/coop/financial-operations/reports/entries/$entryId': {
    needs: 'books.read',
    page: async () => (await import('#features/accounting/books/web/ReportPage.tsx')).ReportPage,
  },
  '/coop/financial-operations/reconciliation': {
    needs: 'books.read',
    title: 'Bank reconciliation',
    icon: 'ListChecks',
    menu: [51, 'books'],
    page: async () =>
      (await import('#features/accounting/reconciliation/web/ReconciliationPage.tsx')).ReconciliationPage,
  },
  '/coop/financial-operations/opening-balances': {
    needs: 'books.read',
    title: 'Opening balances',
    icon: 'BookPlus',
    menu: [54, 'books'],
    page: async () =>
      (await import('#features/accounting/opening-balances/web/OpeningBalancesPage.tsx')).OpeningBalancesPage,
  },
  '/coop/financial-operations/fixed-assets': { needs: 'books.read', page: 'seldom' },
} as const satisfies Pages
