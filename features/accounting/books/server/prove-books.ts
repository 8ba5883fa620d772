import type { proveBooks as contract } from '#features/accounting/books/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { grouped } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { proofChecks, proofOf, type ProofRow } from '#platform/ledger/proof.ts'
import { findLastEntry } from './queries.ts'

/** Proves the cooperative's books from their postings, one check after the other, so that each time is its own. */
export async function proveBooks(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const head = await findLastEntry(tx)
  const checks: Replied<typeof contract>['checks'] = []
  for (const check of proofChecks) {
    const { name, title, says, counts } = check
    const began = performance.now()
    const { rows, wrong } = await tx.one<ProofRow>(proofOf(check, actor.cooperativeId))
    const told = `${grouped(String(rows))} ${counts}. ${says}`
    checks.push({
      name,
      title,
      says: told,
      rows,
      holds: wrong === null,
      wrong,
      milliseconds: Math.round(performance.now() - began),
    })
  }
  return { at: now, holds: checks.every(({ holds }) => holds), ...head, checks }
}
