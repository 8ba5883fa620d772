import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  createEmployer,
  createSchedule,
  getDeductionSettings,
  getEmployer,
  getReturn,
  getSchedule,
  listEmployees,
  listEmployers,
  listRemittances,
  listReturnLines,
  listScheduleLines,
  listSchedules,
  listVariations,
  postReturn,
  rebuildSchedule,
  recordRemittance,
  reverseRemittance,
  reverseReturn,
  sendSchedule,
  updateDeductionSettings,
  updateEmployer,
  updateReturn,
} from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { EmployerId, ReturnId, ScheduleId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Employer = Replied<typeof listEmployers>
export type Employee = Replied<typeof listEmployees>
export type DeductionSettings = Replied<typeof getDeductionSettings>
export type Schedule = Replied<typeof getSchedule>
export type ScheduleLine = Replied<typeof listScheduleLines>
export type Variation = Replied<typeof listVariations>
export type Return = Replied<typeof getReturn>
export type ReturnLine = Replied<typeof listReturnLines>
export type Remittance = Replied<typeof listRemittances>

const pollMilliseconds = 400
const all = ['deductions'] as const

export const deductionQueries = {
  employers: (query: Parsed<typeof listEmployers>) =>
    queryOptions({
      queryKey: [...all, 'employers', query],
      queryFn: ({ signal }) => call(listEmployers, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  employer: (employerId: EmployerId) =>
    queryOptions({
      queryKey: [...all, 'employer', employerId],
      queryFn: ({ signal }) => call(getEmployer, { employerId }, { signal }),
    }),
  employees: (query: Parsed<typeof listEmployees>) =>
    queryOptions({
      queryKey: [...all, 'employees', query],
      queryFn: ({ signal }) => call(listEmployees, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  settings: () =>
    queryOptions({
      queryKey: [...all, 'settings'],
      queryFn: ({ signal }) => call(getDeductionSettings, {}, { signal }),
    }),
  schedules: (query: Parsed<typeof listSchedules>) =>
    queryOptions({
      queryKey: [...all, 'schedules', query],
      queryFn: ({ signal }) => call(listSchedules, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Asked again and again while its members are being credited; where that failed, the next try may be a minute away. */
  schedule: (scheduleId: ScheduleId) =>
    queryOptions({
      queryKey: [...all, 'schedule', scheduleId],
      queryFn: ({ signal }) => call(getSchedule, { scheduleId }, { signal }),
      refetchInterval: ({ state }) => (state.data?.crediting?.failure === null ? pollMilliseconds : false),
    }),
  lines: (query: Parsed<typeof listScheduleLines>) =>
    queryOptions({
      queryKey: [...all, 'lines', query],
      queryFn: ({ signal }) => call(listScheduleLines, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  variations: (query: Parsed<typeof listVariations>) =>
    queryOptions({
      queryKey: [...all, 'variations', query],
      queryFn: ({ signal }) => call(listVariations, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Asked again and again while it is being posted. */
  return: (returnId: ReturnId) =>
    queryOptions({
      queryKey: [...all, 'return', returnId],
      queryFn: ({ signal }) => call(getReturn, { returnId }, { signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'posting' ? pollMilliseconds : false),
    }),
  returnLines: (query: Parsed<typeof listReturnLines>) =>
    queryOptions({
      queryKey: [...all, 'return-lines', query],
      queryFn: ({ signal }) => call(listReturnLines, query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  remittances: (query: Parsed<typeof listRemittances>) =>
    queryOptions({
      queryKey: [...all, 'remittances', query],
      queryFn: ({ signal }) => call(listRemittances, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Money moves balances, months and books: after it every figure on the screen is asked again. */
export function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export const useCreateEmployer = () => useAction(createEmployer, { onSuccess: useRefreshAll() })
export const useUpdateEmployer = () => useAction(updateEmployer, { onSuccess: useRefreshAll() })
export const useUpdateSettings = () => useAction(updateDeductionSettings, { onSuccess: useRefreshAll() })
export const useCreateSchedule = () => useAction(createSchedule, { onSuccess: useRefreshAll() })
export const useRebuildSchedule = () => useAction(rebuildSchedule, { onSuccess: useRefreshAll() })
export const useSendSchedule = () => useAction(sendSchedule, { onSuccess: useRefreshAll() })
export const useUpdateReturn = () => useAction(updateReturn, { onSuccess: useRefreshAll() })
export const usePostReturn = () => useAction(postReturn, { onSuccess: useRefreshAll() })
export const useReverseReturn = () => useAction(reverseReturn, { onSuccess: useRefreshAll() })
export const useRecordRemittance = () => useAction(recordRemittance, { onSuccess: useRefreshAll() })
export const useReverseRemittance = () => useAction(reverseRemittance, { onSuccess: useRefreshAll() })
