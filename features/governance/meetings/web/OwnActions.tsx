import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { listOwnActions } from '#features/governance/actions/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Table } from '#ui/Table.tsx'
import { ActionTag } from './ActionTag.tsx'
import type { Action } from './api.ts'
import * as strings from './strings.ts'

const dialog = () => import('./ActionDoneDialog.tsx')
const ActionDoneDialog = lazy(async () => ({ default: (await dialog()).ActionDoneDialog }))

/** What the member is still to do; nothing while there is none. */
export function OwnActions() {
  const { data } = useQuery(wholeList(listOwnActions, {}))
  const [asked, setAsked] = useState<Action>()
  if (!data || data.length === 0) return null
  return (
    <Card title={strings.yourActions} description={strings.whatMeetingsDecidedThatYou} flush>
      <Table
        caption={strings.yourActions}
        columns={[
          { key: 'wording', header: strings.action, card: 'title', cell: ({ wording }) => wording },
          {
            key: 'meeting',
            header: strings.meeting,
            cell: ({ meetingTitle }) => meetingTitle ?? <span className="muted">{strings.committeeMeeting}</span>,
          },
          { key: 'dueOn', header: strings.due, cell: ({ dueOn }) => <DateText on={dueOn} /> },
          { key: 'status', header: strings.status, card: 'corner', cell: (action) => <ActionTag action={action} /> },
          {
            key: 'act',
            header: '',
            card: 'bare',
            cell: (action) => (
              <Button size="small" icon={CircleCheck} loads={dialog} onClick={() => setAsked(action)}>
                {strings.markAsDone}
              </Button>
            ),
          },
        ]}
        rows={data}
        rowKey={({ id }) => id}
      />
      <Suspense>{asked && <ActionDoneDialog own action={asked} onClose={() => setAsked(undefined)} />}</Suspense>
    </Card>
  )
}
