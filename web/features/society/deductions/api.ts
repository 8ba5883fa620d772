import { queryOptions } from '@tanstack/react-query'
import type {
  listEmployees,
  listEmployers,
  listRemittances,
  listReturnLines,
  listScheduleLines,
  listVariations,
} from '#contract/society/deductions.ts'
import { getReturn, getSchedule } from '#contract/society/deductions.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { ReturnId, ScheduleId } from '#domain/ids.ts'
import { query } from '#web/api/query.ts'

export type Employer = Replied<typeof listEmployers>
export type Employee = Replied<typeof listEmployees>
export type Schedule = Replied<typeof getSchedule>
export type ScheduleLine = Replied<typeof listScheduleLines>
export type Variation = Replied<typeof listVariations>
export type Return = Replied<typeof getReturn>
export type ReturnLine = Replied<typeof listReturnLines>
export type Remittance = Replied<typeof listRemittances>

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
