import type { Replied } from '#contract/endpoint.ts'
import type { getSettlementQuote } from '#contract/lending/loan-money.ts'
import { type Kobo, kobo } from '#domain/money.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'

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
        ...partFacts({ principal: outstanding, interest, fees, penalties }, `Interest to ${until}`),
        { label: 'Rebate of upfront interest', value: rebate > 0n && <MoneyText amount={rebate} sign="out" /> },
        { label: 'To pay', value: <strong>{<MoneyText amount={amount} />}</strong> },
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
    { label: 'Principal', value: <MoneyText amount={principal} /> },
    // Interest that was paid ahead of the days that it is for comes back.
    interest < 0n
      ? { label: 'Interest rebate', value: <MoneyText amount={kobo(-interest)} sign="out" /> }
      : { label: interestLabel, value: <MoneyText amount={interest} /> },
    { label: 'Fees', value: fees > 0n && <MoneyText amount={fees} /> },
    { label: 'Penalties', value: penalties > 0n && <MoneyText amount={penalties} /> },
  ]
}
