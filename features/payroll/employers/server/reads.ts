import * as contract from '#features/payroll/employers/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Layout } from '#features/payroll/employers/rules/layout.ts'
import { sql } from '#platform/db/sql.ts'
import type { EmployerId, AccountId, MemberId } from '#core/ids.ts'
import { type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { Tx, Joined } from '#platform/db/tx.ts'
import { ageBuckets } from '#features/payroll/employers/rules/words.ts'
import { ageBucket } from '#features/payroll/employers/rules/ageing.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { refuse } from '#core/refusal.ts'

type EmployerRow = Omit<Replied<typeof contract.getEmployer>, 'ageing' | 'layout'> & { layout: Layout }

/** What is open of each sent schedule, and since when. */
const owedBySchedule = sql`
  select s.schedule_id, s.employer_id, r.deducted_on, greatest(r.deducted - coalesce(p.remitted, 0), 0)::bigint as owed
  from app.deduction_schedule s
  cross join lateral (select sum(r.accepted_amount) as deducted, min(r.occurred_on) as deducted_on from app.deduction_return r
    where r.schedule_id = s.schedule_id and r.status in ('deducted', 'posted')) r
  left join lateral (select sum(p.amount) as remitted from app.remittance p where p.schedule_id = s.schedule_id and p.reversed_at is null) p on true
  where r.deducted is not null`

const employerColumns = sql`e.employer_id as id, e.name, e.code, e.contact_name, e.contact_phone, e.contact_email,
  e.layout, a.code as "accountCode", (select count(*)::int from app.employment m where m.employer_id = e.employer_id) as members, coalesce(o.owed, 0)::bigint as owed`

const employerTables = sql`app.employer e
  join ledger.account a on a.account_id = e.receivable_id
  left join (select employer_id, sum(owed) as owed from (${owedBySchedule}) o group by employer_id) o using (employer_id)`

type OwedRow = { employerId: EmployerId; deductedOn: Day; owed: Kobo }

async function findOwed(tx: Tx): Promise<OwedRow[]> {
  return tx.many<OwedRow>(sql`select employer_id, deducted_on, owed from (${owedBySchedule}) o where owed > 0`)
}

function ageingOf(rows: readonly OwedRow[], today: Day): Replied<typeof contract.getEmployer>['ageing'] {
  const sums = ageBuckets.map(
    (bucket) =>
      [
        bucket,
        sumKobo(rows.filter(({ deductedOn }) => ageBucket(deductedOn, today) === bucket).map(({ owed }) => owed)),
      ] as const,
  )
  return Object.fromEntries(sums) as Replied<typeof contract.getEmployer>['ageing']
}

const employerFrom = (
  row: EmployerRow,
  owed: readonly OwedRow[],
  today: Day,
): Replied<typeof contract.getEmployer> => ({
  ...row,
  layout: [...row.layout],
  ageing: ageingOf(
    owed.filter(({ employerId }) => employerId === row.id),
    today,
  ),
})

export const listEmployers = pageOf(contract.listEmployers, {
  select: employerColumns,
  from: employerTables,
  where: {},
  search: { folded: sql`e.search_text` },
  sorts: { name: sql`e.name`, members: sql`members`, owed: sql`owed` },
  order: 'name',
  last: sql`e.name`,
  besides: ({ tx }) => findOwed(tx),
  row: (row: EmployerRow, owed, { today }) => employerFrom(row, owed, today),
  summary: (_totals: object, owed, { today }) => ({
    owed: sumKobo(owed.map((each) => each.owed)),
    ageing: ageingOf(owed, today),
  }),
})

export const getEmployer = action(contract.getEmployer, async ({ tx, today }, { employerId }) => {
  const [row, owed] = await Promise.all([
    tx.maybe<EmployerRow>(sql`select ${employerColumns} from ${employerTables} where e.employer_id = ${employerId}`),
    findOwed(tx),
  ])
  return row ? employerFrom(row, owed, today) : refuse('not_found')
})

export type EmployerFacts = { id: EmployerId; name: string; layout: Layout; receivableId: AccountId }

export async function findEmployer(tx: Tx, employerId: EmployerId): Promise<EmployerFacts> {
  const row = await tx.maybe<EmployerFacts>(
    sql`select employer_id as id, name, layout, receivable_id from app.employer where employer_id = ${employerId}`,
  )
  return row ?? refuse('not_found')
}

/** All employers by name and code, as lists name them. */
export async function findEmployers(tx: Tx): Promise<{ id: EmployerId; name: string; code: string }[]> {
  return tx.many(sql`select employer_id as id, name, code from app.employer order by name`)
}

/** The number of accounts of employers that there are, counted under the lock that keeps two from taking the same one. */
export async function countEmployers(tx: Tx): Promise<number> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('employer accounts ' || cooperative_id::text, 0)) from app.cooperative`,
  )
  const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from app.employer`)
  return count
}

