import { EllipsisVertical } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { DateText } from '#ui/DateText.tsx'
import { IconButton } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import type { Column } from '#ui/Table.tsx'
import { ActionTag } from './ActionTag.tsx'
import { type Action, type Meeting, endText } from './api.ts'

const ActionDrawer = lazy(async () => ({ default: (await import('./ActionDrawer.tsx')).ActionDrawer }))
const ActionDoneDialog = lazy(async () => ({ default: (await import('./ActionDoneDialog.tsx')).ActionDoneDialog }))
const ActionDropDialog = lazy(async () => ({ default: (await import('./ActionDropDialog.tsx')).ActionDropDialog }))

type Doing = { what: 'change' | 'done' | 'drop'; action: Action }

/** The columns of actions for officers; those who lead meetings end and change them. */
export function actionColumnsOf({
  onDo,
  withMeeting = false,
}: {
  onDo?: (doing: Doing) => void
  /** Of several meetings; one is edited at its own, where its agenda is. */
  withMeeting?: boolean
}): Column<Action>[] {
  const columns: Column<Action>[] = [
    {
      key: 'wording',
      header: 'Action',
      card: 'title',
      cell: (action) => (
        <>
          {action.wording}
          {endText(action) && (
            <>
              <br />
              <small className="muted">
                {endText(action)}
                {action.note && `: ${action.note}`}
              </small>
            </>
          )}
        </>
      ),
    },
    { key: 'by', header: 'By', cell: ({ memberName }) => memberName },
    { key: 'dueOn', header: 'Due', sort: 'dueOn', cell: ({ dueOn }) => <DateText on={dueOn} /> },
  ]
  if (withMeeting)
    columns.push({
      key: 'meeting',
      header: 'Meeting',
      cell: ({ meetingId, meetingTitle, meetingDate }) =>
        meetingTitle && (
          <>
            <Link to="/coop/governance/$meetingId" params={{ meetingId }} search={{ tab: 'minutes' }}>
              {meetingTitle}
            </Link>
            {meetingDate && (
              <>
                <br />
                <small className="muted">
                  <DateText on={meetingDate} />
                </small>
              </>
            )}
          </>
        ),
    })
  columns.push({ key: 'status', header: 'Status', card: 'corner', cell: (action) => <ActionTag action={action} /> })
  if (onDo && may('meeting.manage'))
    columns.push({
      key: 'act',
      header: '',
      card: 'bare',
      cell: (action) => <ActionMenu action={action} mayEdit={!withMeeting} onDo={onDo} />,
    })
  return columns
}

function ActionMenu({ action, mayEdit, onDo }: { action: Action; mayEdit: boolean; onDo: (doing: Doing) => void }) {
  if (action.status !== 'open') return null
  return (
    <Menu
      label={action.wording}
      trigger={(props) => <IconButton icon={EllipsisVertical} label={`Update: ${action.wording}`} {...props} />}
      items={[
        { label: 'Mark as done', onSelect: () => onDo({ what: 'done', action }) },
        ...(action.isLocked || !mayEdit ? [] : [{ label: 'Edit', onSelect: () => onDo({ what: 'change', action }) }]),
        { label: 'Drop', onSelect: () => onDo({ what: 'drop', action }) },
      ]}
    />
  )
}

/** What an officer does to an action, and the dialog in which they do it. */
export function useActionDialogs(meeting?: Meeting) {
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const dialogs = (
    <Suspense>
      {doing?.what === 'change' && meeting && <ActionDrawer meeting={meeting} action={doing.action} onClose={close} />}
      {doing?.what === 'done' && <ActionDoneDialog action={doing.action} onClose={close} />}
      {doing?.what === 'drop' && <ActionDropDialog action={doing.action} onClose={close} />}
    </Suspense>
  )
  return { dialogs, onDo: setDoing }
}
