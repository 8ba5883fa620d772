import type { TenantActor } from '#core/actor.ts'
import type { GoodId, LoanId, MemberId } from '#core/ids.ts'
import type { Good, GoodsLine } from '#features/loans/loans/rules/goods.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Changes a good; one that is retired keeps the moment at which it was. */
export async function updateGoodRow(
  tx: Tx,
  id: GoodId,
  { name, unit, price, retired }: Omit<Good, 'id'> & { retired: boolean },
): Promise<void> {
  await tx.run(sql`
    update app.good set name = ${name}, unit = ${unit}, price = ${price}, retired_at = case when ${retired} then coalesce(retired_at, now()) end where good_id = ${id}`)
}

/** Saves what an application is for, at today’s prices, which never change. */
export async function saveLoanGoods(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: { loanId: LoanId; memberId: MemberId },
  goods: readonly GoodsLine[],
): Promise<void> {
  if (goods.length === 0) return
  await tx.run(sql`
    insert into app.loan_good (cooperative_id, loan_id, member_id, line, good_id, name, unit, price, quantity)
    select ${actor.cooperativeId}, ${loanId}, ${memberId}, g.line, g.good_id, g.name, g.unit, g.price, g.quantity
    from unnest(${goods.map(({ goodId }) => goodId)}::uuid[], ${goods.map(({ name }) => name)}::text[], ${goods.map(({ unit }) => unit)}::text[],
      ${goods.map(({ price }) => price)}::bigint[], ${goods.map(({ quantity }) => quantity)}::int[]) with ordinality as g(good_id, name, unit, price, quantity, line)`)
}
