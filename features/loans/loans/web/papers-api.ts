import type { Replied } from '#core/contract/endpoint.ts'
import type { listLoanDocuments } from '#features/loans/documents/contract.ts'
import { addLoanDocument, downloadLoanDocument } from '#features/loans/documents/contract.ts'
import type { LoanId } from '#core/ids.ts'
import { sentence } from '#ui/api/api-error.ts'
import { lighter } from '#ui/api/lighter.ts'
import { upload } from '#ui/api/upload.ts'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Paper = Replied<typeof listLoanDocuments>['documents'][number]

export async function sendPaper(loanId: LoanId, file: File, onProgress?: (part: number) => void): Promise<void> {
  await upload(addLoanDocument, await lighter(file), onProgress, { loanId })
}

/** What was chosen with an application, one after the other; the application itself is sent already, so a refusal is told beside it. */
export async function sendPapers(loanId: LoanId, papers: readonly File[]): Promise<void> {
  for (const paper of papers) {
    await sendPaper(loanId, paper).catch((error: unknown) =>
      toast.error(fill(strings.wasNotAdded, { name: paper.name, error: sentence(error) })),
    )
  }
}

export async function savePaper(loanId: LoanId, { id, fileName }: Pick<Paper, 'id' | 'fileName'>): Promise<void> {
  await saveDownload(downloadLoanDocument, { loanId, documentId: id }, fileName)
}
