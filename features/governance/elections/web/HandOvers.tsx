import { handOverStatusNames, type HandOverStatus } from '#features/governance/elections/rules/words.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Table } from '#ui/Table.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { Election, HandOver } from './api.ts'

const tones: Record<HandOverStatus, TagTone> = {
  planned: 'info',
  done: 'success',
  cancelled: 'neutral',
  failed: 'danger',
}

/** When those who are elected take office, and whether they have. */
export function HandOvers({
  election: { handOvers, posts },
  onDo,
}: {
  election: Election
  onDo: (what: 'cancel-hand-over' | 'retry', handOver: HandOver) => void
}) {
  return (
    <Card title="Hand-over" flush>
      <Table
        caption="Hand-over"
        columns={[
          { key: 'name', header: 'Elected', card: 'title', cell: ({ name }) => name },
          { key: 'post', header: 'Post', cell: ({ postId }) => posts.find((post) => post.postId === postId)?.title },
          { key: 'on', header: 'Takes office', cell: ({ takesOfficeOn }) => <DateText on={takesOfficeOn} /> },
          {
            key: 'status',
            header: 'Status',
            card: 'corner',
            cell: ({ status, reason }) => (
              <>
                <Tag tone={tones[status]}>{handOverStatusNames[status]}</Tag>
                {reason !== null && (
                  <>
                    <br />
                    <small className="muted">{reason}</small>
                  </>
                )}
              </>
            ),
          },
          {
            key: 'acts',
            header: '',
            card: 'bare',
            cell: (row) => (
              <div className="row">
                {row.status === 'failed' && (
                  <Button needs="member.roles" size="small" onClick={() => onDo('retry', row)}>
                    Try again
                  </Button>
                )}
                {(row.status === 'failed' || row.status === 'planned') && (
                  <Button needs="member.roles" size="small" onClick={() => onDo('cancel-hand-over', row)}>
                    Cancel hand-over
                  </Button>
                )}
              </div>
            ),
          },
        ]}
        rows={handOvers}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}
