import { contributions, financialRecords } from '#web/features/money/contributions/strings.ts'
import { transactions } from '#web/features/money/transactions/strings.ts'
import type { Pages } from '#web/router/page.ts'

export const moneyPages = {
  '/coop/financial-operations/transactions': {
    needs: 'transaction.list',
    title: 'Financial Record',
    icon: 'BookOpenText',
    menu: [30, 'daily'],
    keys: 'g f',
    page: async () => (await import('#web/features/money/transactions/TransactionsPage.tsx')).TransactionsPage,
  },
  '/coop/financial-operations/contributions': {
    needs: 'contribution.list',
    title: 'Contributions',
    icon: 'HandCoins',
    menu: [31, 'daily'],
    keys: 'g c',
    page: async () => (await import('#web/features/money/contributions/ContributionsPage.tsx')).ContributionsPage,
  },
  '/coop/financial-operations/contributions/collect': {
    needs: 'contribution.post',
    title: 'Collection sheet',
    icon: 'HandCoins',
    page: async () => (await import('#web/features/money/contributions/CollectionSheetPage.tsx')).CollectionSheetPage,
  },
  '/coop/financial-operations/fixed-assets': { needs: 'books.read', page: 'seldom' },
  '/coop/financial-operations/interest': {
    needs: 'books.read',
    title: 'Interest',
    icon: 'Percent',
    menu: [42, 'loans'],
    page: async () => (await import('#web/features/money/interest/InterestPage.tsx')).InterestPage,
  },
  '/coop/financial-operations/fixed-deposits': {
    needs: 'transaction.list',
    title: 'Fixed deposits',
    icon: 'Vault',
    menu: [41, 'loans'],
    page: async () => (await import('#web/features/money/fixed-deposits/FixedDepositsPage.tsx')).FixedDepositsPage,
  },
  '/member/contributions': {
    title: financialRecords,
    label: contributions,
    icon: 'HandCoins',
    menu: [30, 'own'],
    keys: 'g c',
    page: async () => (await import('#web/features/money/contributions/OwnContributionsPage.tsx')).OwnContributionsPage,
  },
  '/member/transactions': {
    title: transactions,
    icon: 'ScrollText',
    menu: [33, 'own'],
    keys: 'g t',
    page: async () => (await import('#web/features/money/transactions/OwnTransactionsPage.tsx')).OwnTransactionsPage,
  },
} as const satisfies Pages
