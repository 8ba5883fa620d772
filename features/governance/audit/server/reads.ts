import type { MemberRole } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import { entryFacts, findDays } from '#features/accounting/books/server/reads.ts'
import * as contract from '#features/governance/audit/contract.ts'
import {
  type SampleMethod,
  sampleMethodNames,
  sampleMethods,
  usualSampleSize,
} from '#features/governance/audit/rules/sample.ts'
import type { MeetingKind, MeetingStatus } from '#features/governance/meetings/rules/meeting.ts'
import { meetingStatus } from '#features/governance/meetings/server/reads.ts'
import type { EndReason, WayToPost } from '#features/governance/officers/rules/words.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import { action } from '#platform/action.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const sizes = [10, 25, 50, 100, 200].map((size) => ({ value: String(size), label: `${size} entries` }))
const methods = sampleMethods.map((value) => ({ value, label: sampleMethodNames[value] }))

/** Entries to test, which the same period, method, size and seed always draw. Refuses: days_wrong_way. */
export const getAuditSample = action(contract.auditSampleReport, async ({ tx, now }, input) => {
  const { from, to, asOf, method = 'random', size = String(usualSampleSize), seed: given, format, ...asked } = input
  const days = await findDays(tx, { from, to, asOf }, now)
  const seed = given ?? days.to.slice(0, 4)
  const population = await findPopulation(tx, days)
  const drawn = await drawEntries(tx, days, { method, size: Number(size), seed, ...population })
  const rows = drawn.map((row) => ({ ...row, kind: row.kind && inWords(row.kind) }))
  return answerReport(tx, contract.auditSampleReport, pageOfRows(contract.auditSampleReport, rows, asked), {
    format,
    now,
    days,
    of: `${sampleMethodNames[method]}, seed ${seed}, from ${population.entries} entries`,
    choices: [
      { filter: 'method', options: methods },
      { filter: 'size', options: sizes },
    ],
    facts: { drawnFrom: { ...population, seed } },
  })
})

