import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Parsed, Replied } from '#contract/endpoint.ts'
import {
  listInterestLines,
  listInterestRuns,
  listInterestTypes,
  previewInterest,
  runInterest,
} from '#contract/money/interest.ts'
import { reverseTransaction } from '#contract/money/transaction-reversals.ts'
import type { FileFormat } from '#domain/books/ledger/report.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { type Action, useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type InterestType = Replied<typeof listInterestTypes>[number]
export type InterestLine = Replied<typeof previewInterest>
export type InterestRun = Replied<typeof listInterestRuns>

const all = ['interest'] as const

export const interestQueries = {
  types: () =>
    queryOptions({ queryKey: [...all, 'types'], queryFn: ({ signal }) => call(listInterestTypes, {}, { signal }) }),
  preview: (query: Parsed<typeof previewInterest>) =>
    queryOptions({
      queryKey: [...all, 'preview', query],
      queryFn: ({ signal }) => call(previewInterest, query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  runs: (query: Parsed<typeof listInterestRuns>) =>
    queryOptions({
      queryKey: [...all, 'runs', query],
      queryFn: ({ signal }) => call(listInterestRuns, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Money moves balances, reports and limits: after it every figure on the screen is asked again. */
function useMoneyAction<E extends Endpoint>(endpoint: E): Action<E> {
  const queries = useQueryClient()
  return useAction(endpoint, { onSuccess: () => queries.invalidateQueries() })
}

export const useRunInterest = () => useMoneyAction(runInterest)
export const useReverseInterest = () => useMoneyAction(reverseTransaction)

async function save<E extends Endpoint>(endpoint: E, input: Parsed<E>, format: FileFormat): Promise<void> {
  const { blob, fileName } = await download(endpoint, Object.assign({}, input, { format }))
  saveFile(blob, fileName ?? `interest.${format}`)
}

export const savePreview = (input: Parsed<typeof previewInterest>, format: FileFormat) =>
  save(previewInterest, input, format)
export const saveRun = (input: Parsed<typeof listInterestLines>, format: FileFormat) =>
  save(listInterestLines, input, format)
