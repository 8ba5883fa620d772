import type { ReactNode } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listSupportAccess } from '#features/platform-admin/support-access/contract.ts'
import type { SupportStatus } from '#features/platform-admin/support-access/rules/support-access.ts'
import { DateText } from '#ui/DateText.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { instantText, timeText } from '#ui/format.ts'

export type Access = Replied<typeof listSupportAccess>

const words: Record<SupportStatus, [word: string, tone: TagTone]> = {
  waiting: ['Waiting', 'warning'],
  declined: ['Declined', 'neutral'],
  open: ['Open', 'info'],
  expired: ['Expired', 'neutral'],
  ended: ['Ended', 'neutral'],
}

/** What both sides see of each; `acts` are the buttons of this side. */
export function supportColumns(acts: (access: Access) => ReactNode): Column<Access>[] {
  return [
    { key: 'reason', header: 'Reason', card: 'title', cell: (row) => row.reason },
    {
      key: 'asked',
      header: 'Asked for',
      cell: (row) => (
        <>
          <DateText on={row.askedAt} time />
          <br />
          <span className="muted">
            {row.minutes} minutes, by {row.askedBy}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      card: 'bare',
      cell: (row) => (
        <>
          <Tag tone={words[row.status][1]}>{words[row.status][0]}</Tag>{' '}
          <span className="muted">{whatHappened(row)}</span>
        </>
      ),
    },
    { key: 'acts', header: '', width: '190px', card: 'bare', cell: (row) => <span className="row">{acts(row)}</span> },
  ]
}

function whatHappened({ status, expiresAt, decidedBy, endedBy, endedAt }: Access): string {
  if (status === 'open' && expiresAt) return `until ${timeText(expiresAt)}, allowed by ${decidedBy}`
  if (status === 'declined') return `by ${decidedBy}`
  return endedAt ? `by ${endedBy}, ${instantText(endedAt)}` : ''
}
