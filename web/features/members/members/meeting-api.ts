import { queryOptions } from '@tanstack/react-query'
import { listMeetings } from '#contract/governance/governance.ts'
import { call } from '#web/api/call.ts'

/** The one meeting that the member's dashboard names. */
export function nextMeetingQuery() {
  return queryOptions({
    queryKey: ['members', 'next-meeting'],
    queryFn: ({ signal }) => call(listMeetings, { when: 'upcoming', limit: 1 }, { signal }),
  })
}
