import type { previewDividend } from '#features/surplus/appropriation/contract.ts'
import { type Kobo, subtract } from '#core/money.ts'
import { departureNames } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import type { CallReply } from '#ui/api/call.ts'
import { Banner } from '#ui/Banner.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'

/** What the bye-laws allow of a dividend that is looked at, and where it departs from them. */
export function DividendLimits({
  pool,
  summary: { cap, departures },
}: {
  pool: Kobo
  summary: CallReply<typeof previewDividend>['summary']
}) {
  return (
    <>
      {departures.length > 0 && (
        <Banner title="This is not what your bye-laws say">
          They say otherwise on {departures.map((each) => departureNames[each]).join(', ')}. Enter the reason when you
          pay it.
        </Banner>
      )}
      {cap &&
        (pool > cap.allowed ? (
          <Banner tone="warning" title="Above what your bye-laws allow">
            <Allowed {...cap} /> This dividend is <MoneyText amount={pool} />,{' '}
            <MoneyText amount={subtract(pool, cap.allowed)} /> more. Reverse the appropriation and appropriate less, or
            change the bye-laws.
          </Banner>
        ) : (
          <p className="muted">
            <Allowed {...cap} />
          </p>
        ))}
    </>
  )
}

function Allowed({
  percent,
  clause,
  counted,
  allowed,
}: {
  percent: number
  clause: string
  counted: Kobo
  allowed: Kobo
}) {
  return (
    <>
      Your bye-laws{clause && ` (${clause})`} allow {percent} % a year of the average balance of those who share (
      <MoneyText amount={counted} />
      ), which is <MoneyText amount={allowed} />.
    </>
  )
}
