import type { getCooperativeProfile as profileContract } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import type { getStatistics as statisticsContract } from '#features/platform-admin/overview/statistics.ts'
import type { listCooperatives as listContract } from '#features/platform-admin/cooperatives/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { CooperativeStatus, SuperAdminActor, TenantActor } from '#core/actor.ts'
import { addDays, addMonths, type Day, dayIn, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import { type Plan, trialEndingDays, type TrialStanding } from '#features/platform-admin/cooperatives/rules/plan.ts'
import type { CooperativeId, DocumentId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import type { Context } from '#platform/context.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Cooperative = Replied<typeof listContract>

type CooperativeRow = {
  cooperativeId: CooperativeId
  coopId: string
  name: string
  phone: string
  email: string | null
  address: string | null
  registrationNumber: string | null
  status: CooperativeStatus
  statusReason: string | null
  memberCount: number
  logoVersion: string | null
  plan: Plan
  trialEndsOn: Day | null
  createdAt: Date
}

const columns = sql`cooperative_id, coop_id, name, phone, email, address, registration_number, status, status_reason, member_count, logo_version, plan, trial_ends_on, created_at`

const verification = { pending: 'unverified', active: 'verified', suspended: 'verified', rejected: 'rejected' } as const

function cooperativeFrom(row: CooperativeRow): Cooperative {
  return {
    id: row.cooperativeId,
    cooperativeId: row.cooperativeId,
    coop_id: row.coopId,
    name: row.name,
    phone: row.phone,
    email: row.email,
    address: row.address,
    registrationNumber: row.registrationNumber,
    logo: logoPath(row.logoVersion),
    status: row.status,
    verificationStatus: verification[row.status],
    statusReason: row.statusReason,
    members: row.memberCount,
    plan: row.plan,
    trialEndsOn: row.trialEndsOn,
    createdAt: row.createdAt,
  }
}

/** Where the own people find the logo; another address after each change. */
export function logoPath(version: string | null): string | null {
  return version === null ? null : `/cooperatives/logo?v=${version}`
}

export async function findCooperative(tx: Tx, id: CooperativeId): Promise<Cooperative | undefined> {
  const row = await tx.maybe<CooperativeRow>(
    sql`select ${columns} from app.cooperative where cooperative_id = ${id} and deleted_at is null`,
  )
  return row && cooperativeFrom(row)
}

/** The same, locked until the transaction ends, so that two decisions about it take turns. */
export async function lockCooperative(tx: Tx, id: CooperativeId): Promise<Cooperative | undefined> {
  await tx.maybe(sql`select from app.cooperative where cooperative_id = ${id} for update`)
  return findCooperative(tx, id)
}

export async function listDocuments(
  tx: Tx,
  cooperativeId: CooperativeId,
): Promise<Replied<typeof profileContract>['documents']> {
  return tx.many(sql`
    select document_id as id, file_name, media_type, length(content) as bytes, uploaded_at
    from app.document where cooperative_id = ${cooperativeId} order by uploaded_at desc`)
}

export async function getCooperativeProfile(tx: Tx, actor: TenantActor): Promise<Replied<typeof profileContract>> {
  const cooperative = (await findCooperative(tx, actor.cooperativeId)) ?? refuse('not_found')
  return { ...cooperative, documents: await listDocuments(tx, actor.cooperativeId) }
}

const orders: Record<string, Statement> = {
  name: sql`lower(name), cooperative_id`,
  '-name': sql`lower(name) desc, cooperative_id`,
  createdAt: sql`created_at, cooperative_id`,
  '-createdAt': sql`created_at desc, cooperative_id`,
  members: sql`member_count, cooperative_id`,
  '-members': sql`member_count desc, cooperative_id`,
  status: sql`status, cooperative_id`,
  '-status': sql`status desc, cooperative_id`,
  trialEndsOn: sql`trial_ends_on, cooperative_id`,
  '-trialEndsOn': sql`trial_ends_on desc nulls last, cooperative_id`,
}

/** Every cooperative of the platform, or those that `q` finds. */
export async function listCooperatives(
  tx: Tx,
  _actor: SuperAdminActor,
  { q, status, plan, trial, sort, page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Cooperative>> {
  const where = allOf([
    sql`deleted_at is null`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(plan ? [sql`plan = ${plan}`] : []),
    ...(trial ? [trialIs(trial, dayIn(now))] : []),
    ...(q ? [sql`search_text like ${containing(foldQuery(q))}`] : []),
  ])
  const order = orders[sort ?? '-createdAt'] ?? sql`created_at desc, cooperative_id`
  const [rows, { total }] = await Promise.all([
    tx.many<CooperativeRow>(
      sql`select ${columns} from app.cooperative where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.cooperative where ${where}`),
  ])
  return { rows: rows.map(cooperativeFrom), total }
}

/** `trialStanding` of the domain, as a condition. */
function trialIs(standing: TrialStanding, today: Day): Statement {
  const lastDays = addDays(today, trialEndingDays)
  const days = {
    running: sql`trial_ends_on > ${lastDays}::date`,
    ending: sql`trial_ends_on between ${today}::date and ${lastDays}::date`,
    ended: sql`trial_ends_on < ${today}::date`,
  }
  return sql`plan = 'trial' and ${days[standing]}`
}

type PlatformFigures = Omit<
  NonNullable<Replied<typeof statisticsContract>['platform']>,
  'months' | 'savings' | 'amountThisMonth'
> & { savings: bigint; amountThisMonth: bigint }

/** The platform at a glance, in two questions that travel together; money as each cooperative's own sums had it last. */
export async function getPlatformStatistics(
  tx: Tx,
  _actor: SuperAdminActor,
  _input: unknown,
  { now }: Context,
): Promise<Replied<typeof statisticsContract>> {
  const today = dayIn(now)
  const thisMonth = periodOf(today)
  const month = firstDayOf(thisMonth)
  const [{ savings, amountThisMonth, ...figures }, months] = await Promise.all([
    tx.one<PlatformFigures>(sql`
      select count(*)::int as total,
        count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'active')::int as active,
        count(*) filter (where status = 'suspended')::int as suspended, count(*) filter (where status = 'rejected')::int as rejected,
        coalesce(sum(member_count), 0)::int as members,
        coalesce(sum(t.savings), 0)::bigint as savings,
        coalesce(sum(t.month_transactions) filter (where t.month = ${month}::date), 0)::int as "transactionsThisMonth",
        coalesce(sum(t.month_amount) filter (where t.month = ${month}::date), 0)::bigint as "amountThisMonth",
        count(*) filter (where plan = 'trial' and trial_ends_on >= ${today}::date)::int as "trialsRunning",
        count(*) filter (where plan = 'trial' and trial_ends_on < ${today}::date)::int as "trialsEnded",
        (select count(*)::int from platform.contact_message where status = 'open') as "openMessages",
        min(t.summed_at) as "summedAt"
      from app.cooperative c left join app.cooperative_total t using (cooperative_id) where deleted_at is null`),
    tx.many<{ month: Day; registered: number }>(sql`
      select m.month::date as month, count(c.cooperative_id)::int as registered
      from generate_series(${firstDayOf(addMonths(thisMonth, -11))}::date, ${month}::date, interval '1 month') m(month)
      left join app.cooperative c on c.deleted_at is null
        and c.created_at >= (m.month::timestamp at time zone 'Africa/Lagos') and c.created_at < ((m.month + interval '1 month')::timestamp at time zone 'Africa/Lagos')
      group by m.month order by m.month`),
  ])
  return {
    platform: { ...figures, savings: savings as Kobo, amountThisMonth: amountThisMonth as Kobo, months },
    cooperative: null,
  }
}

type MemberFigures = { total: number; active: number; joinedThisMonth: number }
type FirstSteps = NonNullable<Replied<typeof statisticsContract>['cooperative']>['firstSteps']
type BalanceFigures = { savings: bigint; shares: bigint; cashAndBank: bigint }

/** The figures of the dashboard, in questions that travel together. */
export async function getOwnStatistics(
  tx: Tx,
  _actor: TenantActor,
  _input: unknown,
  { now }: Context,
): Promise<Replied<typeof statisticsContract>> {
  const thisMonth = periodOf(dayIn(now))
  const [members, balances, months, firstSteps] = await Promise.all([
    tx.one<MemberFigures>(sql`
      select count(*) filter (where left_on is null)::int as total, count(*) filter (where status = 'active')::int as active,
        count(*) filter (where registration_date >= ${firstDayOf(thisMonth)}::date)::int as "joinedThisMonth"
      from app.member where removed_at is null`),
    tx.one<BalanceFigures>(sql`
      select coalesce(sum(b.credits - b.debits) filter (where t.kind = 'savings'), 0)::bigint as savings,
        coalesce(sum(b.credits - b.debits) filter (where t.kind = 'shares'), 0)::bigint as shares,
        coalesce(sum(b.debits - b.credits) filter (where a.holds_cash), 0)::bigint as "cashAndBank"
      from ledger.balance b
      join ledger.account a using (cooperative_id, account_id)
      left join app.account_type t on t.account_type_id = a.account_type_id`),
    listMonths(tx, addMonths(thisMonth, -11), thisMonth),
    tx.one<FirstSteps>(sql`
      select exists (select from app.configuration_change where kind in ('settings', 'account_type', 'loan_configuration')) as rules,
        exists (select from app.member where removed_at is null) as members,
        exists (select from app.opening_balances o join app.transaction t using (cooperative_id, transaction_id) where t.status = 'approved') as "openingBalances",
        exists (select from app.bank_account) or exists (select from app.configuration_change where kind = 'account') or exists (select from app.bank_statement) as bank,
        exists (select from app.employer) as employers,
        exists (select from app.transaction where type in ('contribution', 'deposit')) as receipt,
        exists (select from app.member where removed_at is null and roles && '{admin,treasurer}') as "secondOfficer"`),
  ])
  const current = months.at(-1)
  return {
    platform: null,
    cooperative: {
      members,
      savings: balances.savings as Kobo,
      shares: balances.shares as Kobo,
      cashAndBank: balances.cashAndBank as Kobo,
      thisMonth: {
        expected: current?.expected ?? zeroKobo,
        paid: current?.paid ?? zeroKobo,
        outstanding: current?.owed ?? zeroKobo,
        membersBehind: current?.behind ?? 0,
      },
      months: months.map(({ month, expected, paid }) => ({ month, expected, paid })),
      firstSteps,
    },
  }
}

type MonthRow = { month: Day; expected: bigint; paid: bigint; owed: bigint; behind: number }

/**
 * Expected and paid by month; a member is expected from the month they joined, at the plan of that month. One who is not
 * active owes nothing new, nor one who left from that month on, and what they owed before stays.
 */
async function listMonths(
  tx: Tx,
  first: Period,
  last: Period,
): Promise<{ month: Day; expected: Kobo; paid: Kobo; owed: Kobo; behind: number }[]> {
  const rows = await tx.many<MonthRow>(sql`
    with months as (
      select generate_series(${firstDayOf(first)}::date, ${firstDayOf(last)}::date, interval '1 month')::date as month),
    expected as (
      select mo.month, m.member_id, p.monthly
      from months mo
      cross join app.member m
      cross join lateral (
        select cp.monthly from app.contribution_plan cp
        where cp.member_id = m.member_id and cp.effective_from <= mo.month order by cp.effective_from desc limit 1) p
      where m.removed_at is null and (m.status = 'active' or mo.month < least(${firstDayOf(last)}::date, date_trunc('month', m.left_on)::date)) and date_trunc('month', m.registration_date) <= mo.month),
    paid as (
      select month, member_id, sum(paid)::bigint as paid, sum(taken)::bigint as taken from (
        select t.period as month, t.member_id, t.amount as paid, t.amount as taken from app.transaction t
        where t.type = 'contribution' and t.status = 'approved' and t.period between ${firstDayOf(first)}::date and ${firstDayOf(last)}::date
        union all
        -- What an employer took and keeps is not the member's debt.
        select d.period, d.member_id, 0, d.savings_amount from app.deduction d
        where not d.credited and d.period between ${firstDayOf(first)}::date and ${firstDayOf(last)}::date) line
      group by 1, 2)
    select mo.month::text as month, coalesce(sum(s.monthly), 0)::bigint as expected, coalesce(sum(s.paid), 0)::bigint as paid,
      coalesce(sum(greatest(coalesce(s.monthly, 0) - coalesce(s.taken, 0), 0)), 0)::bigint as owed,
      count(*) filter (where s.monthly > coalesce(s.taken, 0))::int as behind
    from months mo
    left join (
      select month, e.monthly, p.paid, p.taken from expected e full join paid p using (month, member_id)) s using (month)
    group by mo.month order by mo.month`)
  return rows.map((row) => ({
    month: row.month,
    expected: row.expected as Kobo,
    paid: row.paid as Kobo,
    owed: row.owed as Kobo,
    behind: row.behind,
  }))
}

type StoredDocument = { cooperativeId: CooperativeId; fileName: string; mediaType: string; content: Buffer }

/** A document with whose it is; row security tells which there are for this transaction. */
export async function findDocument(
  tx: Tx,
  documentId: DocumentId,
): Promise<{ cooperativeId: CooperativeId; fileName: string; mediaType: string; content: Buffer }> {
  const row = await tx.maybe<StoredDocument>(
    sql`select cooperative_id, file_name, media_type, content from app.document where document_id = ${documentId}`,
  )
  if (!row) return refuse('not_found')
  return { cooperativeId: row.cooperativeId, fileName: row.fileName, mediaType: row.mediaType, content: row.content }
}

/** A document of the own cooperative. */
export async function downloadDocument(
  tx: Tx,
  _actor: TenantActor,
  { documentId }: { documentId: DocumentId },
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  return findDocument(tx, documentId)
}

export async function downloadLogo(tx: Tx): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const { content } = (await tx.maybe<{ content: Buffer }>(sql`select content from app.logo`)) ?? refuse('not_found')
  return { fileName: 'logo.webp', mediaType: 'image/webp', content }
}

/** What the actor's own cooperative is called. */
/** The cooperative's name and how many documents it has; its row is locked, so that two uploads are counted one after the other. */
export async function lockDocumentCount(tx: Tx): Promise<{ name: string; documents: number }> {
  await tx.run(sql`select from app.cooperative for update`)
  return tx.one<{ name: string; documents: number }>(
    sql`select name, (select count(*)::int from app.document) as documents from app.cooperative`,
  )
}

/** What is at the head of a society's papers. */
export type Letterhead = {
  society: string
  registrationNumber: string | null
  address: string | null
  logo: Buffer | null
}

export async function findLetterhead(tx: Tx): Promise<Letterhead> {
  return tx.one<Letterhead>(
    sql`select c.name as society, c.registration_number, c.address, (select o.content from app.logo o) as logo from app.cooperative c`,
  )
}
