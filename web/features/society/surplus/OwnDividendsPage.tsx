import { listOwnDividends } from '#contract/society/surplus.ts'
import { HandCoins } from 'lucide'
import { type DividendDestination, dividendDestinationNames } from '#domain/society/surplus/destination.ts'
import type { DividendExclusion } from '#domain/society/surplus/exclusion.ts'
import { dividendMethodNames } from '#domain/society/surplus/words.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { type Column, Table, moneyColumn } from '#web/ui/Table.tsx'
import { dayText } from '#web/ui/format.ts'
import { useList } from '#web/ui/use-list.ts'
import type { OwnDividend } from './api.ts'
import { DividendChoice } from './DividendChoice.tsx'

/** What the member got of each year's surplus, with the sum worked out. */
export function OwnDividendsPage() {
  const { list, set } = useList(listOwnDividends, {})
  return (
    <Page title="Dividends" description="What you got of each year’s surplus, and how it was worked out">
      <DividendChoice />
      {list.isError ? (
        <LoadProblem title="Failed to load your dividends" of={list} />
      ) : list.data === undefined ? (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      ) : list.data.rows.length === 0 ? (
        <Card>
          <EmptyState icon={HandCoins} title="No dividend yet">
            When the general meeting shares out a year’s surplus, your part appears here with the sum behind it.
          </EmptyState>
        </Card>
      ) : (
        list.data.rows.map((dividend) =>
          dividend.exclusion ? (
            <NoDividend key={dividend.runId} dividend={dividend} exclusion={dividend.exclusion} />
          ) : (
            <OneDividend key={dividend.runId} dividend={dividend} />
          ),
        )
      )}
      <Pagination meta={list.data?.meta} onPage={(page) => set({ page })} />
    </Page>
  )
}

type Balance = OwnDividend['balances'][number]

const columns: Column<Balance>[] = [
  { key: 'on', header: 'At the end of', card: 'title', cell: ({ on }) => dayText(on) },
  moneyColumn('balance', 'Balance that counts', ({ balance }) => balance, { card: 'corner' }),
]

const paidToWords: Record<DividendDestination, string> = {
  savings: 'Paid to your savings',
  shares: 'Paid to your savings for shares',
  loan: 'Paid to your savings for your loan',
  bank: 'To be paid to your bank',
}

const whyNoDividend: Record<Exclude<DividendExclusion, 'by_name'>, string> = {
  not_active: 'You were not an active member when it was shared out.',
  in_arrears: 'You were in arrears with a loan when it was shared out.',
}

function NoDividend({ dividend, exclusion }: { dividend: OwnDividend; exclusion: DividendExclusion }) {
  const { name, yearEnd, pool, paidOn, exclusionReason } = dividend
  const why =
    exclusion === 'by_name'
      ? `Your society excluded you: ${exclusionReason?.replace(/\.$/, '')}.`
      : whyNoDividend[exclusion]
  return (
    <Card title={`${name}, year to ${dayText(yearEnd)}`}>
      <p>You got no part of this dividend. {why} Ask the secretary if you think that is wrong.</p>
      <Facts
        items={[
          { label: 'Shared out among the other members', value: <MoneyText amount={pool} /> },
          { label: 'Paid on', value: <DateText on={paidOn} /> },
        ]}
      />
    </Card>
  )
}

const countedWords: Record<Exclude<OwnDividend['basis'], 'balance' | 'named'>, string> = {
  interest_paid: 'Loan interest you paid in the year',
  purchases: 'Goods you received in the year',
}

/** How the member's part was worked out; what was given by name has the post that it is for. */
function workedOut({ basis, post, accountType, method, heldMonths, pool, counted, sharePercent, gross }: OwnDividend) {
  if (basis === 'named')
    return [
      { label: 'Post', value: post },
      { label: 'Amount', value: <MoneyText amount={gross} /> },
    ]
  const what = basis === 'balance' ? `Your ${accountType?.toLowerCase()}, on average` : countedWords[basis]
  return [
    { label: 'Shared out among all members', value: <MoneyText amount={pool} /> },
    ...(method === null ? [] : [{ label: 'Which balance counts', value: dividendMethodNames[method] }]),
    ...(heldMonths === 0
      ? []
      : [{ label: 'Without what came later than', value: `${heldMonths} months before the year ended` }]),
    { label: what, value: <MoneyText amount={counted} /> },
    { label: 'Your part of all that counts', value: `${sharePercent} %` },
    { label: 'Your dividend', value: <MoneyText amount={gross} /> },
  ]
}

function OneDividend({ dividend }: { dividend: OwnDividend }) {
  const { name, yearEnd, tax, net, paidOn } = dividend
  const paidTo = dividend.paidTo ?? 'savings'
  return (
    <Card title={`${name}, year to ${dayText(yearEnd)}`}>
      <Facts
        items={[
          ...workedOut(dividend),
          ...(tax > 0n ? [{ label: 'Withholding tax', value: <MoneyText amount={tax} sign="out" /> }] : []),
          { label: paidToWords[paidTo], value: <MoneyText amount={net} /> },
          ...(dividend.spent > 0n
            ? [{ label: dividendDestinationNames[paidTo], value: <MoneyText amount={dividend.spent} /> }]
            : []),
          { label: 'Why the rest is on your savings', value: dividend.keptBecause },
          { label: 'Paid on', value: <DateText on={paidOn} /> },
        ]}
      />
      {dividend.balances.length > 1 && (
        <Fold title="Your balances">
          <Table
            dense
            caption="Your balances that count"
            columns={columns}
            rows={dividend.balances}
            rowKey={({ on }) => on}
          />
        </Fold>
      )}
    </Card>
  )
}
