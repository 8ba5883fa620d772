import type { CooperativeId, MemberId, WebhookDeliveryId, WebhookId } from '#core/ids.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/access/webhooks/contract.ts'
import { deliveriesListedDays } from '#features/access/webhooks/rules/webhook.ts'
import { pageOf, shortListOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Webhook = Replied<typeof contract.listWebhooks>
type Delivery = Replied<typeof contract.listDeliveries>

const webhookWaits = refusal(
  'webhook_waits',
  409,
  '{madeBy}, who added this webhook, is not an admin any more. Take the webhook over first, or remove it.',
)

const selected = sql`
  select w.webhook_id as id, w.url, w.kinds, w.created_at, m.first_name || ' ' || m.last_name as made_by, w.switched_off_at, w.office_ended_at
  from app.webhook w left join app.member m on m.cooperative_id = w.cooperative_id and m.member_id = w.made_by_member`

export const listWebhooks = shortListOf(contract.listWebhooks, ['url'], ({ tx }) =>
  tx.many<Webhook>(sql`${selected} order by w.created_at, w.webhook_id`),
)

export async function countWebhooks(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from app.webhook`)
  return count
}

/** Refuses: not_found. */
export async function findWebhook(tx: Tx, id: WebhookId): Promise<Webhook> {
  return (await tx.maybe<Webhook>(sql`${selected} where w.webhook_id = ${id}`)) ?? refuse('not_found')
}

const state = sql`case when d.delivered_at is not null then 'delivered' when d.next_attempt_at is null then 'failed' else 'waiting' end`
const shown = sql`d.delivery_id as id, w.url, d.kind, ${state} as state, d.occurred_at, d.attempts, d.answered, d.milliseconds, d.failure,
  d.last_attempt_at, d.next_attempt_at`
const deliveries = sql`app.webhook_delivery d join app.webhook w using (cooperative_id, webhook_id)`

export const listDeliveries = pageOf(contract.listDeliveries, {
  from: deliveries,
  select: shown,
  always: sql`d.occurred_at > now() - make_interval(days => ${deliveriesListedDays})`,
  where: { state: (only) => sql`${state} = ${only}` },
  search: { text: sql`w.url || ' ' || d.kind` },
  sorts: {},
  order: sql`d.occurred_at desc`,
  last: sql`d.delivery_id desc`,
})

/** One that can be sent to. Refuses: not_found, webhook_waits. */
export async function findLiveWebhook(tx: Tx, id: WebhookId): Promise<Webhook> {
  const webhook = await findWebhook(tx, id)
  return webhook.officeEndedAt ? refuse(webhookWaits({ madeBy: webhook.madeBy ?? '' })) : webhook
}

/** Refuses: not_found. */
export async function findDelivery(tx: Tx, id: WebhookDeliveryId): Promise<Delivery> {
  return (
    (await tx.maybe<Delivery>(sql`select ${shown} from ${deliveries} where d.delivery_id = ${id}`)) ??
    refuse('not_found')
  )
}

/** Refuses: not_found. */
export async function findWebhookOf(tx: Tx, deliveryId: WebhookDeliveryId): Promise<WebhookId> {
  const row = await tx.maybe<{ id: WebhookId }>(
    sql`select webhook_id as id from app.webhook_delivery where delivery_id = ${deliveryId}`,
  )
  return row?.id ?? refuse('not_found')
}

export type Due = {
  id: WebhookDeliveryId
  kind: Delivery['kind']
  occurredAt: Date
  data: Record<string, string>
  attempts: number
}

/** What is due to a webhook, oldest first, with the secrets that sign it; undefined where it was removed or its administrator's office ended. */
export async function findDue(
  tx: Tx,
  id: WebhookId,
  max: number,
): Promise<{ url: string; sealed: Buffer[]; due: Due[] } | undefined> {
  const found = await tx.maybe<{ url: string; secret: Buffer; old: Buffer | null }>(sql`
    select url, sealed_secret as secret, case when old_secret_until > now() then sealed_old_secret end as old
    from app.webhook where webhook_id = ${id} and office_ended_at is null`)
  if (!found) return undefined
  const due = await tx.many<Due>(sql`
    select delivery_id as id, kind, occurred_at, data, attempts from app.webhook_delivery
    where webhook_id = ${id} and next_attempt_at <= now() order by next_attempt_at, delivery_id limit ${max}`)
  return { url: found.url, sealed: [found.secret, ...(found.old ? [found.old] : [])], due }
}

/** What of a member's making ended with their office in this transaction. */
export async function findWhatEnded(
  tx: Tx,
  memberId: MemberId,
): Promise<{ cooperativeId: CooperativeId; name: string; urls: string[]; keys: string[] }> {
  return tx.one<{ cooperativeId: CooperativeId; name: string; urls: string[]; keys: string[] }>(sql`
    select m.cooperative_id, m.first_name || ' ' || m.last_name as name,
      array(select w.url from app.webhook w where w.made_by_member = m.member_id and w.office_ended_at = now() order by w.url) as urls,
      array(select k.name from app.api_key k where k.made_by_member = m.member_id and k.revoked_at = now() order by k.name) as keys
    from app.member m where m.member_id = ${memberId}`)
}
