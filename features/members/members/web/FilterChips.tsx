import { useQuery } from '@tanstack/react-query'
import { listEmployers } from '#features/payroll/employers/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { listMembers } from '#features/members/members/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { memberFilterInWords } from '#features/members/members/rules/filter-in-words.ts'
import { Chips } from '#ui/Chips.tsx'

type Filter = Omit<Parsed<typeof listMembers>, 'page' | 'limit' | 'sort'>

/** What the list is narrowed to, each with the way to drop it. */
export function FilterChips({ filter, onRemove }: { filter: Filter; onRemove: (name: string) => void }) {
  const employers = useQuery({ ...wholeList(listEmployers, {}), enabled: filter.employer !== undefined })
  const employer = employers.data?.find(({ id }) => id === filter.employer)?.name ?? ''
  return <Chips label="Filters" items={memberFilterInWords(filter, employer)} onRemove={onRemove} />
}
