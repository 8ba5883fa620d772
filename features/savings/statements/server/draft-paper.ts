import { findLetterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import type { StatementPaper } from '#platform/files/statement-paper.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { writeStatement } from '#platform/files/table-file.ts'

/** A paper on the society's letterhead, as a file that is written when its transaction has ended. */
export async function draftPaper(
  tx: Tx,
  fileName: string,
  paper: Omit<StatementPaper, 'societyLines' | 'logo'>,
): Promise<FileDraft> {
  const { logo, registrationNumber, address } = await findLetterhead(tx)
  const societyLines = [
    ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
    ...(address ? [address] : []),
  ]
  return new FileDraft(async () => {
    const content = await writeStatement({ ...paper, societyLines, logo })
    return { fileName, mediaType: 'application/pdf', content }
  })
}
