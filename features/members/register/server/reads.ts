import type { MemberRole, TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { MemberId, MemberViewId } from '#core/ids.ts'
import { phoneFrom } from '#core/phone.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { type Likened, likenessOf, nameParts } from '#features/members/members/rules/likeness.ts'
import type { MemberSort, MemberStatus } from '#features/members/members/rules/member.ts'
import { type Likeness, likenesses } from '#features/members/members/rules/register.ts'
import {
  balancesOfMember,
  employerOfMember,
  loansOfMember,
  matching,
  orderOf,
  refuseUnknownMember,
} from '#features/members/members/server/reads.ts'
import * as contract from '#features/members/register/contract.ts'
import { type MemberSelection, selectedMax } from '#features/members/register/member-selection.ts'
import { getUnreached as unreachedContract } from '#features/members/register/messages.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { action } from '#platform/action.ts'
import { containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTable } from '#platform/files/table-draft.ts'

export const tooManyMembers = refusal(
  'too_many_members',
  422,
  'These are more than {max} members. Narrow them with a filter.',
)

type View = Replied<typeof contract.saveMemberView>

export const listMemberViews = action(contract.listMemberViews, async ({ tx, actor }) =>
  tx.many<View>(
    sql`select view_id as id, name, shows from app.member_view where login_id = ${actor.loginId} order by lower(name)`,
  ),
)

/** One view of this person's own; another's is as missing as no one's. */
export async function findMemberView(tx: Tx, actor: TenantActor, id: MemberViewId): Promise<View> {
  const view = await tx.maybe<View>(
    sql`select view_id as id, name, shows from app.member_view where login_id = ${actor.loginId} and view_id = ${id}`,
  )
  return view ?? refuse('not_found')
}

/** The members `m` of a selection. */
function selected(members: MemberSelection, today: Day): Statement {
  return 'ids' in members
    ? sql`m.removed_at is null and m.member_id = any(${members.ids}::uuid[])`
    : matching(members.filter, today)
}

export type Selected = {
  memberId: MemberId
  membershipno: string
  firstName: string
  lastName: string
  phone: string | null
  sharesPhone: boolean
  status: MemberStatus
  roles: MemberRole[]
}

const selectedColumns = sql`m.member_id, m.membershipno, m.first_name, m.last_name, m.phone, m.shares_phone, m.status, m.roles`

/** Members of a selection by number, locked until the transaction ends. Refuses: not_found where one that is named is not there, too_many_members. */
export async function lockSelected(tx: Tx, members: MemberSelection, today: Day): Promise<Selected[]> {
  const rows = await tx.many<Selected>(sql`
    select ${selectedColumns} from app.member m where ${selected(members, today)} order by m.membership_number limit ${selectedMax + 1} for no key update of m`)
  refuseSelection(rows, members)
  return rows
}

/** The same without a lock, with whether each has activated. */
export async function findSelected(
  tx: Tx,
  members: MemberSelection,
  today: Day,
): Promise<(Selected & { isActivated: boolean })[]> {
  const rows = await tx.many<Selected>(
    sql`select ${selectedColumns} from app.member m where ${selected(members, today)} order by m.membership_number limit ${selectedMax + 1}`,
  )
  refuseSelection(rows, members)
  const memberships = await tx.many<{ id: MemberId; confirmed: boolean }>(
    sql`select member_id as id, confirmed from platform.memberships_of(${rows.map(({ memberId }) => memberId)}::uuid[])`,
  )
  const confirmed = new Set(memberships.flatMap((each) => (each.confirmed ? [each.id] : [])))
  return rows.map((row) => ({ ...row, isActivated: confirmed.has(row.memberId) }))
}

function refuseSelection(rows: readonly Selected[], members: MemberSelection): void {
  if ('ids' in members && rows.length !== new Set(members.ids).size) refuse('not_found', { field: 'members' })
  if (rows.length > selectedMax) refuse(tooManyMembers({ field: 'members', max: selectedMax }))
}

/** The identifiers of a selection, up to `max` and one more. */
export async function findSelectedIds(
  tx: Tx,
  filter: Extract<MemberSelection, { filter: unknown }>['filter'],
  today: Day,
  max: number,
): Promise<MemberId[]> {
  const rows = await tx.many<{ id: MemberId }>(
    sql`select m.member_id as id from app.member m where ${matching(filter, today)} limit ${max + 1}`,
  )
  return rows.map(({ id }) => id)
}

/** Who of these has a loan that is approved or runs. */
export async function findBorrowers(tx: Tx, ids: readonly MemberId[]): Promise<Set<MemberId>> {
  const rows = await tx.many<{ id: MemberId }>(sql`
    select w.member_id as id from unnest(${ids}::uuid[]) w(member_id)
    cross join lateral (select from app.loan l where l.member_id = w.member_id and l.status in ('approved', 'active') limit 1) l`)
  return new Set(rows.map(({ id }) => id))
}

export type FileRow = {
  membershipno: string
  firstName: string
  lastName: string
  phone: string | null
  otherPhone: string | null
  email: string | null
  gender: string
  registrationDate: Day
  employer: string | null
  monthly: bigint
  savings: bigint
  shares: bigint
  loans: bigint
  status: MemberStatus
  roles: MemberRole[]
}

/** All members of a selection as a file shows them; up to `max` and one more. */
export async function listForFile(
  tx: Tx,
  members: MemberSelection,
  sort: MemberSort | undefined,
  today: Day,
  max: number,
): Promise<FileRow[]> {
  const bySavings = sort === 'savings' || sort === '-savings'
  // Each look-up is by one member's key: joined sums may be planned as a walk over all of them for each member.
  const rows = await tx.many<FileRow>(sql`
    select m.membershipno, m.first_name, m.last_name, m.phone, m.other_phone, m.email, m.gender, m.registration_date, e.employer,
      m.monthly_contribution as monthly, w.savings, w.shares, l.loans, m.status, m.roles
    from app.member m cross join lateral (${balancesOfMember}) w cross join lateral (${loansOfMember}) l left join lateral (${employerOfMember}) e on true
    where ${selected(members, today)} order by ${bySavings ? sql`w.${orderOf(sort)}` : orderOf(sort)} limit ${max + 1}`)
  if ('ids' in members && rows.length !== Math.min(new Set(members.ids).size, max + 1))
    refuse('not_found', { field: 'members' })
  return rows
}

export async function findEmployerName(tx: Tx, employerId: string): Promise<string | undefined> {
  return (await tx.maybe<{ name: string }>(sql`select name from app.employer where employer_id = ${employerId}`))?.name
}

/** Refuses: not_found. */
export const listStatusChanges = action(contract.listStatusChanges, async ({ tx }, { memberId }) => {
  await refuseUnknownMember(tx, memberId)
  return tx.many<Replied<typeof contract.listStatusChanges>[number]>(sql`
    select from_status as "from", to_status as "to", reason, changed_by_name as by, changed_at as at
    from app.member_status_change where member_id = ${memberId} order by changed_at desc limit 20`)
})

const likeMax = 5

type Found = Likened & { memberId: MemberId; membershipno: string; registrationDate: Day; status: MemberStatus }

/**
 * Who may be this person already. The database narrows the register to members with a beginning or an end of each name,
 * which one slip of the pen leaves in place, or with the phone or the birthday; the domain then judges.
 */
export const findSimilarMembers = action(contract.findSimilarMembers, async ({ tx }, asked) => {
  const { firstName, lastName, phone: typed, dateOfBirth } = asked
  const phone = typed ? phoneFrom(typed) : undefined
  const parts = nameParts(firstName ?? '', lastName ?? '')
  const person = { firstName: firstName ?? '', lastName: lastName ?? '', phone, dateOfBirth }
  const ways = [
    ...(phone ? [sql`m.phone = ${phone}`] : []),
    ...(parts.length > 1 ? [sql`(${joined(parts.slice(0, 3).map(traceOf), sql` and `)})`] : []),
    ...(dateOfBirth && parts.length > 0 ? [sql`m.date_of_birth = ${dateOfBirth}`] : []),
  ]
  if (ways.length === 0) return []
  const rows = await tx.many<Found>(sql`
    select m.member_id, m.membershipno, m.first_name, m.last_name, m.phone, m.date_of_birth,
      m.registration_date, m.status
    from app.member m where m.removed_at is null and (${joined(ways, sql` or `)}) order by m.membership_number`)
  const rank = (why: Likeness) => likenesses.indexOf(why)
  return rows
    .flatMap((row) => {
      const why = likenessOf(person, row)
      return why ? [{ ...row, name: `${row.firstName} ${row.lastName}`, why }] : []
    })
    .toSorted((one, next) => rank(one.why) - rank(next.why))
    .slice(0, likeMax)
})

/** All members as doubles are judged by. */
export async function findPeople(tx: Tx): Promise<(Likened & { memberId: MemberId })[]> {
  return tx.many(sql`
    select member_id, first_name, last_name, phone, date_of_birth
    from app.member where removed_at is null order by membership_number`)
}

/** A name that begins or ends as this one does. */
function traceOf(part: string): Statement {
  const length = part.length > 5 ? 3 : 2
  return sql`(m.search_text like ${containing(part.slice(0, length))} or m.search_text like ${containing(part.slice(-length))})`
}

function joined(parts: readonly Statement[], by: Statement): Statement {
  const [first = sql`true`, ...rest] = parts
  return rest.reduce((all, next) => sql`${all}${by}${next}`, first)
}

type Unreached = { membershipno: string; name: string } & Record<'phone' | 'email' | 'address', string | null>

const unreachedColumns: readonly TableColumn<Unreached>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', width: 30, value: ({ name }) => name },
  { header: 'Phone', kind: 'text', width: 18, value: ({ phone }) => phone },
  { header: 'Email', kind: 'text', width: 26, value: ({ email }) => email },
  { header: 'Address', kind: 'text', width: 40, value: ({ address }) => address },
]

/** Whom a sent message reached by no way, by membership number, those who left since too, to be told on paper or by a call. Refuses: not_found, overloaded. */
export const getUnreached = action(unreachedContract, async ({ tx }, { id, format }) => {
  const sent = await tx.maybe<{ sentAt: Date }>(
    sql`select created_at as "sentAt" from app.announcement where announcement_id = ${id}`,
  )
  if (!sent) return refuse('not_found')
  const rows = await tx.many<Unreached>(sql`
    select m.membershipno, m.first_name || ' ' || m.last_name as name, m.phone, m.email, m.address
    from app.notification n join app.member m on m.member_id = n.member_id
    where n.announcement_id = ${id} and n.is_unreached and m.removed_at is null order by m.membership_number`)
  const { society } = await findLetterhead(tx)
  const on = dayIn(sent.sentAt)
  return draftTable({
    ...{ format, fileName: `not-reached-${on}`, sheet: 'Not reached', columns: unreachedColumns, rows },
    head: { society, title: 'Members not reached', lines: [`By the message of ${dayText(on)}`] },
  })
})
