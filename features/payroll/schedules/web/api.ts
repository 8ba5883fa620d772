import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import type { ScheduleId } from '#core/ids.ts'
import { getSchedule, type listScheduleLines, type listVariations } from '#features/payroll/schedules/contract.ts'
import { query } from '#ui/api/query.ts'

export type Schedule = Replied<typeof getSchedule>
export type ScheduleLine = Replied<typeof listScheduleLines>
export type Variation = Replied<typeof listVariations>

/** Asked again and again while its members are being credited; where that failed, the next try may be a minute away. */
export function scheduleQuery(scheduleId: ScheduleId) {
  return queryOptions({
    ...query(getSchedule, { scheduleId }),
    refetchInterval: ({ state }) => (state.data?.crediting?.failure === null ? 400 : false),
  })
}
