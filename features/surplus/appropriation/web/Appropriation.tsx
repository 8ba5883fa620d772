import { Suspense, lazy, useState } from 'react'
import { may } from '#ui/session/may.ts'
import { Link } from '#ui/router/Link.tsx'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { RunState } from '#ui/parts/RunState.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { Surplus } from './api.ts'

const PayDividend = lazy(async () => ({ default: (await import('./PayDividend.tsx')).PayDividend }))

type Decided = NonNullable<Surplus['appropriation']>
type Line = Decided['lines'][number]

/** What the meeting decided, and which of it is paid to members. */
export function Appropriation({ year, appropriation }: { year: Surplus; appropriation: Decided }) {
  const { filter, set } = useListSearch()
  const [isReversing, setReversing] = useState(false)
  const { status, occurredOn, entryNumber, meeting, resolution, directorReference, lines } = appropriation
  const paying = lines.find(
    ({ accountId, isPayable, runId }) => accountId === filter('pay') && isPayable && runId === null,
  )
  if (paying && status === 'approved')
    return (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <PayDividend
          key={paying.accountId}
          appropriation={appropriation}
          line={paying}
          officers={year.officers}
          onClose={() => set({ pay: undefined, do: undefined })}
        />
      </Suspense>
    )
  const isPosted = status === 'approved'
  const mayReverse = isPosted && lines.every(({ runId }) => runId === null)
  return (
    <>
      <Facts
        items={[
          { label: 'State', value: <RunState status={status} /> },
          { label: 'Meeting', value: meeting },
          { label: 'Resolution', value: resolution },
          ...(directorReference ? [{ label: 'Approval of the Director', value: directorReference }] : []),
          { label: 'Date', value: dayText(occurredOn) },
          ...(entryNumber === null ? [] : [{ label: 'Entry', value: `No. ${entryNumber}` }]),
        ]}
      />
      <Table
        caption="What was decided"
        columns={columnsOf(isPosted, (pay) => set({ pay, by: undefined, only: undefined }))}
        rows={lines}
        rowKey={({ accountId }) => accountId}
      />
      {mayReverse && may('transaction.decide') && (
        <Toolbar>
          <Button onClick={() => setReversing(true)}>Reverse</Button>
        </Toolbar>
      )}
      {isReversing && (
        <ReverseVoucher
          transactionId={appropriation.transactionId}
          title="Reverse this appropriation?"
          description={`The amounts go back to undistributed surplus in one entry of today. The ${moneyText(year.surplus)} of the year can be appropriated again then.`}
          button="Reverse appropriation"
          onClose={() => setReversing(false)}
        />
      )}
    </>
  )
}

function columnsOf(isPosted: boolean, pay: (accountId: string) => void): Column<Line>[] {
  return [
    { key: 'name', header: 'To', card: 'title', cell: ({ code, name }) => `${code} ${name}` },
    moneyColumn('amount', 'Amount', ({ amount }) => amount, { card: 'corner' }),
    {
      key: 'act',
      header: 'Members',
      cell: ({ accountId, isPayable, runId }) =>
        runId ? (
          <Link to="/coop/financial-operations/surplus" search={{ tab: 'dividends' }}>
            Paid to members
          </Link>
        ) : (
          isPayable &&
          isPosted && (
            <Button needs="transaction.decide" size="small" onClick={() => pay(accountId)}>
              Pay to members
            </Button>
          )
        ),
    },
  ]
}
