import { isSelf } from '#core/actor.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { ReturnId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { findEmployer } from '#features/payroll/employers/server/reads.ts'
import * as contract from '#features/payroll/returns/contract.ts'
import {
  saveReturnColumns as keepColumnsContract,
  readReturnHeadings as headingsContract,
} from '#features/payroll/returns/return-columns.ts'
import { returnCrediting } from '#features/payroll/returns/rules/refusals.ts'
import { allocate } from '#features/payroll/returns/rules/allocation.ts'
import { mayDecide } from '#features/payroll/returns/rules/variance.ts'
import { deductionLinesMax } from '#features/payroll/schedules/contract.ts'
import { findSchedule, findSettings } from '#features/payroll/schedules/server/reads.ts'
import { action, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { addCrediting, addFileJob } from '#platform/db/jobs.ts'
import type { Tx } from '#platform/db/tx.ts'
import { remove, update } from '#platform/db/write.ts'
import { saveColumns } from '#features/society/remembered-columns/server/save-columns.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { makeReversal, reverseTransaction } from '#features/savings/transactions/server/actions.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import {
  findLinesToDecide,
  findLiveReturns,
  findReturn,
  findVoucherTransaction,
  listAboveSchedule,
  replyOf,
  type Return,
} from './reads.ts'
import { matchReturn, rowsOfReturn, shapeReturn } from './match-return.ts'
import {
  type DecidedLine,
  insertReturn,
  insertReturnLines,
  markPaidReturns,
  tryHoldReturn,
  updateReturnLines,
} from './writes.ts'

const scheduleNotSent = refusal('schedule_not_sent', 409, 'Mark this schedule as sent before its return is read.')
const fileAccepted = refusal(
  'return_file_posted',
  409,
  'This file was posted on {on} by {by}. Nothing was posted again.',
)
const filePosted = refusal(
  'return_file_posted',
  409,
  'This file was posted on {on} by {by} as voucher No. {number}. Nothing was posted again.',
)
const returnClosed = refusal(
  'return_closed',
  409,
  'This return is {status}, so its lines can no longer be decided about.',
)
const decisionWrong = refusal('decision_wrong', 422, 'Line {number} does not take that decision.')
const nothingToPost = refusal(
  'return_nothing_to_post',
  409,
  'Every line of this return is refused or missing, so there is nothing to post.',
)
const ownAboveSchedule = refusal(
  'own_deduction_above_schedule',
  409,
  'Your own line is above what was scheduled. Hold it, or ask another officer to post this return.',
)
const returnNotPosted = refusal(
  'return_not_posted',
  409,
  'This return is not in the books, so there is nothing to reverse.',
)
const returnBusy = refusal('return_busy', 409, 'A return for this schedule is being posted. Wait until it is done.')

/** A workbook of 60,000 rows on a busy machine. */
const readingSecondsMax = 14
const readTable = tableReader(deductionLinesMax, readingSecondsMax)

/**
 * Compares the file with the schedule, line by line.
 * Refuses: schedule_not_sent, return_file_posted, return_busy, return_columns_missing, return_rows_unreadable.
 */
export const uploadReturn = uploadAction(contract.uploadReturn, readTable, async (ask, { scheduleId, file }) => {
  const { tx, actor, today: occurredOn } = ask
  const { fileName, sha256: fileHash, table } = file
  const { sentBy, employerId, layout } = await findSchedule(tx, scheduleId, { locked: true })
  if (sentBy === null) refuse(scheduleNotSent())
  refuseRepeated(await findLiveReturns(tx, scheduleId), fileHash)

  const shaped = await shapeReturn(tx, { employerId, layout }, table)
  const { columns, mapping, rowsLeftOut, leftOut } = shaped
  const lines = await matchReturn(tx, scheduleId, rowsOfReturn(shaped))

  // From here on it must succeed.
  const id = newId<ReturnId>()
  await saveColumns(tx, actor.cooperativeId, { kind: 'return', employerId }, columns, mapping)
  const found = { id, scheduleId, employerId, fileName, fileHash, occurredOn, rowsLeftOut, leftOut, by: actor.name }
  await insertReturn(tx, found)
  await insertReturnLines(tx, actor.cooperativeId, found, lines)
  return replyOf(tx, await findReturn(tx, id))
})

/** The same bytes are not taken as true twice; another file may bring those whom the first left out. */
export function refuseRepeated(live: readonly Return[], fileHash: Buffer): void {
  if (live.some(({ status }) => status === 'posting')) refuse(returnBusy())
  const same = live.find((each) => each.fileHash.equals(fileHash))
  if (!same) return
  const on = same.acceptedAt ? dayText(dayIn(same.acceptedAt)) : ''
  const posted = { field: 'file', on, by: same.acceptedBy ?? '' }
  refuse(same.entryNumber === null ? fileAccepted(posted) : filePosted({ ...posted, number: same.entryNumber }))
}

/** Refuses: not_found. */
export const readReturnHeadings = uploadAction(headingsContract, readTable, async ({ tx }, { scheduleId, file }) => {
  const schedule = await findSchedule(tx, scheduleId)
  const { columns, mapping, missing, isRemembered } = await shapeReturn(tx, schedule, file.table)
  return { headings: columns, mapping, missing, remembered: isRemembered }
})

