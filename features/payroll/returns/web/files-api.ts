import type { ScheduleId } from '#domain/ids.ts'
import { useWork } from '#web/api/use-work.ts'
import { upload } from '#web/api/upload.ts'
import { uploadReturn } from '#features/payroll/returns/contract.ts'

export function useUploadReturn(scheduleId: ScheduleId, onProgress: (part: number) => void) {
  return useWork((file: File) => upload(uploadReturn, file, onProgress, { scheduleId }))
}
