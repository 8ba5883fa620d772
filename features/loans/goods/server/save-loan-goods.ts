import type { TenantActor } from '#core/actor.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import type { GoodsLine } from '#features/loans/loans/rules/goods.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertLoanGoods } from './store.ts'

/** Saves what an application is for, at today’s prices, which never change. */
export async function saveLoanGoods(
  tx: Tx,
  actor: TenantActor,
  application: { loanId: LoanId; memberId: MemberId },
  goods: readonly GoodsLine[],
): Promise<void> {
  if (goods.length > 0) await insertLoanGoods(tx, actor, application, goods)
}
