import type { previewDepositAccrual as contract } from '#features/loans/accruals/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { calculateDepositAccrual } from '#features/savings/fixed-deposits/server/reads.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { pageDepositLines } from './page-deposit-lines.ts'
import { findBasis } from './queries.ts'
import { refuseDay } from './preview-loan-accrual.ts'

/** What an accrual at a month end would find now of each fixed deposit. Refuses: accrual_day_wrong. */
export async function previewDepositAccrual(
  tx: Tx,
  _actor: TenantActor,
  { on, ...list }: Parsed<typeof contract> & { page: number; limit: number },
  context: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  await refuseDay(tx, on, dayIn(context.now))
  const { basis } = await findBasis(tx)
  const lines = basis === 'cash' ? [] : await calculateDepositAccrual(tx, on)
  return pageDepositLines(tx, lines, on, list, context)
}
