import { queryOptions } from '@tanstack/react-query'
import { getSettlementQuote } from '#features/loans/loans/loan-money.ts'
import type { Day } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { sumKobo } from '#core/money.ts'
import { call } from '#ui/api/call.ts'

/** What settles all of these on a day together. */
export function settlementQuery(loanIds: readonly LoanId[], on: Day) {
  return queryOptions({
    queryKey: ['settlement', loanIds, on],
    queryFn: async ({ signal }) =>
      sumKobo(
        (await Promise.all(loanIds.map((loanId) => call(getSettlementQuote, { loanId, on }, { signal })))).map(
          ({ amount }) => amount,
        ),
      ),
    staleTime: 0,
  })
}
