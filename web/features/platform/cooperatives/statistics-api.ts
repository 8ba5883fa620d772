import { queryOptions } from '@tanstack/react-query'
import { getStatistics } from '#contract/platform/statistics.ts'
import { call } from '#web/api/call.ts'
import { cooperativeQueries } from './api.ts'

export const statisticsQuery = () =>
  queryOptions({
    queryKey: [...cooperativeQueries.all, 'statistics'],
    queryFn: ({ signal }) => call(getStatistics, {}, { signal }),
  })
