import { useQuery } from '@tanstack/react-query'
import type { Parsed } from '#contract/endpoint.ts'
import type { listMembers } from '#contract/members/members.ts'
import { memberFilterInWords } from '#domain/members/members/filter-in-words.ts'
import { Chips } from '#web/ui/Chips.tsx'
import { employerQueries } from './employer-api.ts'

type Filter = Omit<Parsed<typeof listMembers>, 'page' | 'limit' | 'sort'>

/** What the list is narrowed to, each with the way to drop it. */
export function FilterChips({ filter, onRemove }: { filter: Filter; onRemove: (name: string) => void }) {
  const employers = useQuery({ ...employerQueries.all(), enabled: filter.employer !== undefined })
  const employer = employers.data?.rows.find(({ id }) => id === filter.employer)?.name ?? ''
  return <Chips label="Filters" items={memberFilterInWords(filter, employer)} onRemove={onRemove} />
}
