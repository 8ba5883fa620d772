import { useWork } from '#web/api/use-work.ts'
import type { Parsed } from '#contract/endpoint.ts'
import { downloadSchedule } from '#features/payroll/schedules/contract.ts'
import { saveDownload } from '#web/ui/save-download.ts'

export function useDownloadSchedule() {
  return useWork((input: Parsed<typeof downloadSchedule>) =>
    saveDownload(downloadSchedule, input, `deductions.${input.format}`),
  )
}
