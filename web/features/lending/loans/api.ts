import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { getLoan, listLoans } from '#contract/lending/loans.ts'
import type { LoanId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'

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
