import { queryOptions } from '@tanstack/react-query'
import { getSettlementQuote } from '#features/loans/loans/loan-money.ts'
import type { Day } from '#domain/calendar.ts'
import type { LoanId } from '#domain/ids.ts'
import { sumKobo } from '#domain/money.ts'
import { call } from '#web/api/call.ts'

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