export async function isEmployerNameTaken(tx: Tx, name: string, besides: EmployerId | null): Promise<boolean> {
  const rows = await tx.many(
    sql`select from app.employer where lower(name) = lower(${name}) and employer_id is distinct from ${besides}::uuid`,
  )
  return rows.length > 0
}

export const listEmployees = pageOf(contract.listEmployees, {
  select: sql`m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, e.staff_number, e.from_on as "from",
    coalesce(p.monthly, 0)::bigint as savings, e.shares_amount as shares`,
  from: ({ today }) => sql`app.employment e join app.member m using (member_id)
    left join lateral (select cp.monthly from app.contribution_plan cp where cp.member_id = m.member_id and cp.effective_from <= ${firstDayOf(periodOf(today))}::date
      order by cp.effective_from desc limit 1) p on true`,
  where: { employerId: (id) => sql`e.employer_id = ${id}` },
  search: { folded: sql`m.search_text`, text: sql`e.staff_number` },
  sorts: {
    membershipno: sql`m.membership_number`,
    name: [sql`m.last_name`, sql`m.first_name`],
    staffNumber: sql`e.staff_number`,
  },
  order: 'membershipno',
  last: sql`m.membership_number`,
  besides: ({ tx, input }) => findEmployer(tx, input.employerId),
  of: ({ name }) => name,
})

export const getMemberEmployer = action(contract.getMemberEmployer, async ({ tx }, { memberId }) => {
  const row = await tx.maybe<
    Joined<{ employerId: EmployerId; employer: string; staffNumber: string; from: Day; shares: Kobo }>
  >(sql`
    select e.employer_id, p.name as employer, e.staff_number, e.from_on as "from", e.shares_amount as shares
    from app.member m left join app.employment e using (member_id) left join app.employer p on p.employer_id = e.employer_id
    where m.member_id = ${memberId} and m.removed_at is null`)
  if (!row) return refuse('not_found')
  return row.employerId === null ? null : row
})

export type NamedMember = { memberId: MemberId; membershipno: string; number: number; name: string; joinedOn: Day }

/** The members behind running numbers; who was removed is no one. */
export async function findMembersByNumber(tx: Tx, numbers: readonly number[]): Promise<NamedMember[]> {
  return tx.many<NamedMember>(sql`
    select member_id, membershipno, membership_number as number, first_name || ' ' || last_name as name, registration_date as "joinedOn"
    from app.member where removed_at is null and membership_number = any(${numbers}::int[])`)
}

/** Who already has one of these staff numbers at this employer. */
export async function findStaffNumbers(
  tx: Tx,
  employerId: EmployerId,
  numbers: readonly string[],
): Promise<{ memberId: MemberId; staffNumber: string; name: string }[]> {
  return tx.many(sql`
    select m.member_id, e.staff_number, m.first_name || ' ' || m.last_name as name
    from app.employment e join app.member m using (member_id) where e.employer_id = ${employerId} and e.staff_number = any(${numbers}::text[])`)
}
