import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { updateImport as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, periodOf } from '#core/calendar.ts'
import { isMapping, missingFields } from '#features/society/imports/rules/fields.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMoneyAccount, findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { changedRows, checkImport, isInDoubt, isPaidAsBefore, rowsOf } from './check-import.ts'
import { findAccountTypes, findRows, type Import, lockImport, refuseOthersKind, summaryOf } from './queries.ts'
import { type StoredRow, updateImportRow, updateRows } from './store.ts'

type Input = Parsed<typeof contract>

/**
 * Settles columns, cells and rows, and checks the whole file again. Refuses: import_running, already_posted,
 * import_mapping_wrong, account_type_not_found, a date that the books do not take, not_found for a cell that is not there.
 */
export async function updateImport(
  tx: Tx,
  actor: TenantActor,
  input: Input,
  context: Context,
): Promise<Replied<typeof contract>> {
  const before = await lockImport(tx, input.importId)
  refuseOthersKind(actor, before)
  refuseClosed(before)
  const found = await settle(tx, before, input, context)
  const stored = await findRows(tx, found.id)
  const edited = editRows(stored, input, found)

  // From here on the change must succeed.
  let rows = rowsOf(await checkImport(tx, found, edited, context))
  if (input.skipProblems || input.allDoubles || input.allSharePhones) {
    const settled = rows.map((row) => settleRow(row, input))
    rows = rowsOf(await checkImport(tx, found, settled, context))
  }
  await updateRows(tx, found.id, changedRows(stored, rows))
  const isSameMonth = found.period === before.period && found.accountTypeId === before.accountTypeId
  const records = input.records ?? (isSameMonth && isPaidAsBefore(stored, rows) ? found.records : null)
  await updateImportRow(tx, found.id, { ...found, records })
  if (found.partDays !== before.partDays) recordPartDays(tx, actor, found, context)
  return summaryOf(tx, { ...found, records })
}

/** Members get dates by it that no list has, so the trail says by whose choice. */
function recordPartDays(tx: Tx, actor: TenantActor, { id, partDays }: Import, { requestId }: Context): void {
  const { loginId, name, role } = actor
  recordOutcomes(
    tx,
    actor.cooperativeId,
    [{ loginId, actorName: name, role, action: `import.part_days.${partDays}`, subjectId: id, requestId }],
    [],
  )
}

/** Refuses an import that is, or may be, in the books already. */
export function refuseClosed(found: Import): void {
  if (found.status === 'posted') refuse('already_posted')
  if (found.status === 'posting') refuse('import_running')
}

async function settle(tx: Tx, before: Import, input: Input, { now }: Context): Promise<Import> {
  const mapping = input.mapping ?? before.mapping
  if (!isMapping(before.kind, mapping, before.columns.length)) refuse('import_mapping_wrong', { field: 'mapping' })
  const settled: Import = {
    ...before,
    mapping,
    columnsRemembered: before.columnsRemembered && input.mapping === undefined,
    status: missingFields(before.kind, mapping).length > 0 ? 'mapping' : 'checked',
    progress: 0,
    failure: null,
  }
  if (before.kind === 'members') {
    if (input.joinedOn && input.joinedOn > dayIn(now)) refuse('dated_in_future', { field: 'joinedOn' })
    return {
      ...settled,
      joinedOn: input.joinedOn ?? before.joinedOn,
      partDays: input.partDays ?? before.partDays,
      createsEmployers: input.createsEmployers ?? before.createsEmployers,
    }
  }
  const { occurredOn, accountTypeId, paidThrough } = input
  const reason = occurredOn && whyNotDate(await findOpenDays(tx), occurredOn, dayIn(now))
  if (reason) throw reason
  if (accountTypeId && !(await findAccountTypes(tx)).has(accountTypeId))
    refuse('account_type_not_found', { field: 'accountTypeId' })
  if (paidThrough) await findMoneyAccount(tx, paidThrough)
  return {
    ...settled,
    paidThrough: paidThrough ?? before.paidThrough,
    occurredOn: occurredOn ?? before.occurredOn,
    // A new date takes its month along, unless the month was given or had been set apart from the date before.
    period:
      input.period ??
      (occurredOn && before.occurredOn && before.period === periodOf(before.occurredOn)
        ? periodOf(occurredOn)
        : before.period),
    accountTypeId: accountTypeId ?? before.accountTypeId,
  }
}

function settleRow(row: StoredRow, { skipProblems, allDoubles, allSharePhones }: Input): StoredRow {
  if (allSharePhones && !row.skipped && row.problems.some(({ isSamePhone }) => isSamePhone))
    return { ...row, sharesPhone: true }
  if (skipProblems && row.problems.length > 0) return { ...row, skipped: true }
  if (!allDoubles || !isInDoubt(row)) return row
  return allDoubles === 'skip' ? { ...row, skipped: true } : { ...row, isAnother: true }
}

function editRows(
  rows: readonly StoredRow[],
  {
    corrections = [],
    skip = [],
    unskip = [],
    another = [],
    doubt = [],
    sharePhone = [],
    unsharePhone = [],
    mapping: given,
  }: Input,
  { columns, mapping }: Import,
): StoredRow[] {
  const numbers = new Set(rows.map(({ number }) => number))
  const unknown = corrections.some(({ row, column }) => !numbers.has(row) || column < 0 || column >= columns.length)
  if (unknown) refuse('not_found', { field: 'corrections' })
  const byRow = Map.groupBy(corrections, ({ row }) => row)
  const [skipping, unskipping, others, doubted, sharing, unsharing] = [
    new Set(skip),
    new Set(unskip),
    new Set(another),
    new Set(doubt),
    new Set(sharePhone),
    new Set(unsharePhone),
  ]
  // That a phone is shared applies to that phone only.
  const isAnotherPhone = ({ number }: StoredRow) =>
    given !== undefined ||
    (byRow.get(number) ?? []).some(({ column }) => mapping[column] === 'phone' || mapping[column] === 'otherPhone')
  return rows.map((row) => ({
    ...row,
    cells: corrected(row.cells, byRow.get(row.number)),
    skipped: (row.skipped || skipping.has(row.number)) && !unskipping.has(row.number),
    isAnother: (row.isAnother || others.has(row.number)) && !doubted.has(row.number),
    sharesPhone: ((row.sharesPhone && !isAnotherPhone(row)) || sharing.has(row.number)) && !unsharing.has(row.number),
  }))
}

function corrected(cells: string[], corrections: readonly { column: number; value: string }[] = []): string[] {
  const changed = [...cells]
  for (const { column, value } of corrections) changed[column] = value.replaceAll('\0', '').toWellFormed()
  return changed
}
