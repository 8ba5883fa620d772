import { queryOptions } from '@tanstack/react-query'
import { listMeetings } from '#contract/governance/governance.ts'
import { call } from '#web/api/call.ts'

/** The latest meetings, the last first, among them those still to come. */
export function recentMeetingsQuery() {
  return queryOptions({
    queryKey: ['meetings', 'list', 'recent'],
    queryFn: ({ signal }) => call(listMeetings, { page: 1, limit: 25, sort: '-date' }, { signal }),
  })
}
