import type { FastifyInstance } from 'fastify'
import type { Services } from './context.ts'
import { agreementRoutes } from './features/agreements/routes.ts'
import { bankAccountRoutes } from './features/bank-accounts/routes.ts'
import { bookRoutes } from './features/books/routes.ts'
import { configurationRoutes } from './features/configuration/routes.ts'
import { consentRoutes } from './features/consents/routes.ts'
import { contactFormRoute, contactRoutes } from './features/contact/routes.ts'
import { contributionRoutes } from './features/contributions/routes.ts'
import { cooperativeRoutes } from './features/cooperatives/routes.ts'
import { dataProtectionRoutes } from './features/data-protection/routes.ts'
import { deductionRoutes } from './features/deductions/routes.ts'
import { governanceRoutes } from './features/governance/routes.ts'
import { expenseRoutes } from './features/expenses/routes.ts'
import { fixedDepositRoutes } from './features/fixed-deposits/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { guaranteeRoutes } from './features/guarantees/routes.ts'
import { loanAccrualRoutes } from './features/loan-accruals/routes.ts'
import { interestRoutes } from './features/interest/routes.ts'
import { loanDocumentRoutes } from './features/loan-documents/routes.ts'
import { loanMinuteRoutes } from './features/loan-minutes/routes.ts'
import { loanPortfolioRoutes } from './features/loan-portfolio/routes.ts'
import { loanRoutes } from './features/loans/routes.ts'
import { writeOffRoutes } from './features/write-offs/routes.ts'
import { memberDocumentRoutes } from './features/member-documents/routes.ts'
import { auditTrailRoutes } from './features/audit-trail/routes.ts'
import { memberHistoryRoutes } from './features/member-history/routes.ts'
import { memberPhotoRoutes } from './features/member-photos/routes.ts'
import { memberRequestRoutes } from './features/member-requests/routes.ts'
import { membershipApplicationRoutes } from './features/membership-applications/routes.ts'
import { leavingRoutes } from './features/leaving/routes.ts'
import { bankDetailsRoutes } from './features/bank-details/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { nomineeRoutes } from './features/nominees/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { platformRoutes } from './features/platform/routes.ts'
import { moneyDashboardRoutes } from './features/money-dashboard/routes.ts'
import { openingBalancesRoutes } from './features/opening-balances/routes.ts'
import { reconciliationRoutes } from './features/reconciliation/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { recordRoutes } from './features/records/routes.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { registerRoutes } from './features/register/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { changeRequestRoutes } from './features/change-requests/routes.ts'
import { pendingApprovalRoutes } from './features/pending-approvals/routes.ts'
import { goodsRoutes } from './features/goods/routes.ts'
import { penaltyRoutes } from './features/penalties/routes.ts'
import { pledgeRoutes } from './features/pledges/routes.ts'
import { checkLink } from './features/statements/check-link.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { transactionProofRoutes } from './features/transaction-proofs/routes.ts'
import { transactionRoutes } from './features/transactions/routes.ts'
import { apiPage } from './http/api-page.ts'
import { serveCheckPage } from './http/check-page.ts'
import { serveForm } from './http/form.ts'
import { answerUnknown } from './http/unknown.ts'
import { openApi } from './http/openapi.ts'
import { serveSandboxIdentity } from './http/sandbox-identity.ts'
import { serveApi } from './http/serve.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { pageHeaders, serveWeb } from './http/web-files.ts'
import { LoadShedder } from './limits/load-shedder.ts'

/** Everything the API serves, on one screen. */
export const routes = [
  ...sessionRoutes,
  ...cooperativeRoutes,
  ...memberRoutes,
  ...bankDetailsRoutes,
  ...dataProtectionRoutes,
  ...memberRequestRoutes,
  ...transactionProofRoutes,
  ...membershipApplicationRoutes,
  ...nomineeRoutes,
  ...leavingRoutes,
  ...registerRoutes,
  ...memberDocumentRoutes,
  ...memberPhotoRoutes,
  ...auditTrailRoutes,
  ...memberHistoryRoutes,
  ...contributionRoutes,
  ...bankAccountRoutes,
  ...deductionRoutes,
  ...transactionRoutes,
  ...statementRoutes,
  ...pendingApprovalRoutes,
  ...registrationRoutes,
  ...changeRequestRoutes,
  ...pledgeRoutes,
  ...interestRoutes,
  ...loanAccrualRoutes,
  ...fixedDepositRoutes,
  ...loanRoutes,
  ...loanPortfolioRoutes,
  ...loanDocumentRoutes,
  ...loanMinuteRoutes,
  ...reminderRoutes,
  ...agreementRoutes,
  ...expenseRoutes,
  ...writeOffRoutes,
  ...penaltyRoutes,
  ...goodsRoutes,
  ...guaranteeRoutes,
  ...consentRoutes,
  ...recordRoutes,
  ...importRoutes,
  ...configurationRoutes,
  ...bookRoutes,
  ...moneyDashboardRoutes,
  ...openingBalancesRoutes,
  ...reconciliationRoutes,
  ...notificationRoutes,
  ...governanceRoutes,
  ...contactRoutes,
  ...platformRoutes,
]

type AppSettings = { version: string; webFolder?: string; sandbox?: () => readonly string[]; proxies?: readonly string[]; shedder?: LoadShedder }

/**
 * The whole server: the API, its document, the web app where `webFolder` holds one, and the made-up people where `sandbox`
 * names the origins. `proxies` are the addresses and networks of trusted proxies.
 */
export function createApp(services: Services, { version, webFolder, sandbox, proxies, shedder = new LoadShedder() }: AppSettings): FastifyInstance {
  const server = serveApi(services, routes, { isTrustedProxy: trustedProxies(proxies), shedder })
  const endpoints = routes.map(({ endpoint }) => endpoint)
  // Made when first asked for: a start waits for neither.
  let document: string | undefined
  let page: string | undefined
  server.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openApi(endpoints, version)))))
  server.get('/api/docs', (_request, reply) => reply.headers(pageHeaders).type('text/html; charset=utf-8').send((page ??= apiPage(endpoints))))
  serveForm(server, services, contactFormRoute, '/contact', shedder)
  serveCheckPage(server, webFolder, (token, address) => checkLink(services, token, address, new Date()))
  if (sandbox) serveSandboxIdentity(server, sandbox)
  if (webFolder !== undefined) serveWeb(server, webFolder, { sampleData: services.sampleIsOpen })
  answerUnknown(server, endpoints)
  return server
}
