import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Permission, Role } from '#domain/actor.ts'
import { type Part, part, type Shown } from '#web/router/part.ts'
import type { Path, PathWithoutParameters } from '#web/router/paths.ts'

export type AreaName = 'entry' | 'pending' | 'coop' | 'member' | 'platform'

/** Who may be in an area, and the frame that its pages share; without a role it is open. */
export type Area = { role?: Role | 'anyone signed in'; Frame?: Part<{ children: ReactNode }> }

/** What is at a path: a page in an area, with what somebody must be allowed to do to open it, or the way on to another. */
export type Place =
  | { area: AreaName; page: Part<object>; needs?: Permission | undefined }
  | { area: AreaName; leadsTo: PathWithoutParameters }

export const areas: Record<AreaName, Area> = {
  entry: {},
  pending: { role: 'anyone signed in', Frame: part(async () => (await import('./PendingArea.tsx')).PendingArea) },
  coop: { role: 'coop_admin', Frame: part(async () => (await import('./CoopArea.tsx')).CoopArea) },
  member: { role: 'member', Frame: part(async () => (await import('./MemberArea.tsx')).MemberArea) },
  platform: { role: 'superadmin', Frame: part(async () => (await import('./PlatformArea.tsx')).PlatformArea) },
}

// Every page is its own file: a member on a phone never loads the officers' tables.
const entry = (read: () => Promise<Shown<object>>): Place => ({ area: 'entry', page: part(read) })
const coop = (read: () => Promise<Shown<object>>, needs?: Permission): Place => ({
  area: 'coop',
  page: part(read),
  needs,
})
const member = (read: () => Promise<Shown<object>>): Place => ({ area: 'member', page: part(read) })
const platform = (read: () => Promise<Shown<object>>): Place => ({ area: 'platform', page: part(read) })

const seldom = async () => (await import('./SeldomPages.tsx')).SeldomPages

