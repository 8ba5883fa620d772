import type { Parsed } from '#core/contract/endpoint.ts'
import type { recordFiling as contract } from '#features/governance/filings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { nextDue } from '#features/governance/filings/rules/filing.ts'
import type { FilingId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Filing, findFiling, lockFiling } from './queries.ts'
import { insertFiling, setDone } from './store.ts'

/** Refuses: not_found, filing_done, filing_done_in_future. */
export async function recordFiling(
  tx: Tx,
  actor: TenantActor,
  { id, on, reference }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Filing> {
  const { kind, name, authority, dueOn, everyMonths, remindDays, note } = await lockFiling(tx, id)
  if (on > dayIn(now)) refuse('filing_done_in_future', { field: 'on' })
  await setDone(tx, actor, id, { on, reference })
  const again = nextDue(dueOn, everyMonths)
  if (again)
    await insertFiling(tx, actor, newId<FilingId>(), {
      ...{ kind, name, authority, dueOn: again, everyMonths, remindDays, note },
    })
  return findFiling(tx, id)
}
