import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewDepositAccrual } from '#features/loans/accruals/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import { query } from '#ui/api/query.ts'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { DateText } from '#ui/DateText.tsx'
import { List } from '#ui/List.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { saveDownload } from '#ui/save-download.ts'

/** What fixed deposits have earned by a month end and their members have not been paid. */
export function DepositInterest({ on }: { on: Day }) {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...query(previewDepositAccrual, { on, page }), staleTime: 0 })
  return (
    <>
      <h3 className="interest-posted">On fixed deposits</h3>
      <Toolbar>
        <SaveMenu
          save={(format) => saveDownload(previewDepositAccrual, { on, format }, `interest-on-deposits.${format}`)}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Interest on deposits could not be worked out"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Interest deposit by deposit"
        columns={columns}
        rowKey={(row) => row.depositId}
        loadingRows={3}
        empty={null}
      />
    </>
  )
}

const columns: Column<Replied<typeof previewDepositAccrual>>[] = [
  { key: 'member', header: 'Member', card: 'title', cell: (row) => <MemberLink {...row} /> },
  {
    key: 'certificate',
    header: 'Certificate',
    cell: (row) => (
      <>
        <span className="number">{row.certificate}</span> <span className="muted">{row.account}</span>
      </>
    ),
  },
  { key: 'matures', header: 'Matures on', cell: (row) => <DateText on={row.maturesOn} /> },
  moneyColumn('payable', 'Earned, not paid', (row) => row.payable),
]
