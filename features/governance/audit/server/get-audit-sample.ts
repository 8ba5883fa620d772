import { auditSampleReport as contract } from '#features/governance/audit/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { sampleMethodNames, sampleMethods, usualSampleSize } from '#features/governance/audit/rules/sample.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import { findDays } from '#features/accounting/books/server/queries.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { drawEntries, findPopulation } from './queries.ts'

const sizes = [10, 25, 50, 100, 200].map((size) => ({ value: String(size), label: `${size} entries` }))
const methods = sampleMethods.map((value) => ({ value, label: sampleMethodNames[value] }))

/** Entries to test, which the same period, method, size and seed always draw. Refuses: days_wrong_way. */
export async function getAuditSample(
  tx: Tx,
  _actor: TenantActor,
  {
    from,
    to,
    asOf,
    method = 'random',
    size = String(usualSampleSize),
    seed: given,
    format,
    ...asked
  }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const days = await findDays(tx, { from, to, asOf }, now)
  const seed = given ?? days.to.slice(0, 4)
  const population = await findPopulation(tx, days)
  const drawn = await drawEntries(tx, days, { method, size: Number(size), seed, ...population })
  const rows = drawn.map((row) => ({ ...row, kind: row.kind && inWords(row.kind) }))
  return answerReport(tx, contract, pageOfRows(contract, rows, asked), {
    format,
    now,
    days,
    of: `${sampleMethodNames[method]}, seed ${seed}, from ${population.entries} entries`,
    choices: [
      { filter: 'method', options: methods },
      { filter: 'size', options: sizes },
    ],
    facts: { drawnFrom: { ...population, seed } },
  })
}

/** “Share purchase” */
function inWords(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`
}
