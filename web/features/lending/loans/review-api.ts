import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { getLoanReview } from '#contract/lending/loan-review.ts'
import type { LoanId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { loanQueries } from './api.ts'

export type LoanReview = Replied<typeof getLoanReview>

export const reviewQuery = (loanId: LoanId) =>
  queryOptions({
    queryKey: [...loanQueries.all, 'review', loanId],
    queryFn: ({ signal }) => call(getLoanReview, { loanId }, { signal }),
  })
