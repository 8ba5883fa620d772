import type { updateReturn as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { allocate } from '#domain/society/deductions/allocation.ts'
import { mayDecide } from '#domain/society/deductions/variance.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findOpenDays } from '#server/features/money/transactions/queries.ts'
import { findLinesToDecide, findReturn, findSettings, type LineToDecide, replyOf, type Return } from './queries.ts'
import { type DecidedLine, updateReturnLines, updateReturnRow } from './store.ts'
import type { Decision } from '#domain/society/deductions/words.ts'
import { whyNotDate } from '#domain/books/ledger/open-days.ts'

/**
 * Settles lines, date and what the employer says that it paid.
 * Refuses: return_busy, return_closed, decision_wrong, a date that the books do not take, not_found for a line that is not there.
 */
export async function updateReturn(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const found = await findReturn(tx, input.returnId, { locked: true })
  refuseClosed(found)
  const reason = input.occurredOn && whyNotDate(await findOpenDays(tx), input.occurredOn, dayIn(now))
  if (reason) throw reason
  const decided = await decide(tx, found, input)

  // From here on it must succeed.
  await updateReturnLines(tx, found.id, decided)
  await updateReturnRow(tx, found.id, {
    occurredOn: input.occurredOn ?? found.occurredOn,
    employerSays: input.employerSays === undefined ? found.employerSays : input.employerSays,
  })
  return replyOf(tx, await findReturn(tx, found.id))
}

/** Refuses a return about which nothing can be decided any more. */
export function refuseClosed(found: Return): void {
  if (found.status === 'posting') refuse('return_busy')
  if (found.status === 'deducted' || found.status === 'crediting' || found.status === 'posted')
    refuse('return_closed', { status: 'taken as true already' })
  if (found.status === 'reversed' || found.status === 'discarded') refuse('return_closed', { status: found.status })
}

/** What is said of one line goes before what is said of all of its kind. */
async function decide(
  tx: Tx,
  found: Return,
  { kinds = [], lines = [] }: Parsed<typeof contract>,
): Promise<DecidedLine[]> {
  if (kinds.length === 0 && lines.length === 0) return []
  const byNumber = new Map(lines.map(({ number, decision }) => [number, decision]))
  const byKind = new Map(kinds.map(({ kind, decision }) => [kind, decision]))
  const open = await findLinesToDecide(tx, found, { kinds: [...byKind.keys()], numbers: [...byNumber.keys()] })
  const known = new Set(open.map(({ number }) => number))
  const unknown = lines.findIndex(({ number }) => !known.has(number))
  if (unknown !== -1) refuse('not_found', { field: `lines.${unknown}.number` })
  const { allocationOrder } = await findSettings(tx)
  return open.map((line) => {
    const decision = byNumber.get(line.number) ?? byKind.get(line.kind) ?? line.decision
    refuseWrong(line, decision)
    return { number: line.number, decision, ...allocate(decision, line.deducted, line, allocationOrder) }
  })
}

function refuseWrong({ number, kind }: LineToDecide, decision: Decision): void {
  if (!mayDecide(kind, decision)) refuse('decision_wrong', { field: 'decision', number })
}
