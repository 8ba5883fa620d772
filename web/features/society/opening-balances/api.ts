import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import {
  downloadOpeningWorkbook,
  getOpeningBalances,
  signOpeningBalances,
  uploadOpeningWorkbook,
} from '#contract/society/opening-balances.ts'
import type { Day } from '#domain/calendar.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { upload } from '#web/api/upload.ts'
import { useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

export type OpeningBalances = NonNullable<Replied<typeof getOpeningBalances>>

const key = ['opening-balances'] as const

export const openingBalancesQuery = () =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => call(getOpeningBalances, {}, { signal }) })

export function useDownloadWorkbook() {
  return useMutation({
    mutationFn: async () => {
      const { blob, fileName } = await download(downloadOpeningWorkbook, {})
      saveFile(blob, fileName ?? 'ajose-opening-balances.xlsx')
    },
  })
}

export function useUploadWorkbook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ asOf, file }: { asOf: Day; file: File }) => upload(uploadOpeningWorkbook, file, undefined, { asOf }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** A signature may post, which moves every balance; a refusal was often another officer's doing. */
export function useSign() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return useAction(signOpeningBalances, { onSuccess: refresh, onError: refresh })
}
