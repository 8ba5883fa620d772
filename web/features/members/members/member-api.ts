import { queryOptions } from '@tanstack/react-query'
import { getMember } from '#contract/members/member-details.ts'
import { call } from '#web/api/call.ts'
import { memberQueries } from './api.ts'

/** One member by id or by membership number. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...memberQueries.all, 'one', id],
    queryFn: ({ signal }) => call(getMember, { id }, { signal }),
  })
