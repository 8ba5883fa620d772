import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type NewMember, newMember } from '#features/members/members/member-changes.ts'
import { refusalMessage, sentenceOf } from '#core/contract/refusals.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { RowProblem } from '#features/society/imports/rules/import.ts'
import { datesToAsk } from '#features/society/imports/rules/month-first.ts'
import { readMemberRow, type Work } from '#features/society/imports/rules/member-row.ts'
import { repeatsOf } from '#core/spreadsheets/repeats.ts'
import { whyNotJoin } from '#features/members/members/rules/joining.ts'
import type { Listed } from '#features/members/members/rules/lookalikes.ts'
import type { Refusal } from '#core/refusal.ts'
import { isInternationalPhone, type Phone } from '#core/phone.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findTakenPhones } from '#features/members/members/server/reads.ts'
import type { Import } from './queries.ts'
import type { StoredRow } from './store.ts'

/** A row with what is wrong with it; without problems it has the value that will be posted. */
export type CheckedRow<Value> = { row: StoredRow; problems: RowProblem[]; value: Value | undefined }

/** A row with its person, as far as they could be read. */
export type CheckedMember = CheckedRow<NewMember> & {
  phone: Phone | undefined
  phoneColumn: number | null
  person: Listed
  work: Work
}

/** Between this many rows other requests get their turn. */
export const rowsPerTurn = 500

/** Every row of a register as registration would take it, with all that is wrong: in its cells, in the file, in the register. */
export async function checkMemberRows(
  tx: Tx,
  found: Import,
  rows: readonly StoredRow[],
  { now }: Context,
): Promise<CheckedMember[]> {
  const today = dayIn(now)
  const checked: CheckedMember[] = []
  for (const row of rows) {
    if (checked.length % rowsPerTurn === 0) await setImmediate()
    checked.push(checkRow(row, found, today))
  }
  for (const [place, problem] of datesToAsk(rows, found.mapping, today)) checked[place]?.problems.push(problem)
  const repeats = repeatsOf(checked.map(({ row: { number, skipped }, phone }) => ({ number, skipped, key: phone })))
  const taken = await findTakenPhones(
    tx,
    checked.flatMap(({ phone }) => phone ?? []),
  )
  // Of rows with one phone all are marked until all but one are said to share it: any of them may be the wrong one.
  const unsaid = new Map<Phone, number>()
  for (const { row, phone } of checked)
    if (phone !== undefined && !row.skipped && !row.sharesPhone) unsaid.set(phone, (unsaid.get(phone) ?? 0) + 1)
  checked.forEach(({ row, problems, phone, phoneColumn: column }, index) => {
    if (phone === undefined || row.sharesPhone) return
    const repeated = repeats[index]
    if (repeated !== undefined && (row.skipped || (unsaid.get(phone) ?? 0) > 1))
      problems.push({ column, message: `The same phone is in row ${repeated}`, isSamePhone: true })
    const holder = taken.get(phone)
    if (holder !== undefined)
      problems.push({ column, message: refusalMessage('member_phone_taken', { phone, holder }), isSamePhone: true })
  })
  const earlier = new Set<Phone>()
  return checked.map((each) => {
    const { row, phone, value } = each
    if (phone === undefined || row.skipped) return each
    // The first row of a phone logs in with it, whichever row the officer said it of.
    const sharesPhone = row.sharesPhone || earlier.has(phone)
    earlier.add(phone)
    return { ...each, value: value && { ...value, sharesPhone } }
  })
}

function checkRow(row: StoredRow, { mapping, columns, joinedOn, partDays }: Import, today: Day): CheckedMember {
  const { draft, work, problems, columnOf } = readMemberRow(row.cells, mapping, columns, { today, partDays })
  const isInRow = draft.registrationDate !== undefined
  if (joinedOn) draft.registrationDate ??= joinedOn
  const result = z.safeParse(newMember, draft)
  // The first thing that is wrong with a cell is the one to mend; a formula is not also a missing name.
  const wrong = new Set(problems.map(({ column }) => column))
  for (const { path, message } of result.error?.issues ?? []) {
    const column = columnOf.get(String(path[0])) ?? null
    if (wrong.has(column)) continue
    wrong.add(column)
    problems.push({ column, message })
  }
  const why = result.success ? whyNotRegister(result.data, isInRow, today) : undefined
  const column = columnOf.get(why?.detail.field ?? '') ?? null
  if (why && !wrong.has(column)) problems.push({ column, message: sentenceOf(why) })
  const { phone } = draft
  const readPhone = typeof phone === 'string' && isInternationalPhone(phone) ? phone : undefined
  // A phone that an officer marked as shared is no sign of a duplicate.
  const person = {
    firstName: textOf(draft.firstName),
    lastName: textOf(draft.lastName),
    phone: row.sharesPhone ? undefined : readPhone,
    dateOfBirth: (draft.dateOfBirth as Day | undefined) ?? null,
  }
  const phoneColumn = columnOf.get('phone') ?? columnOf.get('otherPhone') ?? null
  return { row, problems, value: result.data, phone: readPhone, phoneColumn, person, work }
}

/** The rule by which a member is registered. Where one day of joining is for all rows, it is the birth of the row that is wrong. */
function whyNotRegister(
  { dateOfBirth: bornOn = null, registrationDate: joinedOn }: NewMember,
  isInRow: boolean,
  today: Day,
): Refusal | undefined {
  return whyNotJoin({ bornOn, joinedOn: joinedOn ?? today }, isInRow ? 'registrationDate' : 'dateOfBirth', today)
}

function textOf(field: string | number | null | undefined): string {
  return field === undefined || field === null ? '' : String(field)
}
