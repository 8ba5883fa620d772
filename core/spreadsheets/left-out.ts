import { labelled } from '#core/words.ts'

/** Why a row is left out although it has something in it: it is above the headings, the headings again, a total, a balance without a movement, hidden in the file, columns that are hidden in it, figures alone, a note such as who prepared the list, left out by an officer, the same as rows above it, or of no concern to the society. */
export const leftOutReasons = [
  'title',
  'heading',
  'total',
  'carried',
  'hidden',
  'columns',
  'figures',
  'note',
  'officer',
  'repeated',
  'other',
] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** A row that was left out, with what it says. */
export type LeftOutRow = { row: number; why: LeftOut; text: string }

const shownMax = 100

/** What a row says, on one line. */
export function rowText(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell.trim() !== '')
    .join(' · ')
    .slice(0, 200)
}

/** The rows that a list of an employer leaves out, as far as they are shown. */
export function leftOutRows(
  rows: readonly { number: number; cells: readonly string[]; leftOut: LeftOut | null }[],
): LeftOutRow[] {
  return rows
    .flatMap(({ number, cells, leftOut }) =>
      leftOut === null ? [] : { row: number, why: leftOut, text: rowText(cells) },
    )
    .slice(0, shownMax)
}

/** The same after "Row 3 …". */
export const leftOutWords: Record<LeftOut, string> = labelled({
  title: 'is above the headings',
  heading: 'repeats the headings',
  total: 'is a total',
  carried: 'is a balance brought forward',
  hidden: 'is hidden in Excel',
  columns: 'has columns that are hidden in Excel',
  figures: 'has figures and no name',
  note: 'is a note or a signature',
  officer: 'was left out by an officer',
  repeated: 'repeats a row above',
  other: 'is not the society’s',
})
