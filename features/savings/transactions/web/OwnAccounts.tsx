import { useQuery } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { listMemberAccounts } from '#features/savings/transactions/movements.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { useSession } from '#ui/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Account = Replied<typeof listMemberAccounts>[number]

const columns: Column<Account>[] = [
  {
    key: 'name',
    header: strings.account,
    card: 'title',
    cell: ({ name, shares, releaseOn }) => (
      <>
        {name}
        {shares !== null && <span className="muted"> {fill(strings.sharesShares, { shares })}</span>}
        {releaseOn !== null && releaseOn > todayInLagos() && (
          <span className="muted"> {fill(strings.fromReleaseOn, { releaseOn: dayText(releaseOn) })}</span>
        )}
      </>
    ),
  },
  { key: 'balance', header: strings.balance, align: 'end', cell: ({ balance }) => <MoneyText amount={balance} /> },
  { key: 'pledged', header: strings.pledged, align: 'end', cell: ({ pledged }) => <MoneyText amount={pledged} /> },
  { key: 'waiting', header: strings.pending, align: 'end', cell: ({ waiting }) => <MoneyText amount={waiting} /> },
  { key: 'free', header: strings.free, align: 'end', cell: ({ free }) => <MoneyText amount={free} /> },
]

/** What is on each of the member's accounts, what of it is pledged or asked for, and what is free. */
export function OwnAccounts() {
  const memberId = useSession()?.memberId
  const accounts = useQuery({
    ...query(listMemberAccounts, { memberId: memberId as MemberId }),
    enabled: memberId !== null && memberId !== undefined,
  })
  // A list that can't be read is asked for again with the movements below, which say so.
  if (accounts.isError) return null
  // An empty account says nothing on a phone, unless all are empty; neither do columns of zeros.
  const used = accounts.data?.filter(({ balance, waiting }) => balance > 0n || waiting > 0n)
  const rows = used?.length === 0 ? accounts.data?.slice(0, 1) : used
  const shown = columns.filter(
    ({ key }) => (key !== 'pledged' && key !== 'waiting') || rows?.some((row) => row[key] > 0n),
  )
  return (
    <Card flush>
      <Table
        caption={strings.yourAccounts}
        columns={shown}
        rows={rows}
        rowKey={({ accountTypeId }) => accountTypeId}
        loadingRows={3}
        dense
      />
    </Card>
  )
}
