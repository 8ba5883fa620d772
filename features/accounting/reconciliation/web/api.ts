import { useWork } from '#web/api/use-work.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { getReconciliation, listBankLines, listOpenEntries } from '#features/accounting/reconciliation/contract.ts'
import { uploadStatement } from '#features/accounting/reconciliation/contract.ts'
import type { AccountId } from '#domain/ids.ts'
import { upload } from '#web/api/upload.ts'

export type Reconciliation = Replied<typeof getReconciliation>
export type BankLine = Replied<typeof listBankLines>
export type OpenEntry = Replied<typeof listOpenEntries>

export function useUpload(accountId: AccountId) {
  return useWork((file: File) => upload(uploadStatement, file, undefined, { accountId }))
}
