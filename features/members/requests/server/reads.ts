import { may, type TenantActor } from '#core/actor.ts'
import type { Period } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { MemberId, MemberRequestId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { maskedAccount } from '#features/members/members/rules/bank-details.ts'
import * as contract from '#features/members/requests/contract.ts'
import {
  type AskedNominee,
  type FieldChange,
  needsPaper,
  type RequestStatus,
} from '#features/members/requests/rules/member-request.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const requestDecided = refusal(
  'request_decided',
  409,
  'This request does not wait any more. Open it again to see how it ended.',
)

export type MemberRequest = Replied<typeof contract.listMemberRequests>
type RequestRow = Omit<MemberRequest, 'contribution' | 'fields' | 'nominees' | 'needsPaper'> & {
  monthlyBefore: bigint | null
  monthly: bigint | null
  from: Period | null
  monthlyNow: bigint
  fields: FieldChange[] | null
  nominees: AskedNominee[] | null
  nomineesBefore: AskedNominee[] | null
  nomineesNow: AskedNominee[]
  record: Record<FieldChange['field'], string | null>
}

const columns = sql`r.request_id as id, r.kind, r.status, r.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
  r.monthly_before, r.monthly, to_char(r.month, 'YYYY-MM') as "from", m.monthly_contribution as "monthlyNow", r.fields,
  jsonb_build_object('firstName', m.first_name, 'lastName', m.last_name, 'phone', m.phone, 'otherPhone', m.other_phone, 'email', m.email, 'address', m.address,
    'maritalStatus', m.marital_status, 'employmentStatus', m.employment_status, 'nextOfKinFirstName', m.next_of_kin_first_name,
    'nextOfKinLastName', m.next_of_kin_last_name, 'nextOfKinPhone', m.next_of_kin_phone, 'nextOfKinEmail', m.next_of_kin_email,
    'nextOfKinAddress', m.next_of_kin_address, 'nextOfKinRelationship', m.next_of_kin_relationship,
    'bankName', b.bank_name, 'bankAccountNumber', b.account_number, 'bankAccountName', b.account_name) as record,
  r.nominees, r.nominees_before,
  case when r.kind = 'nominees' then (select coalesce(jsonb_agg(jsonb_build_object('firstName', n.first_name, 'lastName', n.last_name, 'relationship', n.relationship, 'phone', n.phone,
    'email', n.email, 'address', n.address, 'sharePercent', n.share_basis_points / 100.0) order by n.number), '[]') from app.nominee n where n.member_id = r.member_id) else '[]' end as "nomineesNow",
  r.note, r.created_at, r.ended_at, r.decided_by_name as "decidedBy", r.reason`

const joined = sql`app.member_request r join app.member m using (cooperative_id, member_id) left join app.member_bank_details b on b.member_id = m.member_id`

function requestFrom({
  monthlyBefore,
  monthly,
  from,
  monthlyNow,
  fields,
  record,
  nominees,
  nomineesBefore,
  nomineesNow,
  ...row
}: RequestRow): MemberRequest {
  return {
    ...row,
    contribution:
      monthlyBefore !== null && monthly !== null && from !== null
        ? { before: monthlyBefore as Kobo, after: monthly as Kobo, now: monthlyNow as Kobo, from }
        : null,
    fields: (fields ?? []).map((change) => ({ ...change, now: record[change.field] || null })),
    nominees: nominees && nomineesBefore ? { before: nomineesBefore, after: nominees, now: nomineesNow } : null,
    needsPaper: needsPaper(fields ?? []),
  }
}

/** Account numbers are for the member and for officers who pay out or edit members; the others see how each ends. */
function readableTo(actor: TenantActor, request: MemberRequest): MemberRequest {
  if (actor.role === 'member' || may(actor, 'member.bank_details')) return request
  const masked = (text: string | null) => text && maskedAccount(text)
  return {
    ...request,
    fields: request.fields.map((each) =>
      each.field === 'bankAccountNumber'
        ? { ...each, before: masked(each.before), after: masked(each.after), now: masked(each.now) }
        : each,
    ),
  }
}

const listed = {
  select: columns,
  from: joined,
  search: { folded: sql`m.search_text` },
  last: sql`r.created_at, r.request_id`,
  row: (row: RequestRow, _besides: undefined, { actor }: { actor: TenantActor }) => readableTo(actor, requestFrom(row)),
}
const createdAt = [sql`r.created_at`, sql`r.request_id`] as const
const ofStatus = (status: RequestStatus) => sql`r.status = ${status}`

export const listMemberRequests = pageOf(contract.listMemberRequests, {
  ...listed,
  where: { status: ofStatus, kind: (kind) => sql`r.kind = ${kind}` },
  sorts: { createdAt, lastName: [sql`m.last_name`, sql`m.first_name`] },
  order: 'createdAt',
})

/** Row security shows a member their own only. */
export const listOwnRequests = pageOf(contract.listOwnRequests, {
  ...listed,
  where: { status: ofStatus },
  sorts: { createdAt },
  order: '-createdAt',
})

/** Refuses: not_found. */
export async function findRequest(tx: Tx, id: MemberRequestId): Promise<MemberRequest> {
  const row = await tx.maybe<RequestRow>(sql`select ${columns} from ${joined} where r.request_id = ${id}`)
  return row ? requestFrom(row) : refuse('not_found')
}

/** The request, locked until the transaction ends; only one that waits. Refuses: not_found, request_decided. */
export async function lockRequest(tx: Tx, id: MemberRequestId): Promise<MemberRequest> {
  await tx.run(sql`select from app.member_request where request_id = ${id} and status = 'waiting' for update`)
  const found = await findRequest(tx, id)
  return found.status === 'waiting' ? found : refuse(requestDecided())
}

/** Requests of one member take turns, so that of two at once the second replaces the first. */
export async function lockRequestsOf(tx: Tx, memberId: MemberId): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('member requests ' || ${memberId}::text, 0))`)
}

/** Whether the member is the person who acts, under whichever of their logins. */
export async function isOwnPerson(tx: Tx, { loginId }: TenantActor, memberId: MemberId): Promise<boolean> {
  const { isOwn } = await tx.one<{ isOwn: boolean }>(
    sql`select ${memberId}::uuid in (select app.people_of(${loginId})) as "isOwn"`,
  )
  return isOwn
}
