import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { followChanges } from '#core/contract/live.ts'
import { EventWords } from '#features/access/audit-trail/rules/event-words.ts'
import type { Services } from '#platform/context.ts'
import { approvalRoutes, integrationRoutes, messageRoutes, sessionRoutes } from '#features/access/routes.ts'
import { payrollRoutes } from '#features/payroll/routes.ts'
import { governanceRoutes } from '#features/governance/routes.ts'
import { savingsRoutes } from '#features/savings/routes.ts'
import { loansRoutes } from '#features/loans/routes.ts'
import { accountingRoutes } from '#features/accounting/routes.ts'
import { surplusRoutes } from '#features/surplus/routes.ts'
import { membersRoutes } from '#features/members/routes.ts'
import { contactFormRoute, cooperativeRoutes, platformAdminRoutes } from '#features/platform-admin/routes.ts'
import { contactOf } from '#features/platform-admin/contact/server/contact-of.ts'
import { reconciliationRoutes } from '#features/accounting/reconciliation/server/routes.ts'
import { registrationRoutes, societyRoutes } from '#features/society/routes.ts'
import { paymentRoutes } from '#features/payments/routes.ts'
import { checkLink } from '#features/savings/statements/server/check-link.ts'
import { apiPage } from '#platform/http/api-page.ts'
import { serveCheckPage } from '#platform/http/check-page.ts'
import { serveForm } from '#platform/http/form.ts'
import { serveLive } from '#platform/http/live-stream.ts'
import { answerUnknown } from '#platform/http/unknown.ts'
import { openApi } from '#platform/http/openapi.ts'
import { serveSandboxCheckout } from '#platform/http/sandbox-checkout.ts'
import { serveSandboxPayouts } from '#platform/http/sandbox-payouts.ts'
import { serveSandboxIdentity } from '#platform/http/sandbox-identity.ts'
import { serveApi } from '#platform/http/serve.ts'
import { serveWebhooks, type WebhookRoute } from '#platform/http/webhook.ts'
import { trustedProxies } from '#platform/http/trusted-proxies.ts'
import { pageHeaders, serveWeb } from '#platform/http/web-files.ts'
import { LoadShedder } from '#platform/limits/load-shedder.ts'
import type { PaystackSimulator } from '#platform/payments/paystack-simulator.ts'
import type { PayoutSimulator } from '#platform/payments/simulated-payouts.ts'
import { LiveStreams } from '#platform/live/live-streams.ts'

/** Everything the API serves, on one screen. */
export const routes = [
  ...sessionRoutes,
  ...cooperativeRoutes,
  ...membersRoutes,
  ...approvalRoutes,
  ...payrollRoutes,
  ...savingsRoutes,
  ...paymentRoutes,
  ...registrationRoutes,
  ...accountingRoutes,
  ...surplusRoutes,
  ...loansRoutes,
  ...societyRoutes,
  ...reconciliationRoutes,
  ...messageRoutes,
  ...governanceRoutes,
  ...platformAdminRoutes,
  ...integrationRoutes,
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
