import { useQuery } from '@tanstack/react-query'
import { previewLoanAccrual, listLoanAccruals } from '#features/loans/accruals/contract.ts'
import { Percent } from 'lucide'
import { Suspense, lazy } from 'react'
import type { Day } from '#core/calendar.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { countText, dayText, plural } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { useList } from '#ui/use-list.ts'
import { DepositInterest } from './DepositInterest.tsx'
import { LoanAccruals } from './LoanAccruals.tsx'
import type { LoanAccrualLine } from './api.ts'

const PostAccrualDialog = lazy(async () => ({ default: (await import('./PostAccrualDialog.tsx')).PostAccrualDialog }))

/** Interest on loans and fixed deposits that is earned and not paid, at the end of a month; what was posted of it is below. */
export function LoanInterest() {
  const { page, limit, filter, set } = useListSearch()
  const list = useQuery(query(listLoanAccruals, { page: filter('to') ? 1 : page, limit }))
  if (list.isError) return <LoadProblem title="Failed to load the interest" of={list} />
  if (!list.data) return <SkeletonLines lines={6} />
  const { basis, suspendAfterDays, days } = list.data.summary
  const on = days.find((day) => day === filter('to')) ?? days[0]
  if (basis === 'cash' && !on && list.data.rows.length === 0) return <ByCash />
  return (
    <>
      {on ? (
        <>
          <Toolbar>
            <Select
              label="Month end"
              value={on}
              options={days.map((day) => ({ value: day as string, label: dayText(day) }))}
              onChange={(value) => set({ to: value, q: '' })}
            />
          </Toolbar>
          <p className="muted">
            {basis === 'cash'
              ? 'Interest is counted when it is paid now. Post this month end once, and what was earned before leaves the books.'
              : `What members owe of interest by then counts as earned; of loans that are late by more than ${suspendAfterDays} days it waits until it is paid. What fixed deposits have earned counts as owed to their members.`}
          </p>
          <Lines key={on} on={on} />
        </>
      ) : (
        <EmptyState
          icon={Percent}
          title={
            list.data.rows.some(({ status }) => status === 'pending')
              ? 'The last one waits for approval'
              : 'Every month that is over is posted'
          }
        >
          The next month can be posted on its last day.
        </EmptyState>
      )}
      <h3 className="interest-posted">Posted</h3>
      <LoanAccruals rows={list.data.rows} busy={list.isPlaceholderData} />
      <Pagination
        meta={list.data.meta}
        onPage={(next) => set({ page: next })}
        onLimit={(next) => set({ limit: next })}
      />
    </>
  )
}

function ByCash() {
  return (
    <EmptyState
      icon={Percent}
      title="Interest is counted when it is paid"
      actions={
        <Link needs="configuration.update" className={buttonClass('secondary')} to="/coop/financial-operations/setup">
          Change the setting
        </Link>
      }
    >
      That is the usual way. If your auditor wants what was earned and not paid in the books, choose that in the set-up,
      and each month end is worked out here.
    </EmptyState>
  )
}

function Lines({ on }: { on: Day }) {
  const { list, q, filter, set, filters } = useList(previewLoanAccrual, { on }, { staleTime: 0 })
  const { sort } = filters
  const { data } = list
  const summary = data?.summary
  const isAny = (part: 'inAdvance' | 'suspended') => summary !== undefined && summary[part] > 0n
  return (
    <>
      <FigureGrid label="Interest at that month end">
        <FigureCard
          label="Earned, not paid"
          loading={!summary}
          value={summary && <MoneyText amount={summary.receivable} />}
          note={summary && `of ${countText(summary.loans)} ${summary.loans === 1 ? 'loan' : 'loans'}`}
        />
        {isAny('inAdvance') && summary && (
          <FigureCard
            label="Paid, not earned"
            value={<MoneyText amount={summary.inAdvance} />}
            note="taken off at the start"
          />
        )}
        {isAny('suspended') && summary && (
          <FigureCard
            label="Suspended"
            tone="warning"
            value={<MoneyText amount={summary.suspended} />}
            note="late for too long to count"
          />
        )}
        <FigureCard
          label="Income of this voucher"
          loading={!summary}
          value={summary && <MoneyText amount={summary.income} />}
          note={summary && summary.income < 0n ? 'more was paid than was earned since' : 'since the last one'}
        />
        {summary && (summary.payable > 0n || summary.expense !== 0n) && (
          <>
            <FigureCard
              label="Earned by deposits"
              value={<MoneyText amount={summary.payable} />}
              note={`of ${plural(summary.deposits, 'deposit')}, not paid`}
            />
            <FigureCard
              label="Expense of this voucher"
              value={<MoneyText amount={summary.expense} />}
              note={summary.expense < 0n ? 'less is owed than so far' : 'since the last one'}
            />
          </>
        )}
      </FigureGrid>
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        <SaveMenu save={(format) => saveDownload(previewLoanAccrual, { on, format }, `interest-on-loans.${format}`)} />
        <Button
          needs="transaction.decide"
          look="primary"
          disabled={!summary}
          onClick={() => set({ do: 'post', page: filter('page') })}
        >
          Post interest
        </Button>
      </Toolbar>
      <List
        asked={list}
        failed="Interest on loans could not be worked out"
        set={set}
        caption="Interest loan by loan"
        columns={columns.filter(({ key }) => (key !== 'inAdvance' && key !== 'suspended') || isAny(key))}
        rowKey={(row) => row.loanId}
        sort={sort ?? 'membershipno'}
        loadingRows={6}
        empty={
          <EmptyState icon={Percent} title={q ? 'No member matches' : 'No loan owes interest at that day'}>
            All that was earned by then is paid.
          </EmptyState>
        }
      />
      {summary && summary.deposits > 0 && <DepositInterest on={on} />}
      <Suspense>
        {filter('do') === 'post' && may('transaction.decide') && summary && (
          <PostAccrualDialog summary={summary} onClose={() => set({ do: undefined, page: filter('page') })} />
        )}
      </Suspense>
    </>
  )
}

const columns: Column<LoanAccrualLine>[] = [
  { key: 'member', header: 'Member', sort: 'membershipno', card: 'title', cell: (row) => <MemberLink {...row} /> },
  {
    key: 'loan',
    header: 'Loan',
    cell: (row) => (
      <Link to="/coop/loan-management/$loanId" params={{ loanId: row.loanId }}>
        {row.loanConfig}
      </Link>
    ),
  },
  { key: 'late', header: 'Days late', align: 'end', cell: (row) => <span className="number">{row.daysLate}</span> },
  moneyColumn('suspended', 'Suspended', (row) => row.suspended),
  moneyColumn('inAdvance', 'Paid, not earned', (row) => row.inAdvance),
  moneyColumn('receivable', 'Earned, not paid', (row) => row.receivable, { sort: 'receivable' }),
]
