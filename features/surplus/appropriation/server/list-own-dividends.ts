import type { listOwnDividends as contract } from '#features/surplus/appropriation/contract.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { subtract } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { countedDays } from '#features/surplus/appropriation/rules/dividend.ts'
import type { Tx } from '#server/db/tx.ts'
import { averageOf } from './calculate-dividend.ts'
import { findOwnLines } from './queries.ts'

/** What the member got of each posted dividend, with the balances that counted. */
export async function listOwnDividends(
  tx: Tx,
  { memberId }: TenantActor,
  list: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof contract>>> {
  const own = memberId ?? refuse('not_found')
  const { rows, total } = await findOwnLines(tx, own, list)
  return {
    rows: rows.map((row) => {
      const days = row.method === null ? [] : countedDays(row.method, row)
      const { runId, name, basis, accountType, method, heldMonths, excluding, paidOn, pool, gross, tax } = row
      const { post, paidTo, exclusion, exclusionReason, spent, keptBecause } = row
      return {
        ...{ runId, name, basis, accountType, method, heldMonths, excluding, paidOn, pool, gross, tax },
        ...{ post, paidTo, exclusion, exclusionReason, spent, keptBecause },
        yearEnd: row.to,
        taxPercent: row.taxBasisPoints / 100,
        net: subtract(gross, tax),
        sharePercent: exclusion ? 0 : Number((row.ownBasis * 100_000_000n) / row.basisTotal) / 1_000_000,
        counted: averageOf(row.ownBasis, row, row),
        balances: row.balances.map((balance, day) => ({ on: days[day] ?? row.to, balance })),
      }
    }),
    total,
  }
}
