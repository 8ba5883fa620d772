import type { TenantActor } from '#core/actor.ts'
import type { ConsentLinkId, DocumentId, GuaranteePaperId, LoanId, MemberId } from '#core/ids.ts'
import { consentCodes } from '#features/loans/loans/rules/consent.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, update } from '#platform/db/write.ts'

type NewConsentLink = { loanId: LoanId; memberId: MemberId; tokenHash: Buffer; madeAt: Date; expiresAt: Date }

/** A new link ends the earlier one of the same guarantee. */
export async function insertConsentLink(
  tx: Tx,
  { loginId, name }: TenantActor,
  { loanId, memberId, tokenHash, madeAt, expiresAt }: NewConsentLink,
): Promise<void> {
  const ended = { endedAt: madeAt, outcome: 'replaced' as const, codeHash: null }
  await update(tx, 'app.consent_link', { loanId, memberId, endedAt: null }, ended)
  await insert(tx, 'app.consent_link', {
    ...{ linkId: newId<ConsentLinkId>(), loanId, memberId, tokenHash, madeAt, expiresAt },
    ...{ madeBy: loginId, madeByName: name },
  })
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

/** A newer paper takes the place of one that waits. */
export async function insertGuaranteePaper(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, documentId }: { loanId: LoanId; memberId: MemberId; documentId: DocumentId },
): Promise<void> {
  await update(tx, 'app.guarantee_paper', { loanId, memberId, status: 'waiting' }, { status: 'replaced' })
  await insert(tx, 'app.guarantee_paper', {
    ...{ paperId: newId<GuaranteePaperId>(), loanId, memberId, documentId },
    ...{ addedBy: actor.loginId, addedByName: actor.name },
  })
}
