import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { listMembers } from '#contract/members.ts'
import { call } from '#web/api/call.ts'
import { meetingQueries } from './api.ts'

export type Recipient = Replied<typeof listMembers>

/** Whom a notice may go to. */
export const noticeQueries = {
  recipients: (q: string) =>
    queryOptions({
      queryKey: [...meetingQueries.all, 'recipients', q],
      queryFn: ({ signal }) => call(listMembers, { q: q || undefined, limit: 8 }, { signal }),
      placeholderData: keepPreviousData,
    }),
  activeMembers: () =>
    queryOptions({
      queryKey: [...meetingQueries.all, 'active-members'],
      queryFn: async ({ signal }) => (await call(listMembers, { status: 'active', limit: 1 }, { signal })).meta.total,
      staleTime: 0,
    }),
}
