import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { listMeetingLoans } from '#contract/lending/loan-minutes.ts'
import { call } from '#web/api/call.ts'

export type DecidedLoan = Replied<typeof listMeetingLoans>

export function meetingLoansQuery(query: Parsed<typeof listMeetingLoans>) {
  return queryOptions({
    queryKey: ['loans', 'meeting', query],
    queryFn: ({ signal }) => call(listMeetingLoans, query, { signal }),
    placeholderData: keepPreviousData,
  })
}
