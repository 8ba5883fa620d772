import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { followChanges } from '#contract/live.ts'
import { EventWords } from '#domain/access/audit-trail/event-words.ts'
import type { Services } from './context.ts'
import { agreementRoutes } from './features/lending/agreements/routes.ts'
import { bankAccountRoutes } from './features/money/bank-accounts/routes.ts'
import { bookRoutes } from './features/books/books/routes.ts'
import { configurationRoutes } from './features/society/configuration/routes.ts'
import { consentRoutes } from './features/lending/consents/routes.ts'
import { contactFormRoute, contactRoutes } from './features/platform/contact/routes.ts'
import { contributionReportRoutes } from './features/money/contribution-report/routes.ts'
import { auditRoutes } from './features/society/audit/routes.ts'
import { contributionRoutes } from './features/money/contributions/routes.ts'
import { cooperativeRoutes } from './features/platform/cooperatives/routes.ts'
import { dataProtectionRoutes } from './features/society/data-protection/routes.ts'
import { deductionReportRoutes } from './features/society/deduction-reports/routes.ts'
import { deductionRoutes } from './features/society/deductions/routes.ts'
import { enquiryRoutes } from './features/governance/enquiries/routes.ts'
import { actionRoutes } from './features/governance/actions/routes.ts'
import { filingRoutes } from './features/governance/filings/routes.ts'
import { governanceRoutes } from './features/governance/governance/routes.ts'
import { expenseRoutes } from './features/money/expenses/routes.ts'
import { fixedDepositRoutes } from './features/money/fixed-deposits/routes.ts'
import { exportRoutes } from './features/society/exports/routes.ts'
import { importRoutes } from './features/society/imports/routes.ts'
import { guaranteeRoutes } from './features/lending/guarantees/routes.ts'
import { loanAccrualRoutes } from './features/lending/loan-accruals/routes.ts'
import { electionRoutes } from './features/governance/elections/routes.ts'
import { officerRoutes } from './features/governance/officers/routes.ts'
import { voteRoutes } from './features/governance/votes/routes.ts'
import { fixedAssetRoutes } from './features/money/fixed-assets/routes.ts'
import { yearClosingRoutes } from './features/society/year-closing/routes.ts'
import { surplusRoutes } from './features/society/surplus/routes.ts'
import { interestRoutes } from './features/money/interest/routes.ts'
import { loanDocumentRoutes } from './features/lending/loan-documents/routes.ts'
import { loanMinuteRoutes } from './features/lending/loan-minutes/routes.ts'
import { loanPortfolioRoutes } from './features/lending/loan-portfolio/routes.ts'
import { loanReportRoutes } from './features/lending/loan-reports/routes.ts'
import { loanRoutes } from './features/lending/loans/routes.ts'
import { writeOffRoutes } from './features/lending/write-offs/routes.ts'
import { memberDocumentRoutes } from './features/members/member-documents/routes.ts'
import { auditTrailRoutes } from './features/access/audit-trail/routes.ts'
import { memberHistoryRoutes } from './features/members/member-history/routes.ts'
import { memberPhotoRoutes } from './features/members/member-photos/routes.ts'
import { memberRequestRoutes } from './features/members/member-requests/routes.ts'
import { membershipApplicationRoutes } from './features/members/membership-applications/routes.ts'
import { leavingRoutes } from './features/society/leaving/routes.ts'
import { mergingRoutes } from '#server/features/society/merging/routes.ts'
import { bankDetailsRoutes } from './features/members/bank-details/routes.ts'
import { memberReportRoutes } from './features/members/member-reports/routes.ts'
import { memberRoutes } from './features/members/members/routes.ts'
import { nomineeRoutes } from './features/members/nominees/routes.ts'
import { messageRoutes } from './features/access/messages/routes.ts'
import { notificationRoutes } from './features/access/notifications/routes.ts'
import { unclaimedMoneyRoutes } from './features/platform/unclaimed-money/routes.ts'
import { contactOf } from './features/platform/contact/contact-of.ts'
import { platformRoutes } from './features/platform/platform/routes.ts'
import { moneyDashboardRoutes } from './features/society/money-dashboard/routes.ts'
import { openingBalancesRoutes } from './features/society/opening-balances/routes.ts'
import { reconciliationRoutes } from './features/society/reconciliation/routes.ts'
import { registrationRoutes } from './features/society/registration/routes.ts'
import { recordRoutes } from './features/society/records/routes.ts'
import { reminderRoutes } from './features/lending/reminders/routes.ts'
import { registerRoutes } from './features/members/register/routes.ts'
import { sessionRoutes } from './features/access/sessions/routes.ts'
import { changeRequestRoutes } from './features/access/change-requests/routes.ts'
import { onlinePaymentRoutes } from './features/society/online-payments/routes.ts'
import { heldMoneyRoutes } from './features/society/held-money/routes.ts'
import { payoutRoutes } from './features/society/payouts/routes.ts'
import { paymentBatchRoutes } from './features/society/payment-batches/routes.ts'
import { paymentCaseRoutes } from './features/society/payment-cases/routes.ts'
import { settlementRoutes } from './features/society/settlements/routes.ts'
import { pendingApprovalRoutes } from './features/society/pending-approvals/routes.ts'
import { goodsRoutes } from './features/lending/goods/routes.ts'
import { penaltyRoutes } from './features/lending/penalties/routes.ts'
import { pledgeRoutes } from './features/money/pledges/routes.ts'
import { checkLink } from './features/society/statements/check-link.ts'
import { statementRoutes } from './features/society/statements/routes.ts'
import { externalAuditorRoutes } from './features/access/external-auditors/routes.ts'
import { apiKeyRoutes } from './features/access/api-keys/routes.ts'
import { pushRoutes } from './features/access/push/routes.ts'
import { webhookRoutes } from './features/access/webhooks/routes.ts'
import { supportAccessRoutes } from './features/platform/support-access/routes.ts'
import { transactionProofRoutes } from './features/money/transaction-proofs/routes.ts'
import { transactionRoutes } from './features/money/transactions/routes.ts'
import { apiPage } from './http/api-page.ts'
import { serveCheckPage } from './http/check-page.ts'
import { serveForm } from './http/form.ts'
import { serveLive } from './http/live-stream.ts'
import { answerUnknown } from './http/unknown.ts'
import { openApi } from './http/openapi.ts'
import { serveSandboxCheckout } from './http/sandbox-checkout.ts'
import { serveSandboxPayouts } from './http/sandbox-payouts.ts'
import { serveSandboxIdentity } from './http/sandbox-identity.ts'
import { serveApi } from './http/serve.ts'
import { serveWebhooks, type WebhookRoute } from './http/webhook.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { pageHeaders, serveWeb } from './http/web-files.ts'
import { LoadShedder } from './limits/load-shedder.ts'
import type { PaystackSimulator } from './payments/paystack-simulator.ts'
import type { PayoutSimulator } from './payments/simulated-payouts.ts'
import { LiveStreams } from './live/live-streams.ts'

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
  ...mergingRoutes,
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
  ...onlinePaymentRoutes,
  ...heldMoneyRoutes,
  ...payoutRoutes,
  ...paymentBatchRoutes,
  ...paymentCaseRoutes,
  ...settlementRoutes,
  ...pendingApprovalRoutes,
  ...registrationRoutes,
  ...changeRequestRoutes,
  ...pledgeRoutes,
  ...interestRoutes,
  ...fixedAssetRoutes,
  ...yearClosingRoutes,
  ...surplusRoutes,
  ...voteRoutes,
  ...officerRoutes,
  ...electionRoutes,
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
  ...exportRoutes,
  ...importRoutes,
  ...configurationRoutes,
  ...bookRoutes,
  ...memberReportRoutes,
  ...auditRoutes,
  ...contributionReportRoutes,
  ...loanReportRoutes,
  ...deductionReportRoutes,
  ...moneyDashboardRoutes,
  ...openingBalancesRoutes,
  ...reconciliationRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...enquiryRoutes,
  ...actionRoutes,
  ...filingRoutes,
  ...governanceRoutes,
  ...contactRoutes,
  ...platformRoutes,
  ...unclaimedMoneyRoutes,
  ...supportAccessRoutes,
  ...apiKeyRoutes,
  ...externalAuditorRoutes,
  ...webhookRoutes,
  ...pushRoutes,
]

