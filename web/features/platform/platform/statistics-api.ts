import { queryOptions } from '@tanstack/react-query'
import { getStatistics } from '#contract/platform/statistics.ts'
import { query } from '#web/api/query.ts'

export const statisticsQuery = () => queryOptions({ ...query(getStatistics, {}), select: ({ platform }) => platform })
