import type { listMeetingLoans } from '#features/loans/minutes/contract.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listMeetings } from '#features/governance/meetings/contract.ts'
import type { getMeetingRules } from '#features/governance/meetings/meeting-rules.ts'
import type { listActions } from '#features/governance/actions/contract.ts'
import { getMeeting } from '#features/governance/meetings/contract.ts'
import { listAttendance, recordAttendance } from '#features/governance/meetings/attendance.ts'
import type { MeetingId, MemberId } from '#core/ids.ts'
import { keyOf } from '#ui/api/query.ts'
import { sentence } from '#ui/api/api-error.ts'
import { type Page, call } from '#ui/api/call.ts'
import { dateText, dayText, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Meeting = Replied<typeof getMeeting>
export type MeetingSummary = Replied<typeof listMeetings>
export type MeetingRules = Replied<typeof getMeetingRules>
export type Attendee = Replied<typeof listAttendance>

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
      await queries.invalidateQueries({ queryKey: keyOf(getMeeting, { id }) })
    } catch (error) {
      toast.error(sentence(error))
      await queries.invalidateQueries({ queryKey: keyOf(listAttendance, { id }) })
    } finally {
      waiting.current -= 1
    }
  }
}

type Roll = Page<typeof listAttendance>

function changeRoll(queries: QueryClient, id: MeetingId, change: (page: Roll) => Roll) {
  queries.setQueriesData<Roll>({ queryKey: keyOf(listAttendance, { id }) }, (page) => page && change(page))
}

/** Why nothing is recorded of this meeting now, or undefined when it is open. */
export function whyClosed({ status, date, adoptedAt }: Meeting): string | undefined {
  if (status === 'cancelled') return strings.thisMeetingWasCancelled
  if (date > todayInLagos()) return fill(strings.theMeetingIsOnAttendance, { date: dayText(date) })
  return adoptedAt ? fill(strings.adoptedOnAdoptedMinutesStay, { adoptedAt: dateText(adoptedAt) }) : undefined
}

/** Whether members record their own attendance now, by the code that the officers show. */
export function mayAttend({ kind, status, date, adoptedAt }: Meeting): boolean {
  return kind !== 'committee' && status !== 'cancelled' && date === todayInLagos() && !adoptedAt
}

export type DecidedLoan = Replied<typeof listMeetingLoans>

export type Action = Replied<typeof listActions>

/** How the state of an action reads, and why. */
export function endText({ status, endedOn, endedBy, endedByMember }: Action): string | undefined {
  if (status === 'open' || !endedOn) return undefined
  const verb = status === 'done' ? strings.done : strings.dropped
  return fill(strings.verbOnEndedOnEndedByMember, {
    verb,
    endedOn: dayText(endedOn),
    endedByMember: endedByMember ? fill(strings.asSaid, { endedBy }) : fill(strings.recordedBy, { endedBy }),
  })
}
