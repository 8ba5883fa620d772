import { useQuery } from '@tanstack/react-query'
import { listLoans } from '#features/loans/loans/contract.ts'
import { Suspense, lazy, useState } from 'react'
import { loanStatusLabels, loanStatuses } from '#features/loans/loans/rules/loan.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { countText, moneyText, plural } from '#ui/format.ts'
import { useListSearch, useSettled } from '#ui/use-list-search.ts'
import { LoanTable } from './LoanTable.tsx'
import type { Loan } from './api.ts'

const form = () => import('./ApplyForLoan.tsx')
const ApplyForLoan = lazy(async () => ({ default: (await form()).ApplyForLoan }))
const NoLoans = lazy(async () => ({ default: (await import('./NoLoans.tsx')).NoLoans }))
const LoanDrawer = lazy(async () => ({ default: (await import('./LoanDrawer.tsx')).LoanDrawer }))

const sorts = ['submittedAt', '-submittedAt', 'principal', '-principal'] as const
/** The stations of a loan that always have their tab; the others get one once there is a loan in them. */
const stations = ['submitted', 'approved', 'rejected', 'active', 'completed'] as const

const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} ${countText(count)}`

/** Every application and loan, by its state. */
export function LoansPage() {
  const { page, limit, q, choice, filter, set } = useListSearch()
  const status = choice('status', loanStatuses)
  const sort = choice('sort', sorts)
  const late = choice('overdue', ['true'])
  const list = useQuery(query(listLoans, { page, limit, q: q || undefined, status, overdue: late, sort }))
  const [open, setOpen] = useState<Loan>()
  const { data } = list
  const counts = data?.summary.counts
  const shown = loanStatuses.filter((each) => (stations as readonly string[]).includes(each) || counts?.[each])
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const keptPage = filter('page')
  const start = () => set({ apply: 'new', page: keptPage })
  const description = useSettled(
    data &&
      `${plural(data.meta.total, 'loan')}${late ? ', overdue' : status ? `, ${loanStatusLabels[status].toLowerCase()}` : ''} · ${moneyText(data.summary.outstanding)} outstanding`,
    list.isPlaceholderData,
  )
  return (
    <Page
      title="Loan Management"
      description={description}
      actions={
        <>
          <Link needs="loan.review" className={buttonClass()} to="/coop/loan-management/portfolio">
            Portfolio
          </Link>
          <Button needs="loan.apply" look="primary" loads={form} onClick={start}>
            New loan application
          </Button>
        </>
      }
    >
      <Card flush>
        <div className="loan-tabs">
          <Tabs
            label="Loans by status"
            active={late ? 'overdue' : (status ?? 'all')}
            onChange={(next) =>
              set({
                status: next === 'all' || next === 'overdue' ? undefined : next,
                overdue: next === 'overdue' ? 'true' : undefined,
              })
            }
            tabs={[
              { key: 'all' as const, label: counted('All', all) },
              ...(data?.summary.overdueLoans
                ? [{ key: 'overdue' as const, label: counted('Overdue', data.summary.overdueLoans) }]
                : []),
              ...shown.map((each) => ({ key: each, label: counted(loanStatusLabels[each], counts?.[each]) })),
            ]}
          >
            <Toolbar>
              <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
            </Toolbar>
            <LoanTable
              officer
              asked={list}
              failed="Failed to load the loans"
              set={set}
              sort={sort}
              onOpen={setOpen}
              empty={
                <Suspense>
                  <NoLoans
                    filtered={Boolean(q || status || late)}
                    onShowAll={() => set({ q: '', status: undefined, overdue: undefined })}
                    onApply={start}
                  />
                </Suspense>
              }
            />
          </Tabs>
        </div>
      </Card>
      <Suspense>
        {open && <LoanDrawer key={open.id} loan={open} officer onClose={() => setOpen(undefined)} />}
        {filter('apply') !== '' && may('loan.apply') && (
          <ApplyForLoan onClose={() => set({ apply: undefined, page: keptPage })} />
        )}
      </Suspense>
    </Page>
  )
}