/** “Share purchase” */
function inWords(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`
}

/** Each entry of a period with what it moved in all. */
const entriesBetween = ({ from, to }: FiscalYear): Statement => sql`
  select e.entry_id, e.entry_no, sum(p.amount)::bigint as amount
  from ledger.entry e join ledger.posting p on p.entry_id = e.entry_id
  where e.effective_on between ${from}::date and ${to}::date group by e.entry_id, e.entry_no`

type Population = { entries: number; amount: Kobo }

async function findPopulation(tx: Tx, days: FiscalYear): Promise<Population> {
  return tx.one<Population>(sql`
    select count(*)::int as entries, coalesce(sum(e.amount), 0)::bigint as amount from (${entriesBetween(days)}) e`)
}

/** A number of 52 bits that the seed and an entry's number give. */
const drawn = (seed: string, of: Statement): Statement =>
  sql`('x' || left(encode(sha256(convert_to(${seed}::text || ':' || ${of}, 'UTF8')), 'hex'), 13))::bit(52)::bigint`

/**
 * The entries that are drawn. At random: those whose hash with the seed is lowest. By size: the kobo of all entries in the
 * order of their numbers are one row, of which every nth is picked, from a first one that the seed gives.
 */
async function drawEntries(
  tx: Tx,
  days: FiscalYear,
  { method, size, seed, amount }: { method: SampleMethod; size: number; seed: string; amount: Kobo },
): Promise<Replied<typeof contract.auditSampleReport>[]> {
  const chosen = {
    random: sql`select c.* from entry c order by ${drawn(seed, sql`c.entry_no`)}, c.entry_no limit ${size}`,
    largest: sql`select c.* from entry c order by c.amount desc, c.entry_no limit ${size}`,
    by_size: sql`
      select entry_id, entry_no, amount from (
        select e.*, (sum(e.amount) over (order by e.entry_no))::numeric as through from entry e) c
      cross join (select greatest(ceil(${amount}::numeric / ${size}), 1) as step) s
      cross join lateral (select ${drawn(seed, sql`'first'`)} % s.step as first) f
      where ceil((c.through - f.first) / s.step) > ceil((c.through - c.amount - f.first) / s.step)`,
  }[method]
  return tx.many<Replied<typeof contract.auditSampleReport>>(sql`
    with entry as (${entriesBetween(days)}), chosen as (${chosen})
    select c.entry_id, f.number, f.on, f.kind, f.description, c.amount
    from chosen c cross join lateral (${entryFacts(sql`c.entry_id`)}) f order by f.number`)
}

export type MeetingLine = {
  date: Day
  kind: MeetingKind
  title: string
  status: MeetingStatus
  place: string
  noticeOn: Day | null
  noticeRecipients: number | null
  shortNoticeReason: string | null
  present: number
  quorum: number | null
  adoptedOn: Day | null
  minutes: string | null
  resolutions: {
    text: string
    for: number | null
    against: number | null
    abstain: number | null
    outcome?: VoteOutcome
  }[]
}

/** What was held or cancelled in a period. */
export async function findMeetingsBetween(tx: Tx, { from, to }: FiscalYear): Promise<MeetingLine[]> {
  return tx.many<MeetingLine>(sql`
    select meets_on as date, kind, title, ${meetingStatus} as status, place, (notice_sent_at at time zone 'Africa/Lagos')::date as "noticeOn",
      notice_recipients, short_notice_reason, present, quorum, (adopted_at at time zone 'Africa/Lagos')::date as "adoptedOn", minutes, resolutions
    from app.meeting where meets_on between ${from}::date and ${to}::date order by meets_on, meets_at, meeting_id`)
}

export type OfficerLine = {
  memberId: MemberId
  membershipno: string
  name: string
  roles: MemberRole[]
  /** By the register of officers. */
  posts: string[]
  endsOn: Day | null
}

/** Who holds an office now or did on a day by the register of members, or held a post on that day by the register of officers. */
export async function findOfficers(tx: Tx, day: Day): Promise<OfficerLine[]> {
  return tx.many<OfficerLine>(sql`
    select m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, case when m.office_ends_on < ${day}::date then '{member}' else m.roles end as roles,
      coalesce(h.posts, '{}') as posts, coalesce(m.office_ends_on, h.ends_on) as "endsOn"
    from app.member m
    left join (
      select t.member_id, array_agg(p.name || coalesce(', ' || p.committee, '') order by t.started_on, t.term_id) as posts, min(t.ends_on) as ends_on
      from app.post_term t join app.post p using (post_id)
      where t.started_on <= ${day}::date and (t.ended_on is null or t.ended_on >= ${day}::date) group by t.member_id) h using (member_id)
    where h.posts is not null or m.removed_at is null and m.roles <> '{member}' and (m.office_ends_on is null or m.office_ends_on >= ${day}::date)
    order by m.membership_number`)
}

export type TermLine = {
  post: string
  committee: string | null
  membershipno: string
  name: string
  startedOn: Day
  endedOn: Day | null
  cameBy: WayToPost
  endReason: EndReason | null
}

/** Who held a post on a day of a period, in the order of the posts. */
export async function findTermsBetween(tx: Tx, { from, to }: FiscalYear): Promise<TermLine[]> {
  return tx.many<TermLine>(sql`
    select p.name as post, p.committee, m.membershipno, m.first_name || ' ' || m.last_name as name, t.started_on, t.ended_on,
      t.came_by, t.end_reason
    from app.post_term t join app.post p using (post_id) join app.member m using (member_id)
    where t.started_on <= ${to}::date and (t.ended_on is null or t.ended_on >= ${from}::date)
    order by p.committee is not null, p.committee, p.added_at, p.post_id, t.started_on, t.term_id`)
}

export type ReversalLine = {
  number: number
  on: Day
  reverses: number
  reversedOn: Day
  amount: Kobo
  reason: string | null
  by: string | null
}

/** What was undone in a period, by a transaction or the closing of a year. */
export async function findReversalsBetween(tx: Tx, { from, to }: FiscalYear): Promise<ReversalLine[]> {
  return tx.many<ReversalLine>(sql`
    select r.entry_no::int as number, r.effective_on as on, o.entry_no::int as reverses, o.effective_on as "reversedOn", p.amount,
      coalesce(d.reason, y.reason) as reason, coalesce(d.by, y.by) as by
    from ledger.entry r join ledger.entry o on o.entry_id = r.reverses_id
    cross join lateral (select sum(x.amount)::bigint as amount from ledger.posting x where x.entry_id = r.entry_id) p
    left join lateral (select t.reason, t.decided_by_name as by from app.transaction_decision t where t.entry_id = r.entry_id limit 1) d on true
    left join lateral (select c.reason, c.reversed_by_name as by from app.year_closing c where c.reversal_id = r.entry_id limit 1) y on true
    where r.effective_on between ${from}::date and ${to}::date order by r.entry_no`)
}

export type Society = {
  name: string
  coopId: string
  registrationNumber: string | null
  anchorDay: Day | null
  anchorHash: string | null
}

/** Whose pack it is, and the last signed anchor of all books. */
export async function findSociety(tx: Tx): Promise<Society> {
  return tx.one<Society>(sql`
    select c.name, c.coop_id, c.registration_number, a.day as "anchorDay", encode(a.hash, 'hex') as "anchorHash"
    from app.cooperative c left join lateral app.last_anchor() a on true where c.cooperative_id = app.coop_id()`)
}
