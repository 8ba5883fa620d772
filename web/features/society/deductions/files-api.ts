import { useWork } from '#web/api/use-work.ts'
import { downloadSchedule, uploadEmployees, uploadReturn } from '#contract/society/deductions.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { EmployerId, ScheduleId } from '#domain/ids.ts'
import { upload } from '#web/api/upload.ts'
import { saveDownload } from '#web/ui/save-download.ts'

export function useUploadReturn(scheduleId: ScheduleId, onProgress: (part: number) => void) {
  return useWork((file: File) => upload(uploadReturn, file, onProgress, { scheduleId }))
}

export function useUploadEmployees(employerId: EmployerId) {
  return useWork((file: File) => upload(uploadEmployees, file, undefined, { employerId }))
}

export function useDownloadSchedule() {
  return useWork((input: Parsed<typeof downloadSchedule>) =>
    saveDownload(downloadSchedule, input, `deductions.${input.format}`),
  )
}
