import { useWork } from '#ui/api/use-work.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { getReconciliation, listBankLines, listOpenEntries } from '#features/accounting/reconciliation/contract.ts'
import { readStatement, uploadStatement } from '#features/accounting/reconciliation/contract.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { upload } from '#ui/api/upload.ts'

export type Reconciliation = Replied<typeof getReconciliation>
export type BankLine = Replied<typeof listBankLines>
export type OpenEntry = Replied<typeof listOpenEntries>
/** What a bank's file was read as. */
export type StatementRead = Replied<typeof readStatement>
/** What a person says of it, which page of its lines is shown and which rows are open for correction. */
export type Asked = Omit<Parsed<typeof readStatement>, 'accountId'>

type OfFile<Body> = { file: File } & Body

export function useReadStatement(accountId: AccountId) {
  return useWork(({ file, ...asked }: OfFile<Asked>) => upload(readStatement, file, undefined, { accountId, ...asked }))
}

export function useUpload(accountId: AccountId) {
  return useWork(({ file, ...body }: OfFile<Omit<Parsed<typeof uploadStatement>, 'accountId'>>) =>
    upload(uploadStatement, file, undefined, { accountId, ...body }),
  )
}

/** What of a line is to be recorded, without its sign. */
export function toRecord({ amount, recorded }: BankLine): Kobo {
  return kobo((amount < 0n ? -amount : amount) - recorded)
}

/** Says how many parts of a line were recorded, and goes on. */
export function partsRecorded(next: () => void) {
  return toastThen(
    ({ recorded, waiting }: { recorded: number; waiting: number }) =>
      waiting > 0
        ? `${plural(recorded, 'part', 'parts')} recorded. Waiting for another officer: ${waiting}`
        : `${plural(recorded, 'part', 'parts')} recorded and matched`,
    next,
  )
}
