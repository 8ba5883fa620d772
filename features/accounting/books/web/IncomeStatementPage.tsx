import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getIncomeStatement } from '#features/accounting/books/contract.ts'
import { query } from '#ui/api/query.ts'
import { saveDownload } from '#ui/save-download.ts'
import { Card } from '#ui/Card.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { ReportFrame, useDays } from './ReportFrame.tsx'
import { StatementTable } from './StatementTable.tsx'

/** What the society earned and spent in a period. */
export function IncomeStatementPage() {
  const days = useDays()
  const report = useQuery({ ...query(getIncomeStatement, days), placeholderData: keepPreviousData })
  const { data } = report
  return (
    <ReportFrame
      title="Income and expenditure"
      days={data}
      asked={report}
      save={(format) => saveDownload(getIncomeStatement, { ...days, format }, `report.${format}`)}
    >
      <StatementTable
        title="Income"
        rows={data?.income}
        total={data && ['Total income', data.totals.income]}
        days={data}
        none="No income in this period."
      />
      <StatementTable
        title="Expenditure"
        rows={data?.expenses}
        total={data && ['Total expenditure', data.totals.expenses]}
        days={data}
        none="No expenditure in this period."
      />
      {data && (
        <Card flush>
          <p className="report__result">
            <span>{data.totals.surplus < 0n ? 'Deficit of the period' : 'Surplus of the period'}</span>
            <MoneyText amount={data.totals.surplus} />
          </p>
        </Card>
      )}
    </ReportFrame>
  )
}
