import { dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import type { MemberId, MessageId } from '#core/ids.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import * as contract from '#features/access/messages/contract.ts'
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
import { action } from '#platform/action.ts'
import type { Messaging } from '#platform/context.ts'
import { mentions } from '#platform/db/mentions.ts'
import { sharedPageOf } from '#platform/db/page-of.ts'
import { containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Message = Replied<typeof contract.listMessages>
type Row = Omit<Message, 'cost' | 'reason'> & { cost: string | null; failure: string | null; isPlain: boolean }

const inState: Record<MessageState, Statement> = {
  waiting: sql`g.sent_at is null and g.gave_up_at is null`,
  failed: sql`(g.gave_up_at is not null or g.failed_at is not null)`,
  delivered: sql`g.delivered_at is not null`,
  sent: sql`g.sent_at is not null and g.delivered_at is null and g.failed_at is null`,
}

const state = sql`case when ${inState.failed} then 'failed' when ${inState.delivered} then 'delivered' when ${inState.sent} then 'sent' else 'waiting' end`

const columns = sql`g.message_id as id, g.created_at, g.kind, g.channel, g.recipient, ${state} as state,
  case when ${inState.waiting} and g.waits_until > now() then g.waits_until end as waits_until, g.provider, g.failure,
  (g.is_refused or g.failed_at is not null) as is_plain, g.parts, g.cost, g.sent_again, g.has_text, m.member_id, m.member_name`

/** Those that this session sees: row-level security leaves an officer their cooperative's, the super admin those of none. */
const listed = sql`g.created_at > now() - make_interval(days => ${messagesListedDays})`

type By = { role: string }
const isPlatform = ({ role }: By) => role === 'superadmin'

/** Messages with their members; those of the platform, such as a member's own codes and warnings about their login, have none. */
const messagesOf = (actor: By) =>
  isPlatform(actor)
    ? sql`platform.message g cross join (select null::uuid as member_id, null::text as member_name, null::text as search_text) m`
    : sql`platform.message g left join (
        select cooperative_id, member_id, first_name || ' ' || last_name as member_name, search_text from app.member) m
        on m.cooperative_id = g.cooperative_id and m.member_id = g.member_id`

/** What is wrong with the server's settings or its account at the provider is said on the health page, and only there; the super admin sees no number whole. */
function messageFrom({ cost, failure, isPlain, ...row }: Row, actor: By): Message {
  const reason =
    failure === null || isPlain
      ? failure
      : row.state === 'waiting'
        ? 'The provider could not take it yet. It is tried again by itself.'
        : 'The provider could not take it. Try again later, or contact support.'
  const recipient = isPlatform(actor) ? maskedRecipient(row.recipient) : row.recipient
  return { ...row, recipient, reason, cost: messageCost(cost) ?? null }
}

export const listMessages = sharedPageOf<typeof contract.listMessages, Row>(contract.listMessages, {
  from: ({ actor }) => messagesOf(actor),
  select: columns,
  always: listed,
  where: { state: (only) => inState[only], channel: (channel) => sql`g.channel = ${channel}` },
  search: (q) => sql`(${mentions(sql`g.recipient`, q)} or m.search_text like ${containing(foldQuery(q))})`,
  sorts: { createdAt: sql`g.created_at` },
  order: '-createdAt',
  last: sql`g.message_id desc`,
  // All that failed, whatever was asked for.
  totals: sql`(select count(*)::int from platform.message g where ${listed} and ${inState.failed}) as failed`,
  row: (row, _besides, { actor }) => messageFrom(row, actor),
})

/** Refuses: not_found, where the session sees none with this id. */
export async function findMessage(tx: Tx, actor: By, id: MessageId): Promise<Message> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${messagesOf(actor)} where g.message_id = ${id}`)
  return row ? messageFrom(row, actor) : refuse('not_found')
}

/** In the app only, until the society has said otherwise. */
export const getUsualWays = action(contract.getUsualWays, async ({ tx }) => {
  const stored = await tx.many<{ kind: UsualKind; way: UsualWay }>(
    sql`select kind, way from app.message_preference where member_id is null`,
  )
  return usualKinds.map((kind) => ({ kind, way: stored.find((each) => each.kind === kind)?.way ?? 'app' }))
})

export const getOwnWays = action(contract.getOwnWays, async (ask) => {
  const { tx, actor, context } = ask
  const memberId: MemberId = actor.memberId ?? refuse('not_found')
  const { byWhatsApp }: Messaging = context.messaging
  const [usual, own] = await Promise.all([
    getUsualWays(ask, {}),
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
})

export const getSmsBudget = action(contract.getSmsBudget, async ({ tx, now, context }) => {
  const [stored, { used, society }] = await Promise.all([
    tx.maybe<{ max: number | null }>(sql`select month_max as max from app.sms_budget`),
    tx.one<{ used: number; society: string }>(
      sql`select platform.sms_since(${monthOf(now)}) as used, c.name as society from app.cooperative c`,
    ),
  ])
  return { max: stored?.max ?? null, used, society, partCost: context.messaging.smsPartCost }
})

/** SMS of this transaction's cooperative since the month began, with what this transaction queues. */
export async function countSms(tx: Tx, now: Date): Promise<number> {
  const { used } = await tx.one<{ used: number }>(sql`select platform.sms_since(${monthOf(now)}) as used`)
  return used
}

/** When the month began in Lagos. */
const monthOf = (now: Date): Statement =>
  sql`(${firstDayOf(periodOf(dayIn(now)))}::date::timestamp at time zone 'Africa/Lagos')`
