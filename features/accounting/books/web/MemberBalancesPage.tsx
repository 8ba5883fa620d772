import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Printer, Scale } from 'lucide'
import { useMemo } from 'react'
import { getMemberBalances } from '#features/accounting/books/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { isDay } from '#core/calendar.ts'
import { zeroKobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import type { CallReply } from '#ui/api/call.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { AccountLink } from './AccountLink.tsx'

type Holder = Replied<typeof getMemberBalances>
type Types = CallReply<typeof getMemberBalances>['summary']['accountTypes']

const sorts = ['membershipno', '-membershipno', 'total', '-total'] as const

/** What every member holds at the end of a day, beside what the books say about all of them. */
export function MemberBalancesPage() {
  const { page, limit, q, choice, filter, set } = useListSearch()
  const asked = filter('asOf')
  const asOf = isDay(asked) ? asked : todayInLagos()
  const sort = choice('sort', sorts)
  const report = useQuery({
    ...query(getMemberBalances, { asOf, q: q || undefined, sort, page, limit }),
    placeholderData: keepPreviousData,
  })
  const { data } = report
  const types = data?.summary.accountTypes
  const columns = useMemo(() => columnsOf(types ?? []), [types])
  const agrees = types?.every((type) => type.agrees)
  const totals = data &&
    q === '' && {
      member: 'All members',
      ...Object.fromEntries(
        (types ?? []).map(({ id, controlId, members }) => [
          id,
          <AccountLink key={id} accountId={controlId} days={{ to: asOf }}>
            <MoneyText amount={members} />
          </AccountLink>,
        ]),
      ),
      total: <MoneyText amount={data.summary.total} />,
    }
  return (
    <Page
      title="Member balances"
      description={
        <span className="row">
          As of {dayText(asOf)}
          {agrees !== undefined && (
            <Tag tone={agrees ? 'success' : 'danger'} icon={agrees ? CircleCheck : CircleAlert}>
              {agrees ? 'Agrees with the books' : 'Differs from the books'}
            </Tag>
          )}
        </span>
      }
      actions={
        <>
          <SaveMenu
            save={(format) =>
              saveDownload(getMemberBalances, { asOf, q: q || undefined, sort, format }, `report.${format}`)
            }
          />
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Card flush className="report">
        <Toolbar>
          <DateField
            label="As of"
            max={todayInLagos()}
            value={asOf}
            onChange={(text) => isDay(text) && set({ asOf: text })}
          />
          <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        </Toolbar>
        <List
          asked={report}
          failed="Failed to get financial records"
          set={set}
          caption={`Member balances as of ${dayText(asOf)}`}
          columns={columns}
          rowKey={(row) => row.memberId}
          sort={sort ?? 'membershipno'}
          {...(totals ? { totals } : {})}
          empty={
            <EmptyState icon={Scale} title={q ? 'No member matches' : `No balances on ${dayText(asOf)}`}>
              Record a contribution or a deposit, and it appears here.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}

/** A column for each account type on which anybody holds something. */
function columnsOf(types: Types): Column<Holder>[] {
  return [
    { key: 'member', header: 'Member', sort: 'membershipno', card: 'title', cell: (row) => <MemberLink {...row} /> },
    ...types
      .filter(({ members }) => members !== 0n)
      .map(({ id, name }): Column<Holder> => ({
        key: id,
        header: name,
        align: 'end',
        cell: (row) => (
          <MoneyText amount={row.balances.find(({ accountTypeId }) => accountTypeId === id)?.amount ?? zeroKobo} />
        ),
      })),
    moneyColumn('total', 'Total', (row) => row.total, { sort: 'total', card: 'corner' }),
  ]
}
