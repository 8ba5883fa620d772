import type { Replied } from '#contract/endpoint.ts'
import { getSchedule, type listScheduleLines, type listVariations } from '#features/payroll/schedules/contract.ts'
import type { ScheduleId, ReturnId } from '#domain/ids.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { getReturn } from '#features/payroll/returns/contract.ts'

export type Schedule = Replied<typeof getSchedule>

export type ScheduleLine = Replied<typeof listScheduleLines>

export type Variation = Replied<typeof listVariations>

const pollMilliseconds = 400

export const deductionQueries = {
  /** Asked again and again while its members are being credited; where that failed, the next try may be a minute away. */
  schedule: (scheduleId: ScheduleId) =>
    queryOptions({
      ...query(getSchedule, { scheduleId }),
      refetchInterval: ({ state }) => (state.data?.crediting?.failure === null ? pollMilliseconds : false),
    }),
  /** Asked again and again while it is being posted. */
  return: (returnId: ReturnId) =>
    queryOptions({
      ...query(getReturn, { returnId }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'posting' ? pollMilliseconds : false),
    }),
}
