import type { ComponentProps } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { getOpeningBalances } from '#features/accounting/opening-balances/contract.ts'
import { amountInWords } from '#core/amount-in-words.ts'
import type { TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { countText } from '#ui/format.ts'

type Found = NonNullable<Replied<typeof getOpeningBalances>>
type Items = ComponentProps<typeof Facts>['items']

/** The sums of both sides, and how much of what comes with them. */
export function totalFacts({ debit, credit, difference, members, held, loans, lent, arrears, ...found }: Found): Items {
  const counted = (count: number, amount: Kobo, of: string) =>
    count > 0 && (
      <>
        {countText(count)}, <MoneyText amount={amount} /> {of}
      </>
    )
  return [
    { label: 'Debits', value: <MoneyText amount={debit} /> },
    { label: 'Credits', value: <MoneyText amount={credit} /> },
    { label: 'Difference', value: <MoneyText amount={difference} /> },
    { label: 'Debits in words', value: amountInWords(debit) },
    {
      label: 'Members',
      value: (
        <>
          {countText(members)}, <MoneyText amount={held} /> in their accounts
        </>
      ),
    },
    { label: 'Running loans', value: counted(loans, lent, 'outstanding') },
    { label: 'Fixed deposits', value: counted(found.deposits, found.deposited, 'of principal') },
    { label: 'Fixed assets', value: counted(found.assets, found.bookValue, 'of book value') },
    { label: 'Held money', value: counted(found.unallocated, found.unallocatedAmount, 'not allocated') },
    { label: 'Contributions in arrears', value: arrears > 0n && <MoneyText amount={arrears} /> },
  ]
}

/** What an officer compares before they approve: the control totals of the workbook, each beside its line of the general ledger. */
export function OpeningTotals({ found }: { found: Found }) {
  return (
    <>
      <h3>Control totals</h3>
      <Facts
        items={found.controls.map(({ code, name, sheet, ledger, difference }) => ({
          label: `${code} ${name}`,
          value: (
            <>
              <MoneyText amount={sheet} /> on its own sheet, <MoneyText amount={ledger} /> in the general ledger,{' '}
              {difference === 0n ? (
                'no difference'
              ) : (
                <strong>
                  a difference of <MoneyText amount={difference} />
                </strong>
              )}
            </>
          ),
        }))}
      />
      <h3>Totals of the workbook</h3>
      <Facts items={totalFacts(found)} />
    </>
  )
}

/** The same where they wait for approval as a transaction; nothing for any other. */
export function WaitingOpeningTotals({ of }: { of: { id: TransactionId; type: string; status: string } | undefined }) {
  const waits = of?.type === 'opening' && of.status === 'pending'
  const { data } = useQuery({ ...query(getOpeningBalances, {}), enabled: waits && may('books.read') })
  return waits && data?.transactionId === of.id ? <OpeningTotals found={data} /> : null
}
