import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { getLoanPortfolio, postProvision } from '#contract/lending/loan-portfolio.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { loanQueries } from './api.ts'

export type Portfolio = Replied<typeof getLoanPortfolio>

export function portfolioQuery() {
  return queryOptions({
    queryKey: [...loanQueries.all, 'portfolio'],
    queryFn: ({ signal }) => call(getLoanPortfolio, {}, { signal }),
  })
}

/** It moves figures of the books on many pages. */
export function usePostProvision() {
  const queries = useQueryClient()
  return useAction(postProvision, { onSuccess: () => queries.invalidateQueries() })
}
