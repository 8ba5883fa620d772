import { useQuery } from '@tanstack/react-query'
import { listVotes } from '#features/governance/votes/contract.ts'
import { Vote } from 'lucide'
import { wholeList } from '#ui/api/whole-list.ts'
import { VoteTag } from '#ui/parts/VoteTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Table } from '#ui/Table.tsx'
import { countText } from '#ui/format.ts'
import type { Meeting } from './api.ts'

/** The votes of a meeting; their confirmed results are among its resolutions. */
export function MeetingVotes({ meeting: { id, status, adoptedAt } }: { meeting: Meeting }) {
  const votes = useQuery(wholeList(listVotes, { meetingId: id }))
  const open = status !== 'cancelled' && adoptedAt === null && (
    <Link
      needs="meeting.manage"
      className={buttonClass('primary')}
      to="/coop/governance/votes"
      search={{ open: 'new', meeting: id }}
    >
      Open vote
    </Link>
  )
  if (votes.isError) return <LoadProblem title="Failed to load the votes" of={votes} />
  return (
    <Card flush actions={votes.data && votes.data.length > 0 && open}>
      <Table
        caption="Votes of this meeting"
        columns={[
          {
            key: 'wording',
            header: 'Vote',
            card: 'title',
            cell: (row) => (
              <Link to="/coop/governance/votes/$voteId" params={{ voteId: row.id }}>
                {row.wording}
              </Link>
            ),
          },
          {
            key: 'turnout',
            header: 'Voted',
            align: 'end',
            cell: (row) => `${countText(row.ballots)} of ${countText(row.eligible)}`,
          },
          { key: 'status', header: 'Status', card: 'corner', cell: (row) => <VoteTag vote={row} /> },
        ]}
        rows={votes.data}
        rowKey={(row) => row.id}
        loadingRows={2}
        empty={
          <EmptyState icon={Vote} title="No votes at this meeting" actions={open}>
            Members vote on their phones. A show of hands is counted in the minutes.
          </EmptyState>
        }
      />
    </Card>
  )
}
