import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { listAccountTypes } from '#contract/society/account-types.ts'
import {
  breakFixedDeposit,
  listFixedDeposits,
  openFixedDeposit,
  payMaturedDeposits,
} from '#contract/money/fixed-deposits.ts'
import { call } from '#web/api/call.ts'
import { type Action, useAction } from '#web/api/use-action.ts'

const all = ['fixed-deposits'] as const

export const depositQueries = {
  list: (query: Parsed<typeof listFixedDeposits>) =>
    queryOptions({
      queryKey: [...all, 'list', query],
      queryFn: ({ signal }) => call(listFixedDeposits, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** The fixed deposits that are offered, with their terms. */
  types: () =>
    queryOptions({
      queryKey: [...all, 'types'],
      queryFn: async ({ signal }) =>
        (await call(listAccountTypes, {}, { signal })).filter(({ kind }) => kind === 'fixed_deposit'),
    }),
}

/** Money moves balances, reports and limits: after it every figure on the screen is asked again. */
export function useMoneyAction<E extends Endpoint>(endpoint: E): Action<E> {
  const queries = useQueryClient()
  return useAction(endpoint, { onSuccess: () => queries.invalidateQueries() })
}

export const useOpenDeposit = () => useMoneyAction(openFixedDeposit)
export const useBreakDeposit = () => useMoneyAction(breakFixedDeposit)
export const usePayMatured = () => useMoneyAction(payMaturedDeposits)
