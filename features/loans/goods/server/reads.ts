import type * as z from 'zod/mini'
import type { GoodId, LoanId } from '#core/ids.ts'
import * as contract from '#features/loans/goods/contract.ts'
import type { Good } from '#features/loans/loans/rules/goods.ts'
import { shortListOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type StoredGood = z.output<typeof contract.good>

const columns = sql`good_id as id, name, unit, price, retired_at is not null as retired`

/** A member sees what is offered. */
export const listGoods = shortListOf(contract.listGoods, ['name', 'unit'], async ({ tx, actor }, { retired }) => {
  const where = retired === 'true' && actor.role !== 'member' ? sql`true` : sql`retired_at is null`
  return tx.many<StoredGood>(
    sql`select ${columns} from app.good where ${where} order by retired_at is not null, lower(name), good_id`,
  )
})

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

/** Whether the goods of this loan are with the borrower. */
export async function isDelivered(tx: Tx, loanId: LoanId): Promise<boolean> {
  const { delivered } = await tx.one<{ delivered: boolean }>(
    sql`select exists (select from app.loan_delivery where loan_id = ${loanId} and undone_at is null) as delivered`,
  )
  return delivered
}

/** Locks the list: of two officers who change it at once the second finds what the first left. */
export async function lockGoods(tx: Tx): Promise<void> {
  await tx.run(sql`select from app.configuration for update`)
}
