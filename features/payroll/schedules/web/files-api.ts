import { useWork } from '#ui/api/use-work.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { downloadSchedule } from '#features/payroll/schedules/contract.ts'
import { saveDownload } from '#ui/save-download.ts'

export function useDownloadSchedule() {
  return useWork((input: Parsed<typeof downloadSchedule>) =>
    saveDownload(downloadSchedule, input, `deductions.${input.format}`),
  )
}
