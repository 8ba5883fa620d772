import type { EmployerId } from '#core/ids.ts'
import { refusalMessage, sentenceOf } from '#core/contract/refusals.ts'
import { repeatsOf } from '#core/spreadsheets/repeats.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { staffNumberTaken } from '#features/payroll/employers/server/actions.ts'
import { findEmployers, findStaffNumbers } from '#features/payroll/employers/server/reads.ts'
import { findFormerNumbers } from '#features/members/members/server/reads.ts'
import { type CheckedMember, checkMemberRows } from './check-member-rows.ts'
import type { Import } from './queries.ts'
import type { StoredRow } from './store.ts'

/** At which employer, or at which one that is not known yet, and under which staff number. */
export type Placed = { employer: { id: EmployerId } | { name: string }; staffNumber: string }

export type CheckedRegisterRow = CheckedMember & { placed: Placed | undefined }

const staffNumberMax = 40
const employerNameMax = 120

/** Every row of a register as `checkMemberRows` takes it, with former number, bank and employer. */
export async function checkRegisterRows(
  tx: Tx,
  found: Import,
  rows: readonly StoredRow[],
  context: Context,
): Promise<CheckedRegisterRow[]> {
  const checked = await checkMemberRows(tx, found, rows, context)
  await checkFormerNumbers(tx, found, checked)
  for (const row of checked) checkBank(found, row)
  return checkWork(tx, found, checked)
}

async function checkFormerNumbers(tx: Tx, { mapping }: Import, checked: readonly CheckedMember[]): Promise<void> {
  const column = mapping.indexOf('formerNumber')
  if (column === -1) return
  const repeats = repeatsOf(
    checked.map(({ row: { number, skipped }, value }) => ({
      number,
      skipped,
      key: value?.formerNumber?.toLowerCase(),
    })),
  )
  const taken = await findFormerNumbers(
    tx,
    checked.flatMap(({ value }) => value?.formerNumber ?? []),
  )
  checked.forEach(({ problems, value }, index) => {
    const number = value?.formerNumber
    if (repeats[index] !== undefined) problems.push({ column, message: `The same number is in row ${repeats[index]}` })
    if (number && taken.has(number.toLowerCase()))
      problems.push({ column, message: refusalMessage('former_number_taken', { number }) })
  })
}

/** No payment can be made to a bank without an account number, or the other way round. */
function checkBank({ mapping }: Import, { problems, value }: CheckedMember): void {
  if (!value || (value.bankName === undefined) === (value.bankAccountNumber === undefined)) {
    if (value?.bankAccountName !== undefined && value.bankName === undefined)
      problems.push({
        column: mapping.indexOf('bankAccountName'),
        message: refusalMessage('bank_details_incomplete', {}),
      })
    return
  }
  const given = mapping.indexOf(value.bankName === undefined ? 'bankAccountNumber' : 'bankName')
  const missing = mapping.indexOf(value.bankName === undefined ? 'bankName' : 'bankAccountNumber')
  problems.push({ column: missing === -1 ? given : missing, message: refusalMessage('bank_details_incomplete', {}) })
}

async function checkWork(
  tx: Tx,
  { mapping }: Import,
  checked: readonly CheckedMember[],
): Promise<CheckedRegisterRow[]> {
  const [employerColumn, numberColumn] = [mapping.indexOf('employer'), mapping.indexOf('staffNumber')]
  if (employerColumn === -1 && numberColumn === -1) return checked.map((row) => ({ ...row, placed: undefined }))
  const employers = await findEmployers(tx)
  const byName = new Map(
    employers.flatMap(
      (each) =>
        [
          [foldForSearch(each.code), each.id],
          [foldForSearch(each.name), each.id],
        ] as const,
    ),
  )
  const only = employers.length === 1 ? employers[0] : undefined
  const placed = checked.map(({ work: { employer, staffNumber }, problems }): Placed | undefined => {
    if (employer === undefined && staffNumber === undefined) return undefined
    const known = employer === undefined ? only?.id : byName.get(foldForSearch(employer))
    if (staffNumber === undefined) {
      problems.push({
        column: employerColumn,
        message: 'Give the staff number too, or leave the column of employers out',
      })
    } else if (employer === undefined && known === undefined) {
      problems.push({
        column: numberColumn,
        message: 'Give the employer too, or leave the column of staff numbers out',
      })
    } else if (staffNumber.length > staffNumberMax) {
      problems.push({ column: numberColumn, message: `Use ${staffNumberMax} characters or fewer` })
    } else if (employer !== undefined && employer.length > employerNameMax) {
      problems.push({ column: employerColumn, message: `Use ${employerNameMax} characters or fewer` })
    } else {
      return { employer: known === undefined ? { name: employer ?? '' } : { id: known }, staffNumber }
    }
    return undefined
  })
  const keys = placed.map((each) => each && `${keyOf(each)} ${each.staffNumber.toLowerCase()}`)
  const repeats = repeatsOf(
    checked.map(({ row: { number, skipped } }, index) => ({ number, skipped, key: keys[index] })),
  )
  const taken = await findTaken(tx, placed)
  return checked.map((row, index) => {
    const mine = placed[index]
    if (repeats[index] !== undefined)
      row.problems.push({ column: numberColumn, message: `The same staff number is in row ${repeats[index]}` })
    const holder = mine && 'id' in mine.employer ? taken.get(`${mine.employer.id} ${mine.staffNumber}`) : undefined
    if (mine && holder !== undefined)
      row.problems.push({
        column: numberColumn,
        message: sentenceOf(staffNumberTaken({ number: mine.staffNumber, name: holder })),
      })
    return { ...row, placed: mine }
  })
}

/** The employer of a row, two spellings of one that is not known yet being the same. */
export function keyOf({ employer }: Placed): string {
  return 'id' in employer ? employer.id : foldForSearch(employer.name)
}

async function findTaken(tx: Tx, placed: readonly (Placed | undefined)[]): Promise<ReadonlyMap<string, string>> {
  const byEmployer = Map.groupBy(
    placed.flatMap((each) =>
      each && 'id' in each.employer ? [{ id: each.employer.id, staffNumber: each.staffNumber }] : [],
    ),
    ({ id }) => id,
  )
  const found = await Promise.all(
    [...byEmployer].map(async ([id, rows]) =>
      (
        await findStaffNumbers(
          tx,
          id,
          rows.map(({ staffNumber }) => staffNumber),
        )
      ).map(({ staffNumber, name }) => [`${id} ${staffNumber}`, name] as const),
    ),
  )
  return new Map(found.flat())
}

/** Employers in the file that were not added yet, each once and as the file writes it first. */
export function unknownEmployers(checked: readonly CheckedRegisterRow[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { row, placed } of checked) {
    if (!row.skipped && placed && 'name' in placed.employer && !names.has(keyOf(placed)))
      names.set(keyOf(placed), placed.employer.name)
  }
  return names
}
