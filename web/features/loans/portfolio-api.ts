import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { getLoanPortfolio } from '#contract/loan-portfolio.ts'
import { call } from '#web/api/call.ts'
import { loanQueries } from './api.ts'

export type Portfolio = Replied<typeof getLoanPortfolio>

export function portfolioQuery() {
  return queryOptions({
    queryKey: [...loanQueries.all, 'portfolio'],
    queryFn: ({ signal }) => call(getLoanPortfolio, {}, { signal }),
  })
}
