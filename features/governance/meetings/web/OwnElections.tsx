import { useQuery } from '@tanstack/react-query'
import { listElections } from '#features/governance/elections/contract.ts'
import { query } from '#ui/api/query.ts'
import { ElectionTag } from '#ui/parts/ElectionTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Table } from '#ui/Table.tsx'
import * as strings from './strings.ts'

/** The latest elections for a member; nothing while there are none. */
export function OwnElections() {
  const { data } = useQuery(query(listElections, { page: 1, limit: 5 }))
  if (!data || data.rows.length === 0) return null
  return (
    <Card title={strings.elections} flush>
      <Table
        caption={strings.elections}
        columns={[
          {
            key: 'title',
            header: strings.election,
            card: 'title',
            cell: ({ id, title, posts }) => (
              <>
                <Link to="/member/meetings/elections/$electionId" params={{ electionId: id }}>
                  {title}
                </Link>
                <br />
                <small className="muted">{posts.join('; ')}</small>
              </>
            ),
          },
          {
            key: 'closes',
            header: strings.nominationsClose,
            cell: ({ nominationsCloseAt }) => <DateText on={nominationsCloseAt} time />,
          },
          { key: 'status', header: strings.status, card: 'corner', cell: ({ phase }) => <ElectionTag phase={phase} /> },
        ]}
        rows={data.rows}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}
