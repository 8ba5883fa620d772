import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findGuarantor } from '#contract/loans.ts'
import { listMembers } from '#contract/members.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { loanQueries } from './api.ts'

export type Person = { memberId: MemberId; name: string; membershipno: string }

/** Active members to choose a borrower or a guarantor from. */
export function peopleQuery(q: string) {
  return queryOptions({
    queryKey: [...loanQueries.all, 'people', q],
    queryFn: async ({ signal }): Promise<Person[]> => {
      const { rows } = await call(listMembers, { q: q || undefined, status: 'active', limit: 8 }, { signal })
      return rows.map(({ memberid, firstName, lastName, membershipno }) => ({ memberId: memberid, name: `${firstName} ${lastName}`, membershipno }))
    },
    placeholderData: keepPreviousData,
  })
}

/** The fellow member whose number or phone this is, for a member who may not search the register. */
export function lookUpGuarantor(named: string): Promise<Person | null> {
  return call(findGuarantor, { named })
}
