import { queryOptions } from '@tanstack/react-query'
import { getStatistics } from '#contract/platform/statistics.ts'
import { call } from '#web/api/call.ts'
import { platformQueries } from './api.ts'

export const statisticsQuery = () =>
  queryOptions({
    queryKey: [...platformQueries.all, 'statistics'],
    queryFn: async ({ signal }) => (await call(getStatistics, {}, { signal })).platform,
  })
