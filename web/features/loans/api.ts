import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { approveLoan, getLoan, listLoans, rejectLoan } from '#contract/loans.ts'
import type { LoanId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Loan = Replied<typeof listLoans>
export type LoanDetail = Replied<typeof getLoan>
export type LoanMovement = LoanDetail['movements'][number]

export const loanQueries = {
  all: ['loans'] as const,
  list: (query: Parsed<typeof listLoans>) =>
    queryOptions({
      queryKey: [...loanQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listLoans, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (loanId: LoanId) =>
    queryOptions({
      queryKey: [...loanQueries.all, 'one', loanId],
      queryFn: ({ signal }) => call(getLoan, { loanId }, { signal }),
    }),
}

function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

/** A refused decision was often another officer's: what he decided is asked for too. */
export function useApproveLoan() {
  const refresh = useRefreshAll()
  return useAction(approveLoan, { onSuccess: refresh, onError: refresh })
}

export function useRejectLoan() {
  const refresh = useRefreshAll()
  return useAction(rejectLoan, { onSuccess: refresh, onError: refresh })
}
