import type * as z from 'zod/mini'
import type { MemberRole, TenantActor } from '#core/actor.ts'
import { addMonths, type Day, dayText, firstDayOf, lastDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import { fillCount } from '#core/fill.ts'
import { type CooperativeId, isUuid, type LoanId, type MemberId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { Phone } from '#core/phone.ts'
import { type Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { t } from '#core/sentence.ts'
import { findBankDetails } from '#features/members/bank-details/server/reads.ts'
import * as contract from '#features/members/members/contract.ts'
import { getMemberRoles as rolesContract } from '#features/members/members/member-changes.ts'
import { getMember as getContract } from '#features/members/members/member-details.ts'
import { getMemberDashboard as dashboardContract, type ownRecord } from '#features/members/members/member-portal.ts'
import type { MemberSort, MemberStatus } from '#features/members/members/rules/member.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { outstanding } from '#features/members/members/rules/monthly-contribution.ts'
import type { FormerMember } from '#features/members/members/rules/readmission.ts'
import type { Known } from '#features/members/members/rules/recognise-member.ts'
import { recordTexts } from '#features/members/members/rules/record-texts.ts'
import { logoPath } from '#features/platform-admin/cooperatives/server/reads.ts'
import { lateOn, nextOn } from '#features/savings/arrears/server/reads.ts'
import { action, type Ask, type InputOf } from '#platform/action.ts'
import { allOf, columnOf, containing, identifier, listOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export const mergedRecordBound = refusal(
  'merged_record_bound',
  409,
  'This record of {name} was merged into {number}, so its loans and fixed deposits are not opened again. Record a withdrawal or a new loan of {number} through the same cash or bank account instead.',
)
const hasLeft = refusal(
  'member_has_left',
  409,
  '{name} is no longer a member. Reverse the settlement of the leaving first.',
)

type Member = z.output<typeof contract.member>

/** The columns under the names of the contract; what needs another shape is made in memberFrom. */
const columns = sql`m.member_id as memberid, m.membershipno, m.first_name as "firstName", m.last_name as "lastName", m.phone, m.other_phone as "otherPhone", m.shares_phone as "sharesPhone",
  m.date_of_birth as "dateOfBirth", m.registration_date as "registrationDate", m.gender, m.marital_status as "maritalStatus",
  m.employment_status as "employmentStatus", m.monthly_contribution as "monthlyContributions",
  to_char(m.contributions_due_from, 'YYYY-MM') as "contributionsDueFrom", ${listOf(recordTexts.map((field) => identifier(`m.${columnOf(field)}`)))},
  (select to_jsonb(n) from app.nominee n where n.member_id = m.member_id and n.number = 1) as nominee,
  m.cooperative_id, m.status, m.roles, m.office_ends_on as "officeEndsOn"`

type FirstNominee = Record<'first_name' | 'last_name' | 'phone' | 'email' | 'address' | 'relationship', string | null>
type NomineeFields =
  | 'nomineeFirstName'
  | 'nomineeLastName'
  | 'nomineePhone'
  | 'nomineeEmail'
  | 'nomineeAddress'
  | 'nomineeRelationship'
type Row = Omit<Member, 'memberRoles' | 'activated' | 'tenant_id' | NomineeFields> & {
  cooperativeId: CooperativeId
  roles: MemberRole[]
  officeEndsOn: Day | null
  nominee: FirstNominee | null
}

function memberFrom({ roles, officeEndsOn, nominee, cooperativeId, ...row }: Row, activated: boolean): Member {
  return {
    ...row,
    ...firstNominee(nominee),
    tenant_id: cooperativeId,
    memberRoles: rolesFrom(roles, officeEndsOn),
    activated,
  }
}

/** Each role, an office with its last day where it has one. */
export function rolesFrom(roles: readonly MemberRole[], endsOn: Day | null): Member['memberRoles'] {
  return roles.map((role) => (endsOn === null || role === 'member' || role === 'admin' ? { role } : { role, endsOn }))
}

/** The first of a member's nominees under the names of the specification. */
function firstNominee(nominee: FirstNominee | null): Pick<Member, NomineeFields> {
  return {
    nomineeFirstName: nominee?.first_name ?? null,
    nomineeLastName: nominee?.last_name ?? null,
    nomineePhone: nominee?.phone ?? null,
    nomineeEmail: nominee?.email ?? null,
    nomineeAddress: nominee?.address ?? null,
    nomineeRelationship: nominee?.relationship ?? null,
  }
}

/** Which of these members have opened their portal, and when they last used it. */
async function findPortalUse(
  tx: Tx,
  ids: readonly MemberId[],
): Promise<Map<MemberId, { confirmed: boolean; lastLogin: Date | null }>> {
  const rows = await tx.many<{ memberId: MemberId; confirmed: boolean; lastLoginAt: Date | null }>(sql`
    select member_id, confirmed, last_login_at from platform.memberships_of(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.memberId, { confirmed: row.confirmed, lastLogin: row.lastLoginAt }]))
}

/** How the member's login was proved; null while it was not. */
export async function findLoginProof(tx: Tx, id: MemberId): Promise<Replied<typeof getContract>['loginProof']> {
  const found = await tx.maybe<{ how: 'phone' | 'in_person' | null; by: string | null; at: Date | null }>(
    sql`select proved_how as how, proved_by as by, proved_at as at from platform.memberships_of(array[${id}]::uuid[])`,
  )
  return found?.at && found.how ? { how: found.how, by: found.by, at: found.at } : null
}

/** When the member activated the login that they have; null before they do. */
export async function findActivation(tx: Tx, id: MemberId): Promise<Date | null> {
  const { at } = await tx.one<{ at: Date | null }>(sql`select platform.activated_at(${id}) as at`)
  return at
}

/** Who asked for the change about this member that was approved last. */
export async function findAsker(
  tx: Tx,
  { loginId }: TenantActor,
  action: string,
  id: MemberId,
): Promise<{ name: string; isOwn: boolean } | undefined> {
  return tx.maybe(sql`
    select asked_by_name as name, app.is_same_person(asked_by, ${loginId}) as "isOwn" from app.change_request where action = ${action} and member_id = ${id} and status = 'approved'
    order by decided_at desc limit 1`)
}

/** Members by id, in that order. */
export async function findMembers(tx: Tx, ids: readonly MemberId[]): Promise<Member[]> {
  const [rows, portal] = await Promise.all([
    tx.many<Row>(sql`
      select ${columns} from unnest(${ids}::uuid[]) with ordinality as wanted(member_id, o)
      join app.member m using (member_id) where m.removed_at is null order by wanted.o`),
    findPortalUse(tx, ids),
  ])
  return rows.map((row) => memberFrom(row, portal.get(row.memberid)?.confirmed ?? false))
}

export async function findMember(tx: Tx, id: MemberId): Promise<Member> {
  const [found] = await findMembers(tx, [id])
  return found ?? refuse('not_found')
}

/** Row security hides a member from whom they do not concern. Refuses: not_found. */
export async function refuseUnknownMember(tx: Tx, memberId: MemberId): Promise<void> {
  const found = await tx.maybe(sql`select from app.member where member_id = ${memberId} and removed_at is null`)
  if (!found) refuse('not_found')
}

const orders: Record<string, Statement> = {
  membershipno: sql`m.membership_number`,
  '-membershipno': sql`m.membership_number desc`,
  lastName: sql`m.last_name, m.first_name, m.member_id`,
  '-lastName': sql`m.last_name desc, m.first_name desc, m.member_id desc`,
  firstName: sql`m.first_name, m.last_name, m.member_id`,
  '-firstName': sql`m.first_name desc, m.last_name desc, m.member_id desc`,
  registrationDate: sql`m.registration_date, m.membership_number`,
  '-registrationDate': sql`m.registration_date desc, m.membership_number desc`,
  savings: sql`savings, m.membership_number`,
  '-savings': sql`savings desc, m.membership_number desc`,
}

/** The order of the register; `savings` is a column that the statement has beside its members. */
export function orderOf(sort: MemberSort = 'membershipno'): Statement {
  return orders[sort] ?? sql`m.membership_number`
}

export type MemberFilter = Omit<Parsed<typeof contract.listMembers>, 'page' | 'limit' | 'sort'>

/** Which members `m` a filter means. */
export function matching(
  { q, status, role, gender, employer, joinedFrom, joinedTo, arrears }: MemberFilter,
  today: Day,
): Statement {
  return allOf([
    sql`m.removed_at is null`,
    ...(status ? [sql`m.status = ${status}`] : []),
    // The index of the few in office is found by these very words.
    ...(role && role !== 'member' ? [sql`m.roles <> '{member}'`] : []),
    ...(role ? [sql`${role} = any(m.roles)`] : []),
    ...(gender ? [sql`m.gender = ${gender}`] : []),
    ...(employer
      ? [sql`m.member_id in (select w.member_id from app.employment w where w.employer_id = ${employer})`]
      : []),
    ...(joinedFrom ? [sql`m.registration_date >= ${joinedFrom}`] : []),
    ...(joinedTo ? [sql`m.registration_date <= ${joinedTo}`] : []),
    ...(arrears === 'contributions' ? [owesContributions(today)] : []),
    ...(arrears === 'loans'
      ? [
          sql`m.member_id in (select l.member_id from (${lateOn(today)}) late join app.loan l using (loan_id) where late.in_arrears)`,
        ]
      : []),
    ...(q
      ? [
          sql`(m.search_text like ${containing(foldQuery(q))} or lower(m.former_number) = ${q.trim().toLowerCase()}
            or m.member_id in (select o.merged_into from app.member o where o.merged_into is not null
              and (o.search_text like ${containing(foldQuery(q))} or lower(o.former_number) = ${q.trim().toLowerCase()})))`,
        ]
      : []),
  ])
}

/**
 * Whether member `m` owes for a month before this one; a former member, before the month in which they left. Who does is found
 * once for all: asked member by member, what is stale would be computed for all of them each time.
 */
function owesContributions(today: Day): Statement {
  return sql`m.member_id = any(array(
    with unpaid as materialized (
      select u.member_id, u.month from app.first_unpaid_month u where not exists (select from app.stale_unpaid_month r where r.member_id = u.member_id)
      union all select w.member_id, w.month from app.stale_unpaid_since w)
    select u.member_id from unpaid u join app.member o on o.member_id = u.member_id
    where u.month < ${firstDayOf(periodOf(today))}::date and (o.left_on is null or u.month < date_trunc('month', o.left_on))))`
}

/** What member `m` holds, by kind of account. */
export const balancesOfMember = sql`
  select coalesce(sum(b.credits - b.debits) filter (where t.kind = 'savings'), 0)::bigint as savings,
    coalesce(sum(b.credits - b.debits) filter (where t.kind = 'shares'), 0)::bigint as shares,
    coalesce(sum(b.credits - b.debits) filter (where t.kind = 'fixed_deposit'), 0)::bigint as "fixedDeposits",
    coalesce(sum(b.credits - b.debits) filter (where t.is_payable), 0)::bigint as owed
  from ledger.account a
  join ledger.balance b on b.account_id = a.account_id
  join app.account_type t on t.account_type_id = a.account_type_id
  where a.member_id = m.member_id`

export const loansOfMember = sql`
  select coalesce(sum(l.disbursed - l.paid_principal - l.written_off), 0)::bigint as loans from app.loan l where l.member_id = m.member_id and l.status = 'active'`

export const employerOfMember = sql`
  select e.name as employer from app.employment w join app.employer e using (employer_id) where w.member_id = m.member_id limit 1`

type BalanceRow = Row & { savings: bigint; shares: bigint }
type ListRow = BalanceRow & { loans: bigint; employer: string | null; total: number }

/** The member with exactly this membership number, now or before Ajose, comes before members with its digits in a phone number. */
function numberedFirst(q: string): Statement {
  const number = membershipFromCell(q)?.number
  return sql`m.membership_number is distinct from ${number ?? null}::int, lower(m.former_number) is distinct from ${q.trim().toLowerCase()}`
}

/** A page of members and how many there are, in one statement where finding them is the most of the work. */
async function pageOfMembers(
  { tx, today }: Ask,
  { sort, page, limit, ...filter }: InputOf<typeof contract.listMembers>,
): Promise<PageOf<Replied<typeof contract.listMembers>>> {
  const where = matching(filter, today)
  const order = filter.q === undefined ? orderOf(sort) : sql`${numberedFirst(filter.q)}, ${orderOf(sort)}`
  const bySavings = sort === 'savings' || sort === '-savings'
  const span = sql`order by ${order} limit ${limit} offset ${(page - 1) * limit}`
  // Found once for both the page and its total, where that is what costs.
  const wanted = filter.arrears
    ? sql`wanted as materialized (select m.member_id from app.member m where ${where})`
    : undefined
  const among = wanted ? sql`m.member_id in (select member_id from wanted)` : where
  const count = sql`select count(*)::int as total from app.member m where ${where}`
  // What is kept and what moved since are stacked and added up: a join may be planned as a walk over all that moved for each member.
  const paged = bySavings
    ? sql`page as materialized (
        select m.member_id from (
          select line.member_id, max(line.membership_number) as membership_number, max(line.former_number) as former_number, coalesce(sum(line.amount), 0)::bigint as savings from (
            select m.member_id, m.membership_number, m.former_number, s.savings as amount from app.member m left join app.member_savings s on s.member_id = m.member_id where ${among}
            union all select moved.member_id, null, null, moved.amount from app.savings_moved moved where moved.entry_no > coalesce((select r.entry_no from app.savings_summed r), 0)) line
          group by 1 having max(line.membership_number) is not null) m ${span})`
    : sql`page as materialized (select m.member_id from app.member m where ${among} ${span})`
  // The columns are read for the page, not for the register; each look-up is limited, which keeps it on its key.
  const shown = sql`
    with ${wanted ? sql`${wanted}, ` : sql``}${paged}
    select ${columns}, w.savings, w.shares, l.loans, e.employer, ${wanted ? sql`(select count(*)::int from wanted)` : sql`0`} as total
    from page cross join lateral (select * from app.member m where m.member_id = page.member_id limit 1) m
    cross join lateral (${balancesOfMember}) w cross join lateral (${loansOfMember}) l left join lateral (${employerOfMember}) e on true
    order by ${bySavings ? sql`w.${orderOf(sort)}` : order}`
  const [rows, counted] = await Promise.all([
    tx.many<ListRow>(shown),
    wanted ? undefined : tx.one<{ total: number }>(count),
  ])
  const total = counted?.total ?? rows[0]?.total ?? (page === 1 ? 0 : (await tx.one<{ total: number }>(count)).total)
  const portal = await findPortalUse(
    tx,
    rows.map((row) => row.memberid),
  )
  return {
    rows: rows.map(({ loans, employer, total: _, ...row }) => ({
      ...withBalances(row, portal.get(row.memberid)?.confirmed ?? false),
      loans: loans as Kobo,
      employer,
    })),
    total,
  }
}

export const listMembers = action(contract.listMembers, async (ask, asked) => pageOfMembers(ask, asked))
export const searchMembers = action(contract.searchMembers, async (ask, asked) => pageOfMembers(ask, asked))

function withBalances(
  { savings, shares, ...row }: BalanceRow,
  activated: boolean,
): z.output<typeof contract.memberRow> {
  return { ...memberFrom(row, activated), savings: savings as Kobo, shares: shares as Kobo }
}

/** This record and those that were merged into it: what was recorded of each is the same person's. A member's own session sees the first. */
export async function findRecordsOf(tx: Tx, memberId: MemberId): Promise<MemberId[]> {
  const rows = await tx.many<{ id: MemberId }>(
    sql`select member_id as id from app.member where merged_into = ${memberId} order by membership_number`,
  )
  return [memberId, ...rows.map(({ id }) => id)]
}

/** One member by id or membership number. */
export const getMember = action(getContract, async ({ tx, today }, { id }) => {
  const { number, coopId } = membershipFromCell(id) ?? {}
  const which = isUuid(id.toLowerCase())
    ? sql`m.member_id = ${id}`
    : coopId === undefined && number !== undefined
      ? sql`m.membership_number = ${number}`
      : sql`m.membershipno = ${id.toUpperCase()}`
  const row = await tx.maybe<
    BalanceRow &
      Record<'broughtForward' | 'fixedDeposits' | 'owed' | 'loans', Kobo> & {
        employer: string | null
        mergedInto: Replied<typeof getContract>['mergedInto']
        mergedFrom: Replied<typeof getContract>['mergedFrom']
      }
  >(sql`
    select ${columns}, w.savings, w.shares, w."fixedDeposits", w.owed, l.loans, e.employer,
      (select jsonb_build_object('memberId', o.member_id, 'membershipno', o.membershipno, 'name', o.first_name || ' ' || o.last_name) from app.member o where o.member_id = m.merged_into) as "mergedInto",
      (select coalesce(jsonb_agg(jsonb_build_object('memberId', o.member_id, 'membershipno', o.membershipno) order by o.membership_number), '[]') from app.member o where o.merged_into = m.member_id) as "mergedFrom", coalesce((select p.monthly from app.contribution_plan p
      where p.member_id = m.member_id and p.effective_from = m.contributions_due_from - interval '1 month'), 0)::bigint as "broughtForward"
    from app.member m cross join lateral (${balancesOfMember}) w cross join lateral (${loansOfMember}) l left join lateral (${employerOfMember}) e on true where ${which} and m.removed_at is null`)
  if (!row) return refuse('not_found')
  const { broughtForward, fixedDeposits, owed, loans, employer, mergedInto, mergedFrom, ...found } = row
  const [portal, loginProof, months, late, earlierMemberships, dueFromChanges] = await Promise.all([
    findPortalUse(tx, [row.memberid]),
    findLoginProof(tx, row.memberid),
    listOwnMonths(tx, row.memberid, periodOf(today)),
    tx.one<{ overdue: bigint }>(
      sql`select coalesce(sum(late.overdue), 0)::bigint as overdue from (${lateOn(today, sql`i.member_id = ${row.memberid}`)}) late where late.in_arrears`,
    ),
    findEarlierMemberships(tx, row.memberid),
    tx.many<Replied<typeof getContract>['dueFromChanges'][number]>(sql`
      select to_char(due_from, 'YYYY-MM') as "dueFrom", arrears, reason, changed_by_name as by, changed_at as at
      from app.due_from_change where member_id = ${row.memberid} order by changed_at desc limit 20`),
  ])
  return {
    ...withBalances(found, portal.get(row.memberid)?.confirmed ?? false),
    fixedDeposits,
    owed,
    loans,
    employer,
    arrears: { contributions: outstandingOf(monthsBefore(months, periodOf(today))), loans: late.overdue as Kobo },
    arrearsBroughtForward: broughtForward,
    earlierMemberships,
    mergedInto,
    loginProof,
    mergedFrom,
    dueFromChanges,
  }
})

export const getMemberRoles = action(rolesContract, async ({ tx }, { memberId }) => {
  const { memberRoles } = await findMember(tx, memberId)
  return { memberId, roles: memberRoles.map(({ role, ...until }) => ({ id: role, name: role, ...until })) }
})

/** Phones of this cooperative's members that are among these, each with its first member: “Ada Obi, 00012”. */
export async function findTakenPhones(tx: Tx, phones: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.many<{ phone: string; holder: string }>(sql`
    select distinct on (phone) phone, first_name || ' ' || last_name || ', ' || split_part(membershipno, '/', 2) as holder
    from app.member where phone = any(${phones}::text[]) and removed_at is null order by phone, shares_phone, membership_number`)
  return new Map(rows.map(({ phone, holder }) => [phone, holder]))
}

/** Of the former member whose phone this is: when they left, and the record into which theirs was merged; neither where a present member has it. */
export async function findFormerOfPhone(
  tx: Tx,
  phone: string,
): Promise<{ former: string | undefined; merged: string | undefined }> {
  const found = await tx.maybe<{ leftOn: Day | null; merged: string | null }>(sql`
    select m.left_on, (select o.membershipno from app.member o where o.member_id = m.merged_into) as merged
    from app.member m where m.phone = ${phone} and m.removed_at is null order by m.shares_phone, m.membership_number limit 1`)
  return { former: found?.leftOn ? dayText(found.leftOn) : undefined, merged: found?.merged ?? undefined }
}

/** Members who have one of these former numbers, by the number in small letters. */
export async function findFormerNumbers(
  tx: Tx,
  numbers: readonly string[],
): Promise<Map<string, { memberId: MemberId; name: string }>> {
  const rows = await tx.many<{ number: string; memberId: MemberId; name: string }>(sql`
    select lower(former_number) as number, member_id, first_name || ' ' || last_name as name from app.member
    where removed_at is null and former_number is not null and lower(former_number) = any(${numbers.map((number) => number.toLowerCase())}::text[])`)
  return new Map(rows.map(({ number, ...member }) => [number, member]))
}

/** Everything on a member's accounts, debts included, as one sum. */
export async function findMoneyOnAccounts(tx: Tx, memberId: MemberId): Promise<Kobo> {
  const { money } = await tx.one<{ money: bigint }>(sql`
    select coalesce(sum(abs(b.credits - b.debits)), 0)::bigint as money
    from ledger.account a join ledger.balance b using (cooperative_id, account_id) where a.member_id = ${memberId}`)
  return money as Kobo
}

/** How many of a member's movements, loan applications and requests wait for an officer. */
export function waitingOf(memberId: Statement): Statement {
  return sql`((select count(*) from app.transaction t where t.member_id = ${memberId} and t.status = 'pending')
    + (select count(*) from app.loan l where l.member_id = ${memberId} and l.status = 'submitted')
    + (select count(*) from app.member_request q where q.member_id = ${memberId} and q.status = 'waiting'))::int`
}

/** Whether a member's leaving is open, or something of its settlement is owed. */
export function isLeavingOf(memberId: Statement): Statement {
  return sql`(exists (select from app.leaving v where v.member_id = ${memberId} and v.status in ('open', 'waiting'))
    or exists (select from app.leaving_payee p join app.leaving v using (leaving_id) where v.member_id = ${memberId} and v.status = 'settled' and p.account_id is null and p.amount > 0
      and not exists (select from app.leaving_payout o where o.leaving_id = p.leaving_id and o.number = p.number and o.status = 'posted')))`
}

/** The vote on whose roll a member is and whose result is not confirmed; null where there is none. */
export function openVoteOf(memberId: Statement): Statement {
  return sql`(select v.wording from app.vote_roll r join app.vote v using (vote_id) where r.member_id = ${memberId} and v.status in ('open', 'closed') order by v.opens_at limit 1)`
}

/** The open election in which a member is a candidate; null where there is none. */
export function openElectionOf(memberId: Statement): Statement {
  return sql`(select e.title from app.candidate c join app.election e using (election_id) where c.member_id = ${memberId} and e.status = 'open' and c.status in ('asked', 'accepted')
    order by e.opened_at limit 1)`
}

/** What a readmission meets. Refuses: not_found. */
export async function findFormerMember(tx: Tx, memberId: MemberId): Promise<FormerMember> {
  const found = await tx.maybe<FormerMember>(sql`
    select m.first_name || ' ' || m.last_name as name, m.status, m.left_on, m.phone = '' as "isErased",
      (select o.membershipno from app.member o where o.member_id = m.merged_into) as "mergedInto",
      coalesce((select sum(p.amount) from app.leaving_payee p join app.leaving v using (leaving_id) where v.member_id = m.member_id and v.status = 'settled' and p.account_id is null
        and not exists (select from app.leaving_payout o where o.leaving_id = p.leaving_id and o.number = p.number and o.status = 'posted')), 0)::bigint as owed,
      exists (select from app.leaving v join app.reversal_request r on r.entry_id = v.entry_id and r.status = 'pending' where v.member_id = m.member_id and v.status = 'settled') as "reversalWaits"
    from app.member m where m.member_id = ${memberId} and m.removed_at is null`)
  return found ? { ...found, isErased: found.isErased ?? false } : refuse('not_found')
}

/** Nothing changes the standing of who is no longer a member, but what ended the membership. Refuses: member_merged, member_has_left. */
export async function refuseFormer(tx: Tx, memberId: MemberId, field?: string): Promise<never> {
  const { name, mergedInto } = await findFormerMember(tx, memberId)
  const at = field !== undefined && { field }
  // A merging is not reversed: the person goes on with the other record.
  return mergedInto === null
    ? refuse(hasLeft({ ...at, name }))
    : refuse('member_merged', { ...at, name, number: mergedInto })
}

/** The memberships of before, the first one first. */
export async function findEarlierMemberships(tx: Tx, memberId: MemberId): Promise<{ joinedOn: Day; leftOn: Day }[]> {
  return tx.many(sql`
    select joined_on, left_on from app.leaving where member_id = ${memberId} and status = 'readmitted' order by joined_on`)
}

type Unfinished = { waiting: number; isLeaving: boolean; vote: string | null; election: string | null }

export async function findUnfinished(tx: Tx, memberId: MemberId): Promise<Unfinished> {
  const id = sql`${memberId}::uuid`
  return tx.one<Unfinished>(
    sql`select ${waitingOf(id)} as waiting, ${isLeavingOf(id)} as "isLeaving", ${openVoteOf(id)} as vote, ${openElectionOf(id)} as election`,
  )
}

export const memberHasMoney = refusal(
  'member_has_money',
  409,
  'This member still has {balance} on the account. Pay it out or transfer it first.',
)
export const memberHasLoan = refusal(
  'member_has_loan',
  409,
  'This member has a loan that is approved or runs. Cancel it or settle it first.',
)
export const memberExitOpen = refusal(
  'member_exit_open',
  409,
  'The exit of this member is not finished. Settle it and pay out what is owed, or cancel it, on their exit page first.',
)
const hasRequests = refusal(
  'member_has_requests',
  409,
  'This member has {requests} for a decision. Approve or reject {them} first.',
)

/** Of a member who has this many requests that wait. */
export function memberHasRequests(waiting: number): Refusal {
  const requests = fillCount(waiting, '{count} request that waits|{count} requests that wait')
  return hasRequests({ requests, them: waiting === 1 ? 'it' : 'them' })
}

/** Whether a loan of theirs is approved or runs. */
export async function hasLoan(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`select exists (select from app.loan where member_id = ${memberId} and status in ('approved', 'active')) as found`,
  )
  return found
}

function ownId(actor: TenantActor): MemberId {
  return actor.memberId ?? refuse('not_found')
}

/** The record of the member whose session it is. */
export async function getOwnRecord(tx: Tx, actor: TenantActor): Promise<z.output<typeof ownRecord>> {
  const id = ownId(actor)
  const [own, cooperative, portal, bankDetails] = await Promise.all([
    findMember(tx, id),
    tx.one<{ name: string; logoVersion: string | null }>(sql`select name, logo_version from app.cooperative`),
    findPortalUse(tx, [id]),
    findBankDetails(tx, id),
  ])
  return {
    ...own,
    bankDetails,
    personalInfo: { cooperative: { name: cooperative.name, logo: logoPath(cooperative.logoVersion) } },
    lastLogin: portal.get(id)?.lastLogin ?? null,
  }
}

type Profile = Replied<typeof dashboardContract>['profile'] & {
  monthly: bigint
  dueFrom: Day
  status: MemberStatus
  employer: string | null
  guaranteeRequests: number
}

/** All that a member ever paid in as deposits, what was withdrawn since included; reversed ones never came. */
export async function findDepositsTotal(tx: Tx, ids: readonly MemberId[]): Promise<{ totalDeposits: Kobo }> {
  return tx.one<{ totalDeposits: Kobo }>(sql`
    select coalesce(sum(amount), 0)::bigint as "totalDeposits" from app.transaction where member_id = any(${ids}::uuid[]) and type = 'deposit' and status = 'approved'`)
}

/**
 * What was paid out and repaid of loans, other than through savings, where it is a transaction already. A loan of the old books
 * and a rebate moved no money of this society's. Of `app.loan_movement v`.
 */
export const loanMovement = {
  type: sql`case when v.way = 'opening' then 'opening' when v.kind = 'disbursement' then 'disbursement' else 'repayment' end`,
  status: sql`case v.status when 'posted' then 'approved' else 'reversed' end`,
  direction: sql`case when v.way in ('opening', 'rebate') then null when v.kind = 'disbursement' then 'out' else 'in' end`,
  isShown: sql`v.kind in ('disbursement', 'repayment', 'recovered') and v.way is distinct from 'savings' and v.amount > 0`,
}

/** Those of a member, in the columns of a record. */
export function loanMovementsOf(ids: readonly MemberId[]): Statement {
  // The database fills the name in.
  const of = { loan: '{loan}' }
  const words = sql`case when v.way = 'opening' then ${t('{loan} loan from the old books', of)}::text when v.kind = 'disbursement' then ${t('{loan} loan paid out', of)}::text else ${t('Repayment of your {loan} loan', of)}::text end`
  return sql`
    select v.movement_id as id, 'loan_movement' as record, ${loanMovement.type} as type, ${loanMovement.status} as status, c.name as account, v.amount,
      ${loanMovement.direction} as direction, v.occurred_on as "occurredOn", null::text as period,
      replace(${words}, '{loan}', c.name) as description, v.created_at as "createdAt"
    from app.loan_movement v join app.loan l using (loan_id) join app.loan_configuration c using (loan_configuration_id)
    where v.member_id = any(${ids}::uuid[]) and ${loanMovement.isShown}`
}

/** The member's own figures. */
export const getMemberDashboard = action(dashboardContract, async ({ tx, actor, today }) => {
  const id = ownId(actor)
  const thisMonth = periodOf(today)
  const [profile, accounts, months, loans, recentTransactions, { totalDeposits }] = await Promise.all([
    tx.maybe<Profile>(sql`
      select first_name, last_name, membershipno, registration_date, monthly_contribution as monthly, contributions_due_from as "dueFrom", status, app.own_employer(${today}) as employer,
        (select count(*)::int from app.guarantees_of(${id}) g where g.status = 'asked' and g.loan_status in ('submitted', 'approved', 'active')) as "guaranteeRequests"
      from app.member where member_id = ${id}`),
    tx.many<{ name: string; kind: string; balance: bigint }>(sql`
      select t.name, t.kind, (b.credits - b.debits)::bigint as balance
      from ledger.account a join ledger.balance b using (cooperative_id, account_id) join app.account_type t on t.account_type_id = a.account_type_id
      where a.member_id = ${id} order by a.code`),
    listOwnMonths(tx, id, thisMonth),
    tx.many<OwnLoan>(sql`
      select l.loan_id, c.name as loan, l.status in ('approved', 'active') as "isOpen", l.principal, l.disbursed - l.paid_principal - l.written_off as outstanding,
        n.due_on as "nextOn", n.owed as "nextAmount", late.since as "lateSince", late.overdue::bigint as overdue
      from app.loan l join app.loan_configuration c using (loan_configuration_id) ${nextOn(today)}
      left join (${lateOn(today, sql`i.member_id = ${id}`)}) late using (loan_id)
      where l.member_id = ${id} and (l.status in ('approved', 'active') or l.disbursed > 0) order by l.submitted_at, l.loan_id`),
    tx.many<Replied<typeof dashboardContract>['recentTransactions'][number]>(sql`
      select id, amount, type, description, "createdAt" from (
        select transaction_id as id, amount, type, description, created_at as "createdAt", occurred_on as "occurredOn"
        from app.transaction where member_id = ${id} and status = 'approved'
        union all
        select id, amount, type, description, "createdAt", "occurredOn" from (${loanMovementsOf([id])}) v where status = 'approved') latest
      order by "occurredOn" desc, id desc limit 5`),
    findDepositsTotal(tx, [id]),
  ])
  if (!profile) return refuse('not_found')
  const { monthly, dueFrom, status, employer, guaranteeRequests, ...shown } = profile
  const held = (kind?: string) =>
    sumKobo(accounts.filter((account) => !kind || account.kind === kind).map(({ balance }) => balance as Kobo))
  const late = [...lateContributions(months, thisMonth), ...loans.flatMap(lateOf)]
  const toCome = [
    ...loans.flatMap(nextOf),
    ...(status === 'active' && monthly > 0n
      ? [nextContribution(months, monthly as Kobo, periodOf(dueFrom > today ? dueFrom : today))]
      : []),
  ]
  const lateSum = (kind: Payment['kind']) =>
    sumKobo(late.filter((each) => each.kind === kind).map(({ amount }) => amount))
  return {
    profile: shown,
    financialSummary: {
      totalContributions: sumKobo(months.map((month) => month.paid as Kobo)),
      outstandingContributions: outstandingOf(months),
      totalLoans: sumKobo(loans.filter(({ isOpen }) => isOpen).map(({ principal }) => principal as Kobo)),
      outstandingLoans: sumKobo(loans.map(({ outstanding: left }) => left as Kobo)),
      totalDeposits,
      totalHeld: held(),
      savings: held('savings'),
      fixedDeposits: held('fixed_deposit'),
      shares: held('shares'),
      contributionArrears: lateSum('contribution_arrears'),
      loanArrears: lateSum('arrears'),
    },
    accounts: accounts.map(({ name, balance }) => ({ name, balance: balance as Kobo })),
    recentTransactions,
    guaranteeRequests,
    employer,
    upcomingPayments: [...late.toSorted(byDay), ...toCome.toSorted(byDay)],
  }
})

type Payment = Replied<typeof dashboardContract>['upcomingPayments'][number]
type OwnLoan = {
  loanId: LoanId
  loan: string
  isOpen: boolean
  principal: bigint
  outstanding: bigint
  nextOn: Day | null
  nextAmount: bigint | null
  lateSince: Day | null
  overdue: bigint | null
}

/** What of a loan is late. */
function lateOf({ loanId, loan, lateSince, overdue }: OwnLoan): Payment[] {
  return lateSince !== null && overdue !== null
    ? [{ kind: 'arrears', loanId, loan, dueOn: lateSince, amount: overdue as Kobo }]
    : []
}

/** What of a loan falls due next. */
function nextOf({ loanId, loan, nextOn: on, nextAmount }: OwnLoan): Payment[] {
  return on !== null && nextAmount !== null
    ? [{ kind: 'instalment', loanId, loan, dueOn: on, amount: nextAmount as Kobo }]
    : []
}

/** What is owed for the months before this one, as one payment that has been due since the first of them was over. */
function lateContributions(months: readonly OwnMonth[], thisMonth: Period): Payment[] {
  const unpaid = monthsBefore(months, thisMonth).filter((each) => outstandingOf([each]) > 0n)
  const [first] = unpaid
  if (!first) return []
  const period = periodOf(first.month)
  return [{ kind: 'contribution_arrears', period, dueOn: lastDayOf(period), amount: outstandingOf(unpaid) }]
}

function byDay(a: Payment, b: Payment): number {
  return a.dueOn.localeCompare(b.dueOn)
}

type OwnMonth = { month: Day; expected: bigint; paid: bigint; deducted: bigint }

function monthsBefore(months: readonly OwnMonth[], period: Period): OwnMonth[] {
  return months.filter(({ month }) => month < firstDayOf(period))
}

/** What is owed over these months. */
export function outstandingOf(months: readonly OwnMonth[]): Kobo {
  return sumKobo(months.map(({ expected, paid, deducted }) => outstanding(expected as Kobo, (paid + deducted) as Kobo)))
}

/** What was expected of a member and paid by them, month by month; and what their employer took and keeps, which they do not owe. */
export async function listOwnMonths(tx: Tx, memberId: MemberId, last: Period): Promise<OwnMonth[]> {
  return tx.many<OwnMonth>(sql`
    with plan as (
      select effective_from, lead(effective_from) over (order by effective_from) as until, monthly from app.contribution_plan where member_id = ${memberId}),
    expected as (
      -- Months before the first that is due are there only for what was brought forward.
      select g::date as month, case when m.status = 'active' or g < least(${firstDayOf(last)}::date, date_trunc('month', m.left_on)::date) then p.monthly else 0 end as monthly
      from plan p, app.member m,
        generate_series(p.effective_from, least(coalesce(p.until - 1, ${firstDayOf(last)}::date), ${firstDayOf(last)}::date), interval '1 month') g
      where m.member_id = ${memberId} and (p.monthly > 0 or g >= m.contributions_due_from)),
    paid as (
      select period as month, sum(amount)::bigint as paid from app.transaction
      where member_id = ${memberId} and type = 'contribution' and status = 'approved' group by 1),
    deducted as (
      select period as month, sum(savings_amount)::bigint as deducted from app.deduction where member_id = ${memberId} and not credited group by 1)
    select month::text as month, coalesce(e.monthly, 0)::bigint as expected, coalesce(p.paid, 0)::bigint as paid, coalesce(d.deducted, 0)::bigint as deducted
    from expected e full join paid p using (month) full join deducted d using (month) order by 1`)
}

/** This month's contribution, or the first that is due, where it is still owed; else the next month's. Due on the month's last day. */
function nextContribution(months: readonly OwnMonth[], monthly: Kobo, month: Period): Payment {
  const current = months.find((each) => each.month === firstDayOf(month))
  const owed = current ? outstandingOf([current]) : monthly
  const period = owed > 0n ? month : addMonths(month, 1)
  return { kind: 'contribution', period, dueOn: lastDayOf(period), amount: owed > 0n ? owed : monthly }
}

/**
 * Nothing is paid to or taken from a former member; what a merged record had is on the record that stays, unless it is bound to
 * the closed one. Refuses: member_has_left, merged_record_bound.
 */
export async function refuseOfFormer(tx: Tx, memberIds: readonly MemberId[], isBound = false): Promise<void> {
  if (memberIds.length === 0) return
  const former = await tx.maybe<{ name: string; number: string | null }>(sql`
    select case when ${isBound} or k.member_id is null then m.first_name || ' ' || m.last_name else k.first_name || ' ' || k.last_name end as name, k.membershipno as number
    from app.member m left join app.member k on k.member_id = m.merged_into
    where m.member_id = any(${memberIds}::uuid[]) and m.left_on is not null and (${isBound} or m.merged_into is null or k.left_on is not null) order by m.membership_number limit 1`)
  if (!former) return
  const { name, number } = former
  if (number !== null && isBound) refuse(mergedRecordBound({ name, number }))
  refuse(hasLeft({ name }))
}

/** A member whom a sheet names. */
export type NamedMember = Known & {
  memberId: MemberId
  membershipno: string
  staffNumber: string | null
  status: MemberStatus
  mergedInto: string | null
  joinedOn: Day
}

/** Numbers of before Ajose and of employers are given and compared by `numberKey`. */
type Named = {
  numbers: ReadonlySet<number>
  phones: ReadonlySet<Phone>
  formerNumbers: ReadonlySet<string>
  staffNumbers?: ReadonlySet<string>
}

const keyOf = (number: Statement) =>
  sql`regexp_replace(regexp_replace(lower(${number}), '[[:space:]]+', '', 'g'), '^0+(?=[0-9])', '')`

/** The members that a sheet names by any of their numbers or by phone. */
export async function findNamedMembers(
  tx: Tx,
  { numbers, phones, formerNumbers, staffNumbers = new Set() }: Named,
): Promise<NamedMember[]> {
  return tx.many<NamedMember>(sql`
    select m.member_id, m.membershipno, m.membership_number as number, m.former_number, e.staff_number, m.phone,
      m.first_name || ' ' || m.last_name as name, m.status, (select o.membershipno from app.member o where o.member_id = m.merged_into) as "mergedInto", m.registration_date as "joinedOn"
    from app.member m left join app.employment e using (member_id)
    where m.removed_at is null and (m.membership_number = any(${[...numbers]}::int[]) or m.phone = any(${[...phones]}::text[])
      or ${keyOf(sql`m.former_number`)} = any(${[...formerNumbers]}::text[]) or ${keyOf(sql`e.staff_number`)} = any(${[...staffNumbers]}::text[]))`)
}

export async function findCoopId(tx: Tx): Promise<string> {
  const { coopId } = await tx.one<{ coopId: string }>(sql`select coop_id from app.cooperative`)
  return coopId
}
