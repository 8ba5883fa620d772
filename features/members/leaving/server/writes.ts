import type { TenantActor } from '#core/actor.ts'
import type { AccountId, LeavingId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** A leaving that was called off, or whose settlement was undone. */
export async function markEnded(
  tx: Tx,
  actor: TenantActor,
  id: LeavingId,
  status: 'cancelled' | 'reversed',
  reason: string,
): Promise<void> {
  await tx.run(sql`
    update app.leaving set status = ${status}, ended_by_name = ${actor.name}, ended_at = clock_timestamp(), ended_reason = ${reason}
    where leaving_id = ${id} and status in ('open', 'waiting', 'settled')`)
}

/** The leaving is open again, and nothing of what was asked for stays. */
export async function markSentBack(tx: Tx, id: LeavingId): Promise<void> {
  await tx.run(sql`delete from app.leaving_payee where leaving_id = ${id}`)
  await tx.run(sql`
    update app.leaving set status = 'open', settlement_id = null, settled_on = null, held = null, set_off = null, fee = null, net = null, statement = null, approvals_needed = null,
      asked_by = null, asked_by_name = null, asked_at = null
    where leaving_id = ${id} and status = 'waiting'`)
}

export type NewPayee = {
  number: number
  name: string
  relationship: string | null
  phone: string | null
  shareBasisPoints: number
  amount: Kobo
  through: { id: AccountId; name: string } | null
}

export async function insertPayees(
  tx: Tx,
  actor: TenantActor,
  leaving: { id: LeavingId; memberId: MemberId },
  payees: readonly NewPayee[],
): Promise<void> {
  if (payees.length === 0) return
  await tx.run(sql`
    insert into app.leaving_payee (cooperative_id, leaving_id, member_id, number, name, relationship, phone, share_basis_points, amount, account_id, account_name)
    select ${actor.cooperativeId}, ${leaving.id}, ${leaving.memberId}, p.* from unnest(${payees.map(({ number }) => number)}::int[], ${payees.map(({ name }) => name)}::text[],
      ${payees.map(({ relationship }) => relationship)}::text[], ${payees.map(({ phone }) => phone)}::text[], ${payees.map(({ shareBasisPoints }) => shareBasisPoints)}::int[],
      ${payees.map(({ amount }) => amount)}::bigint[], ${payees.map(({ through }) => through?.id ?? null)}::uuid[], ${payees.map(({ through }) => through?.name ?? null)}::text[]) as p`)
}
