import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Parsed, Replied } from '#contract/endpoint.ts'
import {
  listLoanAccrualLines,
  listLoanAccruals,
  postLoanAccrual,
  previewLoanAccrual,
} from '#contract/lending/loan-accruals.ts'
import type { FileFormat } from '#domain/books/ledger/report.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type LoanAccrual = Replied<typeof listLoanAccruals>
export type LoanAccrualLine = Replied<typeof previewLoanAccrual>

const all = ['interest', 'accruals'] as const

export const accrualQueries = {
  list: (query: Parsed<typeof listLoanAccruals>) =>
    queryOptions({
      queryKey: [...all, 'list', query],
      queryFn: ({ signal }) => call(listLoanAccruals, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  preview: (query: Parsed<typeof previewLoanAccrual>) =>
    queryOptions({
      queryKey: [...all, 'preview', query],
      queryFn: ({ signal }) => call(previewLoanAccrual, query, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
}

export function usePostAccrual() {
  const queries = useQueryClient()
  return useAction(postLoanAccrual, { onSuccess: () => queries.invalidateQueries() })
}

async function save<E extends Endpoint>(endpoint: E, input: Parsed<E>, format: FileFormat): Promise<void> {
  const { blob, fileName } = await download(endpoint, Object.assign({}, input, { format }))
  saveFile(blob, fileName ?? `interest-on-loans.${format}`)
}

export const saveAccrualPreview = (input: Parsed<typeof previewLoanAccrual>, format: FileFormat) =>
  save(previewLoanAccrual, input, format)
export const saveAccrual = (input: Parsed<typeof listLoanAccrualLines>, format: FileFormat) =>
  save(listLoanAccrualLines, input, format)
