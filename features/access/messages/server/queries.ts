import type {
  getOwnWays as ownWaysContract,
  getSmsBudget as budgetContract,
  getUsualWays as usualWaysContract,
  listMessages as listContract,
} from '#features/access/messages/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import { dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import type { MemberId, MessageId } from '#core/ids.ts'
import {
  type ChoosableKind,
  choosableKinds,
  maskedRecipient,
  messageCost,
  messagesListedDays,
  type MessageState,
  type MessageWay,
  messageWays,
  type UsualKind,
  usualKinds,
  type UsualWay,
} from '#features/access/messages/rules/message.ts'
import { foldQuery } from '#core/searching.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Context, Messaging } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Message = Replied<typeof listContract>
type Filters = Parsed<typeof listContract> & { page: number; limit: number }
type Row = Omit<Message, 'cost' | 'reason'> & { cost: string | null; failure: string | null; isPlain: boolean }

const inState: Record<MessageState, Statement> = {
  waiting: sql`g.sent_at is null and g.gave_up_at is null`,
  failed: sql`(g.gave_up_at is not null or g.failed_at is not null)`,
  delivered: sql`g.delivered_at is not null`,
  sent: sql`g.sent_at is not null and g.delivered_at is null and g.failed_at is null`,
}

const state = sql`case when ${inState.failed} then 'failed' when ${inState.delivered} then 'delivered' when ${inState.sent} then 'sent' else 'waiting' end`

const columns = sql`g.message_id as id, g.created_at, g.kind, g.channel, g.recipient, ${state} as state,
  case when ${inState.waiting} and g.waits_until > now() then g.waits_until end as "waitsUntil", g.provider, g.failure,
  (g.is_refused or g.failed_at is not null) as "isPlain", g.parts, g.cost, g.sent_again, g.has_text`

/** Those that this session sees: row-level security leaves an officer their cooperative's, the super admin those of none. */
const listed = sql`g.created_at > now() - make_interval(days => ${messagesListedDays})`

/** What is wrong with the server's settings or its account at the provider is said on the health page, and only there. */
function messageFrom({ cost, failure, isPlain, ...row }: Row): Message {
  const reason =
    failure === null || isPlain
      ? failure
      : row.state === 'waiting'
        ? 'The provider could not take it yet. It is tried again by itself.'
        : 'The provider could not take it. Try again later, or contact support.'
  return { ...row, reason, cost: messageCost(cost) ?? null }
}

function wanted({ state: only, channel }: Filters): Statement[] {
  return [listed, ...(only ? [inState[only]] : []), ...(channel ? [sql`g.channel = ${channel}`] : [])]
}

const orderOf = ({ sort }: Filters) =>
  sort === 'createdAt' ? sql`g.created_at, g.message_id` : sql`g.created_at desc, g.message_id desc`

const ofMembers = sql`platform.message g left join app.member m on m.cooperative_id = g.cooperative_id and m.member_id = g.member_id`
const memberColumns = sql`m.member_id, m.first_name || ' ' || m.last_name as "memberName"`
const ofNoMember = sql`null::uuid as "memberId", null::text as "memberName"`

export async function listMessages(tx: Tx, _actor: TenantActor, filters: Filters): Promise<PageOf<Message>> {
  const { q, page, limit } = filters
  const searched = q ? [sql`(${mentions(sql`g.recipient`, q)} or m.search_text like ${containing(foldQuery(q))})`] : []
  const where = allOf([...wanted(filters), ...searched])
  const [rows, { total, failed }] = await Promise.all([
    tx.many<Row>(
      sql`select ${columns}, ${memberColumns} from ${ofMembers} where ${where} order by ${orderOf(filters)} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number; failed: number }>(
      sql`select count(*) filter (where ${where})::int as total, count(*) filter (where ${inState.failed})::int as failed from ${ofMembers} where ${listed}`,
    ),
  ])
  return { rows: rows.map(messageFrom), total, summary: { failed } }
}

/** Those of no cooperative, such as a member's own codes and warnings about their login; no number is shown whole. */
export async function listPlatformMessages(
  tx: Tx,
  _actor: SuperAdminActor,
  filters: Filters,
): Promise<PageOf<Message>> {
  const { q, page, limit } = filters
  const where = allOf([...wanted(filters), ...(q ? [mentions(sql`g.recipient`, q)] : [])])
  const [rows, { total, failed }] = await Promise.all([
    tx.many<Row>(
      sql`select ${columns}, ${ofNoMember} from platform.message g where ${where} order by ${orderOf(filters)} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number; failed: number }>(
      sql`select count(*) filter (where ${where})::int as total, count(*) filter (where ${inState.failed})::int as failed from platform.message g where ${listed}`,
    ),
  ])
  return { rows: rows.map((row) => masked(messageFrom(row))), total, summary: { failed } }
}

const masked = (message: Message) => ({ ...message, recipient: maskedRecipient(message.recipient) })

/** Undefined where the session sees none with this id. */
export async function findMessage(tx: Tx, id: MessageId): Promise<Message | undefined> {
  const row = await tx.maybe<Row>(sql`select ${columns}, ${memberColumns} from ${ofMembers} where g.message_id = ${id}`)
  return row && messageFrom(row)
}

export async function findPlatformMessage(tx: Tx, id: MessageId): Promise<Message | undefined> {
  const row = await tx.maybe<Row>(
    sql`select ${columns}, ${ofNoMember} from platform.message g where g.message_id = ${id}`,
  )
  return row && masked(messageFrom(row))
}

/** In the app only, until the society has said otherwise. */
export async function findUsualWays(tx: Tx): Promise<Replied<typeof usualWaysContract>> {
  const kept = await tx.many<{ kind: UsualKind; way: UsualWay }>(
    sql`select kind, way from app.message_preference where member_id is null`,
  )
  return usualKinds.map((kind) => ({ kind, way: kept.find((each) => each.kind === kind)?.way ?? 'app' }))
}

export async function findOwnWays(
  tx: Tx,
  memberId: MemberId,
  { byWhatsApp }: Pick<Messaging, 'byWhatsApp'>,
): Promise<Replied<typeof ownWaysContract>> {
  const [usual, own] = await Promise.all([
    findUsualWays(tx),
    tx.many<{ kind: ChoosableKind; way: MessageWay }>(
      sql`select kind, way from app.message_preference where member_id = ${memberId}`,
    ),
  ])
  const offered = messageWays.filter((way) => byWhatsApp || way !== 'whatsapp')
  return choosableKinds.map((kind) => ({
    kind,
    way: own.find((each) => each.kind === kind)?.way ?? null,
    usual: usual.find((each) => each.kind === kind)?.way ?? null,
    offered,
  }))
}

export async function getSmsBudget(
  tx: Tx,
  _actor: TenantActor,
  _input: unknown,
  { now, messaging }: Context,
): Promise<Replied<typeof budgetContract>> {
  const [kept, { used, society }] = await Promise.all([
    tx.maybe<{ max: number | null }>(sql`select month_max as max from app.sms_budget`),
    tx.one<{ used: number; society: string }>(
      sql`select platform.sms_since(${monthOf(now)}) as used, c.name as society from app.cooperative c`,
    ),
  ])
  return { max: kept?.max ?? null, used, society, partCost: messaging.smsPartCost }
}

/** When the month began in Lagos. */
export const monthOf = (now: Date): Statement =>
  sql`(${firstDayOf(periodOf(dayIn(now)))}::date::timestamp at time zone 'Africa/Lagos')`
