import { useMutation } from '@tanstack/react-query'
import { downloadSchedule, uploadEmployees, uploadReturn } from '#contract/society/deductions.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { EmployerId, ScheduleId } from '#domain/ids.ts'
import { download } from '#web/api/download.ts'
import { upload } from '#web/api/upload.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useRefreshAll } from './api.ts'

export function useUploadReturn(scheduleId: ScheduleId, onProgress: (part: number) => void) {
  return useMutation({
    mutationFn: (file: File) => upload(uploadReturn, file, onProgress, { scheduleId }),
    onSuccess: useRefreshAll(),
  })
}

export function useUploadEmployees(employerId: EmployerId) {
  return useMutation({
    mutationFn: (file: File) => upload(uploadEmployees, file, undefined, { employerId }),
    onSuccess: useRefreshAll(),
  })
}

export function useDownloadSchedule() {
  return useMutation({
    mutationFn: async (input: Parsed<typeof downloadSchedule>) => {
      const { blob, fileName } = await download(downloadSchedule, input)
      saveFile(blob, fileName ?? `deductions.${input.format}`)
    },
  })
}
