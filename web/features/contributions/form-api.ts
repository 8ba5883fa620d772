import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/account-types.ts'
import type { Replied } from '#contract/endpoint.ts'
import { getMember, listMembers } from '#contract/members.ts'
import { call } from '#web/api/call.ts'
import { contributionQueries } from './api.ts'

export type Payer = Replied<typeof listMembers>

/** What only the form asks for; the list of a month does without it. */
export const contributionFormQueries = {
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
