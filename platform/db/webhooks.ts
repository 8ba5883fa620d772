import type { CooperativeId, WebhookId } from '#core/ids.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** What is due to one webhook, whatever that is by then. */
export type WebhookJob = { cooperative: CooperativeId; webhook: WebhookId }

/** Adds a job for each webhook of which a delivery has been due for some minutes and none is added: its job was given up. */
export async function addDueWebhooks(tx: Tx): Promise<void> {
  await tx.run(sql`
    with due as (
      select distinct d.cooperative_id, d.webhook_id from app.webhook_delivery d where d.next_attempt_at < now() - interval '5 minutes')
    select platform.add_job('webhooks', d.webhook_id, jsonb_build_object('cooperative', d.cooperative_id, 'webhook', d.webhook_id)) from due d
    where not exists (select from job.job j where j.name = 'webhooks' and j.state in ('created', 'retry', 'active') and j.data ->> 'webhook' = d.webhook_id::text)`)
}
