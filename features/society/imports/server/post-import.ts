import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { postImport as contract } from '#features/society/imports/contract.ts'
import { may, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { missingFields } from '#features/society/imports/rules/fields.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { addFileJob } from '#platform/db/jobs.ts'
import { changedRows, checkImport, isInDoubt, isPaidAsBefore, rowsOf } from './check-import.ts'
import { saveColumns } from '#features/society/remembered-columns/server/save-columns.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { whyRecordedBefore } from './why-recorded-before.ts'
import { findRows, type Import, lockImport, refuseOthersKind, summaryOf } from './queries.ts'
import { markPosting, updateImportRow, updateRows } from './store.ts'
import { refuseClosed } from './update-import.ts'

const monthMissing = refusal(
  'import_month_missing',
  409,
  'Choose the month of these contributions. The file names several months or a day.',
)

/**
 * Starts the posting of every row that is not skipped; a second press finds it started. The register may have changed
 * since the last check, so the file is checked once more, and what is found then stays to be seen.
 * Refuses: import_running, already_posted, import_not_ready, import_month_missing, import_has_problems, import_has_doubles, import_nothing_to_post, file_recorded_before, a date that the books do not take.
 */
export async function postImport(
  tx: Tx,
  actor: TenantActor,
  { importId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract> | Refusal> {
  const found = await lockImport(tx, importId)
  refuseOthersKind(actor, found)
  refuseClosed(found)
  if (missingFields(found.kind, found.mapping).length > 0) refuse('import_not_ready')
  if (found.kind === 'contributions' && found.period === null) refuse(monthMissing({ field: 'period' }))
  const reason = found.occurredOn && whyNotDate(await findOpenDays(tx), found.occurredOn, dayIn(context.now))
  if (reason) throw reason

  const stored = await findRows(tx, importId)
  const checked = await checkImport(tx, found, stored, context)
  const rows = rowsOf(checked)
  await updateRows(tx, importId, changedRows(stored, rows))
  const kept = rows.filter(({ skipped }) => !skipped)
  const wrong = kept.filter(({ problems }) => problems.length > 0).length
  const doubted = kept.filter(isInDoubt).length
  const records = isPaidAsBefore(stored, rows) ? found.records : null
  const settled: Import = { ...found, records, status: 'checked' }
  const summary = await summaryOf(tx, settled)
  const isNothing = kept.length === 0 || (found.kind === 'contributions' && summary.payments === 0)
  const isAsked = summary.paidBefore !== null && records === null
  if (wrong > 0 || doubted > 0 || isNothing || isAsked) {
    await updateImportRow(tx, importId, settled)
    // Returned, not thrown: what the check found is to be kept.
    if (wrong > 0) return new Refusal('import_has_problems', { rows: wrong })
    if (doubted > 0) return new Refusal('import_has_doubles', { rows: doubted })
    return isNothing ? new Refusal('import_nothing_to_post') : whyRecordedBefore(summary)
  }

  refuseUnknownEmployers(actor, found, summary)

  // From here on the start must succeed.
  await saveColumns(tx, actor.cooperativeId, { kind: found.kind, employerId: null }, found.columns, found.mapping)
  await markPosting(tx, importId)
  await addFileJob(tx, actor, { kind: 'import', subject: importId }, context)
  return summaryOf(tx, { ...found, status: 'posting', progress: 0, failure: null })
}

/** Each employer has an account in the books, so none is added unasked. Refuses: import_employers_unknown, employers_by_treasurer. */
function refuseUnknownEmployers(
  actor: TenantActor,
  { createsEmployers }: Import,
  { employersUnknown }: Replied<typeof contract>,
): void {
  if (employersUnknown.length === 0) return
  if (!createsEmployers)
    refuse('import_employers_unknown', {
      field: 'createsEmployers',
      count: employersUnknown.length,
      names: employersUnknown.slice(0, 5).join(', ') + (employersUnknown.length > 5 ? ' …' : ''),
    })
  if (!may(actor, 'deduction.manage')) refuse('employers_by_treasurer', { field: 'createsEmployers' })
}
