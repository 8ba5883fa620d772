import type { Replied } from '#core/contract/endpoint.ts'
import type { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { BarChart } from '#ui/BarChart.tsx'
import { countText, monthShort, plural } from '#ui/format.ts'

type Months = NonNullable<Replied<typeof getStatistics>['platform']>['months']

/** How many cooperatives registered in each of the last 12 months. */
export function NewCooperatives({ months }: { months: Months }) {
  const registered = months.map((month) => month.registered)
  const total = registered.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <p className="muted">{plural(total, 'registration')} in the last 12 months</p>
      <BarChart
        title={`New cooperatives by month: ${countText(total)} in the last 12 months`}
        labels={months.map(({ month }) => monthShort(month))}
        series={[{ name: 'Registered', values: registered }]}
        axisText={countText}
        cellText={countText}
        whole
        height={200}
      />
    </>
  )
}
