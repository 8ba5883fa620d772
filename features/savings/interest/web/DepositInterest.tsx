import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewDepositAccrual } from '#features/loans/accruals/contract.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import { query } from '#web/api/query.ts'
import { MemberLink } from '#web/parts/MemberLink.tsx'
import { SaveMenu } from '#web/ui/SaveMenu.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { List } from '#web/ui/List.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { saveDownload } from '#web/ui/save-download.ts'

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
