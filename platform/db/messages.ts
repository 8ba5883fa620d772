import type { CooperativeId, MemberId } from '#core/ids.ts'
import type { MessageKind } from '#features/access/messages/rules/message.ts'
import type { Channel, Receipt } from '#platform/messages/message-port.ts'
import { newId } from './id.ts'
import { sql, type Statement } from './sql.ts'
import type { Tx } from './tx.ts'

export type Message = {
  kind: MessageKind
  channel: Channel
  to: string
  /** Whose it is, of a member of the cooperative. */
  memberId?: MemberId
  subject?: string
  text: string
}

/** Leaves messages to be sent once this transaction has committed; rolled back with it. */
export async function queueMessages(
  tx: Tx,
  cooperativeId: CooperativeId | null,
  messages: readonly Message[],
  messagesWaiting: () => void,
): Promise<void> {
  if (messages.length === 0) return
  await tx.run(sql`
    insert into platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
    select m.id, ${cooperativeId}, m.kind, m.member_id, m.channel, m.recipient, m.subject, m.body
    from unnest(${messages.map(() => newId())}::uuid[], ${messages.map((m) => m.kind)}::text[], ${messages.map((m) => m.memberId ?? null)}::uuid[], ${messages.map((m) => m.channel)}::text[], ${messages.map((m) => m.to)}::text[],
      ${messages.map((m) => m.subject ?? null)}::text[], ${messages.map((m) => m.text)}::text[]) as m(id, kind, member_id, channel, recipient, subject, body)`)
  tx.afterCommit(messagesWaiting)
}

/** As the message itself says; `withoutSms`: whatever anyone chose, because the society has no SMS left. */
export type Ways = { bySms: boolean; byEmail: boolean; withoutSms?: boolean }

/**
 * By which ways a kind comes to the member `m` of a statement that queues messages: as the member chose, or else as the society
 * did, or else as this message says.
 */
export function waysTo(kind: MessageKind, { bySms, byEmail, withoutSms = false }: Ways) {
  const chosen = sql`coalesce(own.way, usual.way)`
  return {
    /** Whether it comes by SMS or email at all. */
    leavesApp: sql`coalesce(${chosen} <> 'app', ${bySms || byEmail}::boolean)`,
    joins: sql`
      left join app.message_preference own on own.cooperative_id = m.cooperative_id and own.member_id = m.member_id and own.kind = ${kind}
      left join app.message_preference usual on usual.cooperative_id = m.cooperative_id and usual.member_id is null and usual.kind = ${kind}`,
    whatsapp: sql`case when not ${withoutSms}::boolean and ${chosen} = 'whatsapp' then m.phone end`,
    phone: sql`case when not ${withoutSms}::boolean and coalesce(${chosen} in ('sms', 'both'), ${bySms}::boolean) then m.phone end`,
    email: sql`case when coalesce(${chosen} in ('email', 'both'), ${byEmail}::boolean) then nullif(m.email, '') end`,
  }
}

/** Queues a text for each of the members that `told` names (member_id, message), by the ways that they want. */
export function queuedTo(
  cooperativeId: CooperativeId,
  told: Statement,
  { kind, subject, ...ways }: Ways & { kind: MessageKind; subject: string },
): Statement {
  const { joins, phone, email, whatsapp } = waysTo(kind, ways)
  return sql`
    insert into platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
    select gen_random_uuid(), ${cooperativeId}::uuid, ${kind}::text, m.member_id, way.channel, way.recipient, way.subject,
      case way.channel when 'sms' then platform.sms_text(society.name, n.message) when 'whatsapp' then n.message else society.name || ': ' || n.message end
    from (${told}) n join app.member m using (member_id) cross join app.cooperative society ${joins}
    cross join lateral (values ('sms', ${phone}, null), ('email', ${email}, ${subject}::text),
      ('whatsapp', ${whatsapp}, society.name)) way(channel, recipient, subject)
    where way.recipient is not null`
}

/** How many SMS `queuedTo` would queue, in parts as they are charged; a message by WhatsApp counts as one. */
export function smsTo(told: Statement, kind: MessageKind, ways: Ways): Statement {
  const { joins, phone, whatsapp } = waysTo(kind, ways)
  return sql`
    select coalesce(sum(platform.sms_parts(platform.sms_text(society.name, n.message))) filter (where ${phone} is not null), 0)::int
      + count(${whatsapp})::int as sms
    from (${told}) n join app.member m using (member_id) cross join app.cooperative society ${joins}`
}

