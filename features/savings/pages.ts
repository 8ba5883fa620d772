import type { Pages } from '#ui/router/page.ts'
import { contributions, financialRecords } from '#features/savings/contributions/web/strings.ts'
import { transactions } from '#features/savings/transactions/web/strings.ts'

export const savingsPages = {
  '/coop/financial-operations/transactions': {
    needs: 'transaction.list',
    title: 'Financial Record',
    icon: 'BookOpenText',
    menu: [30, 'daily'],
    keys: 'g f',
    page: async () => (await import('#features/savings/transactions/web/TransactionsPage.tsx')).TransactionsPage,
  },
  '/coop/financial-operations/contributions': {
    needs: 'contribution.list',
    title: 'Contributions',
    icon: 'HandCoins',
    menu: [31, 'daily'],
    keys: 'g c',
    page: async () => (await import('#features/savings/contributions/web/ContributionsPage.tsx')).ContributionsPage,
  },
  '/coop/financial-operations/contributions/collect': {
    needs: 'contribution.post',
    title: 'Collection sheet',
    icon: 'HandCoins',
    page: async () => (await import('#features/savings/contributions/web/CollectionSheetPage.tsx')).CollectionSheetPage,
  },
  '/coop/financial-operations/interest': {
    needs: 'books.read',
    title: 'Interest',
    icon: 'Percent',
    menu: [42, 'loans'],
    page: async () => (await import('#features/savings/interest/web/InterestPage.tsx')).InterestPage,
  },
  '/coop/financial-operations/fixed-deposits': {
    needs: 'transaction.list',
    title: 'Fixed deposits',
    icon: 'Vault',
    menu: [41, 'loans'],
    page: async () => (await import('#features/savings/fixed-deposits/web/FixedDepositsPage.tsx')).FixedDepositsPage,
  },
  '/member/contributions': {
    title: financialRecords,
    label: contributions,
    icon: 'HandCoins',
    menu: [30, 'own'],
    keys: 'g c',
    page: async () =>
      (await import('#features/savings/contributions/web/OwnContributionsPage.tsx')).OwnContributionsPage,
  },
  '/member/transactions': {
    title: transactions,
    icon: 'ScrollText',
    menu: [33, 'own'],
    keys: 'g t',
    page: async () => (await import('#features/savings/transactions/web/OwnTransactionsPage.tsx')).OwnTransactionsPage,
  },
} as const satisfies Pages
