import type { TenantActor } from '#core/actor.ts'
import type { ConsentLinkId, DocumentId, GuaranteePaperId, LoanId, MemberId } from '#core/ids.ts'
import { consentCodes } from '#features/loans/loans/rules/consent.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type NewConsentLink = { loanId: LoanId; memberId: MemberId; tokenHash: Buffer; madeAt: Date; expiresAt: Date }

/** A new link ends the earlier one of the same guarantee. */
export async function insertConsentLink(
  tx: Tx,
  { cooperativeId, loginId, name }: TenantActor,
  { loanId, memberId, tokenHash, madeAt, expiresAt }: NewConsentLink,
): Promise<void> {
  await tx.run(sql`
    update app.consent_link set ended_at = ${madeAt}, outcome = 'replaced', code_hash = null where loan_id = ${loanId} and member_id = ${memberId} and ended_at is null`)
  await tx.run(sql`
    insert into app.consent_link (cooperative_id, link_id, loan_id, member_id, token_hash, made_by, made_by_name, made_at, expires_at)
    values (${cooperativeId}, ${newId<ConsentLinkId>()}, ${loanId}, ${memberId}, ${tokenHash}, ${loginId}, ${name}, ${madeAt}, ${expiresAt})`)
}

export async function saveCode(tx: Tx, linkId: ConsentLinkId, codeHash: Buffer, sentAt: Date): Promise<void> {
  await tx.run(sql`
    update app.consent_link set code_hash = ${codeHash}, code_sent_at = ${sentAt}, codes_sent = codes_sent + 1, tries_left = ${consentCodes.tries} where link_id = ${linkId}`)
}

export async function countWrongCode(tx: Tx, linkId: ConsentLinkId): Promise<void> {
  await tx.run(
    sql`update app.consent_link set tries_left = tries_left - 1 where link_id = ${linkId} and tries_left > 0`,
  )
}

export async function markUsed(tx: Tx, linkId: ConsentLinkId, outcome: 'accepted' | 'declined'): Promise<void> {
  await tx.run(
    sql`update app.consent_link set ended_at = clock_timestamp(), outcome = ${outcome}, code_hash = null where link_id = ${linkId}`,
  )
}

/** A newer paper takes the place of one that waits. */
export async function insertGuaranteePaper(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, documentId }: { loanId: LoanId; memberId: MemberId; documentId: DocumentId },
): Promise<void> {
  await tx.run(
    sql`update app.guarantee_paper set status = 'replaced' where loan_id = ${loanId} and member_id = ${memberId} and status = 'waiting'`,
  )
  await tx.run(sql`
    insert into app.guarantee_paper (cooperative_id, paper_id, loan_id, member_id, document_id, added_by, added_by_name)
    values (${actor.cooperativeId}, ${newId<GuaranteePaperId>()}, ${loanId}, ${memberId}, ${documentId}, ${actor.loginId}, ${actor.name})`)
}

export async function decidePaper(
  tx: Tx,
  actor: TenantActor,
  paperId: GuaranteePaperId,
  status: 'confirmed' | 'declined',
  reason: string | null,
): Promise<void> {
  await tx.run(sql`
    update app.guarantee_paper set status = ${status}, decided_by = ${actor.loginId}, decided_by_name = ${actor.name}, decided_at = clock_timestamp(), reason = ${reason} where paper_id = ${paperId}`)
}
