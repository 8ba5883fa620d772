import type { Day } from '#core/calendar.ts'
import type { CooperativeId, LoginId, MemberId } from '#core/ids.ts'
import type { MemberRole, TenantActor } from '#core/actor.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { wholeShare } from '#features/members/members/rules/nominee.ts'
import { type RecordTexts, recordTexts } from '#features/members/members/rules/record-texts.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import { columnOf, identifier, listOf, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, insert, transactionTime, update } from '#platform/db/write.ts'

/** Takes the next `count` membership numbers and counts the members in; returns the last number, the coop_id and the society's name. */
export async function takeMembershipNumbers(
  tx: Tx,
  cooperativeId: CooperativeId,
  count: number,
): Promise<{ last: number; coopId: string; name: string }> {
  return tx.one(sql`
    update app.cooperative set last_membership_number = last_membership_number + ${count}, member_count = member_count + ${count}
    where cooperative_id = ${cooperativeId}
    returning last_membership_number as last, coop_id, name`)
}

/** A member as the table holds them; kobo as text, because JSON has no whole number of that size. */
export type MemberRow = {
  member_id: MemberId
  membership_number: number
  membershipno: string
  first_name: string
  last_name: string
  phone: string | null
  other_phone: string | null
  /** Whether the phone is another member's login, so that this one logs in by number. */
  shares_phone: boolean
  date_of_birth: Day | null
  registration_date: Day
  gender: string
  marital_status: string
  employment_status: string
  monthly_contribution: string
  nominee_first_name: string | null
  nominee_last_name: string | null
  nominee_phone: string | null
  nominee_email: string | null
  nominee_address: string | null
  nominee_relationship: string | null
  roles: MemberRole[]
  search_text: string
  texts: RecordTexts
}

const textColumns = recordTexts.map((text) => identifier(columnOf(text)))

const personColumns = sql`first_name, last_name, phone, other_phone, shares_phone, date_of_birth, gender, marital_status, employment_status,
  monthly_contribution, search_text, ${listOf(textColumns)}`

const nomineeColumns = sql`nominee_first_name, nominee_last_name, nominee_phone, nominee_email, nominee_address, nominee_relationship`

const personTypes = sql`first_name text, last_name text, phone text, other_phone text, shares_phone boolean, date_of_birth date, gender text,
  marital_status text, employment_status text, monthly_contribution bigint, nominee_first_name text, nominee_last_name text, nominee_phone text,
  nominee_email text, nominee_address text, nominee_relationship text, search_text text, ${listOf(textColumns.map((column) => sql`${column} text`))}`

/** The row as JSON, each of its texts under the name of its column. */
function jsonOf({ texts, ...row }: { texts: RecordTexts }): object {
  return { ...row, ...Object.fromEntries(recordTexts.map((text) => [columnOf(text), texts[text]])) }
}

/** Members, each one's nominee, and the first line of the contribution plan, from the month in which contributions fall due here. */
export async function insertMembers(
  tx: Tx,
  cooperativeId: CooperativeId,
  members: readonly MemberRow[],
): Promise<void> {
  await tx.run(sql`
    with given as (
      select g.*, greatest(date_trunc('month', registration_date)::date, (select contributions_due_from from app.configuration)) as due_from
      from jsonb_to_recordset(${JSON.stringify(members.map(jsonOf))}::jsonb) as g(member_id uuid, membership_number int, membershipno text,
        registration_date date, roles text[], ${personTypes})),
    member as (
      insert into app.member (cooperative_id, member_id, membership_number, membershipno, registration_date, contributions_due_from, roles, ${personColumns})
      select ${cooperativeId}, member_id, membership_number, membershipno, registration_date, due_from, roles, ${personColumns} from given),
    nominee as (
      insert into app.nominee (cooperative_id, member_id, number, share_basis_points, first_name, last_name, phone, email, address, relationship)
      select ${cooperativeId}, member_id, 1, ${wholeShare}, ${nomineeColumns} from given where num_nonnulls(${nomineeColumns}) > 0)
    insert into app.contribution_plan (cooperative_id, member_id, effective_from, monthly)
    select ${cooperativeId}, member_id, due_from, monthly_contribution from given`)
}

export type Enrolment = {
  memberId: MemberId
  /** null for a login by membership number. */ phone: string | null
  name: string
  loginId: LoginId
  codeId: string
  /** Of the code that an officer hands out; null where none does. */
  codeHash: Buffer | null
}

