import type { EmployerId } from '#domain/ids.ts'
import { useWork } from '#web/api/use-work.ts'
import { upload } from '#web/api/upload.ts'
import { uploadEmployees } from '#features/payroll/employers/contract.ts'

export function useUploadEmployees(employerId: EmployerId) {
  return useWork((file: File) => upload(uploadEmployees, file, undefined, { employerId }))
}
