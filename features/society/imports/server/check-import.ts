import type { NewMember } from '#features/members/members/member-changes.ts'
import { missingFields } from '#features/society/imports/rules/fields.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { checkContributionRows, type ContributionRow } from './check-contribution-rows.ts'
import type { CheckedRow } from './check-member-rows.ts'
import { checkRegisterRows } from './check-register-rows.ts'
import { findDoubles } from './find-doubles.ts'
import type { Import } from './queries.ts'
import { notPaid, type StoredRow } from './store.ts'

/** The whole file looked at again: each row with everything that is wrong with it and who it may be already. While fields are missing nothing is judged. */
export async function checkImport(
  tx: Tx,
  found: Import,
  rows: readonly StoredRow[],
  context: Context,
): Promise<CheckedRow<NewMember | ContributionRow>[]> {
  if (missingFields(found.kind, found.mapping).length > 0)
    return rows.map((row) => ({
      row: { ...row, namesOther: false, paysNothing: false, ...notPaid },
      problems: [],
      value: undefined,
    }))
  return found.kind === 'members'
    ? findDoubles(tx, await checkRegisterRows(tx, found, rows, context))
    : checkContributionRows(tx, found, rows, context)
}

/** The rows as they are to be stored after a check, problems from left to right. */
export function rowsOf(checked: readonly CheckedRow<unknown>[]): StoredRow[] {
  return checked.map(({ row, problems }) => ({
    ...row,
    problems: problems.toSorted((a, b) => (a.column ?? -1) - (b.column ?? -1)),
  }))
}

/** Whether a row waits for an officer to say that it is another person. */
export function isInDoubt({ skipped, problems, doubles, isAnother }: StoredRow): boolean {
  return !skipped && problems.length === 0 && doubles.length > 0 && !isAnother
}

/** Whether the members of the rows that are recorded have paid as much for its month, and as much of it by files, as when it was checked before. */
export function isPaidAsBefore(before: readonly StoredRow[], after: readonly StoredRow[]): boolean {
  const paid = ({ skipped, paidBefore, paidInFiles }: StoredRow) => (skipped ? '' : `${paidBefore} ${paidInFiles}`)
  return after.every((row, index) => paid(row) === paid(before[index] as StoredRow))
}

/** Rows that differ from what is stored. */
export function changedRows(before: readonly StoredRow[], after: readonly StoredRow[]): StoredRow[] {
  return after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
}
