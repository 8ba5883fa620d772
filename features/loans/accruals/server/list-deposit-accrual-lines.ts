import type { listDepositAccrualLines as contract } from '#features/loans/accruals/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findDepositAccrualLines } from '#features/savings/fixed-deposits/server/reads.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { pageDepositLines } from './page-deposit-lines.ts'
import { findAccrual } from './queries.ts'

/** What one accrual found of each fixed deposit. */
export async function listDepositAccrualLines(
  tx: Tx,
  _actor: TenantActor,
  { accrualId, ...list }: Parsed<typeof contract> & { page: number; limit: number },
  context: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const { on } = await findAccrual(tx, accrualId)
  return pageDepositLines(tx, await findDepositAccrualLines(tx, accrualId), on, list, context)
}
