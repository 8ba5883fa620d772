import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { followChanges } from '#contract/live.ts'
import { EventWords } from '#domain/access/audit-trail/event-words.ts'
import type { Services } from './context.ts'
import { agreementRoutes } from '#server/features/lending/agreements/routes.ts'
import { bankAccountRoutes } from '#server/features/money/bank-accounts/routes.ts'
import { bookRoutes } from '#server/features/books/books/routes.ts'
import { configurationRoutes } from '#server/features/society/configuration/routes.ts'
import { consentRoutes } from '#server/features/lending/consents/routes.ts'
import { contactFormRoute, contactRoutes } from '#server/features/platform/contact/routes.ts'
import { contributionReportRoutes } from '#server/features/money/contribution-report/routes.ts'
import { auditRoutes } from '#server/features/society/audit/routes.ts'
import { contributionRoutes } from '#server/features/money/contributions/routes.ts'
import { cooperativeRoutes } from '#server/features/platform/cooperatives/routes.ts'
import { dataProtectionRoutes } from '#server/features/society/data-protection/routes.ts'
import { payrollRoutes } from '#features/payroll/routes.ts'
import { enquiryRoutes } from '#server/features/governance/enquiries/routes.ts'
import { actionRoutes } from '#server/features/governance/actions/routes.ts'
import { filingRoutes } from '#server/features/governance/filings/routes.ts'
import { governanceRoutes } from '#server/features/governance/governance/routes.ts'
import { expenseRoutes } from '#server/features/money/expenses/routes.ts'
import { fixedDepositRoutes } from '#server/features/money/fixed-deposits/routes.ts'
import { exportRoutes } from '#server/features/society/exports/routes.ts'
import { importRoutes } from '#server/features/society/imports/routes.ts'
import { guaranteeRoutes } from '#server/features/lending/guarantees/routes.ts'
import { loanAccrualRoutes } from '#server/features/lending/loan-accruals/routes.ts'
import { electionRoutes } from '#server/features/governance/elections/routes.ts'
import { officerRoutes } from '#server/features/governance/officers/routes.ts'
import { voteRoutes } from '#server/features/governance/votes/routes.ts'
import { fixedAssetRoutes } from '#server/features/money/fixed-assets/routes.ts'
import { yearClosingRoutes } from '#server/features/society/year-closing/routes.ts'
import { surplusRoutes } from '#server/features/society/surplus/routes.ts'
import { interestRoutes } from '#server/features/money/interest/routes.ts'
import { loanDocumentRoutes } from '#server/features/lending/loan-documents/routes.ts'
import { loanMinuteRoutes } from '#server/features/lending/loan-minutes/routes.ts'
import { loanPortfolioRoutes } from '#server/features/lending/loan-portfolio/routes.ts'
import { loanReportRoutes } from '#server/features/lending/loan-reports/routes.ts'
import { loanRoutes } from '#server/features/lending/loans/routes.ts'
import { writeOffRoutes } from '#server/features/lending/write-offs/routes.ts'
import { memberDocumentRoutes } from '#server/features/members/member-documents/routes.ts'
import { auditTrailRoutes } from '#server/features/access/audit-trail/routes.ts'
import { memberHistoryRoutes } from '#server/features/members/member-history/routes.ts'
import { memberPhotoRoutes } from '#server/features/members/member-photos/routes.ts'
import { memberRequestRoutes } from '#server/features/members/member-requests/routes.ts'
import { membershipApplicationRoutes } from '#server/features/members/membership-applications/routes.ts'
import { leavingRoutes } from '#server/features/society/leaving/routes.ts'
import { mergingRoutes } from '#server/features/society/merging/routes.ts'
import { bankDetailsRoutes } from '#server/features/members/bank-details/routes.ts'
import { memberReportRoutes } from '#server/features/members/member-reports/routes.ts'
import { memberRoutes } from '#server/features/members/members/routes.ts'
import { nomineeRoutes } from '#server/features/members/nominees/routes.ts'
import { messageRoutes } from '#server/features/access/messages/routes.ts'
import { notificationRoutes } from '#server/features/access/notifications/routes.ts'
import { unclaimedMoneyRoutes } from '#server/features/platform/unclaimed-money/routes.ts'
import { contactOf } from '#server/features/platform/contact/contact-of.ts'
import { platformRoutes } from '#server/features/platform/platform/routes.ts'
import { moneyDashboardRoutes } from '#server/features/society/money-dashboard/routes.ts'
import { openingBalancesRoutes } from '#server/features/society/opening-balances/routes.ts'
import { reconciliationRoutes } from '#server/features/society/reconciliation/routes.ts'
import { registrationRoutes } from '#server/features/society/registration/routes.ts'
import { recordRoutes } from '#server/features/society/records/routes.ts'
import { reminderRoutes } from '#server/features/lending/reminders/routes.ts'
import { registerRoutes } from '#server/features/members/register/routes.ts'
import { sessionRoutes } from '#server/features/access/sessions/routes.ts'
import { changeRequestRoutes } from '#server/features/access/change-requests/routes.ts'
import { onlinePaymentRoutes } from '#server/features/society/online-payments/routes.ts'
import { heldMoneyRoutes } from '#server/features/society/held-money/routes.ts'
import { payoutRoutes } from '#server/features/society/payouts/routes.ts'
import { paymentBatchRoutes } from '#server/features/society/payment-batches/routes.ts'
import { paymentCaseRoutes } from '#server/features/society/payment-cases/routes.ts'
import { settlementRoutes } from '#server/features/society/settlements/routes.ts'
import { pendingApprovalRoutes } from '#server/features/society/pending-approvals/routes.ts'
import { goodsRoutes } from '#server/features/lending/goods/routes.ts'
import { penaltyRoutes } from '#server/features/lending/penalties/routes.ts'
import { pledgeRoutes } from '#server/features/money/pledges/routes.ts'
import { checkLink } from '#server/features/society/statements/check-link.ts'
import { statementRoutes } from '#server/features/society/statements/routes.ts'
import { externalAuditorRoutes } from '#server/features/access/external-auditors/routes.ts'
import { apiKeyRoutes } from '#server/features/access/api-keys/routes.ts'
import { pushRoutes } from '#server/features/access/push/routes.ts'
import { webhookRoutes } from '#server/features/access/webhooks/routes.ts'
import { supportAccessRoutes } from '#server/features/platform/support-access/routes.ts'
import { transactionProofRoutes } from '#server/features/money/transaction-proofs/routes.ts'
import { transactionRoutes } from '#server/features/money/transactions/routes.ts'
import { apiPage } from '#server/http/api-page.ts'
import { serveCheckPage } from '#server/http/check-page.ts'
import { serveForm } from '#server/http/form.ts'
import { serveLive } from '#server/http/live-stream.ts'
import { answerUnknown } from '#server/http/unknown.ts'
import { openApi } from '#server/http/openapi.ts'
import { serveSandboxCheckout } from '#server/http/sandbox-checkout.ts'
import { serveSandboxPayouts } from '#server/http/sandbox-payouts.ts'
import { serveSandboxIdentity } from '#server/http/sandbox-identity.ts'
import { serveApi } from '#server/http/serve.ts'
import { serveWebhooks, type WebhookRoute } from '#server/http/webhook.ts'
import { trustedProxies } from '#server/http/trusted-proxies.ts'
import { pageHeaders, serveWeb } from '#server/http/web-files.ts'
import { LoadShedder } from '#server/limits/load-shedder.ts'
import type { PaystackSimulator } from '#server/payments/paystack-simulator.ts'
import type { PayoutSimulator } from '#server/payments/simulated-payouts.ts'
import { LiveStreams } from '#server/live/live-streams.ts'

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
  ...payrollRoutes,
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
