import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import {
  confirmMatches,
  getReconciliation,
  listBankAccounts,
  listBankLines,
  listOpenEntries,
  matchLines,
  proposeMatches,
  undoMatch,
  uploadStatement,
} from '#contract/society/reconciliation.ts'
import type { AccountId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'
import { useAction } from '#web/api/use-action.ts'

export type Reconciliation = Replied<typeof getReconciliation>
export type BankLine = Replied<typeof listBankLines>
export type OpenEntry = Replied<typeof listOpenEntries>

const all = ['reconciliation'] as const

export const reconciliationQueries = {
  accounts: () =>
    queryOptions({ queryKey: [...all, 'accounts'], queryFn: ({ signal }) => call(listBankAccounts, {}, { signal }) }),
  account: (accountId: AccountId) =>
    queryOptions({
      queryKey: [...all, 'account', accountId],
      queryFn: ({ signal }) => call(getReconciliation, { accountId }, { signal }),
    }),
  lines: (query: Parsed<typeof listBankLines>) =>
    queryOptions({
      queryKey: [...all, 'lines', query],
      queryFn: ({ signal }) => call(listBankLines, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  entries: (query: Parsed<typeof listOpenEntries>) =>
    queryOptions({
      queryKey: [...all, 'entries', query],
      queryFn: ({ signal }) => call(listOpenEntries, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Another officer may have matched meanwhile, so a refusal asks again too. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: all })
  return { onSuccess: refresh, onError: refresh }
}

export const usePropose = () => useAction(proposeMatches, useRefreshed())
export const useMatch = () => useAction(matchLines, useRefreshed())
export const useConfirm = () => useAction(confirmMatches, useRefreshed())
export const useUndo = () => useAction(undoMatch, useRefreshed())
export function useUpload(accountId: AccountId) {
  return useMutation({
    mutationFn: (file: File) => upload(uploadStatement, file, undefined, { accountId }),
    ...useRefreshed(),
  })
}
