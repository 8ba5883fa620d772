import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import {
  addLoanDocument,
  downloadLoanDocument,
  listLoanDocuments,
  removeLoanDocument,
} from '#contract/lending/loan-documents.ts'
import type { LoanId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { lighter } from '#web/api/lighter.ts'
import { upload } from '#web/api/upload.ts'
import { useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'

export type Paper = Replied<typeof listLoanDocuments>['documents'][number]

export function papersQuery(loanId: LoanId) {
  return queryOptions({
    queryKey: ['loans', 'papers', loanId],
    queryFn: ({ signal }) => call(listLoanDocuments, { loanId }, { signal }),
  })
}

export async function sendPaper(loanId: LoanId, file: File, onProgress?: (part: number) => void): Promise<void> {
  await upload(addLoanDocument, await lighter(file), onProgress, { loanId })
}

/** What was chosen with an application, one after the other; the application itself is sent already, so a refusal is told beside it. */
export async function sendPapers(queries: QueryClient, loanId: LoanId, papers: readonly File[]): Promise<void> {
  for (const paper of papers) {
    await sendPaper(loanId, paper).catch((error: unknown) =>
      toast.error(`${paper.name} was not added. ${sentence(error)}`),
    )
    await queries.invalidateQueries({ queryKey: papersQuery(loanId).queryKey })
  }
}

export async function savePaper(loanId: LoanId, { id, fileName }: Pick<Paper, 'id' | 'fileName'>): Promise<void> {
  const { blob } = await download(downloadLoanDocument, { loanId, documentId: id })
  saveFile(blob, fileName)
}

export function useRemovePaper(loanId: LoanId) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: papersQuery(loanId).queryKey })
  return useAction(removeLoanDocument, { onSuccess: refresh, onError: refresh })
}
