import type { Pages } from '#ui/router/page.ts'

export const surplusPages = {
  '/coop/financial-operations/surplus': {
    needs: 'books.read',
    title: 'Surplus and dividend',
    icon: 'ChartPie',
    menu: [53, 'books'],
    page: async () => (await import('#features/surplus/appropriation/web/SurplusPage.tsx')).SurplusPage,
  },
  '/member/dividends': {
    page: async () => (await import('#features/surplus/appropriation/web/OwnDividendsPage.tsx')).OwnDividendsPage,
  },
  '/coop/financial-operations/closing/$yearEnd': { needs: 'books.read', page: 'seldom' },
} as const satisfies Pages
