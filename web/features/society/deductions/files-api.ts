import { useMutation } from '@tanstack/react-query'
import { downloadSchedule, uploadEmployees, uploadReturn } from '#contract/society/deductions.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { EmployerId, ScheduleId } from '#domain/ids.ts'
import { upload } from '#web/api/upload.ts'
import { saveDownload } from '#web/ui/save-download.ts'

export function useUploadReturn(scheduleId: ScheduleId, onProgress: (part: number) => void) {
  return useMutation({ mutationFn: (file: File) => upload(uploadReturn, file, onProgress, { scheduleId }) })
}

export function useUploadEmployees(employerId: EmployerId) {
  return useMutation({ mutationFn: (file: File) => upload(uploadEmployees, file, undefined, { employerId }) })
}

export function useDownloadSchedule() {
  return useMutation({
    mutationFn: (input: Parsed<typeof downloadSchedule>) =>
      saveDownload(downloadSchedule, input, `deductions.${input.format}`),
  })
}
