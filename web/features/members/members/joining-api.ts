import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getJoinSettings, updateJoinSettings } from '#contract/members/join-settings.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { applicationQueries } from './applications-api.ts'

export const joinSettingsQuery = () =>
  queryOptions({
    queryKey: [...applicationQueries.all, 'join-page'],
    queryFn: ({ signal }) => call(getJoinSettings, {}, { signal }),
  })

export function useUpdateJoinSettings() {
  const queries = useQueryClient()
  return useAction(updateJoinSettings, {
    onSuccess: (settings) => queries.setQueryData(joinSettingsQuery().queryKey, settings),
  })
}
