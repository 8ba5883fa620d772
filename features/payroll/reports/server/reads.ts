import { firstDayOf, lastDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { EmployerId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import * as contract from '#features/payroll/reports/contract.ts'
import { type VarianceKind, varianceKinds, varianceLabels } from '#features/payroll/returns/rules/words.ts'
import { action } from '#platform/action.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pagingOf } from '#features/accounting/books/server/answer-report.ts'

type Asked = { employerId?: EmployerId | undefined; q?: string | undefined }

const orders: Record<string, Statement> = {
  employer: sql`employer, schedule_id, number`,
  '-employer': sql`employer desc, schedule_id, number`,
  staffNumber: sql`staff_number, employer, number`,
  '-staffNumber': sql`staff_number desc, employer, number`,
  name: sql`name, employer, number`,
  '-name': sql`name desc, employer, number`,
  total: sql`total, employer, number`,
  '-total': sql`total desc, employer, number`,
  difference: sql`difference, employer, number`,
  '-difference': sql`difference desc, employer, number`,
}

/** The page of lines that is asked for. */
const pageOfLines = ({ sort, page, limit }: { sort: string; page: number; limit: number }) =>
  sql`order by ${orders[sort] ?? sql`employer, schedule_id, number`} limit ${limit} offset ${(page - 1) * limit}`

const matching = ({ employerId, q }: Asked): Statement[] => [
  ...(employerId ? [sql`employer_id = ${employerId}`] : []),
  ...(q ? [mentions(sql`name || ' ' || staff_number || ' ' || membershipno`, q)] : []),
]

/** The employers of a month's schedules, to choose from. */
async function findEmployersIn(tx: Tx, period: Period): Promise<{ value: string; label: string }[]> {
  return tx.many(sql`
    select employer_id as value, e.name as label from app.deduction_schedule s join app.employer e using (employer_id) where s.period = ${firstDayOf(period)}::date order by e.name`)
}

/** The lines of a month's schedules, drafts too. Refuses: file_rows_too_many. */
export const getDeductionScheduleReport = action(
  contract.deductionScheduleReport,
  async ({ tx, now, today }, asked) => {
    const { asOf = today, period = periodOf(asOf), employerId, format } = asked
    const paging = pagingOf(contract.deductionScheduleReport, asked)
    const lines = sql`(
    select s.schedule_id, s.employer_id, e.name as employer, l.number, l.member_id, l.staff_number, l.membershipno, l.name,
      l.loans_amount as loans, l.levy_amount as levy, l.savings_amount as savings, l.shares_amount as shares, l.total_amount as total
    from app.deduction_schedule s join app.employer e using (employer_id) join app.deduction_line l using (schedule_id)
    where s.period = ${firstDayOf(period)}::date) l where ${allOf(matching({ ...paging, employerId }))}`
    const [rows, { count, ...totals }, employers] = await Promise.all([
      tx.many<Replied<typeof contract.deductionScheduleReport>>(sql`
      select schedule_id, member_id, employer, staff_number, membershipno, name, loans, levy, savings, shares, total
      from ${lines} ${pageOfLines(paging)}`),
      tx.one<{ count: number; loans: Kobo; levy: Kobo; savings: Kobo; shares: Kobo; total: Kobo }>(sql`
      select count(*)::int as count, coalesce(sum(loans), 0)::bigint as loans, coalesce(sum(levy), 0)::bigint as levy, coalesce(sum(savings), 0)::bigint as savings,
        coalesce(sum(shares), 0)::bigint as shares, coalesce(sum(total), 0)::bigint as total from ${lines}`),
      findEmployersIn(tx, period),
    ])
    return answerReport(
      tx,
      contract.deductionScheduleReport,
      { rows, total: count, totals },
      {
        format,
        now,
        days: { from: firstDayOf(period), to: lastDayOf(period) },
        of: employers.find(({ value }) => value === employerId)?.label,
        choices: [{ filter: 'employerId', options: employers }],
      },
    )
  },
)

/** A line of a return, or of a schedule of which none has come. */
type Result = VarianceKind | 'awaited'
const labels: Record<Result, string> = { ...varianceLabels, awaited: 'No return yet' }
const kinds = ([...varianceKinds, 'awaited'] as const).map((value) => ({ value, label: labels[value] }))
type VarianceRow = Omit<Replied<typeof contract.deductionVarianceReport>, 'result'> & { result: Result }

/** What came back of a month's schedules, line by line; returns that were discarded or reversed are left out. Refuses: file_rows_too_many. */
export const getDeductionVarianceReport = action(
  contract.deductionVarianceReport,
  async ({ tx, now, today }, asked) => {
    const { asOf = today, period = periodOf(asOf), employerId, kind, format } = asked
    const paging = pagingOf(contract.deductionVarianceReport, asked)
    const lines = sql`(
    with schedule as (
      select s.schedule_id, s.employer_id, e.name as employer, s.sent_at from app.deduction_schedule s join app.employer e using (employer_id) where s.period = ${firstDayOf(period)}::date),
    live as (select r.return_id, r.schedule_id from app.deduction_return r join schedule using (schedule_id) where r.status in ('checked', 'posting', 'deducted', 'posted'))
    select s.schedule_id, s.employer_id, s.employer, l.number, l.member_id, l.staff_number, l.membershipno, l.name, l.kind, l.scheduled_amount as scheduled, l.deducted_amount as deducted,
      l.deducted_amount - l.scheduled_amount as difference, l.note
    from schedule s join live using (schedule_id) join app.deduction_return_line l using (return_id)
    union all
    select s.schedule_id, s.employer_id, s.employer, l.number, l.member_id, l.staff_number, l.membershipno, l.name, 'awaited', l.total_amount, 0, -l.total_amount, null
    from schedule s join app.deduction_line l using (schedule_id) where s.sent_at is not null and s.schedule_id not in (select v.schedule_id from live v)) l
    where ${allOf([...matching({ ...paging, employerId }), ...(kind ? [sql`kind = ${kind}`] : [])])}`
    const [rows, { count, ...totals }, employers] = await Promise.all([
      tx.many<VarianceRow>(sql`
      select schedule_id, member_id, employer, staff_number, membershipno, name, kind as result, scheduled, deducted::bigint as deducted,
        difference, note
      from ${lines} ${pageOfLines(paging)}`),
      tx.one<{ count: number; scheduled: Kobo; deducted: Kobo; difference: Kobo }>(sql`
      select count(*)::int as count, coalesce(sum(scheduled), 0)::bigint as scheduled, coalesce(sum(deducted), 0)::bigint as deducted,
        coalesce(sum(difference), 0)::bigint as difference from ${lines}`),
      findEmployersIn(tx, period),
    ])
    const employer = employers.find(({ value }) => value === employerId)?.label
    const shown = rows.map((row) => ({ ...row, result: labels[row.result] }))
    return answerReport(
      tx,
      contract.deductionVarianceReport,
      { rows: shown, total: count, totals },
      {
        format,
        now,
        days: { from: firstDayOf(period), to: lastDayOf(period) },
        of: [employer, kind && labels[kind]].filter((word) => word).join(', ') || undefined,
        choices: [
          { filter: 'employerId', options: employers },
          { filter: 'kind', options: kinds },
        ],
      },
    )
  },
)