export const pages: Record<Path, Place> = {
  '/pwa': entry(async () => (await import('./InstalledHome.tsx')).InstalledHome),
  '/pwa-full': entry(async () => (await import('./InstalledHome.tsx')).InstalledHome),
  '/login': entry(async () => (await import('#web/features/access/sessions/LoginPage.tsx')).LoginPage),
  '/member-login': entry(
    async () => (await import('#web/features/access/sessions/MemberLoginPage.tsx')).MemberLoginPage,
  ),
  '/super-admin/login': entry(
    async () => (await import('#web/features/access/sessions/SuperAdminLoginPage.tsx')).SuperAdminLoginPage,
  ),
  '/sign-in': entry(async () => (await import('#web/features/access/sessions/SignInPage.tsx')).SignInPage),
  '/signup': entry(async () => (await import('#web/features/platform/cooperatives/SignupPage.tsx')).SignupPage),
  '/forgot-password': entry(
    async () => (await import('#web/features/access/sessions/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  ),
  '/join/$code': entry(async () => (await import('#web/features/members/members/JoinPage.tsx')).JoinPage),
  '/payer/$memberId': entry(async () => (await import('./PayerPage.tsx')).PayerPage),
  '/pending-verification': {
    area: 'pending',
    page: part(
      async () =>
        (await import('#web/features/platform/cooperatives/PendingVerificationPage.tsx')).PendingVerificationPage,
    ),
  },

  '/coop': { area: 'coop', leadsTo: '/coop/dashboard' },
  '/coop/dashboard': coop(
    async () => (await import('#web/features/platform/cooperatives/DashboardPage.tsx')).DashboardPage,
  ),
  '/coop/member-management': coop(
    async () => (await import('#web/features/members/members/MembersPage.tsx')).MembersPage,
  ),
  '/coop/member-management/import': coop(
    async () => (await import('#web/features/society/imports/ImportPage.tsx')).ImportPage,
    'member.create',
  ),
  '/coop/member-management/applications': coop(
    async () => (await import('#web/features/members/members/ApplicationsPage.tsx')).ApplicationsPage,
  ),
  '/coop/member-management/requests': coop(
    async () => (await import('#web/features/members/member-requests/RequestsPage.tsx')).RequestsPage,
  ),
  '/coop/member/$memberId': coop(async () => (await import('./CoopMemberPage.tsx')).CoopMemberPage),
  '/coop/member/$memberId/leave': coop(
    async () => (await import('#web/features/society/leaving/LeavePage.tsx')).LeavePage,
    'leaving.read',
  ),
  '/coop/financial-operations/money': coop(
    async () => (await import('#web/features/books/books/MoneyPage.tsx')).MoneyPage,
    'books.read',
  ),
  '/coop/financial-operations/transactions': coop(
    async () => (await import('#web/features/money/transactions/TransactionsPage.tsx')).TransactionsPage,
    'transaction.list',
  ),
  '/coop/financial-operations/contributions': coop(
    async () => (await import('#web/features/money/contributions/ContributionsPage.tsx')).ContributionsPage,
    'contribution.list',
  ),
  '/coop/financial-operations/contributions/import': coop(
    async () => (await import('#web/features/society/imports/ContributionImportPage.tsx')).ContributionImportPage,
    'contribution.post',
  ),
  '/coop/financial-operations/contributions/collect': coop(
    async () => (await import('#web/features/money/contributions/CollectionSheetPage.tsx')).CollectionSheetPage,
    'contribution.post',
  ),
  '/coop/financial-operations/online-payments': coop(
    async () => (await import('#web/features/society/online-payments/OnlinePaymentsPage.tsx')).OnlinePaymentsPage,
    'books.read',
  ),
  '/coop/financial-operations/held-money': coop(
    async () => (await import('#web/features/society/held-money/HeldMoneyPage.tsx')).HeldMoneyPage,
    'books.read',
  ),
  '/coop/financial-operations/payment-batches': coop(
    async () => (await import('#web/features/society/payment-batches/PaymentBatchesPage.tsx')).PaymentBatchesPage,
    'books.read',
  ),
  '/coop/financial-operations/fixed-assets': coop(seldom, 'books.read'),
  '/coop/financial-operations/closing/$yearEnd': coop(seldom, 'books.read'),
  '/coop/financial-operations/surplus': coop(
    async () => (await import('#web/features/society/surplus/SurplusPage.tsx')).SurplusPage,
    'books.read',
  ),
  '/coop/financial-operations/deductions': coop(
    async () => (await import('#features/payroll/schedules/web/DeductionsPage.tsx')).DeductionsPage,
    'deduction.read',
  ),
  '/coop/financial-operations/deductions/employers': coop(
    async () => (await import('#features/payroll/employers/web/EmployersPage.tsx')).EmployersPage,
    'deduction.read',
  ),
  '/coop/financial-operations/deductions/employers/$employerId': coop(
    async () => (await import('#features/payroll/employers/web/EmployerPage.tsx')).EmployerPage,
    'deduction.read',
  ),
  '/coop/financial-operations/deductions/$scheduleId': coop(
    async () => (await import('#features/payroll/schedules/web/SchedulePage.tsx')).SchedulePage,
    'deduction.read',
  ),
  '/coop/financial-operations/reconciliation': coop(
    async () => (await import('#web/features/society/reconciliation/ReconciliationPage.tsx')).ReconciliationPage,
    'books.read',
  ),
  '/coop/financial-operations/opening-balances': coop(
    async () => (await import('#web/features/society/opening-balances/OpeningBalancesPage.tsx')).OpeningBalancesPage,
    'books.read',
  ),
  '/coop/financial-operations/reports': coop(
    async () => (await import('#web/features/books/books/ReportsPage.tsx')).ReportsPage,
    'books.read',
  ),
  '/coop/financial-operations/reports/$report': coop(
    async () => (await import('#web/features/books/books/ReportPage.tsx')).ReportPage,
    'books.read',
  ),
  '/coop/financial-operations/reports/entries/$entryId': coop(
    async () => (await import('#web/features/books/books/ReportPage.tsx')).ReportPage,
    'books.read',
  ),
  '/coop/financial-operations/interest': coop(
    async () => (await import('#web/features/money/interest/InterestPage.tsx')).InterestPage,
    'books.read',
  ),
  '/coop/financial-operations/fixed-deposits': coop(
    async () => (await import('#web/features/money/fixed-deposits/FixedDepositsPage.tsx')).FixedDepositsPage,
    'transaction.list',
  ),
  '/coop/financial-operations/setup': coop(
    async () => (await import('#web/features/society/configuration/ConfigurationPage.tsx')).ConfigurationPage,
    'configuration.review',
  ),
  '/coop/loan-management': coop(
    async () => (await import('#web/features/lending/loans/LoansPage.tsx')).LoansPage,
    'loan.list',
  ),
  '/coop/loan-management/portfolio': coop(
    async () => (await import('#web/features/lending/loans/LoanPortfolioPage.tsx')).LoanPortfolioPage,
    'loan.list',
  ),
  '/coop/loan-management/$loanId': coop(
    async () => (await import('#web/features/lending/loans/LoanPage.tsx')).LoanPage,
    'loan.list',
  ),
  '/coop/governance': coop(
    async () => (await import('#web/features/governance/governance/GovernancePage.tsx')).GovernancePage,
  ),
  '/coop/governance/enquiries': coop(seldom, 'enquiry.read'),
  '/coop/governance/enquiries/$enquiryId': coop(seldom, 'enquiry.read'),
  '/coop/governance/actions': coop(seldom),
  '/coop/governance/bye-laws': coop(seldom),
  '/coop/governance/filings': coop(seldom),
  '/coop/governance/votes': coop(async () => (await import('#web/features/governance/votes/VotesPage.tsx')).VotesPage),
  '/coop/governance/votes/$voteId': coop(
    async () => (await import('#web/features/governance/votes/VotePage.tsx')).VotePage,
  ),
  '/coop/governance/officers': coop(seldom),
  '/coop/governance/elections': coop(seldom),
  '/coop/governance/elections/$electionId': coop(seldom),
  '/coop/governance/$meetingId': coop(
    async () => (await import('#web/features/governance/governance/MeetingPage.tsx')).MeetingPage,
  ),
  '/coop/notifications': coop(
    async () => (await import('#web/features/access/notifications/NotificationsPage.tsx')).NotificationsPage,
    'notification.read',
  ),
  '/coop/settings': coop(async () => (await import('./CoopSettingsPage.tsx')).CoopSettingsPage),

  '/member': { area: 'member', leadsTo: '/member/dashboard' },
  '/member/dashboard': member(
    async () => (await import('#web/features/members/members/PortalDashboardPage.tsx')).PortalDashboardPage,
  ),
  '/member/profile': member(
    async () => (await import('#web/features/members/members/OwnProfilePage.tsx')).OwnProfilePage,
  ),
  '/member/requests': member(
    async () => (await import('#web/features/members/member-requests/OwnRequestsPage.tsx')).OwnRequestsPage,
  ),
  '/member/contributions': member(
    async () => (await import('#web/features/money/contributions/OwnContributionsPage.tsx')).OwnContributionsPage,
  ),
  '/member/loans': member(async () => (await import('#web/features/lending/loans/OwnLoansPage.tsx')).OwnLoansPage),
  '/member/loans/apply': member(async () => (await import('#web/features/lending/loans/ApplyPage.tsx')).ApplyPage),
  '/member/guarantees': member(
    async () => (await import('#web/features/lending/guarantees/GuaranteesPage.tsx')).GuaranteesPage,
  ),
  '/member/loans/$loanId': member(
    async () => (await import('#web/features/lending/loans/OwnLoanPage.tsx')).OwnLoanPage,
  ),
  '/member/transactions': member(
    async () => (await import('#web/features/money/transactions/OwnTransactionsPage.tsx')).OwnTransactionsPage,
  ),
  '/member/dividends': member(
    async () => (await import('#web/features/society/surplus/OwnDividendsPage.tsx')).OwnDividendsPage,
  ),
  '/member/pay': member(async () => (await import('#web/features/society/online-payments/PayPage.tsx')).PayPage),
  '/member/meetings': member(
    async () => (await import('#web/features/governance/governance/OwnMeetingsPage.tsx')).OwnMeetingsPage,
  ),
  '/member/meetings/enquiries': member(seldom),
  '/member/meetings/enquiries/$enquiryId': member(seldom),
  '/member/meetings/votes/$voteId': member(
    async () => (await import('#web/features/governance/votes/OwnVotePage.tsx')).OwnVotePage,
  ),
  '/member/meetings/elections/$electionId': member(seldom),
  '/member/meetings/$meetingId': member(
    async () => (await import('#web/features/governance/governance/OwnMeetingPage.tsx')).OwnMeetingPage,
  ),
  '/member/notifications': member(
    async () => (await import('#web/features/access/notifications/OwnNotificationsPage.tsx')).OwnNotificationsPage,
  ),
  '/member/settings': member(async () => (await import('./MemberSettingsPage.tsx')).MemberSettingsPage),

  '/superadmin/dashboard': platform(
    async () => (await import('#web/features/platform/platform/PlatformDashboardPage.tsx')).PlatformDashboardPage,
  ),
  '/superadmin/cooperatives/$cooperativeId': platform(
    async () => (await import('#web/features/platform/platform/CooperativePage.tsx')).CooperativePage,
  ),
  '/superadmin/messages': platform(
    async () => (await import('#web/features/platform/contact/ContactMessagesPage.tsx')).ContactMessagesPage,
  ),
  '/superadmin/audit': platform(async () => (await import('#web/features/platform/platform/AuditPage.tsx')).AuditPage),
  '/superadmin/health': platform(
    async () => (await import('#web/features/platform/platform/HealthPage.tsx')).HealthPage,
  ),
  '/superadmin/security': platform(async () => (await import('./PlatformSecurityPage.tsx')).PlatformSecurityPage),
}

/** Begins loading all that a path needs; undefined once everything is there. */
export function loadPage(path: Path): Promise<unknown> | undefined {
  const place = pages[path]
  const waiting = [areas[place.area].Frame?.load(), 'page' in place ? place.page.load() : undefined].filter(
    (each) => each !== undefined,
  )
  return waiting.length === 0 ? undefined : Promise.all(waiting)
}

/** Asks for what a path's page shows first, where the page has something to ask for and its file is here. */
export function beginPage(path: Path, queries: QueryClient): void {
  const place = pages[path]
  if ('page' in place) place.page.found()?.begin?.(queries)
}

/** What opening the page at a path needs; nothing where every officer, or everyone in its area, may. */
export function needsOf(path: Path): Permission | undefined {
  const place = pages[path]
  return 'page' in place ? place.needs : undefined
}
