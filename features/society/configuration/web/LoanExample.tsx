import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewLoan } from '#features/loans/loans/loan-preview.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { isConnectionProblem } from '#ui/api/api-error.ts'
import { keyOf, query } from '#ui/api/query.ts'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Table } from '#ui/Table.tsx'
import { TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { useTyped } from '#ui/use-typed.ts'
import { isDay } from '#core/calendar.ts'
import { DateField } from '#ui/DateField.tsx'
import type { LoanConfiguration } from './api.ts'
import './LoanExample.css'

type Product = Omit<LoanConfiguration, 'id' | 'isDefault' | 'retired'>

/** What a borrower would pay by what is typed so far, for an amount and a length that can be tried. */
export function LoanExample({ product, isReadable }: { product: Product; isReadable: boolean }) {
  const [principal, setPrincipal] = useState<Kobo | undefined>(kobo(10_000_000))
  const [length, setLength] = useState('')
  const [startOn, setStartOn] = useState<string>(todayInLagos())
  const most = product.instalmentsMax
  const instalments = length === '' ? most : Number(length)
  const isFit =
    isReadable &&
    principal !== undefined &&
    principal > 0n &&
    Number.isInteger(instalments) &&
    instalments >= 1 &&
    isDay(startOn)
  const example = isFit ? exampleOf(product, principal, instalments, startOn) : undefined
  const asked = useTyped(example, example ? JSON.stringify(keyOf(previewLoan, example)) : '')
  const preview = useQuery({
    ...query(previewLoan, asked ?? exampleOf(product, kobo(1), 1, todayInLagos())),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data } = preview
  return (
    // It scrolls beside the form, so the keyboard has to reach it.
    <section className="loan-example stack" aria-label="Example" tabIndex={0}>
      <h3>What a borrower pays</h3>
      <div className="loan-example__fields">
        <MoneyField label="Amount" value={principal} onChange={setPrincipal} />
        <TextField
          label="Instalments"
          inputMode="numeric"
          value={length}
          placeholder={Number.isInteger(most) ? String(most) : ''}
          onChange={setLength}
        />
        <DateField label="Paid out on" value={startOn} onChange={setStartOn} />
      </div>
      {!isFit ? (
        <p className="muted">Enter the yearly rate and how many instalments, and the schedule appears here.</p>
      ) : preview.error && isConnectionProblem(preview.error) ? (
        <LoadProblem title="Failed to load the schedule" of={preview} />
      ) : preview.error ? (
        <RefusedBanner error={preview.error} title="This can’t be a loan" />
      ) : data ? (
        <>
          <Facts
            items={[
              { label: 'Regular instalment', value: <MoneyText amount={data.monthlyInstalment} /> },
              { label: 'Interest', value: <MoneyText amount={kobo(data.totals.interest + data.interestDeducted)} /> },
              {
                label: 'Fees',
                value: data.totals.fees + data.feesDeducted > 0n && (
                  <MoneyText amount={kobo(data.totals.fees + data.feesDeducted)} />
                ),
              },
              { label: 'Paid back in all', value: <MoneyText amount={data.totals.total} /> },
              { label: 'APR', value: `${data.apr} %` },
            ]}
          />
          <Table
            caption="Example schedule"
            rows={data.instalments}
            rowKey={({ number }) => String(number)}
            columns={[
              { key: 'due', header: 'Due', card: 'title', cell: ({ dueOn }) => <DateText on={dueOn} /> },
              {
                key: 'interest',
                header: 'Interest',
                align: 'end',
                cell: ({ interest }) => <MoneyText amount={interest} />,
              },
              {
                key: 'total',
                header: 'To pay',
                align: 'end',
                card: 'corner',
                cell: ({ total }) => <MoneyText amount={total} />,
              },
            ]}
          />
        </>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </section>
  )
}

function exampleOf(
  { interestMethod, annualRatePercent, rateSteps, repaidEvery, schedule, fees, penalty }: Product,
  principal: Kobo,
  instalments: number,
  startOn: string,
): Parsed<typeof previewLoan> {
  const step = rateSteps
    .filter((each) => instalments <= each.instalments)
    .toSorted((one, other) => one.instalments - other.instalments)[0]
  return {
    ...schedule,
    principal,
    instalments,
    startOn: startOn as Parsed<typeof previewLoan>['startOn'],
    interestMethod: interestMethod === 'murabaha' ? 'flat' : interestMethod,
    annualRatePercent: step?.annualRatePercent ?? annualRatePercent,
    unit: repaidEvery,
    prepayment: schedule.prepayment === 'choice' ? 'fewer' : schedule.prepayment,
    fees,
    penalty,
  }
}
