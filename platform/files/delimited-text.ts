import { CsvError, parse } from 'csv-parse/sync'
import { refuse } from '#core/refusal.ts'
import type { SheetRow } from './sheet-table.ts'

const delimiters = [',', ';', '\t', '|']
const sheetRowsMax = 1_048_576

/** The rows of a CSV file in any of the forms that Excel and banks save. Refuses: file_unreadable, file_too_many_rows. */
export function readDelimitedText(text: string, rowsMax: number): SheetRow[] {
  // Control characters are in no text; a first < is a web page that calls itself a spreadsheet.
  if (/[\p{Cc}--[\t\n\v\f\r\x7f-\x9f]]/v.test(text) || /^\s*(?:<|%PDF-|\{\\rtf)/.test(text))
    refuse('file_unreadable', { field: 'file' })
  if (text.split(/\r\n|\n|\r/, sheetRowsMax).length === sheetRowsMax)
    refuse('file_too_many_rows', { field: 'file', rows: rowsMax })

  // Excel's own note of the delimiter: it takes the place of the first row.
  const noted = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text)
  const rows = parseText(noted ? text.slice(noted[0].length) : text, noted?.[1] ?? guessDelimiter(text))
  const first = noted ? 2 : 1
  return rows.map((cells, index) => {
    const number = index + first
    if (!cells.some((cell) => cell.startsWith('='))) return { number, cells, formulas: [] }
    return {
      number,
      cells: cells.map((cell) => quotedText(cell) ?? cell),
      formulas: cells.flatMap((cell, column) =>
        cell.startsWith('=') && quotedText(cell) === undefined ? [column] : [],
      ),
    }
  })
}

/** ="08031234567" is how some programs keep a zero in front: a text, not a formula. */
function quotedText(cell: string): string | undefined {
  return /^="([^"]*)"$/.exec(cell)?.[1]
}

function parseText(text: string, delimiter: string): string[][] {
  const plain = splitText(text, delimiter)
  if (plain) return plain
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true })
  } catch (error) {
    if (error instanceof CsvError) return refuse('file_unreadable', { field: 'file' })
    throw error
  }
}

/** A line that is longer is none of a payroll. */
const plainLineMax = 10_000

/**
 * Line by line, several times as fast as the parser, where all lines end alike and no cell goes over its line; undefined
 * for every other text.
 */
export function splitText(text: string, delimiter: string): string[][] | undefined {
  if (/[\w"]/.test(delimiter)) return undefined
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  if (ending === '\n' ? text.includes('\r') : /\r(?!\n)|(?<!\r)\n/.test(text)) return undefined
  const lines = text.split(ending)
  if (lines.at(-1) === '') lines.pop()
  const mark = delimiter === '\t' ? delimiter : `\\${delimiter}`
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${mark}]*))(${mark}|$)`, 'y')
  const rows: string[][] = []
  for (const line of lines) {
    const cells = line.includes('"') ? quotedCells(line, cell) : line.split(delimiter)
    if (!cells) return undefined
    rows.push(cells)
  }
  return rows
}

function quotedCells(line: string, cell: RegExp): string[] | undefined {
  if (line.length > plainLineMax) return undefined
  const cells: string[] = []
  cell.lastIndex = 0
  for (;;) {
    const found = cell.exec(line)
    if (!found) return undefined
    const [, quoted, bare = '', after] = found
    cells.push(quoted === undefined ? bare : quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted)
    if (after === '') return cells
  }
}

/** UTF-8 where it is that, else what Excel in Nigeria saves by default, or a Mac; Excel's "Unicode text" by its mark, or by the zeros of its letters. */
export function decodeText(content: Buffer): string {
  const wide = utf16Of(content)
  if (wide) return new TextDecoder(wide).decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Excel on a Mac ends lines of its own “CSV (Macintosh)” with a carriage return alone, in letters of the Mac.
    const isMac = content.includes('\r') && !content.includes('\n')
    return new TextDecoder(isMac ? 'macintosh' : 'windows-1252').decode(content)
  }
}

/** Letters and figures have a zero beside them in UTF-16: behind them in the one order, before them in the other. */
function utf16Of(content: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = content.subarray(0, 2000)
  const zeros = (place: number) => start.filter((byte, index) => byte === 0 && index % 2 === place).length
  const [before, behind] = [zeros(0), zeros(1)]
  if (behind > start.length / 4 && before < behind / 10) return 'utf-16le'
  return before > start.length / 4 && behind < before / 10 ? 'utf-16be' : undefined
}

/** The mark that is outside quotes in most of the first lines, and equally often in each. */
function guessDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10)
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
    return usual === 0 ? 0 : counts.filter((count) => count === usual).length + usual / 1000
  }
  return delimiters.reduce((best, next) => (score(next) > score(best) ? next : best), ',')
}
