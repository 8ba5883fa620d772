import type { ScheduleId } from '#core/ids.ts'
import { useWork } from '#ui/api/use-work.ts'
import { upload } from '#ui/api/upload.ts'
import type { Return } from './api.ts'
import { uploadReturn } from '#features/payroll/returns/contract.ts'

export function useUploadReturn(
  scheduleId: ScheduleId,
  purpose: Return['purpose'] | undefined,
  onProgress: (part: number) => void,
) {
  return useWork((file: File) => upload(uploadReturn, file, onProgress, { scheduleId, purpose }))
}
