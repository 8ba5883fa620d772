import type { Replied } from '#core/contract/endpoint.ts'
import type { addUsualFilings as contract } from '#features/governance/filings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { fiscalYearOf } from '#features/accounting/books/rules/fiscal-year.ts'
import { addDays, dayIn } from '#core/calendar.ts'
import { nextDue, usualFilings } from '#features/governance/filings/rules/filing.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findFiscalYearStart } from '#features/accounting/books/server/queries.ts'
import { countPeople } from './queries.ts'
import { insertUsualFilings } from './store.ts'

/** Of the year of account that ended last; those on data protection by how many people the register holds today. */
export async function addUsualFilings(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const start = await findFiscalYearStart(tx)
  const { from } = fiscalYearOf(today, start)
  const last = fiscalYearOf(addDays(from, -1), start)
  // What would have been due before today is due in the year after.
  const usual = usualFilings(last, await countPeople(tx)).map((each) => {
    const again = nextDue(each.dueOn, each.everyMonths)
    return each.dueOn < today && again ? { ...each, dueOn: again } : each
  })
  return { added: await insertUsualFilings(tx, actor, usual) }
}
