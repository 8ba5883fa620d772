import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide'
import { getReceiptsAndPayments } from '#features/accounting/books/contract.ts'
import { query } from '#ui/api/query.ts'
import { saveDownload } from '#ui/save-download.ts'
import { Tag } from '#ui/Tag.tsx'
import { ReportFrame, useDays } from './ReportFrame.tsx'
import { StatementTable } from './StatementTable.tsx'

/** Where money came from and where it went, between two balances of cash and bank. */
export function ReceiptsAndPaymentsPage() {
  const days = useDays()
  const report = useQuery({ ...query(getReceiptsAndPayments, days), placeholderData: keepPreviousData })
  const { data } = report
  return (
    <ReportFrame
      title="Receipts and payments"
      days={data}
      asked={report}
      save={(format) => saveDownload(getReceiptsAndPayments, { ...days, format }, `report.${format}`)}
      tag={
        data &&
        !data.balanced && (
          <Tag tone="danger" icon={CircleAlert}>
            Not balanced
          </Tag>
        )
      }
    >
      <StatementTable
        title="At the beginning"
        rows={data?.cash.map((each) => ({ ...each, amount: each.opening }))}
        total={data && ['Total at the beginning', data.totals.opening]}
        days={data}
        none="No account holds cash."
      />
      <StatementTable
        title="Receipts"
        rows={data?.receipts}
        total={data && ['Total receipts', data.totals.receipts]}
        days={data}
        none="Nothing came in."
      />
      <StatementTable
        title="Payments"
        rows={data?.payments}
        total={data && ['Total payments', data.totals.payments]}
        days={data}
        none="Nothing went out."
      />
      <StatementTable
        title="At the end"
        rows={data?.cash.map((each) => ({ ...each, amount: each.closing }))}
        total={data && ['Total at the end', data.totals.closing]}
        days={data}
        none="No account holds cash."
      />
    </ReportFrame>
  )
}
