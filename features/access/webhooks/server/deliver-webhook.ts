import { t } from '#core/sentence.ts'
import { pauseAfter } from '#features/access/webhooks/rules/webhook.ts'
import type { Services } from '#platform/context.ts'
import type { WebhookJob } from '#platform/db/webhooks.ts'
import { openWebhookSecret } from '#platform/credentials/webhook-secret.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { type Due, findDue } from './reads.ts'
import { postWebhook } from './post-webhook.ts'
import { addWebhookJobs, recordAttempts, switchOff } from './writes.ts'

/** How many deliveries go to one address at once, and how many in one job: then it is the turn of others. */
const atOnce = 4
const ofOneJob = 20

/**
 * Delivers what is due to a webhook, outside any transaction, and stores what came of it. A server that is lost between the
 * two delivers it again, under the same id. A receiver that let one wait for an answer is given the rest by another job.
 */
export async function deliverWebhook(services: Services, { cooperative, webhook }: WebhookJob): Promise<void> {
  const { database, secret, webhooksToLoopback: allowsLoopback } = services
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work)
  const found = await inCooperative((tx) => findDue(tx, webhook, ofOneJob))
  if (!found || found.due.length === 0) return
  const { url, sealed, due } = found
  const secrets = sealed.map((each) => openWebhookSecret(secret, webhook, each))
  const deliver = async ({ id, attempts, ...event }: Due) => {
    const body = JSON.stringify({ id, ...event })
    const answer = await postWebhook(url, { id, body, secrets }, { allowsLoopback })
    return { id, ...answer, pause: answer.failure === null ? null : (pauseAfter(attempts + 1) ?? null) }
  }
  const tried: Awaited<ReturnType<typeof deliver>>[] = []
  for (let at = 0; at < due.length && !tried.some(({ isSlow }) => isSlow); at += atOnce)
    tried.push(...(await Promise.all(due.slice(at, at + atOnce).map(deliver))))
  await inCooperative(async (tx) => {
    await recordAttempts(tx, tried)
    if (tried.some(({ failure, pause }) => failure !== null && pause === null)) {
      if (!(await switchOff(tx, webhook))) return
      notifyOfficers(tx, cooperative, {
        message: t(
          'The webhook to {host} took nothing for three days and was switched off. Repair its receiver, then switch it on again.',
          { host: new URL(url).host },
        ),
        type: 'warning',
        link: '/coop/settings?tab=integrations',
      })
      return
    }
    const pauses = tried.flatMap(({ pause }) => pause ?? [])
    if (tried.length < due.length || due.length === ofOneJob) pauses.push(0)
    await addWebhookJobs(tx, webhook, [...new Set(pauses)])
  })
}
