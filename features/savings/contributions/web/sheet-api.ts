import { queryOptions } from '@tanstack/react-query'
import { listContributions } from '#features/savings/contributions/contract.ts'
import type { Period } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { foldForSearch } from '#core/searching.ts'
import { call } from '#ui/api/call.ts'
import { keyOf } from '#ui/api/query.ts'

/** A member on the sheet; `found` is what the search looks into. */
export type Payer = {
  memberId: MemberId
  name: string
  membershipno: string
  expected: Kobo
  paid: Kobo
  found: string
}

const pageSize = 100
/** A market association's members; a society with more posts by payroll or file. */
const pagesMax = 10

/** All members with what they are to pay this month, so that the sheet works once the network is gone. */
export function sheetQuery(period: Period) {
  return queryOptions({
    queryKey: [...keyOf(listContributions, { period }), 'sheet'],
    queryFn: async ({ signal }): Promise<Payer[]> => {
      const ask = (page: number) =>
        call(listContributions, { period, page, limit: pageSize, sort: 'membershipno' }, { signal })
      const first = await ask(1)
      const pages = Math.min(first.meta.totalPages, pagesMax)
      const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ask(index + 2)))
      return [first, ...rest].flatMap(({ rows }) =>
        rows.map(({ memberId, firstName, lastName, membershipno, expected, paid }) => {
          const name = `${firstName} ${lastName}`
          return { memberId, name, membershipno, expected, paid, found: foldForSearch(`${name} ${membershipno}`) }
        }),
      )
    },
  })
}
