import { roleName } from '#core/actor.ts'
import { wayToPostNames } from '#features/governance/officers/rules/words.ts'
import { UsersRound } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { plural } from '#ui/format.ts'
import type { Holder, Post } from './api.ts'

/** `isFirst`: of its post. */
type Row = { key: string; post: Post; holder: Holder | undefined; isFirst: boolean }

/** The posts, a row for each holder and one for what is vacant. */
export function PostTable({
  posts,
  onEdit,
  onEnd,
  first,
}: {
  posts: readonly Post[] | undefined
  /** What begins the register where there is none. */
  first?: ReactNode
  onEdit?: ((post: Post) => void) | undefined
  onEnd?: ((holder: Holder) => void) | undefined
}) {
  const rows = posts?.flatMap((post): Row[] => [
    ...post.holders.map((holder, n) => ({ key: holder.termId, post, holder, isFirst: n === 0 })),
    ...(post.holders.length < post.seats
      ? [{ key: post.id, post, holder: undefined, isFirst: post.holders.length === 0 }]
      : []),
  ])
  const columns: Column<Row>[] = [
    {
      key: 'post',
      header: 'Post',
      card: 'title',
      cell: ({ post: { name, committee, office } }) => (
        <>
          {committee === null ? name : `${committee}: ${name.toLowerCase()}`}
          {office !== null && (
            <>
              <br />
              <small className="muted">Rights of {roleName(office).toLowerCase()}</small>
            </>
          )}
        </>
      ),
    },
    {
      key: 'holder',
      header: 'Holder',
      cell: ({ post, holder }) =>
        holder ? (
          holder.name
        ) : (
          <span className="muted">
            {post.seats === 1 ? 'Vacant' : `${plural(post.seats - post.holders.length, 'seat')} vacant`}
          </span>
        ),
    },
    {
      key: 'since',
      header: 'Since',
      cell: ({ holder }) =>
        holder && (
          <>
            <DateText on={holder.startedOn} />
            <br />
            <small className="muted">
              {wayToPostNames[holder.cameBy]}, term {holder.number}
            </small>
          </>
        ),
    },
    { key: 'until', header: 'Until', cell: ({ holder }) => holder?.endsOn && <DateText on={holder.endsOn} /> },
    ...(onEdit || onEnd
      ? [
          {
            key: 'acts',
            header: '',
            card: 'bare' as const,
            cell: ({ post, holder, isFirst }: Row) => (
              <div className="row">
                {holder && onEnd && (
                  <Button size="small" aria-label={`End term of ${holder.name}`} onClick={() => onEnd(holder)}>
                    End term
                  </Button>
                )}
                {isFirst && onEdit && (
                  <Button size="small" aria-label={`Change ${post.name}`} onClick={() => onEdit(post)}>
                    Change
                  </Button>
                )}
              </div>
            ),
          },
        ]
      : []),
  ]
  return (
    <Table
      caption="Officers and committees"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      loadingRows={8}
      empty={
        <EmptyState icon={UsersRound} title="No posts yet" actions={first}>
          The posts of your society and who holds them appear here.
        </EmptyState>
      }
    />
  )
}
