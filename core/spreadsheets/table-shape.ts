import { dayFromCell } from './cell.ts'
import { foldWords } from './heading.ts'
import type { LeftOut } from './left-out.ts'

/** A row of a sheet: its number as a spreadsheet shows it, and its cells as text. */
type Row = { number: number; cells: string[]; formulas: number[]; isHidden?: boolean }

export type ShapedRow = Row & { leftOut: LeftOut | null }

/** The field that each of these headings means. */
type Guess = (columns: readonly string[]) => readonly (string | null)[]

/** Headings are looked for in this many rows. */
const headingSoughtIn = 25

/** A, B, … Z, AA: as spreadsheets name their columns. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** A heading on one line; a column without one is named as the spreadsheet names it. */
export function headingOr(cell: string, column: number): string {
  return cell.replaceAll(/\s+/g, ' ').trim() || `Column ${columnName(column)}`
}

/**
 * The headings of a list that people keep for themselves, with the rows that are none of its own named as such. The
 * heading is the row, or the two rows one above the other, of which the most fields are guessed; where nothing can be
 * guessed it is the last of `top`. `identifying` are the fields by which a row names a person. A column that is hidden in Excel is
 * named so and therefore never guessed.
 */
export function shapeTable(
  { rows, top, hiddenColumns = [] }: { rows: readonly Row[]; top: readonly Row[]; hiddenColumns?: readonly number[] },
  guess: Guess,
  identifying: readonly string[],
): { columns: string[]; rows: ShapedRow[] } {
  const all = [...top, ...rows]
  const nameOf: Naming = (cell, column) =>
    hiddenColumns.includes(column) ? `${headingOr(cell, column)} (hidden in Excel)` : headingOr(cell, column)
  const { first, last, columns, isGuessed } = findHeading(all, top.length - 1, guess, nameOf)
  const mapping = guess(columns)
  const known = {
    headings: all.slice(first, last + 1).map(({ cells }) => cells.map(foldWords)),
    named: identifying.map((field) => mapping.indexOf(field)).filter((column) => column !== -1),
    isGuessed,
  }
  // The headings themselves are no rows; those above them are shown, so that nothing is lost in silence.
  const shaped = all.flatMap((row, index): ShapedRow[] =>
    index < first
      ? [{ ...row, leftOut: 'title' }]
      : index > last
        ? [
            {
              ...row,
              leftOut: row.isHidden
                ? 'hidden'
                : numbersColumns(row, index - last)
                  ? 'heading'
                  : whyLeftOut(row.cells, known),
            },
          ]
        : [],
  )
  const found = isGuessed ? withoutFoot(shaped, known.named) : shaped
  const hidden = hiddenColumns.flatMap((column) => columns[column] ?? [])
  const heading = all[first]
  return {
    columns,
    rows:
      heading && hidden.length > 0
        ? [...found, { number: heading.number, cells: hidden, formulas: [], leftOut: 'columns' }]
        : found,
  }
}

type Naming = (cell: string, column: number) => string

type Found = { first: number; last: number; columns: string[]; isGuessed: boolean }

function findHeading(all: readonly Row[], usual: number, guess: Guess, nameOf: Naming): Found {
  let best: Found = { first: usual, last: usual, columns: (all[usual]?.cells ?? []).map(nameOf), isGuessed: false }
  // One field alone is also found in a title or in a person's row.
  let most = 1
  const offer = (first: number, last: number, columns: string[]) => {
    const fields = guess(columns).filter((field) => field !== null).length
    if (fields <= most) return
    most = fields
    best = { first, last, columns, isGuessed: true }
  }
  const sought = all.slice(0, headingSoughtIn)
  for (const [index, { cells }] of sought.entries()) offer(index, index, cells.map(nameOf))
  for (const [index, { cells }] of sought.entries()) {
    const below = all[index + 1]?.cells
    if (below) offer(index, index + 1, joinedHeadings(cells, below, guess, nameOf))
  }
  return best
}

/** "NEXT OF KIN" over "Name | Phone": a merged cell goes on over the empty ones beside it. What both rows say together is used where it means a field. */
function joinedHeadings(above: readonly string[], below: readonly string[], guess: Guess, nameOf: Naming): string[] {
  let group = ''
  return above.map((cell, column) => {
    group = cell.trim() || group
    const own = (below[column] ?? '').trim()
    if (own === '') return nameOf(cell, column)
    const joined = nameOf(`${group} ${own}`, column)
    const means = (heading: string) => (guess([heading])[0] ?? null) !== null
    return means(joined) || !means(own) ? joined : nameOf(own, column)
  })
}

const totalWords =
  /^(?:(?:grand|sub|overall|page|net|gross) ?)?totals?(?: (?:for|of|in|no|number|amount|members?|savings?|contributions?|deductions?|b f|c f|bf|cf|brought|carried)\b.*)?$/
const forwardWords = /^(?:(?:balance |amount )?(?:brought|carried) (?:forward|down)|[bc] ?[fd])$/
/** Of a list of people, where no one is called so: "T O T A L", "Sum total", "Page 1 total", "Total page 1", "Total (N)". */
const listTotalWords =
  /^(?:(?:grand |sub |overall |cumulative )?totals?(?: (?:n|ngn|naira|page|page \d+))?|page \d+ (?:sub )?totals?|sum(?:mation| total)?|(?:overall|cumulative)(?: totals?)?)$/
