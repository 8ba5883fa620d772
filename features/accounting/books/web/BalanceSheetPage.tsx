import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide'
import { getBalanceSheet } from '#features/accounting/books/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { query } from '#ui/api/query.ts'
import { saveDownload } from '#ui/save-download.ts'
import { Card } from '#ui/Card.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Tag } from '#ui/Tag.tsx'
import { ReportFrame, useDays } from './ReportFrame.tsx'
import { StatementTable } from './StatementTable.tsx'

/** What the society owns, owes and has of its own at the end of a day. */
export function BalanceSheetPage() {
  const { to: asOf } = useDays()
  const report = useQuery({ ...query(getBalanceSheet, { asOf }), placeholderData: keepPreviousData })
  const { data } = report
  const days = data && { from: data.yearFrom, to: data.asOf }
  return (
    <ReportFrame
      title="Balance sheet"
      oneDay
      days={days}
      asked={report}
      save={(format) => saveDownload(getBalanceSheet, { asOf, format }, `report.${format}`)}
      tag={
        data && (
          <Tag tone={data.balanced ? 'success' : 'danger'} icon={data.balanced ? CircleCheck : CircleAlert}>
            {data.balanced ? 'Balanced' : 'Not balanced'}
          </Tag>
        )
      }
    >
      <StatementTable
        title="Assets"
        rows={data?.assets}
        total={data && ['Total assets', data.totals.assets]}
        days={days}
        none="Nothing is owned on this day."
      />
      <StatementTable
        title="Liabilities"
        rows={data?.liabilities}
        total={data && ['Total liabilities', data.totals.liabilities]}
        days={days}
        none="Nothing is owed on this day."
      />
      <StatementTable
        title="Members’ funds"
        rows={data && [...data.funds, ...unclosed(data.surplus)]}
        total={data && ['Total members’ funds', data.totals.funds]}
        days={days}
        none="The society has no funds of its own on this day."
      />
      {data && (
        <Card flush>
          <p className="report__result">
            <span>Total liabilities and funds</span>
            <MoneyText amount={data.totals.liabilitiesAndFunds} />
          </p>
        </Card>
      )}
    </ReportFrame>
  )
}

function unclosed({ ofThisYear, ofEarlierYears }: Replied<typeof getBalanceSheet>['surplus']) {
  return [
    {
      code: '',
      name: ofThisYear < 0n ? 'Deficit of this year so far' : 'Surplus of this year so far',
      amount: ofThisYear,
    },
    { code: '', name: 'Surplus of earlier years, not yet closed', amount: ofEarlierYears },
  ].filter(({ amount }) => amount !== 0n)
}
