import {
  Banknote,
  Bell,
  BookOpenText,
  BookPlus,
  ChartColumn,
  ChartPie,
  CreditCard,
  Gavel,
  HandCoins,
  Landmark,
  LayoutDashboard,
  ListChecks,
  Percent,
  Scale,
  ScrollText,
  Send,
  Settings,
  SlidersHorizontal,
  Users,
  Vault,
} from 'lucide'
import type { NavigationGroup, NavigationLink } from './navigation.ts'
import * as strings from './strings.ts'

/** The sidebar of the admin area from top to bottom. A page that is built gets its line here, and nothing else needs to change. */
export const coopNavigation: (NavigationLink | NavigationGroup)[] = [
  { label: strings.dashboard, icon: LayoutDashboard, to: '/coop/dashboard' },
  { label: strings.memberManagement, icon: Users, to: '/coop/member-management' },
  {
    label: strings.financialOperations,
    icon: Landmark,
    links: [
      {
        part: strings.daily,
        label: strings.financialRecord,
        icon: BookOpenText,
        to: '/coop/financial-operations/transactions',
      },
      {
        part: strings.daily,
        label: strings.contributions,
        icon: HandCoins,
        to: '/coop/financial-operations/contributions',
      },
      {
        part: strings.daily,
        label: strings.onlinePayments,
        icon: CreditCard,
        to: '/coop/financial-operations/online-payments',
      },
      {
        part: strings.daily,
        label: strings.paymentBatches,
        icon: Send,
        to: '/coop/financial-operations/payment-batches',
      },
      { part: strings.daily, label: strings.deductions, icon: ScrollText, to: '/coop/financial-operations/deductions' },
      { part: strings.loansAndDeposits, label: strings.loanManagement, icon: Banknote, to: '/coop/loan-management' },
      {
        part: strings.loansAndDeposits,
        label: strings.fixedDeposits,
        icon: Vault,
        to: '/coop/financial-operations/fixed-deposits',
      },
      {
        part: strings.loansAndDeposits,
        label: strings.interest,
        icon: Percent,
        to: '/coop/financial-operations/interest',
      },
      { part: strings.books, label: strings.moneyOverview, icon: ChartColumn, to: '/coop/financial-operations/money' },
      {
        part: strings.books,
        label: strings.bankReconciliation,
        icon: ListChecks,
        to: '/coop/financial-operations/reconciliation',
      },
      { part: strings.books, label: strings.reports, icon: Scale, to: '/coop/financial-operations/reports' },
      {
        part: strings.books,
        label: strings.surplusAndDividend,
        icon: ChartPie,
        to: '/coop/financial-operations/surplus',
      },
      {
        part: strings.books,
        label: strings.openingBalances,
        icon: BookPlus,
        to: '/coop/financial-operations/opening-balances',
      },
      {
        part: strings.books,
        label: strings.configuration,
        icon: SlidersHorizontal,
        to: '/coop/financial-operations/setup',
      },
    ],
  },
  { label: strings.governance, icon: Gavel, to: '/coop/governance' },
  { label: strings.notifications, icon: Bell, to: '/coop/notifications' },
  { label: strings.settings, icon: Settings, to: '/coop/settings' },
]