const listForwardWords = /^(?:balance|bal|amount|total) [bc] ?[fd]$/
/** "t o t a l" in letters that are set apart. */
const joined = (words: string) => (/^(?:[a-z] ){3,}[a-z]$/.test(words) ? words.replaceAll(' ', '') : words)
const figure = /^[₦N#]?\s*\(?-?[\d,]+(?:\.\d+)?\)?$/

/** Only words with which no name and no firm begins: who made the list, who signs it, when it was printed. Folded as `foldWords` does. */
const deeds =
  '(?:prepared|compiled|collated|checked|cross ?checked|verified|reviewed|approved|authori[sz]ed|certified|confirmed|audited|signed|submitted|typed|printed|generated|produced|issued)'
const officers =
  '(?:(?:the |hon(?:ourable)? |asst |assistant |vice )?(?:(?:financial|fin|general|gen) )?(?:president|chairman|chairperson|chairlady|secretary|treasurer|auditor|accountant|cashier))'
const noteWords = new RegExp(
  `^(?:${deeds}(?: (?:and )?${deeds})? by\\b|(?:signed|printed|generated)(?: on\\b|$)|${officers}(?: s)? (?:sign(?:ature)?|stamp|name)\\b|sign(?:ature)?(?: (?:and|of) .*)?$|(?:date|time) (?:of )?(?:print(?:ed|ing)?|generated|prepared)\\b|page \\d+(?: (?:of|out of) \\d+)?$|end of (?:the )?(?:list|report|register|schedule)\\b)`,
)
/** These are notes only with the mark behind them. */
const marked = new RegExp(`^(?:notes?|n\\.?b\\.?|remarks?|date|sign(?:ature)?|source|key|${officers})\\s*[:;]`, 'i')
/** An office that is alone in its row, or beside a line to sign on, says who signs. */
const officeAlone = new RegExp(`^${officers}$`)
const line = /^[_.\-–—*=\s]+$/
const clockTime = /[\s,T]\d{1,2}:\d{2}/

function isNote(texts: readonly string[]): boolean {
  const [first = ''] = texts
  if (noteWords.test(foldWords(first)) || marked.test(first)) return true
  const written = texts.filter((text) => !line.test(text))
  const [only = ''] = written
  // Lines to sign on, or the day of printing.
  return (
    written.length === 0 ||
    (written.length === 1 && (officeAlone.test(foldWords(only)) || (texts.length === 1 && isMoment(only))))
  )
}

function isMoment(text: string): boolean {
  return !figure.test(text) && dayFromCell((text.split(clockTime, 1)[0] ?? '').replace(/,$/, '')) !== undefined
}

/** Whether a row says of a balance that it was brought or carried forward, as B/F. */
export function isForward(cells: readonly string[]): boolean {
  return cells.some((text) => forwardWords.test(foldWords(text).replace(/^balance /, '')))
}

/** Beneath the last row of a list that fills its columns, a word or two are no member: names and offices of those who signed. */
function withoutFoot(rows: readonly ShapedRow[], named: readonly number[]): ShapedRow[] {
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '')
  const kept = rows.filter(({ leftOut }) => leftOut === null)
  const last = kept.findLast(({ cells }) => filled(cells).length > 2)
  const usual = kept.map(({ cells }) => filled(cells).length).toSorted((a, b) => a - b)[kept.length >> 1] ?? 0
  if (!last) return [...rows]
  return rows.map((row) => {
    if (row.leftOut !== null || row.number <= last.number || row.formulas.length > 0) return row
    const texts = filled(row.cells)
    const names = named.filter((column) => (row.cells[column] ?? '').trim() !== '').length
    // Who has a number, a phone, an address or both names is a person of the list.
    const isPerson =
      names > 1 || (names === 1 && usual < 4) || texts.some((text) => /[\d@]/.test(text) && !isMoment(text))
    return texts.length > 2 || isPerson ? row : { ...row, leftOut: 'note' }
  })
}

/** Whether the row right under the headings numbers the columns: 1, 2, 3, 4. */
function numbersColumns({ cells }: Row, below: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').map((cell) => cell.replaceAll(/[\s()]/g, ''))
  return below === 1 && filled.length > 2 && filled.every((cell, index) => cell === String(index + 1))
}

type Known = { headings: readonly (readonly string[])[]; named: readonly number[]; isGuessed: boolean }

function whyLeftOut(cells: readonly string[], { headings, named, isGuessed }: Known): LeftOut | null {
  const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [{ text: cell.trim(), column }]))
  if (
    filled.length > 1 &&
    headings.some((heading) => filled.every(({ text, column }) => heading[column] === foldWords(text)))
  )
    return 'heading'
  const first = filled.find(({ text }) => !figure.test(text))
  // Beside a phone of its own the words are somebody's name.
  const hasPhone = named.some(
    (column) => column !== first?.column && /\d{7}/.test((cells[column] ?? '').replaceAll(/[\s-]/g, '')),
  )
  if (first && !hasPhone && isNote(filled.slice(filled.indexOf(first)).map(({ text }) => text))) return 'note'
  if (first) {
    const words = joined(foldWords(first.text))
    // A person who is named beside it works for a firm of that name.
    const isNamed = named.some(
      (column) => column !== first.column && /\p{L}|\d{7}/u.test((cells[column] ?? '').replaceAll(/[\s-]/g, '')),
    )
    if (isNamed) return null
    // A list has no balance: what was carried over from a page or a month is none of its rows.
    if (named.length > 0 && (forwardWords.test(words) || listForwardWords.test(words))) return 'carried'
    const isTotal = totalWords.test(words) || forwardWords.test(words) || words === 'sum'
    return isTotal || (named.length > 0 && listTotalWords.test(words)) ? 'total' : null
  }
  return isGuessed && named.length > 0 && named.every((column) => (cells[column] ?? '').trim() === '')
    ? 'figures'
    : null
}
