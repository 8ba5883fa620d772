import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  disburseLoan,
  getSettlementQuote,
  markLoanPaid,
  repayLoan,
  reverseLoanMovement,
} from '#contract/lending/loan-money.ts'
import type { Day } from '#domain/calendar.ts'
import type { LoanId } from '#domain/ids.ts'
import { sumKobo } from '#domain/money.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { loanQueries } from './api.ts'

/** What settles the loan on a day, today when none is given; asked each time, because it grows by the day. */
export function quoteQuery(loanId: LoanId, on?: Day) {
  return queryOptions({
    queryKey: [...loanQueries.all, 'quote', loanId, on],
    queryFn: ({ signal }) => call(getSettlementQuote, { loanId, ...(on && { on }) }, { signal }),
    staleTime: 0,
  })
}

/** What settles all of these on a day together. */
export function settlementQuery(loanIds: readonly LoanId[], on: Day) {
  return queryOptions({
    queryKey: [...loanQueries.all, 'settlement', loanIds, on],
    queryFn: async ({ signal }) =>
      sumKobo(
        (await Promise.all(loanIds.map((loanId) => call(getSettlementQuote, { loanId, on }, { signal })))).map(
          ({ amount }) => amount,
        ),
      ),
    staleTime: 0,
  })
}

/** Money of a loan moves figures on many pages. A refusal often means that somebody else was quicker. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useDisburse = () => useAction(disburseLoan, useRefreshed())
export const useRepay = () => useAction(repayLoan, useRefreshed())
export const useMarkPaid = () => useAction(markLoanPaid, useRefreshed())
export const useReverseMovement = () => useAction(reverseLoanMovement, useRefreshed())
