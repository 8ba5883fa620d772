import { queryOptions } from '@tanstack/react-query'
import { getMember } from '#contract/members/member-details.ts'
import { call } from '#web/api/call.ts'
import type { FoundMember } from '#web/api/choices.ts'
import { contributionQueries } from './api.ts'

export type Payer = FoundMember

/** The member for whom the form was opened; the list of a month does without them. */
export function payerQuery(id: string) {
  return queryOptions({
    queryKey: [...contributionQueries.all, 'payer', id],
    queryFn: ({ signal }) => call(getMember, { id }, { signal }),
  })
}
