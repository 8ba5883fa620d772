import type { getMember as getContract, getMemberDashboard as dashboardContract, getMemberProfile as profileContract, getMemberRoles as rolesContract, listMembers as listContract } from '#contract/members.ts'
import type { member } from '#contract/members.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type * as z from 'zod/mini'
import type { MemberRole, TenantActor } from '#domain/actor.ts'
import { addMonths, type Day, dayIn, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import { outstanding } from '#domain/contributions/contribution.ts'
import { isUuid, type MemberId } from '#domain/ids.ts'
import { type Kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { foldQuery } from '#domain/searching.ts'
import { logoPath } from '#server/features/cooperatives/queries.ts'
import type { Context } from '#server/context.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

type Member = z.output<typeof member>

/** The columns under the names of the contract; what needs another shape is made in memberFrom. */
const columns = sql`m.member_id as memberid, m.membershipno, m.first_name as "firstName", m.last_name as "lastName", m.phone, m.email, m.address,
  m.date_of_birth as "dateOfBirth", m.registration_date as "registrationDate", m.gender, m.marital_status as "maritalStatus",
  m.employment_status as "employmentStatus", m.monthly_contribution as "monthlyContributions", m.profile_picture as "profilePicture",
  m.next_of_kin_first_name as "nextOfKinFirstName", m.next_of_kin_last_name as "nextOfKinLastName", m.next_of_kin_phone as "nextOfKinPhone",
  m.next_of_kin_email as "nextOfKinEmail", m.next_of_kin_address as "nextOfKinAddress", m.next_of_kin_relationship as "nextOfKinRelationship",
  m.nominee_first_name as "nomineeFirstName", m.nominee_last_name as "nomineeLastName", m.nominee_phone as "nomineePhone",
  m.nominee_email as "nomineeEmail", m.nominee_address as "nomineeAddress", m.nominee_relationship as "nomineeRelationship",
  m.cooperative_id as tenant_id, m.status, m.roles`

type Row = Omit<Member, 'memberRoles' | 'activated'> & { roles: MemberRole[] }

function memberFrom({ roles, ...row }: Row, activated: boolean): Member {
  return { ...row, memberRoles: roles.map((role) => ({ role })), activated }
}

/** Which of these members have opened their portal, and when they last used it. */
async function findPortalUse(tx: Tx, ids: readonly MemberId[]): Promise<Map<MemberId, { confirmed: boolean; lastLogin: Date | null }>> {
  const rows = await tx.many<{ member_id: MemberId; confirmed: boolean; last_login_at: Date | null }>(sql`
    select member_id, confirmed, last_login_at from platform.memberships_of(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.member_id, { confirmed: row.confirmed, lastLogin: row.last_login_at }]))
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

const orders: Record<string, Statement> = {
  membershipno: sql`m.membership_number`,
  '-membershipno': sql`m.membership_number desc`,
  lastName: sql`m.last_name, m.first_name, m.member_id`,
  '-lastName': sql`m.last_name desc, m.first_name desc, m.member_id`,
  firstName: sql`m.first_name, m.last_name, m.member_id`,
  '-firstName': sql`m.first_name desc, m.last_name desc, m.member_id`,
  registrationDate: sql`m.registration_date, m.membership_number`,
  '-registrationDate': sql`m.registration_date desc, m.membership_number`,
  savings: sql`savings, m.membership_number`,
  '-savings': sql`savings desc, m.membership_number`,
}

/** What a member holds, by kind of account. */
const balancesOfMember = sql`
  select coalesce(sum(b.credits - b.debits) filter (where t.kind = 'savings'), 0)::bigint as savings,
    coalesce(sum(b.credits - b.debits) filter (where t.kind = 'shares'), 0)::bigint as shares
  from ledger.account a
  join ledger.balance b on b.account_id = a.account_id
  join app.account_type t on t.account_type_id = a.account_type_id
  where a.member_id = m.member_id`

type ListRow = Row & { savings: bigint; shares: bigint }

export async function listMembers(
  tx: Tx,
  _actor: TenantActor,
  { q, status, role, sort = 'membershipno', page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof listContract>>> {
  const where = allOf([
    sql`m.removed_at is null`,
    ...(status ? [sql`m.status = ${status}`] : []),
    ...(role ? [sql`${role} = any(m.roles)`] : []),
    ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
  ])
  const order = orders[sort] ?? sql`m.membership_number`
  const [rows, { total }] = await Promise.all([
    // Balances are joined to the page, not to the register; only sorting by them needs them all.
    sort.endsWith('savings')
      ? tx.many<ListRow>(sql`
          select ${columns}, w.savings, w.shares from app.member m cross join lateral (${balancesOfMember}) w
          where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`)
      : tx.many<ListRow>(sql`
          select ${columns}, w.savings, w.shares
          from (select * from app.member m where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) m
          cross join lateral (${balancesOfMember}) w order by ${order}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.member m where ${where}`),
  ])
  const portal = await findPortalUse(tx, rows.map((row) => row.memberid))
  return { rows: rows.map((row) => withBalances(row, portal.get(row.memberid)?.confirmed ?? false)), total }
}

function withBalances({ savings, shares, ...row }: ListRow, activated: boolean): Replied<typeof listContract> {
  return { ...memberFrom(row, activated), savings: savings as Kobo, shares: shares as Kobo }
}

/** One member by id or membership number. */
export async function getMember(tx: Tx, _actor: TenantActor, { id }: Parsed<typeof getContract>): Promise<Replied<typeof getContract>> {
  const which = isUuid(id.toLowerCase()) ? sql`m.member_id = ${id}` : sql`m.membershipno = ${id.toUpperCase()}`
  const row = await tx.maybe<ListRow>(sql`
    select ${columns}, w.savings, w.shares from app.member m cross join lateral (${balancesOfMember}) w where ${which} and m.removed_at is null`)
  if (!row) return refuse('not_found')
  return withBalances(row, (await findPortalUse(tx, [row.memberid])).get(row.memberid)?.confirmed ?? false)
}

export async function getMemberRoles(tx: Tx, _actor: TenantActor, { memberId }: Parsed<typeof rolesContract>): Promise<Replied<typeof rolesContract>> {
  const { memberRoles } = await findMember(tx, memberId)
  return { memberId, roles: memberRoles.map(({ role }) => ({ id: role, name: role })) }
}

/** Phones of this cooperative's members that are among these. */
export async function findTakenPhones(tx: Tx, phones: readonly string[]): Promise<string[]> {
  const rows = await tx.many<{ phone: string }>(sql`select phone from app.member where phone = any(${phones}::text[]) and removed_at is null`)
  return rows.map((row) => row.phone)
}

/** Everything on a member's accounts, debts included, as one sum. */
export async function findMoneyOnAccounts(tx: Tx, memberId: MemberId): Promise<Kobo> {
  const { money } = await tx.one<{ money: bigint }>(sql`
    select coalesce(sum(abs(b.credits - b.debits)), 0)::bigint as money
    from ledger.account a join ledger.balance b using (cooperative_id, account_id) where a.member_id = ${memberId}`)
  return money as Kobo
}

/** How many of a member's movements and loan applications wait for an officer. */
export async function countWaiting(tx: Tx, memberId: MemberId): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select ((select count(*) from app.transaction where member_id = ${memberId} and status = 'pending')
      + (select count(*) from app.loan where member_id = ${memberId} and status = 'submitted'))::int as count`)
  return count
}

/** Whether a loan of his is approved or runs. */
export async function hasLoan(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`select exists (select from app.loan where member_id = ${memberId} and status in ('approved', 'active')) as found`)
  return found
}

function ownId(actor: TenantActor): MemberId {
  return actor.memberId ?? refuse('not_found')
}

export async function getMemberProfile(tx: Tx, actor: TenantActor): Promise<Replied<typeof profileContract>> {
  const id = ownId(actor)
  const [own, cooperative, portal] = await Promise.all([
    findMember(tx, id),
    tx.one<{ name: string; logo_version: string | null }>(sql`select name, logo_version from app.cooperative`),
    findPortalUse(tx, [id]),
  ])
  return { ...own, personalInfo: { cooperative: { name: cooperative.name, logo: logoPath(cooperative.logo_version) } }, lastLogin: portal.get(id)?.lastLogin ?? null }
}

type Profile = Replied<typeof dashboardContract>['profile'] & { monthly: bigint; status: 'active' | 'inactive' }

/** The member's own figures. */
export async function getMemberDashboard(tx: Tx, actor: TenantActor, _input: unknown, { now }: Context): Promise<Replied<typeof dashboardContract>> {
  const id = ownId(actor)
  const thisMonth = periodOf(dayIn(now))
  const [profile, accounts, months, recentTransactions] = await Promise.all([
    tx.maybe<Profile>(sql`
      select first_name as "firstName", last_name as "lastName", membershipno, registration_date as "registrationDate", monthly_contribution as monthly, status
      from app.member where member_id = ${id}`),
    tx.many<{ name: string; kind: string; balance: bigint }>(sql`
      select t.name, t.kind, (b.credits - b.debits)::bigint as balance
      from ledger.account a join ledger.balance b using (cooperative_id, account_id) join app.account_type t on t.account_type_id = a.account_type_id
      where a.member_id = ${id} order by a.code`),
    listOwnMonths(tx, id, thisMonth),
    tx.many<Replied<typeof dashboardContract>['recentTransactions'][number]>(sql`
      select transaction_id as id, amount, type, description, created_at as "createdAt"
      from app.transaction where member_id = ${id} and status = 'approved' order by occurred_on desc, transaction_id desc limit 5`),
  ])
  if (!profile) return refuse('not_found')
  const { monthly, status, ...shown } = profile
  const owed = outstandingOf(months)
  return {
    profile: shown,
    financialSummary: {
      totalContributions: sumKobo(months.map((month) => month.paid as Kobo)),
      outstandingContributions: owed,
      totalLoans: zeroKobo,
      outstandingLoans: zeroKobo,
      totalDeposits: sumKobo(accounts.filter((account) => account.kind === 'savings').map((account) => account.balance as Kobo)),
    },
    accounts: accounts.map(({ name, balance }) => ({ name, balance: balance as Kobo })),
    recentTransactions,
    upcomingPayments: status === 'active' && monthly > 0n ? [nextContribution(months, monthly as Kobo, thisMonth)] : [],
  }
}

type OwnMonth = { month: Day; expected: bigint; paid: bigint; deducted: bigint }

/** What is owed over these months. */
export function outstandingOf(months: readonly OwnMonth[]): Kobo {
  return sumKobo(months.map(({ expected, paid, deducted }) => outstanding(expected as Kobo, (paid + deducted) as Kobo)))
}

/** What was expected of a member and paid by him, month by month; and what his employer took and keeps, which he does not owe. */
export async function listOwnMonths(tx: Tx, memberId: MemberId, last: Period): Promise<OwnMonth[]> {
  return tx.many<OwnMonth>(sql`
    with plan as (
      select effective_from, lead(effective_from) over (order by effective_from) as until, monthly from app.contribution_plan where member_id = ${memberId}),
    expected as (
      select g::date as month, case when m.status = 'active' or g < ${firstDayOf(last)}::date then p.monthly else 0 end as monthly
      from plan p, app.member m,
        generate_series(p.effective_from, least(coalesce(p.until - 1, ${firstDayOf(last)}::date), ${firstDayOf(last)}::date), interval '1 month') g
      where m.member_id = ${memberId}),
    paid as (
      select period as month, sum(amount)::bigint as paid from app.transaction
      where member_id = ${memberId} and type = 'contribution' and status = 'approved' group by 1),
    deducted as (
      select period as month, sum(savings_amount)::bigint as deducted from app.deduction where member_id = ${memberId} and not credited group by 1)
    select month::text as month, coalesce(e.monthly, 0)::bigint as expected, coalesce(p.paid, 0)::bigint as paid, coalesce(d.deducted, 0)::bigint as deducted
    from expected e full join paid p using (month) full join deducted d using (month) order by 1`)
}

/** This month's contribution where it is still owed, else the next month's; due on the month's last day. */
function nextContribution(months: readonly OwnMonth[], monthly: Kobo, thisMonth: Period): Replied<typeof dashboardContract>['upcomingPayments'][number] {
  const current = months.find((month) => month.month === firstDayOf(thisMonth))
  const owed = current ? outstandingOf([current]) : monthly
  const period = owed > 0n ? thisMonth : addMonths(thisMonth, 1)
  return { kind: 'contribution', period, dueOn: lastDayOf(period), amount: owed > 0n ? owed : monthly }
}

function lastDayOf(period: Period): Day {
  const next = new Date(`${firstDayOf(addMonths(period, 1))}T00:00:00Z`)
  return new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10) as Day
}

