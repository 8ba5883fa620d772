import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/account-types.ts'
import type { Replied } from '#contract/endpoint.ts'
import { listMembers } from '#contract/members.ts'
import { getConfiguration } from '#contract/configuration.ts'
import { listMemberAccounts, listPostingAccounts } from '#contract/transactions.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from './call.ts'

export type FoundMember = Replied<typeof listMembers>

/** What forms of several features let an officer choose from. */
export const choiceQueries = {
  members: (q: string, onlyActive: boolean) =>
    queryOptions({
      queryKey: ['choices', 'members', q, onlyActive],
      queryFn: async ({ signal }) => (await call(listMembers, { q: q || undefined, ...(onlyActive && { status: 'active' }), limit: 8 }, { signal })).rows,
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
      queryFn: ({ signal }) => call(listAccountTypes, {}, { signal }),
    }),
  /** The society's own accounts that money can go through, or that a charge or a journal can post to. */
  postingAccounts: (use: 'money' | 'income' | 'journal') =>
    queryOptions({
      queryKey: ['choices', 'posting-accounts', use],
      queryFn: ({ signal }) => call(listPostingAccounts, { use }, { signal }),
    }),
  /** What stands on a member's accounts, and what of it is free. */
  memberAccounts: (memberId: MemberId) =>
    queryOptions({
      queryKey: ['choices', 'member-accounts', memberId],
      queryFn: ({ signal }) => call(listMemberAccounts, { memberId }, { signal }),
    }),
  settings: () =>
    queryOptions({
      queryKey: ['choices', 'settings'],
      queryFn: ({ signal }) => call(getConfiguration, {}, { signal }),
    }),
}
