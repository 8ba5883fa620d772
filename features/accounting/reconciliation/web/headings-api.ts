import { useWork } from '#ui/api/use-work.ts'
import { readStatementHeadings } from '#features/accounting/reconciliation/contract.ts'
import type { AccountId } from '#core/ids.ts'
import { upload } from '#ui/api/upload.ts'

export function useReadHeadings(accountId: AccountId) {
  return useWork((file: File) => upload(readStatementHeadings, file, undefined, { accountId }))
}
