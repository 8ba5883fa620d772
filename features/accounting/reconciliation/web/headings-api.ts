import { useWork } from '#web/api/use-work.ts'
import { readStatementHeadings } from '#features/accounting/reconciliation/contract.ts'
import type { AccountId } from '#domain/ids.ts'
import { upload } from '#web/api/upload.ts'

export function useReadHeadings(accountId: AccountId) {
  return useWork((file: File) => upload(readStatementHeadings, file, undefined, { accountId }))
}
