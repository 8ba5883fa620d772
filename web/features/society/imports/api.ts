import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { getImport, listImportRows, postImport, type updateImport } from '#contract/society/imports.ts'
import type { ImportId } from '#domain/ids.ts'
import { type Kobo, kobo } from '#domain/money.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'

export type Import = Replied<typeof getImport>
export type ImportRow = Replied<typeof listImportRows>
export type ImportChanges = Omit<Parsed<typeof updateImport>, 'importId'>

const pollMilliseconds = 400

export const importQueries = {
  all: ['imports'] as const,
  /** Asked again and again while the rows are being posted. */
  one: (importId: ImportId) =>
    queryOptions({
      queryKey: [...importQueries.all, 'one', importId],
      queryFn: ({ signal }) => call(getImport, { importId }, { signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'posting' ? pollMilliseconds : false),
    }),
  rows: (query: Parsed<typeof listImportRows>) =>
    queryOptions({
      queryKey: [...importQueries.all, 'rows', query],
      queryFn: ({ signal }) => call(listImportRows, query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
}

/** The money that was counted, which the file's total must meet. It is in the address, so a reload keeps it. */
export function useCounted(): { counted: Kobo | undefined; setCounted: (amount: Kobo | undefined) => void } {
  const { filter, set } = useListSearch()
  const text = filter('counted')
  return {
    counted: /^\d{1,18}$/.test(text) ? kobo(text) : undefined,
    setCounted: (amount) =>
      set({ counted: amount === undefined || amount < 0n ? undefined : String(amount), page: filter('page') }),
  }
}

export function usePostImport() {
  const queries = useQueryClient()
  return useAction(postImport, {
    onSuccess: (found) => queries.setQueryData(importQueries.one(found.id).queryKey, found),
  })
}
