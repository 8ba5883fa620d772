import type { Pages } from '#web/router/page.ts'

export const booksPages = {
  '/coop/financial-operations/money': {
    needs: 'books.read',
    title: 'Money overview',
    icon: 'ChartColumn',
    menu: [50, 'books'],
    page: async () => (await import('./books/web/MoneyPage.tsx')).MoneyPage,
  },
  '/coop/financial-operations/reports': {
    needs: 'books.read',
    title: 'Reports',
    icon: 'Scale',
    menu: [52, 'books'],
    keys: 'g r',
    page: async () => (await import('./books/web/ReportsPage.tsx')).ReportsPage,
  },
  '/coop/financial-operations/reports/$report': {
    needs: 'books.read',
    page: async () => (await import('./books/web/ReportPage.tsx')).ReportPage,
  },
  '/coop/financial-operations/reports/entries/$entryId': {
    needs: 'books.read',
    page: async () => (await import('./books/web/ReportPage.tsx')).ReportPage,
  },
} as const satisfies Pages
