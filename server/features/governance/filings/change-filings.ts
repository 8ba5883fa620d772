import type { Parsed, Replied } from '#contract/endpoint.ts'
import type {
  addFiling as addContract,
  addUsualFilings as usualContract,
  recordFiling as recordContract,
  removeFiling as removeContract,
  updateFiling as updateContract,
} from '#contract/governance/filings.ts'
import type { TenantActor } from '#domain/actor.ts'
import { fiscalYearOf } from '#domain/books/ledger/fiscal-year.ts'
import { addDays, dayIn } from '#domain/calendar.ts'
import { nextDue, usualFilings } from '#domain/governance/filings/filing.ts'
import type { FilingId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findFiscalYearStart } from '#server/features/books/books/queries.ts'
import { type Filing, findFiling, holdFiling } from './queries.ts'
import { deleteFiling, insertFiling, insertUsualFilings, setDone, updateFilingRow } from './store.ts'

export async function addFiling(tx: Tx, actor: TenantActor, plan: Parsed<typeof addContract>): Promise<Filing> {
  const id = newId<FilingId>()
  await insertFiling(tx, actor, id, plan)
  return findFiling(tx, id)
}

/** Of the year of account that ended last. */
export async function addUsualFilings(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  { now }: Context,
): Promise<Replied<typeof usualContract>> {
  const today = dayIn(now)
  const start = await findFiscalYearStart(tx)
  const { from } = fiscalYearOf(today, start)
  const last = fiscalYearOf(addDays(from, -1), start)
  // What would have been due before today is due in the year after.
  const usual = usualFilings(last).map((each) => {
    const again = nextDue(each.dueOn, each.everyMonths)
    return each.dueOn < today && again ? { ...each, dueOn: again } : each
  })
  return { added: await insertUsualFilings(tx, actor, usual) }
}

/** Refuses: not_found, filing_done. */
export async function updateFiling(
  tx: Tx,
  _actor: TenantActor,
  { id, ...plan }: Parsed<typeof updateContract>,
): Promise<Filing> {
  await holdFiling(tx, id)
  await updateFilingRow(tx, id, plan)
  return findFiling(tx, id)
}

/** Refuses: not_found, filing_done. */
export async function removeFiling(tx: Tx, _actor: TenantActor, { id }: Parsed<typeof removeContract>): Promise<null> {
  await holdFiling(tx, id)
  await deleteFiling(tx, id)
  return null
}

/** Refuses: not_found, filing_done, filing_done_in_future. */
export async function recordFiling(
  tx: Tx,
  actor: TenantActor,
  { id, on, reference }: Parsed<typeof recordContract>,
  { now }: Context,
): Promise<Filing> {
  const { kind, name, authority, dueOn, everyMonths, remindDays, note } = await holdFiling(tx, id)
  if (on > dayIn(now)) refuse('filing_done_in_future', { field: 'on' })
  await setDone(tx, actor, id, { on, reference })
  const again = nextDue(dueOn, everyMonths)
  if (again)
    await insertFiling(tx, actor, newId<FilingId>(), {
      ...{ kind, name, authority, dueOn: again, everyMonths, remindDays, note },
    })
  return findFiling(tx, id)
}
