import { useQuery } from '@tanstack/react-query'
import { listVotes } from '#features/governance/votes/contract.ts'
import { query } from '#ui/api/query.ts'
import { VoteTag } from '#ui/parts/VoteTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Table } from '#ui/Table.tsx'
import * as strings from './strings.ts'

/** The latest votes for a member; nothing while there are none. */
export function OwnVotes() {
  const { data } = useQuery(query(listVotes, { page: 1, limit: 5 }))
  if (!data || data.rows.length === 0) return null
  return (
    <Card title={strings.votes} flush>
      <Table
        caption={strings.votes}
        columns={[
          {
            key: 'wording',
            header: strings.vote,
            card: 'title',
            cell: ({ id, wording }) => (
              <Link to="/member/meetings/votes/$voteId" params={{ voteId: id }}>
                {wording}
              </Link>
            ),
          },
          { key: 'closes', header: strings.closes, cell: ({ closesAt }) => <DateText on={closesAt} time /> },
          { key: 'status', header: strings.status, card: 'corner', cell: (row) => <VoteTag vote={row} /> },
          {
            key: 'vote',
            header: '',
            card: 'bare',
            cell: ({ id, status }) =>
              status === 'open' && (
                <Link
                  className={buttonClass('primary', 'small')}
                  to="/member/meetings/votes/$voteId"
                  params={{ voteId: id }}
                >
                  {strings.vote}
                </Link>
              ),
          },
        ]}
        rows={data.rows}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}
