import { useQuery } from '@tanstack/react-query'
import { listEmployers } from '#contract/society/deductions.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { listMembers } from '#contract/members/members.ts'
import { memberFilterInWords } from '#domain/members/members/filter-in-words.ts'
import { query } from '#web/api/query.ts'
import { Chips } from '#web/ui/Chips.tsx'

type Filter = Omit<Parsed<typeof listMembers>, 'page' | 'limit' | 'sort'>

/** What the list is narrowed to, each with the way to drop it. */
export function FilterChips({ filter, onRemove }: { filter: Filter; onRemove: (name: string) => void }) {
  const employers = useQuery({ ...query(listEmployers, { limit: 100 }), enabled: filter.employer !== undefined })
  const employer = employers.data?.rows.find(({ id }) => id === filter.employer)?.name ?? ''
  return <Chips label="Filters" items={memberFilterInWords(filter, employer)} onRemove={onRemove} />
}
