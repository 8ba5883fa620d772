import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/account-types.ts'
import type { Replied } from '#contract/endpoint.ts'
import { listMembers } from '#contract/members.ts'
import { call } from '#web/api/call.ts'
import { transactionQueries } from './api.ts'

export type Saver = Replied<typeof listMembers>

/** What only the form asks for; the Financial Record does without it. */
export const movementFormQueries = {
  /** Members to choose whose money moves. */
  savers: (q: string) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'savers', q],
      queryFn: ({ signal }) => call(listMembers, { q: q || undefined, limit: 8 }, { signal }),
      placeholderData: keepPreviousData,
    }),
  accountTypes: () =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'account-types'],
      queryFn: ({ signal }) => call(listAccountTypes, {}, { signal }),
    }),
}
