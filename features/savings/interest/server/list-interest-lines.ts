import type { listInterestLines as contract } from '#features/savings/interest/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { sumKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { fileFormatOf } from '#core/file-format.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { draftInterest } from './draft-interest.ts'
import { pageLines } from './page-lines.ts'
import { findPaidLines, findRun } from './queries.ts'

/** What one run paid each account. */
export async function listInterestLines(
  tx: Tx,
  _actor: TenantActor,
  { runId, format: asked, ...list }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const run = await findRun(tx, { runId })
  const lines = await findPaidLines(tx, runId)
  const format = fileFormatOf(asked)
  if (format) return draftInterest(tx, lines, { format, name: run.name, from: run.from, to: run.to, now })
  const { name, annualRatePercent, method, leastBalance, from, to, members, total } = run
  const summary = {
    name,
    annualRatePercent,
    method,
    leastBalance,
    from,
    to,
    members,
    total,
    interest: sumKobo(lines.map(({ interest }) => interest)),
    difference: sumKobo(lines.map(({ difference }) => difference)),
  }
  return { ...pageLines(lines, 'amount', list), summary }
}
