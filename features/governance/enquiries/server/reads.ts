import { type CooperativeStatus, type TenantActor, whyClosed } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { CooperativeId, EnquiryId, MemberId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/governance/enquiries/contract.ts'
import { type EnquiryKind, kindsSeenBy, kindsToSend, writesAs } from '#features/governance/enquiries/rules/enquiry.ts'
import { action, openAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { cooperativeOfPass, enquiryPass } from '#platform/credentials/enquiry-pass.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const enquiryPassWrong = refusal(
  'enquiry_pass_wrong',
  403,
  'Your page is more than a day old. Open it again, then send.',
)

type Enquiry = Replied<typeof contract.getEnquiry>
type Nameless = Replied<typeof contract.readEnquiryWithoutName>

const summaryColumns = sql`enquiry_id as id, kind, subject, status, asked_by_name as "askedBy", asked_at, changed_at`

/** What this actor sees besides what the rows' own policies hide. */
function seenBy(actor: TenantActor): Statement {
  return sql`kind = any(${[...kindsSeenBy(actor)]}::text[])`
}

export const listEnquiries = pageOf(contract.listEnquiries, {
  select: summaryColumns,
  from: sql`app.enquiry`,
  always: ({ actor }) => seenBy(actor),
  where: { kind: (kind) => sql`kind = ${kind}`, status: (status) => sql`status = ${status}` },
  search: { text: sql`subject || ' ' || coalesce(asked_by_name, '')` },
  sorts: { changedAt: sql`changed_at` },
  order: '-changedAt',
  last: sql`enquiry_id`,
  besides: ({ tx, actor }) =>
    tx.one<{ open: number }>(
      sql`select count(*)::int as open from app.enquiry where status in ('open', 'in_progress') and ${seenBy(actor)}`,
    ),
  summary: (_totals: object, { open }, { actor, today, context: { secret } }) => ({
    ...{ open, kinds: [...kindsSeenBy(actor)], canSend: [...kindsToSend(actor)] },
    pass: actor.role === 'member' ? enquiryPass(secret, actor.cooperativeId, today) : null,
  }),
})

const detail = (where: Statement) => sql`
  select ${summaryColumns}, closed_by_name as "closedBy"
  from app.enquiry where ${where}`

type Found = Omit<Enquiry, 'messages' | 'canWriteAs'>

/** Refuses: not_found. */
export const getEnquiry = action(contract.getEnquiry, ({ tx, actor }, { id }) => findEnquiry(tx, actor, id))

/** Refuses: not_found. */
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

/** Refuses: enquiry_pass_wrong, not_found, a closed cooperative. */
export const readEnquiryWithoutName = openAction(
  contract.readEnquiryWithoutName,
  async (context, _caller, { pass, reference }) => {
    const cooperativeId = await findCooperativeOfPass(context, pass)
    return context.database.tenant({ cooperativeId, role: 'job' }, (tx) => findByReference(tx, sha256(reference)))
  },
)

/** The cooperative of a pass, where it is open to its members. Refuses: enquiry_pass_wrong, a closed cooperative. */
export async function findCooperativeOfPass({ database, secret, now }: Context, pass: string): Promise<CooperativeId> {
  const cooperativeId = cooperativeOfPass(secret, pass, dayIn(now))
  if (!cooperativeId) return refuse(enquiryPassWrong({ field: 'pass' }))
  // Read before anyone is known.
  const found = await database.auth((tx) =>
    tx.maybe<{ status: CooperativeStatus }>(
      sql`select status from app.cooperative where cooperative_id = ${cooperativeId} and deleted_at is null`,
    ),
  )
  const closed = whyClosed(found?.status ?? refuse('not_found'))
  return closed ? refuse(closed) : cooperativeId
}

export type AuditQueryLine = Enquiry['messages'][number] & Pick<Enquiry, 'subject' | 'status'>

/** Every message of the auditors' queries in which something was written since a day. */
export async function findAuditQueries(tx: Tx, since: Day): Promise<AuditQueryLine[]> {
  return tx.many<AuditQueryLine>(sql`
    select e.subject, e.status, m.is_answer, m.author_name as author, m.text, m.written_at
    from app.enquiry e join app.enquiry_message m using (enquiry_id)
    where e.kind = 'audit_query' and e.changed_at >= ${since}::date order by e.asked_at, e.enquiry_id, m.written_at, m.message_id`)
}
