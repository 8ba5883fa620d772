import { isSelf } from '#core/actor.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { dayIn, dayText, type Period, periodName } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { CooperativeId, EmployerId, ReturnId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { namesText } from '#core/names-text.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { isOfMonth } from '#core/spreadsheets/named-month.ts'
import { findEmployer } from '#features/payroll/employers/server/reads.ts'
import * as contract from '#features/payroll/returns/contract.ts'
import {
  saveReturnColumns as keepColumnsContract,
  readReturnHeadings as headingsContract,
} from '#features/payroll/returns/return-columns.ts'
import * as elementsContract from '#features/payroll/returns/elements.ts'
import { elementKey, purposeFinder } from '#features/payroll/returns/rules/element.ts'
import { type Confirmation, varianceKinds } from '#features/payroll/returns/rules/words.ts'
import { returnCrediting } from '#features/payroll/returns/rules/refusals.ts'
import { allocate } from '#features/payroll/returns/rules/allocation.ts'
import { choicesOf } from '#features/payroll/returns/rules/variance.ts'
import { deductionLinesMax } from '#features/payroll/schedules/contract.ts'
import { findSchedule, findSettings } from '#features/payroll/schedules/server/reads.ts'
import { action, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { addCrediting, addFileJob } from '#platform/db/jobs.ts'
import type { Tx } from '#platform/db/tx.ts'
import { json, remove, update, upsert } from '#platform/db/write.ts'
import { saveColumns } from '#features/society/remembered-columns/server/save-columns.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { makeReversal, reverseTransaction } from '#features/savings/transactions/server/actions.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import {
  findElements,
  findLinesToDecide,
  findLiveReturns,
  findOpenReturns,
  findPaidBefore,
  findReturn,
  findRows,
  countUndecided,
  findVoucherTransaction,
  type KeptRow,
  type LineToDecide,
  listAboveSchedule,
  type PaidBefore,
  replyOf,
  type Return,
} from './reads.ts'
import { findFacts, type MatchedReturn, matchReturn, purposeOfFile, rowsOfReturn, shapeReturn } from './match-return.ts'
import {
  type ConfirmedRow,
  confirmRows,
  type DecidedLine,
  holdSavings,
  insertReturn,
  insertReturnLines,
  insertRows,
  markPaidReturns,
  tryHoldReturn,
  updateReturnLines,
  updateRows,
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
const rowsOpen = refusal(
  'return_rows_open',
  409,
  'The amount in {rows} could not be read. Enter the amount, or leave the row out.',
)
const partsOpen = refusal(
  'return_rows_open',
  409,
  'The total in {rows} is not the sum of its parts. Enter the amount, or leave the row out.',
)
const elementsOpen = refusal(
  'return_elements_open',
  409,
  'Say what “{element}” is, and what else is not known in {rows}: savings, shares, a loan, a levy, or not yours.',
)
const correctedAndLeftOut = refusal(
  'row_corrected_and_left_out',
  422,
  'Row {row} is left out and has an amount. Send one of the two.',
)
const fallenOpen = refusal(
  'return_lines_fell',
  409,
  'Decide about {lines} marked “Fell since”: this file has less for {them} than an earlier one.',
)
const elementMissing = refusal(
  'return_elements_open',
  409,
  'Some rows name no element. Say what “No element” is, and what else is not known in {rows}: savings, shares, a loan, a levy, or not yours.',
)
const paidOtherwise = refusal(
  'return_paid_otherwise',
  409,
  'What these members have paid for the month has changed. Look at the figures and choose again.',
)
const paidOpen = refusal(
  'return_paid_before',
  409,
  '{members} of this return {have} paid {paid} for {month} already{files}. Choose whether to post all of it or to hold what they have paid, then post the return.',
)
const rowReadable = refusal('row_readable', 409, 'Row {row} was read as it is. Decide about its line instead.')
const returnBusy = refusal('return_busy', 409, 'A return for this schedule is being posted. Wait until it is done.')

/** What is said where another file of the month was taken back since this one was compared. */
const basisChanged =
  'An earlier file of this month was taken back meanwhile, so this one was compared again. Look at its lines, then post it.'

/** A workbook of 60,000 rows on a busy machine. */
const readingSecondsMax = 14
const readTable = tableReader(deductionLinesMax, readingSecondsMax)

/**
 * Compares the file with the schedule, line by line.
 * Refuses: schedule_not_sent, return_file_posted, return_busy, return_columns_missing, return_amounts_unread.
 */
export const uploadReturn = uploadAction(
  contract.uploadReturn,
  readTable,
  async (ask, { scheduleId, purpose: asked, file }) => {
    const { tx, actor, today: occurredOn } = ask
    const { fileName, sha256: fileHash, table } = file
    const { sentBy, employerId, layout, period } = await findSchedule(tx, scheduleId, { locked: true })
    if (sentBy === null) refuse(scheduleNotSent())
    refuseRepeated(await findLiveReturns(tx, scheduleId), fileHash)

    const shaped = await shapeReturn(tx, { employerId, layout }, { table, fileName, today: occurredOn })
    const { rows, rowsLeftOut, leftOut, sumsApart } = rowsOfReturn(shaped)
    const { columnsUnread, named } = shaped
    const facts = await findFacts(tx, { scheduleId, employerId }, rows)
    const purpose = asked ?? purposeOfFile(facts, rows)

    // From here on it must succeed.
    const id = newId<ReturnId>()
    await saveColumns(tx, actor.cooperativeId, { kind: 'return', employerId }, shaped.columns, shaped.mapping)
    const kept = {
      id,
      scheduleId,
      employerId,
      fileName,
      fileHash,
      occurredOn,
      rowsLeftOut,
      leftOut,
      purpose,
      fileTotals: shaped.totals,
      fileSays: {
        columnsUnread,
        otherMonth: named && !isOfMonth(named, period) ? { text: named.text, period: named.period } : null,
        sumsApart,
      },
    }
    await insertReturn(tx, { ...kept, by: actor.name })
    await insertRows(tx, actor.cooperativeId, id, rows)
    await writeLines(tx, actor.cooperativeId, await findReturn(tx, id), matchReturn(facts, rows, purpose))
    return replyOf(tx, await findReturn(tx, id))
  },
)

/** Writes the lines that the rows of a return come to, in place of those that are there. */
async function writeLines(
  tx: Tx,
  cooperativeId: CooperativeId,
  found: Return,
  { lines, setAside }: MatchedReturn,
): Promise<void> {
  const returnId = found.id
  await remove(tx, 'app.deduction_return_line', { returnId })
  await insertReturnLines(tx, cooperativeId, found, lines)
  const leftOut = [...found.leftOut.filter(({ why }) => why !== 'officer' && why !== 'other'), ...setAside.leftOut]
  const live = await findLiveReturns(tx, found.scheduleId)
  const changed = {
    afterReturnId: live.at(-1)?.id ?? null,
    leftOut: json(leftOut.toSorted((one, other) => one.row - other.row)),
    setAsideAmount: setAside.amount,
    paidBeforeAcceptedAmount: null,
  }
  await update(tx, 'app.deduction_return', { returnId }, { ...changed, rowsSetAside: setAside.rows })
}

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
export const readReturnHeadings = uploadAction(
  headingsContract,
  readTable,
  async ({ tx, today }, { scheduleId, file }) => {
    const schedule = await findSchedule(tx, scheduleId)
    const { columns, mapping, missing, isRemembered } = await shapeReturn(tx, schedule, { ...file, today })
    return { headings: columns, mapping, missing, remembered: isRemembered }
  },
)

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

/**
 * Decides about lines; where rows, elements or what the file is for change, its lines are compared again, and decisions about those that are
 * the same as before stay.
 * Refuses: return_busy, return_closed, decision_wrong, row_readable, return_paid_otherwise, a date that the books do not take, not_found for a line or row that is not there.
 */
export const updateReturn = action(contract.updateReturn, async ({ tx, today, actor }, input) => {
  const found = await findReturn(tx, input.returnId, { locked: true })
  refuseClosed(found)
  const { occurredOn = found.occurredOn, employerSays = found.employerSays, purpose = found.purpose } = input
  const reason = input.occurredOn && whyNotDate(await findOpenDays(tx), input.occurredOn, today)
  if (reason) throw reason
  const { decided, confirmed } = await decide(tx, found, input)
  const rows = await decideRows(tx, found, input.rows ?? [])

  // From here on it must succeed.
  await updateReturnLines(tx, found.id, decided)
  const changed = {
    occurredOn,
    employerSaysAmount: employerSays,
    meantFor: purpose,
    status: 'checked' as const,
    failure: null,
    ...(decided.length > 0 && { paidBeforeAcceptedAmount: null }),
  }
  await update(tx, 'app.deduction_return', { returnId: found.id }, changed)
  await updateRows(tx, found.id, rows)
  await confirmRows(tx, found.id, confirmed)
  for (const { element, purpose: meant } of input.elements ?? []) {
    const row = { employerId: found.employerId, element: elementKey(element), meantFor: meant }
    await upsert(tx, 'app.deduction_element', ['cooperativeId', 'employerId', 'element'], row)
  }
  if ((input.elements ?? []).length > 0) await compareOpen(tx, actor.cooperativeId, found.employerId)
  else if (purpose !== found.purpose || confirmed.length > 0 || rows.length > 0)
    await compareAgain(tx, actor.cooperativeId, await findReturn(tx, found.id))
  if (input.paidBefore) await settlePaidBefore(tx, found, input.paidBefore)
  return replyOf(tx, await findReturn(tx, found.id))
})

/** What becomes of savings whose members have paid for the month already; another decision about lines asks again. Refuses: return_paid_otherwise. */
async function settlePaidBefore(
  tx: Tx,
  found: Return,
  { decision, paid }: NonNullable<Parsed<typeof contract.updateReturn>['paidBefore']>,
): Promise<void> {
  const before = await findPaidBefore(tx, found)
  if (!before || before.paid !== paid) refuse(paidOtherwise({ field: 'paidBefore' }))
  if (decision === 'hold') await holdSavings(tx, found.id, before.lines)
  const left = decision === 'hold' ? await findPaidBefore(tx, found) : before
  await update(tx, 'app.deduction_return', { returnId: found.id }, { paidBeforeAcceptedAmount: left?.paid ?? null })
}

async function compareAgain(tx: Tx, cooperativeId: CooperativeId, found: Return): Promise<void> {
  const rows = await findRows(tx, found.id)
  const before = await findLinesToDecide(tx, found, { kinds: varianceKinds, numbers: [] })
  await writeLines(tx, cooperativeId, found, matchReturn(await findFacts(tx, found, rows), rows, found.purpose, before))
}

/** The same for all of an employer's returns that are open, where its elements have changed. */
async function compareOpen(tx: Tx, cooperativeId: CooperativeId, employerId: EmployerId): Promise<void> {
  for (const open of await findOpenReturns(tx, employerId)) await compareAgain(tx, cooperativeId, open)
}

/** Refuses: not_found. */
export const updateElement = action(
  elementsContract.updateElement,
  async ({ tx, actor }, { employerId, element, purpose }) => {
    await findEmployer(tx, employerId)
    const row = { employerId, element: elementKey(element) }
    if (purpose === null) await remove(tx, 'app.deduction_element', row)
    else
      await upsert(tx, 'app.deduction_element', ['cooperativeId', 'employerId', 'element'], {
        ...row,
        meantFor: purpose,
      })
    await compareOpen(tx, actor.cooperativeId, employerId)
    return null
  },
)

/** What was decided about rows that can't be read, or were counted. Refuses: row_readable, row_corrected_and_left_out, not_found. */
async function decideRows(
  tx: Tx,
  found: Return,
  asked: NonNullable<Parsed<typeof contract.updateReturn>['rows']>,
): Promise<Parameters<typeof updateRows>[2][number][]> {
  if (asked.length === 0) return []
  const known = new Map((await findRows(tx, found.id)).map((row) => [row.number, row]))
  return asked.map(({ row, amount, leaveOut = false }, index) => {
    const kept = known.get(row) ?? refuse('not_found', { field: `rows.${index}.row` })
    if (kept.problem === null && (amount !== undefined || leaveOut))
      refuse(rowReadable({ field: `rows.${index}.row`, row }))
    if (leaveOut && amount !== undefined) refuse(correctedAndLeftOut({ field: `rows.${index}.amount`, row }))
    if (leaveOut) return { row, choice: 'left_out', corrected: null }
    return amount === undefined
      ? { row, choice: null, corrected: null }
      : { row, choice: 'corrected', corrected: amount }
  })
}

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
): Promise<{ decided: DecidedLine[]; confirmed: ConfirmedRow[] }> {
  if (kinds.length === 0 && lines.length === 0) return { decided: [], confirmed: [] }
  const byNumber = new Map(lines.map(({ number, decision }) => [number, decision]))
  const byKind = new Map(kinds.map(({ kind, decision }) => [kind, decision]))
  const open = await findLinesToDecide(tx, found, { kinds: [...byKind.keys()], numbers: [...byNumber.keys()] })
  const known = new Set(open.map(({ number }) => number))
  const unknown = lines.findIndex(({ number }) => !known.has(number))
  if (unknown !== -1) refuse('not_found', { field: `lines.${unknown}.number` })
  const { allocationOrder } = await findSettings(tx)
  const decided: DecidedLine[] = []
  const confirmed: ConfirmedRow[] = []
  for (const line of open) {
    const { number, kind, fileRow, due, deducted } = line
    const decision = byNumber.get(number) ?? byKind.get(kind) ?? line.decision
    if (!decision || !choicesOf(line).includes(decision)) refuse(decisionWrong({ field: 'decision', number }))
    // Its money joins the person's other rows.
    const joins = decision === 'post' && fileRow !== null && confirmationOf(line)
    if (joins) confirmed.push({ row: fileRow, confirmed: joins })
    else decided.push({ number, decision, ...allocate(decision, deducted, due, allocationOrder, line) })
  }
  return { decided, confirmed }
}

