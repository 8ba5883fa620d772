import type { Kobo } from '#core/money.ts'
import type { Phone } from '#core/phone.ts'
import { phonesFromCell } from '#features/members/members/rules/phone-cell.ts'
import { type MemberCell, memberCell } from '#features/members/members/rules/recognise-member.ts'
import { amountFromCell, amountProblemOf, isNoAmount } from '#core/spreadsheets/amount.ts'
import { cellText, formulaProblem, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import { identifyingFields } from './fields.ts'
import type { Mapping, RowProblem } from './import.ts'

/** A row of a month's sheet as it was read; undefined where a cell is empty or could not be read. */
export type ReadContribution = {
  /** What is in the column of membership numbers, whatever it is. */
  called: MemberCell | undefined
  formerNumber: string | undefined
  staffNumber: string | undefined
  /** Of a cell that may have several. */
  phones: Phone[]
  /** Whom the row is of, as the sheet says beside the number. */
  name: string | undefined
  amount: Kobo | undefined
  /** The cell of the amount says that nothing was paid. */ paysNothing: boolean
  accountType: string | undefined
  problems: RowProblem[]
}

export const memberProblem = 'Give the membership number or the phone number'

export const membershipProblem = 'Use a membership number such as 42 or AJO-7K2M9Q/00042'

export const phoneProblem = 'Phone number must be in format +234XXXXXXXXXX'

/** Reads one row of contributions by the mapping of its columns. */
export function readContributionRow(cells: readonly string[], mapping: Mapping): ReadContribution {
  const problems: RowProblem[] = []
  const cell = (field: string) => {
    const column = mapping.indexOf(field)
    const stored = column === -1 ? '' : (cells[column] ?? '')
    if (!isFormula(stored)) return { column, text: optionalCell(stored) }
    problems.push({ column, message: formulaProblem(stored) })
    return { column, text: undefined }
  }
  const [membershipCell, formerCell, staffCell, phoneCell] = [
    cell('membershipno'),
    cell('formerNumber'),
    cell('staffNumber'),
    cell('phone'),
  ]
  const phones = phonesFromCell(phoneCell.text ?? '')
  if (!phones) problems.push({ column: phoneCell.column, message: phoneProblem })
  if ([membershipCell, formerCell, staffCell, phoneCell].every(({ text }) => text === ''))
    problems.push({ column: memberColumn(mapping), message: memberProblem })
  const amountCell = cell('amount')
  const amount = amountIn(amountCell.text ?? '')
  const paysNothing = amountCell.text !== undefined && isNoAmount(amountCell.text)
  if (amountCell.text !== undefined && amount === undefined && !paysNothing)
    problems.push({ column: amountCell.column, message: amountProblemOf(amountCell.text) })
  return {
    called: memberCell(membershipCell.text ?? ''),
    formerNumber: bareText(formerCell.text),
    staffNumber: bareText(staffCell.text),
    phones: phones ?? [],
    name:
      ['name', 'otherNames']
        .map((field) => nameIn(cells[mapping.indexOf(field)] ?? ''))
        .join(' ')
        .trim() || undefined,
    amount,
    paysNothing,
    accountType: cell('accountType').text || undefined,
    problems,
  }
}

/** Where a problem of the member belongs: the first column by which the sheet names members. */
export function memberColumn(mapping: Mapping): number {
  return mapping.indexOf(identifyingFields.contributions.find((field) => mapping.includes(field)) ?? null)
}

/** It is compared only where it can be read, and has a letter. */
function nameIn(stored: string): string {
  const text = isFormula(stored) ? '' : optionalCell(stored)
  return /\p{L}/u.test(text) ? text : ''
}

function bareText(text: string | undefined): string | undefined {
  return text?.replace(/^'/, '') || undefined
}

/** The amount in a cell, an apostrophe that made it text forgiven. */
export function amountIn(stored: string): Kobo | undefined {
  return isFormula(stored) ? undefined : amountFromCell(cellText(stored))
}
