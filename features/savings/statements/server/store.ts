import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { MemberId, StatementLinkId, TransactionId } from '#core/ids.ts'
import type { StoredFigures } from '#features/savings/statements/rules/statement.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type NewLink = {
  id: StatementLinkId
  memberId: MemberId
  from: Day | null
  to: Day | null
  transactionId: TransactionId | null
  tokenHash: Buffer
  figures: StoredFigures
  madeAt: Date
  expiresAt: Date
}

export async function insertLink(tx: Tx, { cooperativeId, loginId, name }: TenantActor, link: NewLink): Promise<void> {
  await tx.run(sql`
    insert into app.statement_link (cooperative_id, link_id, member_id, transaction_id, from_on, to_on, token_hash, figures, made_by, made_by_name, made_at, expires_at)
    values (${cooperativeId}, ${link.id}, ${link.memberId}, ${link.transactionId}, ${link.from}, ${link.to}, ${link.tokenHash}, ${JSON.stringify(link.figures)}::jsonb, ${loginId}, ${name},
      ${link.madeAt}, ${link.expiresAt})`)
}

/** Whether there was one to withdraw. */
export async function markWithdrawn(tx: Tx, memberId: MemberId, id: StatementLinkId, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update app.statement_link set withdrawn_at = ${now} where member_id = ${memberId} and link_id = ${id} and withdrawn_at is null`,
    )) > 0
  )
}
