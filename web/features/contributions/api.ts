import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/configuration.ts'
import { listContributions, postContribution } from '#contract/contributions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { getMember, listMembers } from '#contract/members.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Contribution = Replied<typeof listContributions>
export type Receipt = Replied<typeof postContribution>
export type Payer = Replied<typeof listMembers>

export const contributionQueries = {
  all: ['contributions'] as const,
  list: (query: Parsed<typeof listContributions>) =>
    queryOptions({
      queryKey: [...contributionQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listContributions, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Members to choose a payer from. */
  payers: (q: string) =>
    queryOptions({
      queryKey: [...contributionQueries.all, 'payers', q],
      queryFn: ({ signal }) => call(listMembers, { q: q || undefined, status: 'active', limit: 8 }, { signal }),
      placeholderData: keepPreviousData,
    }),
  payer: (id: string) =>
    queryOptions({
      queryKey: [...contributionQueries.all, 'payer', id],
      queryFn: ({ signal }) => call(getMember, { id }, { signal }),
    }),
  accountTypes: () =>
    queryOptions({
      queryKey: [...contributionQueries.all, 'account-types'],
      queryFn: ({ signal }) => call(listAccountTypes, {}, { signal }),
    }),
}

/** Money moves balances, months, movements and books: after it every figure on the screen is asked again. */
export function usePostContribution() {
  const queries = useQueryClient()
  return useAction(postContribution, { onSuccess: () => queries.invalidateQueries() })
}
