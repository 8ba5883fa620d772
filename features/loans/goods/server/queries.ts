import type { Parsed } from '#core/contract/endpoint.ts'
import type { good, listGoods as contract } from '#features/loans/goods/contract.ts'
import type { loanDelivery, loanGood } from '#features/loans/goods/loan-goods.ts'
import type { TenantActor } from '#core/actor.ts'
import type { GoodId, LoanId } from '#core/ids.ts'
import { costOf, type Good } from '#features/loans/loans/rules/goods.ts'
import { sql } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'
import type * as z from 'zod/mini'

export type StoredGood = z.output<typeof good>

const columns = sql`good_id as id, name, unit, price, retired_at is not null as retired`

/** A member sees what is offered. */
export async function listGoods(
  tx: Tx,
  actor: TenantActor,
  { retired }: Parsed<typeof contract>,
): Promise<StoredGood[]> {
  const where = retired === 'true' && actor.role !== 'member' ? sql`true` : sql`retired_at is null`
  return tx.many<StoredGood>(
    sql`select ${columns} from app.good where ${where} order by retired_at is not null, lower(name), good_id`,
  )
}

export async function findGoods(tx: Tx): Promise<StoredGood[]> {
  return tx.many<StoredGood>(sql`select ${columns} from app.good`)
}

/** Those of these that are offered. */
export async function findOfferedGoods(tx: Tx, ids: readonly GoodId[]): Promise<Good[]> {
  if (ids.length === 0) return []
  return tx.many<Good>(
    sql`select good_id as id, name, unit, price from app.good where good_id = any(${ids}::uuid[]) and retired_at is null`,
  )
}

type Goods = { goods: z.output<typeof loanGood>[]; deliveries: z.output<typeof loanDelivery>[] }
type DeliveryRow = Omit<Goods['deliveries'][number], 'undone'> &
  Joined<{ reason: string; undoneBy: string; undoneAt: Date }>

/** What a loan is for, where it is for goods, and when they were handed over, the oldest first. */
export async function findGoodsOf(tx: Tx, loanId: LoanId): Promise<Goods> {
  const [goods, deliveries] = await Promise.all([
    tx.many<Omit<Goods['goods'][number], 'amount'>>(
      sql`select good_id, name, unit, price, quantity from app.loan_good where loan_id = ${loanId} order by line`,
    ),
    tx.many<DeliveryRow>(sql`
      select delivery_id as id, delivered_on as on, received_by, recorded_by_name as by, created_at as at, undone_reason as reason, undone_by_name as "undoneBy", undone_at
      from app.loan_delivery where loan_id = ${loanId} order by created_at`),
  ])
  return {
    goods: goods.map((line) => ({ ...line, amount: costOf(line) })),
    deliveries: deliveries.map(({ reason, undoneBy, undoneAt, ...delivery }) => ({
      ...delivery,
      undone: reason === null ? null : { reason, by: undoneBy, at: undoneAt },
    })),
  }
}

/** Whether the goods of this loan are with the borrower. */
export async function isDelivered(tx: Tx, loanId: LoanId): Promise<boolean> {
  const { delivered } = await tx.one<{ delivered: boolean }>(
    sql`select exists (select from app.loan_delivery where loan_id = ${loanId} and undone_at is null) as delivered`,
  )
  return delivered
}

/** Locks the list: two officers who change it take turns, so that each line of the history tells what it found. */
export async function lockGoods(tx: Tx): Promise<void> {
  await tx.run(sql`select from app.configuration for update`)
}
