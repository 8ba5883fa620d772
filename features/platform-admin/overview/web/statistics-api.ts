import { queryOptions } from '@tanstack/react-query'
import { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { query } from '#ui/api/query.ts'

export const statisticsQuery = () => queryOptions({ ...query(getStatistics, {}), select: ({ platform }) => platform })
