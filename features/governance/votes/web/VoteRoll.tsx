import { listVoteRoll } from '#features/governance/votes/contract.ts'
import { Users } from 'lucide'
import { exclusionNames, rollMarkNames } from '#features/governance/votes/rules/words.ts'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import type { RollEntry, Vote } from './api.ts'

const columns: Column<RollEntry>[] = [
  {
    key: 'member',
    header: 'Member',
    sort: 'lastName',
    card: 'title',
    cell: (row) => <MemberLink {...memberOf(row)} />,
  },
  { key: 'may', header: 'May vote', cell: ({ exclusion }) => (exclusion === null ? 'Yes' : exclusionNames[exclusion]) },
  {
    key: 'notes',
    header: 'Notes',
    cell: ({ marks, confirmedBy }) =>
      marks
        .map((mark) => (mark === 'in_person' ? `${rollMarkNames[mark]} by ${confirmedBy}` : rollMarkNames[mark]))
        .join(', '),
  },
  {
    key: 'voted',
    header: 'Voted',
    card: 'corner',
    cell: ({ exclusion, hasVoted }) => (hasVoted ? 'Yes' : exclusion === null ? 'No' : '–'),
  },
]

function memberOf({ memberId, firstName, lastName, membershipno }: RollEntry) {
  return { memberId, name: `${firstName} ${lastName}`, membershipno }
}

const shows = ['all', 'eligible', 'excluded', 'voted'] as const

/** The roll as it was fixed at the opening. */
export function VoteRoll({ vote: { id, isSecret } }: { vote: Vote }) {
  const { list, q, choice, filters, set } = useList(listVoteRoll, { id })
  return (
    <>
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          label="Show"
          hideLabel
          value={choice('show', shows) ?? 'all'}
          options={[
            { value: 'all', label: 'All members' },
            { value: 'eligible', label: 'May vote' },
            { value: 'excluded', label: 'May not vote' },
            { value: 'voted', label: isSecret ? 'Got their ballot' : 'Voted' },
          ]}
          onChange={(show) => set({ show: show === 'all' ? undefined : show })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the roll"
        set={set}
        caption="Roll"
        columns={columns}
        rowKey={({ memberId }) => memberId}
        sort={filters.sort ?? 'lastName'}
        empty={<EmptyState icon={Users} title="No member matches" />}
      />
    </>
  )
}
