import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { getMoneyDashboard } from '#contract/society/money-dashboard.ts'
import { call } from './call.ts'

export type MoneyDashboard = Replied<typeof getMoneyDashboard>

/** Shown on the dashboard and on the page of the society's money: asked for once, and again with each visit, for it says what waits. */
export function moneyDashboardQuery() {
  return queryOptions({
    queryKey: ['books', 'money-dashboard'],
    queryFn: ({ signal }) => call(getMoneyDashboard, {}, { signal }),
  })
}
