import { Suspense, lazy } from 'react'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { moneyShort, moneyText, monthShort } from '#ui/format.ts'

const BarChart = lazy(async () => ({ default: (await import('#ui/BarChart.tsx')).BarChart }))

/** What came in and went out of cash and bank in each month; the chart holds the same figures as a table. */
export function CashMonths({ months }: { months: readonly { month: Day; received: Kobo; paid: Kobo }[] | undefined }) {
  const finding =
    months &&
    `${moneyShort(sumKobo(months.map(({ received }) => received)))} came in and ${moneyShort(sumKobo(months.map(({ paid }) => paid)))} went out`
  const [first] = months ?? []
  return (
    <Card
      title="Money in and out, last 12 months"
      description={finding ?? ' '}
      actions={
        <Link
          to="/coop/financial-operations/reports/$report"
          params={{ report: 'receipts-and-payments' }}
          search={{ from: first?.month }}
        >
          Breakdown
        </Link>
      }
    >
      <Suspense fallback={<Skeleton height="304px" />}>
        {months ? (
          <BarChart
            title={`Money in and out of the last 12 months: ${finding}`}
            labels={months.map(({ month }) => monthShort(month))}
            series={[
              { name: 'Received', values: months.map(({ received }) => Number(received)) },
              { name: 'Paid', values: months.map(({ paid }) => Number(paid)) },
            ]}
            axisText={(value) => moneyShort(kobo(Math.trunc(value)))}
            cellText={(value) => moneyText(kobo(Math.trunc(value)))}
          />
        ) : (
          <Skeleton height="304px" />
        )}
      </Suspense>
    </Card>
  )
}
