import { useWork } from '#ui/api/use-work.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getReconciliation, listBankLines, listOpenEntries } from '#features/accounting/reconciliation/contract.ts'
import { uploadStatement } from '#features/accounting/reconciliation/contract.ts'
import type { AccountId } from '#core/ids.ts'
import { upload } from '#ui/api/upload.ts'

export type Reconciliation = Replied<typeof getReconciliation>
export type BankLine = Replied<typeof listBankLines>
export type OpenEntry = Replied<typeof listOpenEntries>

export function useUpload(accountId: AccountId) {
  return useWork((file: File) => upload(uploadStatement, file, undefined, { accountId }))
}