/** Gives each member a login by phone, or one of their own without, and an activation code. */
export async function enrolMembers(tx: Tx, enrolments: readonly Enrolment[], expiresAt: Date): Promise<void> {
  await tx.run(sql`
    select platform.enrol_members(${enrolments.map((e) => e.memberId)}::uuid[], ${enrolments.map((e) => e.phone)}::text[],
      ${enrolments.map((e) => e.name)}::text[], ${enrolments.map((e) => e.loginId)}::uuid[], ${enrolments.map((e) => e.codeId)}::uuid[],
      ${enrolments.map((e) => e.codeHash)}::bytea[], ${expiresAt})`)
}

/** Activation codes that leave for the members' phones and are shown to no officer, so that they prove the login too. */
export async function saveSentCodes(
  tx: Tx,
  codes: readonly { memberId: MemberId; hash: Buffer }[],
  expiresAt: Date,
): Promise<void> {
  await tx.run(sql`
    select platform.save_sent_codes(${codes.map(({ memberId }) => memberId)}::uuid[], ${codes.map(() => newId())}::uuid[],
      ${codes.map(({ hash }) => hash)}::bytea[], ${expiresAt})`)
}

/** The member moves to the login of another phone, or to a new one without a phone, which has to be proved again. */
export async function moveMembership(tx: Tx, e: Enrolment, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    select platform.move_membership(${e.memberId}, ${e.phone}, ${e.name}, ${e.loginId}, ${e.codeId}, ${e.codeHash}, ${expiresAt})`)
}

/** A new activation code for the login that the member has. */
export async function renewMembership(
  tx: Tx,
  { memberId, codeId, codeHash }: Pick<Enrolment, 'memberId' | 'codeId'> & { codeHash: Buffer },
  expiresAt: Date,
): Promise<void> {
  await tx.run(sql`select platform.renew_membership(${memberId}, ${codeId}, ${codeHash}, ${expiresAt})`)
}

type NomineeColumn =
  | 'nominee_first_name'
  | 'nominee_last_name'
  | 'nominee_phone'
  | 'nominee_email'
  | 'nominee_address'
  | 'nominee_relationship'

export type MemberChange = Omit<
  MemberRow,
  'member_id' | 'membership_number' | 'membershipno' | 'registration_date' | 'roles' | NomineeColumn
> & { status: MemberStatus }

export async function updateMemberRow(tx: Tx, memberId: MemberId, change: MemberChange): Promise<void> {
  await tx.run(sql`
    update app.member set (status, ${personColumns}) = (
      select status, ${personColumns} from jsonb_to_record(${JSON.stringify(jsonOf(change))}::jsonb) as g(status text, ${personTypes}))
    where member_id = ${memberId}`)
}

/** The plan from this month on, also where another amount was agreed for a later one; months before keep what was expected then. */
export async function setPlan(
  tx: Tx,
  cooperativeId: CooperativeId,
  memberId: MemberId,
  effectiveFrom: Day,
  monthly: bigint,
): Promise<void> {
  await tx.run(sql`
    with later as (update app.contribution_plan set monthly = ${monthly} where member_id = ${memberId} and effective_from > ${effectiveFrom}::date)
    insert into app.contribution_plan (cooperative_id, member_id, effective_from, monthly)
    values (${cooperativeId}, ${memberId}, ${effectiveFrom}, ${monthly})
    on conflict (cooperative_id, member_id, effective_from) do update set monthly = excluded.monthly`)
}

export type DueFrom = {
  dueFrom: Day
  /** In kobo, what each owed before that month. */ arrears: readonly { memberId: MemberId; amount: Kobo }[]
  only?: MemberId
}

/**
 * Contributions fall due from this month, or from the month of joining where that is later; what was owed before becomes one sum, due in
 * the month before. The plan goes on with the amount that it asks for in its first month. For all members, or for one.
 */
export async function moveDueFrom(
  tx: Tx,
  cooperativeId: CooperativeId,
  { dueFrom, arrears, only }: DueFrom,
): Promise<void> {
  await tx.run(sql`
    with owing as (select * from unnest(${arrears.map(({ memberId }) => memberId)}::uuid[], ${arrears.map(({ amount }) => amount)}::bigint[]) as o(member_id, arrears)),
    wanted as (
      select m.member_id, m.contributions_due_from as before, greatest(${dueFrom}::date, date_trunc('month', m.registration_date)::date) as due, coalesce(o.arrears, 0) as arrears
      from app.member m left join owing o using (member_id) where m.removed_at is null ${only ? sql`and m.member_id = ${only}` : sql``}),
    moved as (
      select w.*, (w.due - interval '1 month')::date as month_before, (select p.monthly from app.contribution_plan p
        where p.member_id = w.member_id and p.effective_from <= greatest(w.due, w.before) order by p.effective_from desc limit 1) as monthly
      from wanted w),
    member as (update app.member m set contributions_due_from = v.due from moved v where m.member_id = v.member_id and m.contributions_due_from <> v.due)
    insert into app.contribution_plan as plan (cooperative_id, member_id, effective_from, monthly)
    select ${cooperativeId}, l.* from (
      select member_id, due, monthly from moved
      union all select member_id, month_before, arrears from moved where arrears > 0
      union all select p.member_id, p.effective_from, case when p.effective_from < v.due then 0 else v.monthly end
        from app.contribution_plan p join moved v using (member_id)
        where p.effective_from < greatest(v.due, v.before) and p.effective_from <> v.due and not (p.effective_from = v.month_before and v.arrears > 0)) l
    on conflict (cooperative_id, member_id, effective_from) do update set monthly = excluded.monthly where plan.monthly <> excluded.monthly`)
}

export async function insertDueFromChange(
  tx: Tx,
  actor: TenantActor,
  { memberId, dueFrom, arrears, reason }: { memberId: MemberId; dueFrom: Day; arrears: Kobo; reason: string },
): Promise<void> {
  await insert(tx, 'app.due_from_change', {
    ...{ changeId: newId(), memberId, dueFrom, arrears, reason },
    ...{ changedBy: actor.loginId, changedByName: actor.name },
  })
}

/** Two officers saw the member, who has no phone. */
export async function proveInPerson(tx: Tx, memberId: MemberId, by: string): Promise<void> {
  await tx.run(sql`select platform.prove_in_person(${memberId}, ${by})`)
}

export async function endMemberSessions(tx: Tx, memberId: MemberId, reason: string): Promise<void> {
  await tx.run(sql`select platform.end_member_sessions(${memberId}, ${reason})`)
}

/** The same for a stolen or forgotten phone: no sign-in of before opens this membership again. */
export async function endSessionsHere(tx: Tx, memberId: MemberId): Promise<void> {
  await tx.run(sql`select platform.log_member_out(${memberId})`)
}

/** The membership that ended stays with its leaving; from this day a new one runs, in no office. */
export async function readmit(
  tx: Tx,
  actor: TenantActor,
  { memberId, joinedOn, reason }: { memberId: MemberId; joinedOn: Day; reason: string },
): Promise<void> {
  await tx.run(sql`
    update app.leaving v set status = 'readmitted', joined_on = m.registration_date, left_on = m.left_on, readmitted_on = ${joinedOn},
      ended_by_name = ${actor.name}, ended_at = clock_timestamp(), ended_reason = ${reason}
    from app.member m where m.member_id = ${memberId} and v.member_id = m.member_id and v.status = 'settled'`)
  await insert(tx, 'app.member_status_change', {
    ...{ changeId: newId(), memberId, fromStatus: 'left', toStatus: 'active', reason },
    ...{ changedBy: actor.loginId, changedByName: actor.name },
  })
  // Contributions are due from no month before the member joined.
  const contributionsDueFrom = sql`greatest(contributions_due_from, date_trunc('month', ${joinedOn}::date::timestamp)::date)`
  await update(
    tx,
    'app.member',
    { memberId },
    {
      ...{ status: 'active', leftOn: null, registrationDate: joinedOn, contributionsDueFrom },
      ...{ roles: ['member'], officeEndsOn: null },
    },
  )
}

/** Locks the register against other registrations, which take their numbers from the cooperative's row. */
export async function lockRegister(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(sql`select from app.cooperative where cooperative_id = ${cooperativeId} for update`)
}

/** Locks the member against postings, which share-lock them: money can't arrive while their removal is decided. */
export async function lockMember(tx: Tx, memberId: MemberId): Promise<void> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for update`)
}

/** A removed member can't log in and is in no list; what they did stays in the books. */
export async function removeMember(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<void> {
  await update(tx, 'app.member', { memberId }, { removedAt: transactionTime })
  await update(tx, 'app.cooperative', { cooperativeId }, { memberCount: sql`member_count - 1` })
  await tx.run(sql`select platform.close_membership(${memberId}, 'member_removed')`)
}

/** Declines what this member asked for in the portal. */
export async function declineRequests(tx: Tx, actor: TenantActor, memberId: MemberId, reason: string): Promise<void> {
  const decided = { endedAt: clockTime, decidedBy: actor.loginId, decidedByName: actor.name, reason }
  await update(tx, 'app.member_request', { memberId, status: 'waiting' }, { status: 'declined', ...decided })
}
