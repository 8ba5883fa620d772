import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { createAccountType, listAccountTypes, updateAccountType } from '#contract/society/account-types.ts'
import {
  createLoanConfiguration,
  getConfiguration,
  listConfigurationChanges,
  listLoanConfigurations,
  updateConfiguration,
  updateLoanConfiguration,
} from '#contract/society/configuration.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { setUpCooperative } from '#contract/society/set-up.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Settings = Replied<typeof getConfiguration>
export type SettingsChange = Parsed<typeof updateConfiguration>
export type SetUp = Parsed<typeof setUpCooperative>
export type SetUpDone = Replied<typeof setUpCooperative>
export type AccountType = Replied<typeof listAccountTypes>[number]
export type LoanConfiguration = Replied<typeof listLoanConfigurations>[number]
export type Change = Replied<typeof listConfigurationChanges>

export const configurationQueries = {
  all: ['configuration'] as const,
  settings: () =>
    queryOptions({
      queryKey: [...configurationQueries.all, 'settings'],
      queryFn: ({ signal }) => call(getConfiguration, {}, { signal }),
    }),
  accountTypes: () =>
    queryOptions({
      queryKey: [...configurationQueries.all, 'account-types'],
      queryFn: ({ signal }) => call(listAccountTypes, { retired: 'true' }, { signal }),
    }),
  loans: () =>
    queryOptions({
      queryKey: [...configurationQueries.all, 'loans'],
      queryFn: ({ signal }) => call(listLoanConfigurations, { retired: 'true' }, { signal }),
    }),
  changes: (query: Parsed<typeof listConfigurationChanges>) =>
    queryOptions({
      queryKey: [...configurationQueries.all, 'changes', query],
      queryFn: ({ signal }) => call(listConfigurationChanges, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Limits, pickers and the history follow the configuration: after a change all of them are asked again. */
function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function useUpdateSettings() {
  return useAction(updateConfiguration, { onSuccess: useRefreshAll() })
}

export function useCreateAccountType() {
  return useAction(createAccountType, { onSuccess: useRefreshAll() })
}

export function useUpdateAccountType() {
  return useAction(updateAccountType, { onSuccess: useRefreshAll() })
}

export function useCreateLoanConfiguration() {
  return useAction(createLoanConfiguration, { onSuccess: useRefreshAll() })
}

export function useUpdateLoanConfiguration() {
  return useAction(updateLoanConfiguration, { onSuccess: useRefreshAll() })
}

export function useSetUp() {
  return useAction(setUpCooperative, { onSuccess: useRefreshAll() })
}
