import { useWork } from '#ui/api/use-work.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getOpeningBalances } from '#features/accounting/opening-balances/contract.ts'
import { downloadOpeningWorkbook, uploadOpeningWorkbook } from '#features/accounting/opening-balances/contract.ts'
import type { Day } from '#core/calendar.ts'
import { upload } from '#ui/api/upload.ts'
import { saveDownload } from '#ui/save-download.ts'

export type OpeningBalances = NonNullable<Replied<typeof getOpeningBalances>>

export function useDownloadWorkbook() {
  return useWork(() => saveDownload(downloadOpeningWorkbook, {}, 'ajose-opening-balances.xlsx'))
}

export function useUploadWorkbook() {
  return useWork(({ asOf, file }: { asOf: Day; file: File }) =>
    upload(uploadOpeningWorkbook, file, undefined, { asOf }),
  )
}
