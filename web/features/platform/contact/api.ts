import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { listContactMessages, updateContactMessage } from '#contract/platform/contact.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type ContactMessage = Replied<typeof listContactMessages>

export const contactQueries = {
  all: ['contact'] as const,
  list: (query: Parsed<typeof listContactMessages>) =>
    queryOptions({
      queryKey: [...contactQueries.all, query],
      queryFn: ({ signal }) => call(listContactMessages, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

export function useUpdateContactMessage() {
  const queries = useQueryClient()
  return useAction(updateContactMessage, {
    onSuccess: () => queries.invalidateQueries({ queryKey: contactQueries.all }),
  })
}
