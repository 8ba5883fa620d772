import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/society/account-types.ts'
import type * as z from 'zod/mini'
import { listMembers, type memberRow } from '#contract/members/members.ts'
import { call } from './call.ts'

export type FoundMember = z.output<typeof memberRow>

/** What forms of several features let an officer choose from. */
export const choiceQueries = {
  members: (q: string, onlyActive: boolean) =>
    queryOptions({
      queryKey: ['choices', 'members', q, onlyActive],
      queryFn: async ({ signal }) =>
        (await call(listMembers, { q: q || undefined, ...(onlyActive && { status: 'active' }), limit: 8 }, { signal }))
          .rows,
      placeholderData: keepPreviousData,
    }),
  /** How many a message to all would reach. */
  activeMembers: () =>
    queryOptions({
      queryKey: ['choices', 'active-members'],
      queryFn: async ({ signal }) => (await call(listMembers, { status: 'active', limit: 1 }, { signal })).meta.total,
      staleTime: 0,
    }),
  accountTypes: () =>
    queryOptions({
      queryKey: ['choices', 'account-types'],
      // A fixed deposit takes its money whole, on a page of its own.
      queryFn: async ({ signal }) =>
        (await call(listAccountTypes, {}, { signal })).filter(({ kind }) => kind !== 'fixed_deposit'),
    }),
}
