import { useQuery } from '@tanstack/react-query'
import { getMemberBalances } from '#features/members/history/contract.ts'
import { Suspense, lazy } from 'react'
import type { MemberId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { moneyShort, moneyText, periodText } from '#ui/format.ts'
import './MemberBalances.css'

const BarChart = lazy(async () => ({ default: (await import('#ui/BarChart.tsx')).BarChart }))

/** Savings and shares at the end of each of the last 12 months; the chart holds the same figures as a table. */
export function MemberBalances({ memberId }: { memberId: MemberId }) {
  const asked = useQuery(query(getMemberBalances, { memberId }))
  if (asked.isError) return <LoadProblem title="Failed to load the balances" of={asked} />
  const months = asked.data
  const [first, last] = [months?.[0], months?.at(-1)]
  const gained = first && last ? last.savings - first.savings : 0n
  const finding =
    gained === 0n
      ? 'Savings are as they were a year ago'
      : `Savings are ${moneyShort(kobo(gained < 0n ? -gained : gained))} ${gained < 0n ? 'lower' : 'higher'} than at the end of ${first ? periodText(first.period) : ''}`
  return (
    <div className="member-balances">
      {months ? (
        <>
          <p>{finding}.</p>
          <Suspense fallback={<Skeleton height="304px" />}>
            <BarChart
              title={`Savings and shares at the end of each month: ${finding}`}
              labels={months.map(({ period }) => periodText(period).slice(0, 3))}
              series={[
                { name: 'Savings', values: months.map(({ savings }) => Number(savings)) },
                { name: 'Shares', values: months.map(({ shares }) => Number(shares)) },
              ]}
              axisText={(value) => moneyShort(kobo(Math.trunc(value)))}
              cellText={(value) => moneyText(kobo(Math.trunc(value)))}
            />
          </Suspense>
        </>
      ) : (
        <Skeleton height="304px" />
      )}
    </div>
  )
}
