import type { Replied } from '#core/contract/endpoint.ts'
import type { DocumentId, MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/members/documents/contract.ts'
import { refuseUnknownMember } from '#features/members/members/server/reads.ts'
import { action } from '#platform/action.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Paper = Replied<typeof contract.addMemberDocument>
type PaperRow = Omit<Paper, 'removed'> & { removedBy: string | null; removedAt: Date | null }

async function findPapers(tx: Tx, where: Statement): Promise<Paper[]> {
  const rows = await tx.many<PaperRow>(sql`
    select document_id as id, file_name, media_type, bytes, added_by_name as "addedBy", added_at,
      removed_by_name as "removedBy", removed_at
    from app.member_document where ${where} order by added_at, document_id`)
  return rows.map(({ removedBy, removedAt, ...row }) => ({
    ...row,
    removed: removedBy !== null && removedAt ? { by: removedBy, at: removedAt } : null,
  }))
}

/** The member, locked: of two who add at once the second counts the first's paper. Refuses: not_found. */
export async function lockMemberOfPapers(tx: Tx, memberId: MemberId): Promise<{ papers: number }> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for no key update`)
  await refuseUnknownMember(tx, memberId)
  return tx.one(
    sql`select count(*)::int as papers from app.member_document where member_id = ${memberId} and removed_at is null`,
  )
}

/** Refuses: not_found. */
export async function findPaper(
  tx: Tx,
  { memberId, documentId }: { memberId: MemberId; documentId: DocumentId },
): Promise<Paper> {
  const [row] = await findPapers(tx, sql`member_id = ${memberId} and document_id = ${documentId}`)
  return row ?? refuse('not_found')
}

/** Refuses: not_found. */
export const listMemberDocuments = action(contract.listMemberDocuments, async ({ tx }, { memberId }) => {
  await refuseUnknownMember(tx, memberId)
  return findPapers(tx, sql`member_id = ${memberId}`)
})

/** Refuses: not_found, also where only its line is left. */
export const downloadMemberDocument = action(
  contract.downloadMemberDocument,
  async ({ tx }, { memberId, documentId }) => {
    const found = await tx.maybe<{ fileName: string; mediaType: string; content: Buffer }>(sql`
      select file_name, media_type, content from app.member_document
      where member_id = ${memberId} and document_id = ${documentId} and content is not null`)
    return found ?? refuse('not_found')
  },
)
