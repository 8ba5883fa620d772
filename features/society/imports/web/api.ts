import { queryOptions } from '@tanstack/react-query'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { listImportRows } from '#features/society/imports/contract.ts'
import { getImport, type updateImport } from '#features/society/imports/contract.ts'
import type { ImportId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { query } from '#ui/api/query.ts'

export type Import = Replied<typeof getImport>
export type ImportRow = Replied<typeof listImportRows>
export type ImportChanges = Omit<Parsed<typeof updateImport>, 'importId'>

const pollMilliseconds = 400

export const importQueries = {
  /** Asked again and again while the rows are being posted. */
  one: (importId: ImportId) =>
    queryOptions({
      ...query(getImport, { importId }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'posting' ? pollMilliseconds : false),
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