/** What each call says in an audit trail. */
export const eventWords = new EventWords(
  routes.flatMap(({ endpoint: { method, path, says } }: { endpoint: Endpoint }) =>
    says ? [[`${method} ${path}`, says] as const] : [],
  ),
)

type AppSettings = {
  version: string
  webFolder?: string
  sandbox?: () => readonly string[]
  proxies?: readonly string[]
  shedder?: LoadShedder
  accessLog?: boolean
  webhooks?: readonly WebhookRoute[]
  sandboxCheckout?: PaystackSimulator
  sandboxPayouts?: PayoutSimulator
  live?: LiveStreams
}

/**
 * The whole server: the API, its document, the web app where `webFolder` holds one, and the made-up people where `sandbox`
 * names the origins. `proxies` are the addresses and networks of trusted proxies. `webhooks` are where providers deliver,
 * `sandboxCheckout` is where the payments of a trial are made, `sandboxPayouts` what sends them in a trial, `live` the streams of live events, which hints reach once a
 * channel carries them (live/hint-channel.ts).
 */
export function createApp(
  services: Services,
  {
    version,
    webFolder,
    sandbox,
    proxies,
    shedder = new LoadShedder(),
    accessLog = false,
    webhooks = [],
    sandboxCheckout,
    sandboxPayouts,
    live = new LiveStreams(),
  }: AppSettings,
): FastifyInstance {
  const server = serveApi(services, routes, { isTrustedProxy: trustedProxies(proxies), shedder, accessLog })
  const endpoints = [...routes.map(({ endpoint }) => endpoint), followChanges]
  // Made when first asked for: a start waits for neither.
  let document: string | undefined
  let page: string | undefined
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openApi(endpoints, version)))),
  )
  server.get('/api/docs', (_request, reply) =>
    reply
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send((page ??= apiPage(endpoints))),
  )
  serveForm(server, services, contactFormRoute, '/contact', shedder)
  serveWebhooks(server, services, webhooks, shedder)
  serveLive(server, services, live, shedder)
  serveCheckPage(server, webFolder, (token, address) => checkLink(services, token, address, new Date()))
  if (sandbox) serveSandboxIdentity(server, sandbox)
  if (sandboxCheckout) serveSandboxCheckout(server, sandboxCheckout, sandbox ?? (() => []))
  if (sandboxPayouts) serveSandboxPayouts(server, sandboxPayouts)
  if (webFolder !== undefined)
    serveWeb(server, webFolder, {
      sampleData: services.sampleIsOpen,
      contact: async () => {
        const { isSample, ...contact } = await contactOf(services.database, new Date())
        return isSample ? undefined : contact
      },
    })
  answerUnknown(server, endpoints)
  return server
}