/** Refuses: not_found, import_mapping_wrong. */
export const saveReturnColumns = action(
  keepColumnsContract,
  async ({ tx, actor }, { employerId, headings, mapping }) => {
    await findEmployer(tx, employerId)
    const named = mapping.filter((field) => field !== null)
    if (mapping.length !== headings.length || new Set(named).size !== named.length)
      refuse('import_mapping_wrong', { field: 'mapping' })
    await saveColumns(tx, actor.cooperativeId, { kind: 'return', employerId }, headings, mapping)
    return null
  },
)

/** Refuses: return_busy, return_closed, decision_wrong, a date that the books do not take, not_found for a line that is not there. */
export const updateReturn = action(contract.updateReturn, async ({ tx, today }, input) => {
  const found = await findReturn(tx, input.returnId, { locked: true })
  refuseClosed(found)
  const { occurredOn = found.occurredOn, employerSays = found.employerSays } = input
  const reason = input.occurredOn && whyNotDate(await findOpenDays(tx), input.occurredOn, today)
  if (reason) throw reason
  const decided = await decide(tx, found, input)

  // From here on it must succeed.
  await updateReturnLines(tx, found.id, decided)
  const changed = { occurredOn, employerSaysAmount: employerSays, status: 'checked' as const, failure: null }
  await update(tx, 'app.deduction_return', { returnId: found.id }, changed)
  return replyOf(tx, await findReturn(tx, found.id))
})

/** Refuses a return about which nothing can be decided any more. */
function refuseClosed({ status }: Return): void {
  if (status === 'posting') refuse(returnBusy())
  if (status === 'deducted' || status === 'crediting' || status === 'posted')
    refuse(returnClosed({ status: 'taken as true already' }))
  if (status === 'reversed' || status === 'discarded') refuse(returnClosed({ status }))
}

/** What is said of one line goes before what is said of all of its kind. */
async function decide(
  tx: Tx,
  found: Return,
  { kinds = [], lines = [] }: Parsed<typeof contract.updateReturn>,
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
    const { number, kind } = line
    const decision = byNumber.get(number) ?? byKind.get(kind) ?? line.decision
    if (!mayDecide(kind, decision)) refuse(decisionWrong({ field: 'decision', number }))
    return { number, decision, ...allocate(decision, line.deducted, line, allocationOrder) }
  })
}

/**
 * A second press finds it started.
 * Refuses: own_deduction_above_schedule, return_busy, return_closed, return_file_posted, return_nothing_to_post, a date that the books do not take.
 */
export const postReturn = action(contract.postReturn, async ({ tx, actor, today, context }, { returnId }) => {
  const { scheduleId } = await findReturn(tx, returnId)
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findReturn(tx, returnId, { locked: true })
  refuseClosed(found)
  const others = (await findLiveReturns(tx, scheduleId)).filter(({ id }) => id !== returnId)
  refuseRepeated(others, found.fileHash)
  const reason = whyNotDate(await findOpenDays(tx), found.occurredOn, today)
  if (reason) throw reason
  const { totals } = await replyOf(tx, found)
  if (totals.posted + totals.unallocated === 0n) refuse(nothingToPost())
  if ((await listAboveSchedule(tx, returnId)).some((memberId) => isSelf(actor, memberId))) refuse(ownAboveSchedule())

  // From here on the start must succeed.
  await update(tx, 'app.deduction_return', { returnId }, { status: 'posting', progress: 0, failure: null })
  await addFileJob(tx, actor, { kind: 'return', subject: returnId }, context)
  return replyOf(tx, { ...found, status: 'posting', progress: 0, failure: null })
})

/**
 * Undoes its voucher by the usual reversal, or, where the members are not credited yet, the claim that it was deducted. What is left
 * of its schedule may be paid over with that, and is then credited.
 * Refuses: return_busy, return_crediting, return_not_posted, and what `reverseTransaction` refuses.
 */
export const reverseReturn = action(contract.reverseReturn, async (ask, { returnId, reason }) => {
  const { tx, actor, today, context } = ask
  const { scheduleId, status } = await findReturn(tx, returnId)
  await findSchedule(tx, scheduleId, { locked: true })
  if (!(await tryHoldReturn(tx, returnId))) refuse(status === 'crediting' ? returnCrediting() : returnBusy())
  const found = await findReturn(tx, returnId, { locked: true })
  if (found.status === 'deducted' || found.status === 'crediting') {
    // No voucher says yet that this was deducted.
    await remove(tx, 'app.deduction', { returnId })
    await update(tx, 'app.deduction_return', { returnId }, { status: 'reversed' })
  } else if (found.status === 'posted' && found.entryId) {
    const { requestId } = context
    const transaction = await findVoucherTransaction(tx, found.entryId)
    if (transaction) await reverseTransaction(ask, { transactionId: transaction.id, reason, voucher: true })
    else await makeReversal(tx, actor, { entryId: found.entryId, held: [], reason }, { on: today, requestId })
  } else refuse(returnNotPosted())
  await update(tx, 'app.deduction_return', { returnId }, { reversalReason: reason })
  if (await markPaidReturns(tx, scheduleId)) await addCrediting(tx, context.fileJobsWaiting)
  return replyOf(tx, await findReturn(tx, returnId))
})
