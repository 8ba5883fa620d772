import type { listLoanAccrualLines as contract } from '#features/loans/accruals/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { pageLines } from '#features/savings/interest/server/page-lines.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { draftAccrual } from './draft-accrual.ts'
import { findAccrual, findAccrualLines } from './queries.ts'

/** What one accrual found of each loan. */
export async function listLoanAccrualLines(
  tx: Tx,
  _actor: TenantActor,
  { accrualId, format: asked, ...list }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const { on, receivable, inAdvance, suspended } = await findAccrual(tx, accrualId)
  const lines = await findAccrualLines(tx, accrualId)
  const format = fileFormatOf(asked)
  if (format) return draftAccrual(tx, lines, { format, on, now })
  return {
    ...pageLines(lines, 'receivable', list),
    summary: { on, loans: lines.length, receivable, inAdvance, suspended },
  }
}
