import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type {
  getEnquiry as getContract,
  listEnquiries as listContract,
  readEnquiryWithoutName as namelessContract,
} from '#features/governance/enquiries/contract.ts'
import type { CooperativeStatus, TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import { type EnquiryKind, kindsSeenBy, kindsToSend, writesAs } from '#features/governance/enquiries/rules/enquiry.ts'
import type { CooperativeId, EnquiryId, MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { enquiryPass } from '#platform/credentials/enquiry-pass.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Enquiry = Replied<typeof getContract>
export type Nameless = Replied<typeof namelessContract>

const summaryColumns = sql`enquiry_id as id, kind, subject, status, asked_by_name as "askedBy", asked_at, changed_at`

/** What this actor sees besides what the rows' own policies hide. */
function seenBy(actor: TenantActor): Statement {
  return sql`kind = any(${[...kindsSeenBy(actor)]}::text[])`
}

export async function listEnquiries(
  tx: Tx,
  actor: TenantActor,
  { kind, status, q, sort = '-changedAt', page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
  { secret, now }: Context,
): Promise<PageOf<Replied<typeof listContract>>> {
  const where = allOf([
    seenBy(actor),
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(q ? [mentions(sql`subject || ' ' || coalesce(asked_by_name, '')`, q)] : []),
  ])
  const order = sort === 'changedAt' ? sql`changed_at, enquiry_id` : sql`changed_at desc, enquiry_id`
  const [rows, { total, open }] = await Promise.all([
    tx.many<Replied<typeof listContract>>(
      sql`select ${summaryColumns} from app.enquiry where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number; open: number }>(sql`
      select count(*) filter (where ${where})::int as total, count(*) filter (where status in ('open', 'in_progress') and ${seenBy(actor)})::int as open
      from app.enquiry`),
  ])
  const pass = actor.role === 'member' ? enquiryPass(secret, actor.cooperativeId, dayIn(now)) : null
  return { rows, total, summary: { open, kinds: [...kindsSeenBy(actor)], canSend: [...kindsToSend(actor)], pass } }
}

const detail = (where: Statement) => sql`
  select ${summaryColumns}, closed_by_name as "closedBy"
  from app.enquiry where ${where}`

type Found = Omit<Enquiry, 'messages' | 'canWriteAs'>

/** Refuses: not_found. */
export async function getEnquiry(tx: Tx, actor: TenantActor, { id }: Parsed<typeof getContract>): Promise<Enquiry> {
  return findEnquiry(tx, actor, id)
}

export async function findEnquiry(tx: Tx, actor: TenantActor, id: EnquiryId): Promise<Enquiry> {
  const found = await withMessages(tx, await tx.maybe<Found>(detail(sql`enquiry_id = ${id} and ${seenBy(actor)}`)))
  return { ...found, canWriteAs: found.status === 'closed' ? null : (writesAs(actor, found.kind) ?? null) }
}

/** By the code that was given for it, from the box too. Refuses: not_found. */
export async function findByReference(tx: Tx, reference: Buffer): Promise<Nameless> {
  const boxed = await tx.maybe<{ kind: EnquiryKind; subject: string; text: string; at: Date }>(sql`
    select kind, subject, text, day::timestamp at time zone 'Africa/Lagos' as at from app.enquiry_in_box(${reference})`)
  if (boxed) {
    const { text, at, ...rest } = boxed
    return {
      ...{ ...rest, status: 'open', askedBy: null, askedAt: at, changedAt: at, closedBy: null, canWriteAs: null },
      messages: [{ isAnswer: false, author: null, text, writtenAt: at }],
    }
  }
  const { id: _id, ...found } = await withMessages(tx, await tx.maybe<Found>(detail(sql`reference = ${reference}`)))
  return { ...found, canWriteAs: null }
}

/** The key of a month; of one that is over without its private half. */
export type TokenKey = { month: Day; publicKey: Buffer; sealed: Buffer | null }

/** The keys from this month on, the latest first. */
export async function findTokenKeys(tx: Tx, from: Day): Promise<TokenKey[]> {
  return tx.many<TokenKey>(
    sql`select month, public_key, sealed from app.enquiry_key where month >= ${from} order by month desc`,
  )
}

async function withMessages(tx: Tx, found: Found | undefined): Promise<Omit<Enquiry, 'canWriteAs'>> {
  if (!found) return refuse('not_found')
  const messages = await tx.many<Enquiry['messages'][number]>(sql`
    select is_answer, author_name as author, text, written_at
    from app.enquiry_message where enquiry_id = ${found.id} order by written_at, message_id`)
  return { ...found, messages }
}

export type Held = {
  kind: EnquiryKind
  status: Enquiry['status']
  subject: string
  memberId: MemberId | null
  messages: number
}

/** What this actor sees of it, locked until the transaction ends. Refuses: not_found. */
export async function lockEnquiry(tx: Tx, actor: TenantActor, id: EnquiryId): Promise<Held> {
  const found = await tx.maybe<Omit<Held, 'messages'>>(sql`
    select kind, status, subject, member_id from app.enquiry where enquiry_id = ${id} and ${seenBy(actor)} for update`)
  if (!found) return refuse('not_found')
  const { messages } = await tx.one<{ messages: number }>(
    sql`select count(*)::int as messages from app.enquiry_message where enquiry_id = ${id}`,
  )
  return { ...found, messages }
}

/** Read before anybody is known. Refuses: not_found. */
export async function findCooperativeStatus(tx: Tx, id: CooperativeId): Promise<CooperativeStatus> {
  const found = await tx.maybe<{ status: CooperativeStatus }>(
    sql`select status from app.cooperative where cooperative_id = ${id} and deleted_at is null`,
  )
  return found?.status ?? refuse('not_found')
}

export type AuditQueryLine = Enquiry['messages'][number] & Pick<Enquiry, 'subject' | 'status'>

/** Every message of the auditors' queries in which something was written since a day. */
export async function findAuditQueries(tx: Tx, since: Day): Promise<AuditQueryLine[]> {
  return tx.many<AuditQueryLine>(sql`
    select e.subject, e.status, m.is_answer, m.author_name as author, m.text, m.written_at
    from app.enquiry e join app.enquiry_message m using (enquiry_id)
    where e.kind = 'audit_query' and e.changed_at >= ${since}::date order by e.asked_at, e.enquiry_id, m.written_at, m.message_id`)
}