/** What WhatsApp took and could not deliver leaves by SMS, once; false for every other message. */
async function fellBackToSms(tx: Tx, provider: string, id: string, reason: string): Promise<boolean> {
  if (provider !== 'whatsapp') return false
  const { done } = await tx.one<{ done: boolean }>(sql`select platform.fall_back_to_sms(${id}, ${reason}) as done`)
  return done
}

/**
 * Stores what a provider says of messages, in the order in which it says so. What has arrived stays so, whatever a late or repeated
 * receipt says. A receipt may come before the answer to our request, which has the message's id, is stored: it waits for that for an
 * hour (`applyEarlyReceipt`).
 */
export async function noteReceipts(tx: Tx, provider: string, receipts: readonly Receipt[]): Promise<void> {
  const told = receipts.filter(({ id, outcome }) => isId(id) && outcome !== undefined)
  if (told.length === 0) return
  await lockReceipts(
    tx,
    provider,
    told.map(({ id }) => id),
  )
  for (const receipt of told) if (!(await noteReceipt(tx, provider, receipt))) await keepEarly(tx, provider, receipt)
}

/** To be called in the transaction that stores a message's id at the provider, before it is stored. */
export async function lockReceipt(tx: Tx, provider: string, id: string): Promise<void> {
  await lockReceipts(tx, provider, [id])
}

/** Stores what came of this message before its id was stored. True where it leaves by another way now. */
export async function applyEarlyReceipt(tx: Tx, provider: string, id: string): Promise<boolean> {
  const early = await tx.maybe<{ failedBecause: string | null; cost: string | null }>(sql`
    delete from platform.early_receipt where provider = ${provider} and provider_id = ${id} returning failed_because, cost`)
  if (!early) return false
  const { failedBecause, cost } = early
  await noteReceipt(tx, provider, {
    id,
    outcome: failedBecause === null ? 'delivered' : { failedBecause },
    ...(cost !== null && { cost }),
  })
  return failedBecause !== null && provider === 'whatsapp'
}

/** Longer ids are none of a provider's, and the database holds no NUL. */
const isId = (id: string) => id !== '' && id.length <= 500 && !id.includes('\u0000')

/** Until the transaction ends, the receipts of these messages and the storing of their ids take turns; in one order, so that none waits crosswise. */
async function lockReceipts(tx: Tx, provider: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended(${provider} || ' ' || i.id, 0) as key from unnest(${[...ids]}::text[]) i(id) order by 1) k`)
}

/** False where no message has this id. */
async function noteReceipt(tx: Tx, provider: string, { id, outcome, cost }: Receipt): Promise<boolean> {
  if (outcome === undefined) return true
  const change =
    outcome === 'delivered'
      ? sql`delivered_at = now(), failed_at = null, failure = null, sealed_text = null`
      : sql`failed_at = now(), failure = ${outcome.failedBecause}`
  if (outcome !== 'delivered' && (await fellBackToSms(tx, provider, id, outcome.failedBecause))) return true
  const changed = await tx.run(sql`
    update platform.message set ${change}, cost = coalesce(${cost ?? null}, cost)
    where provider = ${provider} and provider_id = ${id} and sent_at is not null and delivered_at is null
      and (failed_at is null or ${outcome === 'delivered'})`)
  if (changed > 0) return true
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (select from platform.message where provider = ${provider} and provider_id = ${id}) as known`)
  return known
}

/** What arrived stays so here too. */
async function keepEarly(tx: Tx, provider: string, { id, outcome, cost }: Receipt): Promise<void> {
  const failedBecause = typeof outcome === 'object' ? outcome.failedBecause : null
  await tx.run(sql`
    insert into platform.early_receipt (provider, provider_id, failed_because, cost) values (${provider}, ${id}, ${failedBecause}, ${cost?.slice(0, 100) ?? null})
    on conflict (provider, provider_id) do update set failed_because = excluded.failed_because, cost = coalesce(excluded.cost, early_receipt.cost)
    where early_receipt.failed_because is not null`)
}
