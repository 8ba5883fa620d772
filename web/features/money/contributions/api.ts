import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { listContributions, postContribution } from '#contract/money/contributions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Contribution = Replied<typeof listContributions>
export type Receipt = Replied<typeof postContribution>

export const contributionQueries = {
  all: ['contributions'] as const,
  list: (query: Parsed<typeof listContributions>) =>
    queryOptions({
      queryKey: [...contributionQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listContributions, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Money moves balances, months, movements and books: after it every figure on the screen is asked again. */
export function usePostContribution() {
  const queries = useQueryClient()
  return useAction(postContribution, { onSuccess: () => queries.invalidateQueries() })
}