/** What an officer confirms of the row of a line by posting it; undefined where the line is posted as it is. */
function confirmationOf({ kind, repeats, fileRow }: LineToDecide): Confirmation | undefined {
  if (kind === 'fell') return 'added'
  return kind === 'duplicate' ? (repeats === fileRow ? 'added' : 'counted') : undefined
}

/** Refuses a return of which something is still to be answered: return_rows_open, return_elements_open, return_lines_fell. */
async function refuseOpen(tx: Tx, { id, employerId }: Return): Promise<void> {
  const rows = await findRows(tx, id)
  const open = rows.filter(({ problem, choice }) => problem !== null && choice === null)
  const unread = open.filter(({ problem }) => problem !== 'parts')
  if (unread.length > 0) refuse(rowsOpen({ rows: rowsText(unread) }))
  if (open.length > 0) refuse(partsOpen({ rows: rowsText(open) }))
  const purpose = purposeFinder(await findElements(tx, employerId))
  const asked = rows.filter(({ element, choice }) => element !== null && choice !== 'left_out' && !purpose(element))
  const [one] = asked
  if (one?.element) refuse(elementsOpen({ element: one.element, rows: rowsText(asked) }))
  if (one) refuse(elementMissing({ rows: rowsText(asked) }))
  const fallen = await countUndecided(tx, id)
  if (fallen > 0)
    refuse(
      fallen === 1
        ? fallenOpen({ lines: 'the line', them: 'it' })
        : fallenOpen({ lines: `the ${fallen} lines`, them: 'them' }),
    )
}

