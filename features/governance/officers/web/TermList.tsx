import { listTerms } from '#features/governance/officers/contract.ts'
import { endReasonNames, wayToPostNames } from '#features/governance/officers/rules/words.ts'
import { History } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import type { Term } from './api.ts'

const columns: Column<Term>[] = [
  {
    key: 'name',
    header: 'Holder',
    card: 'title',
    cell: ({ memberId, name }) => (
      <Link to="/coop/member/$memberId" params={{ memberId }}>
        {name}
      </Link>
    ),
  },
  { key: 'post', header: 'Post', cell: ({ post }) => post },
  { key: 'number', header: 'Term', align: 'end', cell: ({ number }) => number },
  { key: 'startedOn', header: 'From', sort: 'startedOn', cell: ({ startedOn }) => <DateText on={startedOn} /> },
  {
    key: 'ended',
    header: 'Ended',
    cell: ({ endedOn, endReason }) =>
      endedOn ? (
        <>
          <DateText on={endedOn} />
          <br />
          <small className="muted">{endReason && endReasonNames[endReason]}</small>
        </>
      ) : (
        'In office'
      ),
  },
  { key: 'cameBy', header: 'Came by', cell: ({ cameBy }) => wayToPostNames[cameBy] },
]

/** All terms of all posts, the latest first. */
export function TermList() {
  const { list, filters, set } = useList(listTerms, {})
  return (
    <List
      asked={list}
      failed="Failed to load the terms"
      set={set}
      caption="Terms"
      columns={columns}
      rowKey={({ id }) => id}
      sort={filters.sort ?? '-startedOn'}
      loadingRows={6}
      empty={
        <EmptyState icon={History} title="No terms yet">
          Record who holds each post, and earlier holders with the days of their terms.
        </EmptyState>
      }
    />
  )
}
