import { fiscalYearOf } from '#features/accounting/books/rules/fiscal-year.ts'
import { findFiscalYearStart } from '#features/accounting/books/server/reads.ts'
import { addDays } from '#core/calendar.ts'
import type { FilingId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/governance/filings/contract.ts'
import { nextDue, usualFilings } from '#features/governance/filings/rules/filing.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { insert, remove, update } from '#platform/db/write.ts'
import { countPeople, findFiling, lockFiling } from './reads.ts'
import { insertUsualFilings, updateFilingRow } from './writes.ts'

const filingDoneInFuture = refusal(
  'filing_done_in_future',
  422,
  'Enter the day on which it was done, today or earlier.',
)

export const addFiling = action(contract.addFiling, async ({ tx, actor }, plan) => {
  const filingId = newId<FilingId>()
  await insert(tx, 'app.filing', { filingId, ...plan, createdBy: actor.loginId })
  return findFiling(tx, filingId)
})

/** Of the year of account that ended last; those on data protection by how many people the register has today. */
export const addUsualFilings = action(contract.addUsualFilings, async ({ tx, actor, today }) => {
  const start = await findFiscalYearStart(tx)
  const { from } = fiscalYearOf(today, start)
  const last = fiscalYearOf(addDays(from, -1), start)
  // What would have been due before today is due in the year after.
  const usual = usualFilings(last, await countPeople(tx)).map((each) => {
    const again = nextDue(each.dueOn, each.everyMonths)
    return each.dueOn < today && again ? { ...each, dueOn: again } : each
  })
  return { added: await insertUsualFilings(tx, actor, usual) }
})

/** Refuses: not_found, filing_done. */
export const updateFiling = action(contract.updateFiling, async ({ tx }, { id, ...plan }) => {
  await lockFiling(tx, id)
  await updateFilingRow(tx, id, plan)
  return findFiling(tx, id)
})

/** Refuses: not_found, filing_done. */
export const removeFiling = action(contract.removeFiling, async ({ tx }, { id }) => {
  await lockFiling(tx, id)
  await remove(tx, 'app.filing', { filingId: id })
  return null
})

/** Refuses: not_found, filing_done, filing_done_in_future. */
export const recordFiling = action(
  contract.recordFiling,
  async ({ tx, actor, today }, { id, on, reference = null }) => {
    const { kind, name, authority, dueOn, everyMonths, remindDays, note } = await lockFiling(tx, id)
    if (on > today) refuse(filingDoneInFuture({ field: 'on' }))
    await update(tx, 'app.filing', { filingId: id }, { doneOn: on, doneByName: actor.name, reference })
    const again = nextDue(dueOn, everyMonths)
    if (again)
      await insert(tx, 'app.filing', {
        ...{ filingId: newId<FilingId>(), kind, name, authority, dueOn: again, everyMonths, remindDays, note },
        createdBy: actor.loginId,
      })
    return findFiling(tx, id)
  },
)