function refusePaidBefore({ lines, paid, files }: PaidBefore, period: Period): never {
  const [have, members] = lines.length === 1 ? ['has', '1 member'] : ['have', `${lines.length} members`]
  const by = files.length > 0 ? ` by ${namesText(files, 'file')}` : ''
  return refuse(
    paidOpen({ field: 'paidBefore', members, have, paid: moneyText(paid), month: periodName(period), files: by }),
  )
}

const rowsNamed = 20

/** "row 4", "rows 4 and 7", "rows 4, 7 and 30 more". */
function rowsText(rows: readonly KeptRow[]): string {
  const numbers = rows.slice(0, rowsNamed).map(({ number }) => String(number))
  const more = rows.length - numbers.length
  const last = more > 0 ? `${more} more` : numbers.pop()
  return numbers.length > 0 ? `rows ${numbers.join(', ')} and ${last}` : `row ${last}`
}

/**
 * A second press finds it started.
 * Refuses: return_rows_open, return_elements_open, return_lines_fell, return_paid_before, own_deduction_above_schedule, return_busy, return_closed, return_file_posted, return_nothing_to_post, a date that the books do not take.
 */
export const postReturn = action(contract.postReturn, async ({ tx, actor, today, context }, { returnId }) => {
  const { scheduleId } = await findReturn(tx, returnId)
  const { period } = await findSchedule(tx, scheduleId, { locked: true })
  const found = await findReturn(tx, returnId, { locked: true })
  refuseClosed(found)
  const others = (await findLiveReturns(tx, scheduleId)).filter(({ id }) => id !== returnId)
  refuseRepeated(others, found.fileHash)
  const reason = whyNotDate(await findOpenDays(tx), found.occurredOn, today)
  if (reason) throw reason
  if (found.afterReturnId !== (others.at(-1)?.id ?? null)) {
    await compareAgain(tx, actor.cooperativeId, found)
    await update(tx, 'app.deduction_return', { returnId }, { status: 'failed', failure: basisChanged })
    return replyOf(tx, await findReturn(tx, returnId))
  }
  await refuseOpen(tx, found)
  const before = await findPaidBefore(tx, found)
  if (before && before.paid !== found.paidBeforeAccepted) refusePaidBefore(before, period)
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
