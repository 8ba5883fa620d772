import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, GoodId, LoanDeliveryId, LoanId, MemberId } from '#core/ids.ts'
import type { Good, GoodsLine } from '#features/loans/loans/rules/goods.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function insertGood(tx: Tx, cooperativeId: CooperativeId, { id, name, unit, price }: Good): Promise<void> {
  await tx.run(
    sql`insert into app.good (cooperative_id, good_id, name, unit, price) values (${cooperativeId}, ${id}, ${name}, ${unit}, ${price})`,
  )
}

export async function updateGoodRow(
  tx: Tx,
  id: GoodId,
  { name, unit, price, retired }: Omit<Good, 'id'> & { retired: boolean },
): Promise<void> {
  await tx.run(sql`
    update app.good set name = ${name}, unit = ${unit}, price = ${price}, retired_at = case when ${retired} then coalesce(retired_at, now()) end where good_id = ${id}`)
}

export async function insertLoanGoods(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: { loanId: LoanId; memberId: MemberId },
  goods: readonly GoodsLine[],
): Promise<void> {
  await tx.run(sql`
    insert into app.loan_good (cooperative_id, loan_id, member_id, line, good_id, name, unit, price, quantity)
    select ${actor.cooperativeId}, ${loanId}, ${memberId}, g.line, g.good_id, g.name, g.unit, g.price, g.quantity
    from unnest(${goods.map(({ goodId }) => goodId)}::uuid[], ${goods.map(({ name }) => name)}::text[], ${goods.map(({ unit }) => unit)}::text[],
      ${goods.map(({ price }) => price)}::bigint[], ${goods.map(({ quantity }) => quantity)}::int[]) with ordinality as g(good_id, name, unit, price, quantity, line)`)
}

export type NewDelivery = { id: LoanDeliveryId; loanId: LoanId; memberId: MemberId; on: Day; receivedBy: string | null }

export async function insertDelivery(
  tx: Tx,
  actor: TenantActor,
  { id, loanId, memberId, on, receivedBy }: NewDelivery,
): Promise<void> {
  await tx.run(sql`
    insert into app.loan_delivery (cooperative_id, delivery_id, loan_id, member_id, delivered_on, received_by, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${id}, ${loanId}, ${memberId}, ${on}, ${receivedBy}, ${actor.loginId}, ${actor.name})`)
}

export async function markDeliveryUndone(tx: Tx, actor: TenantActor, loanId: LoanId, reason: string): Promise<void> {
  await tx.run(sql`
    update app.loan_delivery set undone_reason = ${reason}, undone_by = ${actor.loginId}, undone_by_name = ${actor.name}, undone_at = clock_timestamp()
    where loan_id = ${loanId} and undone_at is null`)
}
