import { FileSpreadsheet } from 'lucide'
import { type ReactNode, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { ReportColumn, ReportTime } from '#features/accounting/books/table-report.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import {
  arrearsReport,
  defaultersReport,
  loansReport,
  portfolioAtRiskReport,
  provisionsReport,
} from '#features/loans/reports/contract.ts'
import { membersRegisterReport, sharesRegisterReport } from '#features/members/reports/contract.ts'
import { auditSampleReport } from '#features/governance/audit/contract.ts'
import { fixedAssetsReport } from '#features/accounting/fixed-assets/contract.ts'
import { contributionsReport } from '#features/savings/contribution-report/contract.ts'
import { deductionScheduleReport, deductionVarianceReport } from '#features/payroll/reports/contract.ts'
import { appropriationReport, dividendsReport } from '#features/surplus/appropriation/surplus-reports.ts'
import { type Day, isPeriod, periodOf } from '#core/calendar.ts'
import { type ReportName, reportOf } from '#features/accounting/books/rules/report.ts'
import type { EntryId, LoanId, MemberId, ScheduleId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { HrefLink, Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { MonthPicker } from '#ui/MonthPicker.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { countText, plural, todayInLagos } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useList } from '#ui/use-list.ts'
import { AccountLink } from './AccountLink.tsx'
import { ReportFrame } from './ReportFrame.tsx'

type Row = Readonly<Record<string, string | number | bigint | null>>
type Summary = {
  from: Day | null
  to: Day
  totals: Row
  choices: readonly { filter: string; options: readonly { value: string; label: string }[] }[]
  /** Of the portfolio at risk. */
  atRisk?: readonly { days: number; loans: number; outstanding: Kobo; percent: number }[]
  /** Of the loans in arrears. */
  lateBeforeNewTerms?: { loans: number; outstanding: Kobo }
  /** Of the provision for loan losses. */
  built?: Kobo
  toPost?: Kobo
  /** Of the audit sample. */
  drawnFrom?: { entries: number; amount: Kobo; seed: string }
}

/** Any of them: one page shows all, by their columns. */
type TableReport = Endpoint & {
  kind: 'list'
  query: z.ZodMiniObject
  reply: z.ZodMiniType<Row>
  summaryReply: z.ZodMiniType<Summary>
  name: ReportName
  time: ReportTime
  columns: Readonly<Record<string, ReportColumn>>
  order: string
}

/** Each with what is said where it has no rows. */
const tables = new Map(
  (
    [
      [membersRegisterReport, 'No members on this day', 'Members appear here from the day on which they joined.'],
      [
        contributionsReport,
        'Nothing was due in this period',
        'Contributions appear here for the months that they pay.',
      ],
      [sharesRegisterReport, 'No shares on this day', 'Members appear here once they have bought shares.'],
      [loansReport, 'No loans on this day', 'Loans appear here from the day on which they are paid out.'],
      [arrearsReport, 'No loan was late on this day', 'A loan appears here the day after it misses an instalment.'],
      [defaultersReport, 'No member was late on this day', 'A member appears here the day after a missed instalment.'],
      [portfolioAtRiskReport, 'No loans on this day', 'Products appear here once loans are paid out.'],
      [provisionsReport, 'No loans on this day', 'Classes appear here once loans are paid out.'],
      [
        deductionScheduleReport,
        'No schedule for this month',
        'Create the schedules of your employers under Deductions.',
      ],
      [
        deductionVarianceReport,
        'Nothing to compare in this month',
        'Send a schedule to an employer and upload what comes back.',
      ],
      [auditSampleReport, 'No entries in this period', 'Entries appear here once something is posted.'],
      [dividendsReport, 'No dividend was paid in this period', 'Dividends appear here once they are posted.'],
      [
        appropriationReport,
        'No surplus was appropriated in this period',
        'Record what the general meeting decided under Surplus and dividend.',
      ],
      [fixedAssetsReport, 'No fixed assets on this day', 'Assets appear here from the day on which they were bought.'],
    ] as const
  ).map(([report, title, says]) => [
    report.name as string,
    { report: report as unknown as TableReport, empty: { title, says } },
  ]),
)

const filterLabels: Record<string, [label: string, all: string]> = {
  loanConfigId: ['Loan product', 'All products'],
  class: ['Class', 'All classes'],
  status: ['Status', 'All members'],
  standing: ['Contributions', 'Paid or not'],
  employerId: ['Employer', 'All employers'],
  kind: ['Result', 'All results'],
  method: ['Drawn', 'At random'],
  size: ['How many', '25 entries'],
}

/** A report that is one table: of a day, a period or a month, with the way from each row to what is behind it. */
export function TableReportPage() {
  const { report: name = '' } = useParams()
  const table = tables.get(name)
  return table ? <TableOf {...table} /> : null
}

function TableOf({ report, empty }: { report: TableReport; empty: { title: string; says: string } }) {
  const { list, filters, q, sort, filter, set } = useList(report)
  const { title } = reportOf(report.name)
  const summary = list.data?.summary
  const to = summary?.to
  const columns = useMemo(() => columnsOf(report, to), [report, to])
  const days = summary && { ...(summary.from && { from: summary.from }), to: summary.to }
  const asked = filter('period')
  const month = isPeriod(asked) ? asked : periodOf(to ?? todayInLagos())
  const isNarrowed = q !== '' || summary?.choices.some((choice) => filter(choice.filter) !== '') === true
  return (
    <ReportFrame
      title={title}
      days={days}
      oneDay={report.time === 'day'}
      month={
        report.time === 'month' && (
          <MonthPicker label="Month" value={month} onChange={(period) => set({ period, employerId: undefined })} />
        )
      }
      filters={
        <>
          {summary?.choices.map(({ filter: by, options }) => {
            const [label = by, all = ''] = filterLabels[by] ?? []
            return (
              <Select
                key={by}
                label={label}
                value={filter(by)}
                placeholder={all}
                options={options}
                onChange={(value) => set({ [by]: value || undefined })}
              />
            )
          })}
          {report.name === 'audit-sample' && (
            <SearchBox label="Seed" value={filter('seed')} onSearch={(text) => set({ seed: text || undefined })} />
          )}
          {report.columns['name'] && (
            <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
          )}
        </>
      }
      save={(format) => saveDownload(report, { ...filters, q: q || undefined, format }, `report.${format}`)}
      asked={list}
    >
      <Figures summary={summary} />
      <Card flush>
        <List
          dense
          asked={list}
          failed="Failed to load the report"
          set={set}
          caption={title}
          columns={columns}
          rowKey={(row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))}
          sort={sort ?? report.order}
          {...(summary && Object.keys(summary.totals).length > 0 && { totals: totalsOf(report, summary.totals) })}
          empty={
            <EmptyState icon={FileSpreadsheet} title={isNarrowed ? 'Nothing matches' : empty.title}>
              {isNarrowed ? 'Search for something else, or take a filter away.' : empty.says}
            </EmptyState>
          }
        />
      </Card>
    </ReportFrame>
  )
}

/** What is said of all rows besides their totals. */
function Figures({ summary }: { summary: Summary | undefined }) {
  if (summary?.atRisk)
    return (
      <FigureGrid label="Portfolio at risk">
        {summary.atRisk.map(({ days, loans, outstanding, percent }) => (
          <FigureCard
            key={days}
            label={`PAR ${days}`}
            value={`${percent}%`}
            note={
              <>
                <MoneyText amount={outstanding} />, {plural(loans, 'loan')}
              </>
            }
          />
        ))}
      </FigureGrid>
    )
  const { loans = 0, outstanding } = summary?.lateBeforeNewTerms ?? {}
  if (outstanding !== undefined && loans > 0)
    return (
      <p>
        PAR 1 counts {plural(loans, 'more loan')} with <MoneyText amount={outstanding} /> outstanding: nothing is
        overdue now, but {loans === 1 ? 'it was' : 'they were'} when rescheduled or topped up.
      </p>
    )
  if (summary?.drawnFrom)
    return (
      <FigureGrid label="Audit sample">
        <FigureCard label="Drawn from" value={plural(summary.drawnFrom.entries, 'entry', 'entries')} />
        <FigureCard label="Amount of all of them" value={<MoneyText amount={summary.drawnFrom.amount} />} />
        <FigureCard
          label="Seed"
          value={summary.drawnFrom.seed}
          note="The same days, method, number and seed draw the same entries."
        />
      </FigureGrid>
    )
  if (summary?.built === undefined || summary.toPost === undefined) return null
  return (
    <FigureGrid label="Provision">
      <FigureCard label="Set aside in the books" value={<MoneyText amount={summary.built} />} />
      <FigureCard label="Still to set aside" value={<MoneyText amount={summary.toPost} />} />
    </FigureGrid>
  )
}

/** The number of a member is beside the name on the screen, and a column of its own in files. */
const shownOn = ({ columns }: TableReport) =>
  Object.entries(columns).filter(([key]) => key !== 'membershipno' || columns['name'] === undefined)

function columnsOf(report: TableReport, to: Day | undefined): Column<Row>[] {
  return shownOn(report).map(([key, column], index): Column<Row> => {
    const isFigure = column.kind === 'money' || column.kind === 'count' || column.kind === 'number'
    return {
      key,
      header: column.header,
      ...(isFigure && { align: 'end' as const }),
      ...(column.sort && { sort: key }),
      ...(index === 0 && { card: 'title' as const, width: '200px' }),
      // What is nothing stays empty, so that the other amounts stand out.
      cell: (row) => isSomething(row[key]) && wayTo(column, row, valueText(column, row[key] ?? null), to),
    }
  })
}

function isSomething(value: Row[string] | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0n
}

function totalsOf(report: TableReport, totals: Row): Partial<Record<string, ReactNode>> {
  return Object.fromEntries(
    shownOn(report).map(([key, column], index) => [
      key,
      index === 0 ? 'Total' : key in totals ? valueText(column, totals[key] ?? null) : undefined,
    ]),
  )
}

function valueText({ kind }: ReportColumn, value: Row[string]): ReactNode {
  if (value === null) return null
  if (kind === 'money') return <MoneyText amount={value as Kobo} />
  if (kind === 'date') return <DateText on={value as Day} />
  return kind === 'count' ? countText(Number(value)) : String(value)
}

/** What a cell leads to, where its row names it. */
function wayTo({ opens }: ReportColumn, row: Row, shown: ReactNode, to: Day | undefined): ReactNode {
  const named = (key: string) => row[key] as string | null | undefined
  const [loanId, scheduleId, accountId] = [named('loanId'), named('scheduleId'), named('accountId')]
  if (opens === 'member') return <Member memberId={named('memberId')} row={row} />
  const entryId = named('entryId')
  if (opens === 'entry' && entryId)
    return (
      <Link to="/coop/financial-operations/reports/entries/$entryId" params={{ entryId: entryId as EntryId }}>
        {shown}
      </Link>
    )
  if (opens === 'loan' && loanId)
    return (
      <Link to="/coop/loan-management/$loanId" params={{ loanId: loanId as LoanId }}>
        {shown}
      </Link>
    )
  if (opens === 'schedule' && scheduleId)
    return (
      <Link to="/coop/financial-operations/deductions/$scheduleId" params={{ scheduleId: scheduleId as ScheduleId }}>
        {shown}
      </Link>
    )
  if (opens === 'account' && accountId)
    return (
      <AccountLink accountId={accountId} days={{ to }}>
        {shown}
      </AccountLink>
    )
  if (opens === 'loansOfClass') return <ReportLink report="loans" by={{ class: named('class'), to }} shown={shown} />
  if (opens === 'arrearsOfProduct')
    return <ReportLink report="arrears" by={{ loanConfigId: named('loanConfigId'), to }} shown={shown} />
  return shown
}

function Member({ memberId, row }: { memberId: string | null | undefined; row: Row }) {
  const [name, membershipno] = [String(row['name'] ?? ''), String(row['membershipno'] ?? '')]
  return memberId ? (
    <MemberLink memberId={memberId as MemberId} name={name} membershipno={membershipno} />
  ) : (
    name || membershipno
  )
}

function ReportLink({
  report,
  by,
  shown,
}: {
  report: ReportName
  by: Record<string, string | null | undefined>
  shown: ReactNode
}) {
  const asked = new URLSearchParams(Object.entries(by).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  return <HrefLink href={`/coop/financial-operations/reports/${report}?${asked.toString()}`}>{shown}</HrefLink>
}
