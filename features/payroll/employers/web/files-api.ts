import type { EmployerId } from '#core/ids.ts'
import { useWork } from '#ui/api/use-work.ts'
import { upload } from '#ui/api/upload.ts'
import { uploadEmployees } from '#features/payroll/employers/contract.ts'

export function useUploadEmployees(employerId: EmployerId) {
  return useWork((file: File) => upload(uploadEmployees, file, undefined, { employerId }))
}
