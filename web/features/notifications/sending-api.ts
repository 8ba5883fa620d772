import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { listMembers } from '#contract/members.ts'
import { listSentNotifications, sendNotification } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { notificationQueries } from './api.ts'

export type SentNotification = Replied<typeof listSentNotifications>
export type Recipient = Replied<typeof listMembers>

/** What an officer who writes to members asks for; the bell of every page does without it. */
export const sendingQueries = {
  sent: (query: Parsed<typeof listSentNotifications>) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'sent', query],
      queryFn: ({ signal }) => call(listSentNotifications, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  recipients: (q: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'recipients', q],
      queryFn: ({ signal }) => call(listMembers, { q: q || undefined, limit: 8 }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** How many a message to all would reach. */
  activeMembers: () =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'active-members'],
      queryFn: async ({ signal }) => (await call(listMembers, { status: 'active', limit: 1 }, { signal })).meta.total,
      staleTime: 0,
    }),
}

export function useSendNotification() {
  const queries = useQueryClient()
  return useAction(sendNotification, { onSuccess: () => queries.invalidateQueries({ queryKey: notificationQueries.all }) })
}
