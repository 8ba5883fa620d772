import { UserSearch } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { endExternalAuditor, listExternalAuditors } from '#features/access/external-auditors/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toastThen } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import { InviteAuditorDrawer } from './InviteAuditorDrawer.tsx'

type Auditor = Replied<typeof listExternalAuditors>

/** Who from outside reads the books of the cooperative, and until when. */
export function ExternalAuditors() {
  const { list, set } = useList(listExternalAuditors, {})
  const [inviting, setInviting] = useState(false)
  const [ending, setEnding] = useState<Auditor>()
  const columns: Column<Auditor>[] = [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      cell: ({ name, phone, email }) => (
        <>
          {name}
          <br />
          <small className="muted">{[phone, email].filter(Boolean).join(', ')}</small>
        </>
      ),
    },
    { key: 'number', header: 'Logs in with', cell: ({ number }) => <span className="number">{number}</span> },
    { key: 'status', header: 'Status', card: 'bare', cell: statusOf },
    {
      key: 'end',
      header: '',
      card: 'corner',
      cell: (auditor) =>
        auditor.status === 'open' && (
          <Button
            size="small"
            needs="member.roles"
            aria-label={`End the access of ${auditor.name}`}
            onClick={() => setEnding(auditor)}
          >
            End access
          </Button>
        ),
    },
  ]
  return (
    <Card
      flush
      title="External auditors"
      description="An auditor from outside is no member. They log in by themselves, read your books and registers until their last day, and change nothing. Each file they download is in your audit trail."
      actions={
        <Button needs="member.roles" onClick={() => setInviting(true)}>
          Invite an auditor
        </Button>
      }
    >
      <List
        asked={list}
        failed="Failed to load the external auditors"
        set={set}
        caption="External auditors"
        columns={columns}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={
          <EmptyState icon={UserSearch} title="No external auditor">
            Invite the auditor whom your general meeting appointed. An auditor who is a member gets the office on the
            member’s page.
          </EmptyState>
        }
      />
      {inviting && <InviteAuditorDrawer onClose={() => setInviting(false)} />}
      {ending && <EndDialog auditor={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  )
}

function statusOf({ status, endsOn, endedBy, endedAt }: Auditor) {
  if (status === 'ended')
    return (
      <>
        <Tag>Ended</Tag>{' '}
        <small className="muted">
          by {endedBy}, {endedAt && <DateText on={endedAt} />}
        </small>
      </>
    )
  return (
    <>
      {status === 'open' ? <Tag tone="success">Open</Tag> : <Tag>Over</Tag>}{' '}
      <small className="muted">
        last day <DateText on={endsOn} />
      </small>
    </>
  )
}

function EndDialog({ auditor, onClose }: { auditor: Auditor; onClose: () => void }) {
  const end = useAction(endExternalAuditor)
  return (
    <ConfirmDialog
      action={end}
      title={`End the access of ${auditor.name}?`}
      description="They are logged out at once and can’t log in again. To let them look again, invite them again."
      button="End access"
      look="danger"
      failed="The access was not ended"
      onConfirm={() => end.mutate({ auditorId: auditor.id }, toastThen('Access ended', onClose))}
      onClose={onClose}
    />
  )
}
