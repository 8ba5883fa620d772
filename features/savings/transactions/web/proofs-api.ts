import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listProofs } from '#features/savings/proofs/contract.ts'
import { addBill, addProof, downloadProof } from '#features/savings/proofs/contract.ts'
import type { TransactionId } from '#core/ids.ts'
import { sentence } from '#ui/api/api-error.ts'
import { download } from '#ui/api/download.ts'
import { lighter } from '#ui/api/lighter.ts'
import { keyOf } from '#ui/api/query.ts'
import { upload } from '#ui/api/upload.ts'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Proof = Replied<typeof listProofs>['proofs'][number]

export async function sendProof(
  transactionId: TransactionId,
  file: File,
  onProgress?: (part: number) => void,
): Promise<void> {
  await upload(addProof, await lighter(file), onProgress, { transactionId })
}

export async function sendBill(
  transactionId: TransactionId,
  file: File,
  onProgress?: (part: number) => void,
): Promise<void> {
  await upload(addBill, await lighter(file), onProgress, { transactionId })
}

/** What was chosen with a deposit, one after the other; the deposit itself is reported already, so a refusal is told beside it. */
export async function sendProofs(transactionId: TransactionId, files: readonly File[]): Promise<void> {
  await sendEach(files, (file) => sendProof(transactionId, file), 'deposit')
}

/** The same for the bills of an expense or other income. */
export async function sendBills(transactionId: TransactionId, files: readonly File[]): Promise<void> {
  await sendEach(files, (file) => sendBill(transactionId, file), 'transaction')
}

async function sendEach(files: readonly File[], send: (file: File) => Promise<void>, what: string): Promise<void> {
  for (const file of files) {
    await send(file).catch((error: unknown) =>
      toast.error(fill(strings.wasNotAddedOpenThe, { name: file.name, error: sentence(error), what })),
    )
  }
}

export async function saveProof(transactionId: TransactionId, { id, fileName }: Proof): Promise<void> {
  await saveDownload(downloadProof, { transactionId, proofId: id }, fileName)
}

/** The address under which this page can show a picture; it is read with the session's token, so it is no address of the server. */
export function useProofUrl(transactionId: TransactionId, proofId: Proof['id']): string | undefined {
  const { data } = useQuery({
    queryKey: keyOf(downloadProof, { transactionId, proofId }),
    queryFn: async () => (await download(downloadProof, { transactionId, proofId })).blob,
    staleTime: Infinity,
  })
  const url = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
