import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { proveBooks } from '#contract/books/books.ts'
import {
  closeYear,
  createAccount,
  getBooks,
  listAccounts,
  lockBooks,
  reopenBooks,
  reverseClosing,
  updateAccount,
} from '#contract/books/books-closing.ts'
import type { Endpoint, Replied } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import { call } from '#web/api/call.ts'
import { type Action, useAction } from '#web/api/use-action.ts'

export type ChartAccount = Replied<typeof listAccounts>[number]
export type BooksState = Replied<typeof getBooks>
type Year = BooksState['years'][number]
/** The last day of the newest closed year: up to it the books stay locked until its closing is reversed. */
export function closedYearEnd({ years }: BooksState): Day | undefined {
  return years.find(({ closing }) => closing !== null)?.to
}

/** What an officer is about to do to the books. */
export type ClosingAct =
  | { kind: 'lock' }
  | { kind: 'reopen' }
  | { kind: 'close'; year: Year }
  | { kind: 'reverse'; year: Year }

export const closingQueries = {
  accounts: () =>
    queryOptions({ queryKey: ['books', 'accounts'], queryFn: ({ signal }) => call(listAccounts, {}, { signal }) }),
  state: () => queryOptions({ queryKey: ['books', 'state'], queryFn: ({ signal }) => call(getBooks, {}, { signal }) }),
  proof: () =>
    queryOptions({
      queryKey: ['books', 'proof'],
      queryFn: ({ signal }) => call(proveBooks, {}, { signal }),
      gcTime: 0,
      staleTime: Infinity,
    }),
}

/** Reports, limits and forms follow the books: after a change all of them are asked again. */
function useBooksAction<E extends Endpoint>(endpoint: E): Action<E> {
  const queries = useQueryClient()
  return useAction(endpoint, { onSuccess: () => queries.invalidateQueries() })
}

export const useCreateAccount = () => useBooksAction(createAccount)
export const useUpdateAccount = () => useBooksAction(updateAccount)
export const useLockBooks = () => useBooksAction(lockBooks)
export const useReopenBooks = () => useBooksAction(reopenBooks)
export const useCloseYear = () => useBooksAction(closeYear)
export const useReverseClosing = () => useBooksAction(reverseClosing)
