import { keepPreviousData, queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import {
  adoptMinutes,
  cancelMeeting,
  getMeeting,
  listAttendance,
  listMeetings,
  planMeeting,
  recordAttendance,
  sendNotice,
  updateMeeting,
  writeMinutes,
} from '#contract/governance/governance.ts'
import type { MeetingId, MemberId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { type Page, call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { dateText, dayText, todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'

export type Meeting = Replied<typeof getMeeting>
export type MeetingSummary = Replied<typeof listMeetings>
export type Attendee = Replied<typeof listAttendance>

export const meetingQueries = {
  all: ['meetings'] as const,
  list: (query: Parsed<typeof listMeetings>) =>
    queryOptions({
      queryKey: [...meetingQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listMeetings, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...meetingQueries.all, 'one', id],
      queryFn: ({ signal }) => call(getMeeting, { id: id as MeetingId }, { signal }),
    }),
  attendance: (query: Parsed<typeof listAttendance>) =>
    queryOptions({
      queryKey: [...meetingQueries.all, 'attendance', query.id, query],
      queryFn: ({ signal }) => call(listAttendance, query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
}

/** What a meeting became is known at once; lists that show it are asked again. */
function useKeepMeeting() {
  const queries = useQueryClient()
  return async (meeting: Meeting) => {
    queries.setQueryData(meetingQueries.one(meeting.id).queryKey, meeting)
    await queries.invalidateQueries({ queryKey: meetingQueries.all })
  }
}

export function usePlanMeeting() {
  return useAction(planMeeting, { onSuccess: useKeepMeeting() })
}

export function useUpdateMeeting() {
  return useAction(updateMeeting, { onSuccess: useKeepMeeting() })
}

export function useSendNotice() {
  return useAction(sendNotice, { onSuccess: useKeepMeeting() })
}

export function useWriteMinutes() {
  return useAction(writeMinutes, { onSuccess: useKeepMeeting() })
}

export function useAdoptMinutes() {
  return useAction(adoptMinutes, { onSuccess: useKeepMeeting() })
}

export function useCancelMeeting() {
  return useAction(cancelMeeting, { onSuccess: useKeepMeeting() })
}

/** Marks one member present or not: seen at once, counted by the server, taken back where it refuses. */
export function useMarkAttendance(id: MeetingId) {
  const queries = useQueryClient()
  const waiting = useRef(0)
  return async (memberId: MemberId, present: boolean) => {
    changeRoll(queries, id, (page) => ({
      ...page,
      rows: page.rows.map((row) => (row.memberId === memberId ? { ...row, present } : row)),
      summary: { ...page.summary, present: page.summary.present + (present ? 1 : -1) },
    }))
    waiting.current += 1
    try {
      const { present: count, quorum } = await call(recordAttendance, {
        id,
        ...(present ? { arrived: [memberId] } : { left: [memberId] }),
      })
      // While other taps are on their way, the count on the screen is ahead of the server's.
      if (waiting.current === 1) changeRoll(queries, id, (page) => ({ ...page, summary: { present: count, quorum } }))
      await queries.invalidateQueries({ queryKey: meetingQueries.one(id).queryKey })
    } catch (error) {
      toast.error(sentence(error))
      await queries.invalidateQueries({ queryKey: [...meetingQueries.all, 'attendance', id] })
    } finally {
      waiting.current -= 1
    }
  }
}

type Roll = Page<typeof listAttendance>

function changeRoll(queries: QueryClient, id: MeetingId, change: (page: Roll) => Roll) {
  queries.setQueriesData<Roll>({ queryKey: [...meetingQueries.all, 'attendance', id] }, (page) => page && change(page))
}

/** Why nothing is recorded of this meeting now, or undefined when it is open. */
export function whyClosed({ status, date, adoptedAt }: Meeting): string | undefined {
  if (status === 'cancelled') return 'This meeting was cancelled.'
  if (date > todayInLagos()) return `The meeting is on ${dayText(date)}. Attendance and minutes open on that day.`
  return adoptedAt
    ? `Adopted on ${dateText(adoptedAt)}. Adopted minutes stay as they are; a correction goes into the minutes of the next meeting.`
    : undefined
}
