import type { Pages } from '#ui/router/page.ts'
import { applyForALoan, financialLoans, loans, myGuarantees } from '#features/loans/loans/web/strings.ts'

export const loansPages = {
  '/coop/loan-management': {
    needs: 'loan.list',
    title: 'Loan Management',
    icon: 'Banknote',
    menu: [40, 'loans'],
    page: async () => (await import('#features/loans/loans/web/LoansPage.tsx')).LoansPage,
  },
  '/coop/loan-management/portfolio': {
    needs: 'loan.list',
    title: 'Loan portfolio',
    icon: 'Banknote',
    page: async () => (await import('#features/loans/loans/web/LoanPortfolioPage.tsx')).LoanPortfolioPage,
  },
  '/coop/loan-management/$loanId': {
    needs: 'loan.list',
    page: async () => (await import('#features/loans/loans/web/LoanPage.tsx')).LoanPage,
  },
  '/member/loans': {
    title: financialLoans,
    label: loans,
    icon: 'Banknote',
    menu: [31, 'own'],
    page: async () => (await import('#features/loans/loans/web/OwnLoansPage.tsx')).OwnLoansPage,
  },
  '/member/loans/apply': {
    title: applyForALoan,
    page: async () => (await import('#features/loans/loans/web/ApplyPage.tsx')).ApplyPage,
  },
  '/member/guarantees': {
    title: myGuarantees,
    icon: 'Handshake',
    menu: [32, 'own'],
    page: async () => (await import('#features/loans/guarantees/web/GuaranteesPage.tsx')).GuaranteesPage,
  },
  '/member/loans/$loanId': {
    page: async () => (await import('#features/loans/loans/web/OwnLoanPage.tsx')).OwnLoanPage,
  },
} as const satisfies Pages
