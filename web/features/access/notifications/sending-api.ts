import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { sendNotification } from '#contract/members/messages.ts'
import { listSentNotifications } from '#contract/access/notifications.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { notificationQueries } from './api.ts'

export type SentNotification = Replied<typeof listSentNotifications>

/** What an officer who writes to members asks for; the bell of every page does without it. */
export const sendingQueries = {
  sent: (query: Parsed<typeof listSentNotifications>) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'sent', query],
      queryFn: ({ signal }) => call(listSentNotifications, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

export function useSendNotification() {
  const queries = useQueryClient()
  return useAction(sendNotification, {
    onSuccess: () => queries.invalidateQueries({ queryKey: notificationQueries.all }),
  })
}
