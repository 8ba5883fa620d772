import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { getPlatformHealth } from '#features/platform-admin/overview/health.ts'
import { query } from '#ui/api/query.ts'

export type Health = Replied<typeof getPlatformHealth>

const everyMilliseconds = 15_000

export const healthQuery = () =>
  queryOptions({ ...query(getPlatformHealth, {}), refetchInterval: everyMilliseconds, staleTime: 0 })
