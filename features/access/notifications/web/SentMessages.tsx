import { reachText } from '#ui/parts/reach-text.ts'
import { UnreachedButton } from '#ui/parts/UnreachedButton.tsx'
import { listSentNotifications } from '#features/access/notifications/contract.ts'
import { Send } from 'lucide'
import type { ReactNode } from 'react'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import './NotificationText.css'
import { TypeTag } from './TypeTag.tsx'
import type { SentNotification } from './api.ts'

const columns: Column<SentNotification>[] = [
  {
    key: 'message',
    header: 'Message',
    card: 'title',
    cell: (row) => <span className="notification-text">{row.message}</span>,
  },
  { key: 'type', header: 'Type', width: '140px', cell: (row) => <TypeTag type={row.type} /> },
  {
    key: 'to',
    header: 'Sent to',
    width: '220px',
    cell: (row) => (
      <>
        {reachText(row)} <UnreachedButton id={row.id} unreached={row.unreached} />
      </>
    ),
  },
  { key: 'by', header: 'By', cell: (row) => row.sentBy },
  { key: 'when', header: 'When', width: '180px', card: 'bare', cell: (row) => <DateText on={row.createdAt} time /> },
]

/** What officers sent, and how many it reached. */
export function SentMessages({ write }: { write: ReactNode }) {
  const { list, set } = useList(listSentNotifications)
  return (
    <>
      <List
        asked={list}
        failed="Failed to load the sent messages"
        set={set}
        caption="Messages sent to members"
        columns={columns}
        rowKey={(row) => row.id}
        loadingRows={5}
        empty={
          <EmptyState icon={Send} title="Nothing sent yet" actions={write}>
            Write to all members or to some of them; they find it on their bell.
          </EmptyState>
        }
      />
    </>
  )
}
