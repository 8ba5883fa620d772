import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { getReminders, updateReminders } from '#contract/lending/reminders.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { configurationQueries } from './api.ts'

export type Reminders = Replied<typeof getReminders>

export function remindersQuery() {
  return queryOptions({
    queryKey: [...configurationQueries.all, 'reminders'],
    queryFn: ({ signal }) => call(getReminders, {}, { signal }),
  })
}

export function useUpdateReminders() {
  const queries = useQueryClient()
  return useAction(updateReminders, {
    onSuccess: () => queries.invalidateQueries({ queryKey: configurationQueries.all }),
  })
}
