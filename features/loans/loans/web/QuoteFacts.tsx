import type { Replied } from '#core/contract/endpoint.ts'
import type { getSettlementQuote } from '#features/loans/loans/loan-money.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What settles a loan, part by part; `until` names the day to which interest runs. */
export function QuoteFacts({
  quote: { outstanding, interest, fees, penalties, rebate, amount },
  until,
}: {
  quote: Replied<typeof getSettlementQuote>
  until: string
}) {
  return (
    <Facts
      items={[
        ...partFacts({ principal: outstanding, interest, fees, penalties }, fill(strings.interestTo, { until })),
        { label: strings.rebateOfUpfrontInterest, value: rebate > 0n && <MoneyText amount={rebate} sign="out" /> },
        { label: strings.toPay, value: <strong>{<MoneyText amount={amount} />}</strong> },
      ]}
    />
  )
}

/** What a sum repays of a loan, a line for each part. */
export function partFacts(
  { principal, interest, fees, penalties }: Record<'principal' | 'interest' | 'fees' | 'penalties', Kobo>,
  interestLabel: string,
) {
  return [
    { label: strings.principal, value: <MoneyText amount={principal} /> },
    // Interest that was paid ahead of the days that it is for comes back.
    interest < 0n
      ? { label: strings.interestRebate, value: <MoneyText amount={kobo(-interest)} sign="out" /> }
      : { label: interestLabel, value: <MoneyText amount={interest} /> },
    { label: strings.fees, value: fees > 0n && <MoneyText amount={fees} /> },
    { label: strings.penalties, value: penalties > 0n && <MoneyText amount={penalties} /> },
  ]
}
