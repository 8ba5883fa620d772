import { useQuery } from '@tanstack/react-query'
import { getOfficers } from '#features/governance/officers/contract.ts'
import { postTitle } from '#features/governance/officers/rules/post.ts'
import { query } from '#ui/api/query.ts'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Table } from '#ui/Table.tsx'
import * as strings from './strings.ts'

/** Who holds which post, for members; nothing while the register is empty. */
export function OwnOfficers() {
  const { data } = useQuery(query(getOfficers, {}))
  const rows = data?.posts.flatMap((post) => post.holders.map((holder) => ({ ...holder, post: postTitle(post) })))
  if (!rows || rows.length === 0) return null
  return (
    <Card title={strings.officers} flush>
      <Table
        caption={strings.officers}
        columns={[
          { key: 'name', header: strings.name, card: 'title', cell: ({ name }) => name },
          { key: 'post', header: strings.post, cell: ({ post }) => post },
          { key: 'since', header: strings.since, cell: ({ startedOn }) => <DateText on={startedOn} /> },
        ]}
        rows={rows}
        rowKey={({ termId }) => termId}
      />
    </Card>
  )
}
