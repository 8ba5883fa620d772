import { listOwnDividends } from '#features/surplus/appropriation/contract.ts'
import { HandCoins } from 'lucide'
import {
  type DividendDestination,
  dividendDestinationNames,
} from '#features/surplus/appropriation/rules/destination.ts'
import type { DividendExclusion } from '#features/surplus/appropriation/rules/exclusion.ts'
import { dividendMethodNames } from '#features/surplus/appropriation/rules/words.ts'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Fold } from '#ui/Fold.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { dayText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import type { OwnDividend } from './api.ts'
import { DividendChoice } from './DividendChoice.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What the member got of each year's surplus, with the sum worked out. */
export function OwnDividendsPage() {
  const { list, set } = useList(listOwnDividends, {})
  return (
    <Page title={strings.dividends} description={strings.whatYouGotOfEach}>
      <DividendChoice />
      {list.isError ? (
        <LoadProblem title={strings.failedToLoadYourDividends} of={list} />
      ) : list.data === undefined ? (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      ) : list.data.rows.length === 0 ? (
        <Card>
          <EmptyState icon={HandCoins} title={strings.noDividendYet}>
            {strings.whenTheGeneralMeetingShares}
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
  { key: 'on', header: strings.atTheEndOf, card: 'title', cell: ({ on }) => dayText(on) },
  moneyColumn('balance', strings.balanceThatCounts, ({ balance }) => balance, { card: 'corner' }),
]

const paidToWords: Record<DividendDestination, string> = {
  savings: strings.paidToYourSavings,
  shares: strings.paidToYourSavingsFor,
  loan: strings.paidToYourSavingsForYour,
  bank: strings.toBePaidToYour,
}

const whyNoDividend: Record<Exclude<DividendExclusion, 'by_name'>, string> = {
  not_active: strings.youWereNotAnActive,
  in_arrears: strings.youWereInArrearsWith,
}

function NoDividend({ dividend, exclusion }: { dividend: OwnDividend; exclusion: DividendExclusion }) {
  const { name, yearEnd, pool, paidOn, exclusionReason } = dividend
  const why =
    exclusion === 'by_name'
      ? fill(strings.yourSocietyExcludedYou, { replace: exclusionReason?.replace(/\.$/, '') })
      : whyNoDividend[exclusion]
  return (
    <Card title={fill(strings.yearTo, { name, yearEnd: dayText(yearEnd) })}>
      <p>{fill(strings.youGotNoPartOf, { why })}</p>
      <Facts
        items={[
          { label: strings.sharedOutAmongTheOther, value: <MoneyText amount={pool} /> },
          { label: strings.paidOn, value: <DateText on={paidOn} /> },
        ]}
      />
    </Card>
  )
}

const countedWords: Record<Exclude<OwnDividend['basis'], 'balance' | 'named'>, string> = {
  interest_paid: strings.loanInterestYouPaidIn,
  purchases: strings.goodsYouReceivedInThe,
}

/** How the member's part was worked out; what was given by name has the post that it is for. */
function workedOut({ basis, post, accountType, method, heldMonths, pool, counted, sharePercent, gross }: OwnDividend) {
  if (basis === 'named')
    return [
      { label: strings.post, value: post },
      { label: strings.amount, value: <MoneyText amount={gross} /> },
    ]
  const what =
    basis === 'balance' ? fill(strings.yourOnAverage, { toLowerCase: accountType?.toLowerCase() }) : countedWords[basis]
  return [
    { label: strings.sharedOutAmongAllMembers, value: <MoneyText amount={pool} /> },
    ...(method === null ? [] : [{ label: strings.whichBalanceCounts, value: dividendMethodNames[method] }]),
    ...(heldMonths === 0
      ? []
      : [{ label: strings.withoutWhatCameLaterThan, value: fill(strings.monthsBeforeTheYearEnded, { heldMonths }) }]),
    { label: what, value: <MoneyText amount={counted} /> },
    { label: strings.yourPartOfAllThat, value: `${sharePercent} %` },
    { label: strings.yourDividend, value: <MoneyText amount={gross} /> },
  ]
}

function OneDividend({ dividend }: { dividend: OwnDividend }) {
  const { name, yearEnd, tax, net, paidOn } = dividend
  const paidTo = dividend.paidTo ?? 'savings'
  return (
    <Card title={fill(strings.yearTo, { name, yearEnd: dayText(yearEnd) })}>
      <Facts
        items={[
          ...workedOut(dividend),
          ...(tax > 0n ? [{ label: strings.withholdingTax, value: <MoneyText amount={tax} sign="out" /> }] : []),
          { label: paidToWords[paidTo], value: <MoneyText amount={net} /> },
          ...(dividend.spent > 0n
            ? [{ label: dividendDestinationNames[paidTo], value: <MoneyText amount={dividend.spent} /> }]
            : []),
          { label: strings.whyTheRestIsOn, value: dividend.keptBecause },
          { label: strings.paidOn, value: <DateText on={paidOn} /> },
        ]}
      />
      {dividend.balances.length > 1 && (
        <Fold title={strings.yourBalances}>
          <Table
            dense
            caption={strings.yourBalancesThatCount}
            columns={columns}
            rows={dividend.balances}
            rowKey={({ on }) => on}
          />
        </Fold>
      )}
    </Card>
  )
}
