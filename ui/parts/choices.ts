import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listMembers, type memberRow } from '#features/members/members/contract.ts'
import { listAccountTypes } from '#features/society/configuration/account-types.ts'
import { query } from '#ui/api/query.ts'
import { wholeList } from '#ui/api/whole-list.ts'

export type FoundMember = z.output<typeof memberRow>

/** What forms of several features let an officer choose from. */
export const choiceQueries = {
  members: (q: string, onlyActive: boolean) =>
    queryOptions({
      ...query(listMembers, { q: q || undefined, ...(onlyActive && { status: 'active' }), limit: 8 }),
      select: ({ rows }) => rows,
    }),
  /** How many a message to all would reach. */
  activeMembers: () =>
    queryOptions({
      ...query(listMembers, { status: 'active', limit: 1 }),
      select: ({ meta }) => meta.total,
      staleTime: 0,
    }),
  accountTypes: () =>
    queryOptions({
      ...wholeList(listAccountTypes, {}),
      // A fixed deposit takes its money whole, on a page of its own.
      select: (types) => types.filter(({ kind }) => kind !== 'fixed_deposit'),
    }),
}
