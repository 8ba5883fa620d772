import { refuse } from '#core/refusal.ts'
import { plainNumber } from './plain-number.ts'
import { columnNumber, plainParts, readPlainSheet } from './plain-sheet.ts'
import type { SheetRow } from './sheet-table.ts'
import { readZip } from './zip-archive.ts'

/** The cells of a sheet, gaps included: far beyond what a society's register holds, far below what fills the memory. */
const areaMax = 8_000_000
const sheetRowsMax = 1_048_576

const infoPath = 'xl/workbook.xml'
const relationsPath = 'xl/_rels/workbook.xml.rels'

type Sheet = { name: string; rows: SheetRow[]; /** Counted from 0. */ hiddenColumns: number[] }

/**
 * The named sheet of an .xlsx workbook, or the only one that is shown and has a table. A formula's cell has the value that it
 * last showed. Refuses: file_has_sheets with their names a line each, sheet_unknown, file_unreadable, file_is_bomb.
 */
export async function readWorkbook(content: Buffer, name?: string): Promise<Sheet> {
  const files = openWorkbook(content)
  const filled = (readPlainly(files) ?? (await readShown(files))).filter(({ rows }) => rows.length > 0)
  if (name !== undefined) return sheetNamed(filled, name) ?? refuse('sheet_unknown', { field: 'sheet', sheet: name })
  const tables = filled.filter(isTable)
  if (tables.length > 1)
    refuse('file_has_sheets', { field: 'file', sheets: tables.map((sheet) => sheet.name).join('\n') })
  return tables[0] ?? filled[0] ?? { name: '', rows: [], hiddenColumns: [] }
}

const sheetNamed = (sheets: readonly Sheet[], wanted: string) =>
  sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase())

/** Headings and a row under them: a sheet of a title or of sentences is none that is meant. */
function isTable({ rows }: Sheet): boolean {
  return rows.filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1).length > 1
}

/** The shown sheets where all of them hold plain texts and numbers alone; undefined for every other workbook. */
function readPlainly(files: ReadonlyMap<string, Uint8Array>): Sheet[] | undefined {
  const parts = plainParts(textOf(files.get('xl/sharedStrings.xml')), textOf(files.get('xl/styles.xml')))
  if (!parts) return undefined
  const sheets: Sheet[] = []
  for (const { path, name, isHidden } of sheetFiles(files)) {
    if (isHidden) continue
    const xml = textOf(files.get(path))
    const rows = readPlainSheet(xml, parts)
    if (!rows) return undefined
    const lastRow = rows.at(-1)?.number ?? 0
    if (lastRow > sheetRowsMax) refuse('file_unreadable', { field: 'file' })
    if (lastRow * rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0) > areaMax)
      refuse('file_is_bomb', { field: 'file' })
    sheets.push({ name, rows, hiddenColumns: hiddenColumnsOf(xml) })
  }
  return sheets
}

/** The shown sheets of any workbook. */
async function readShown(files: ReadonlyMap<string, Uint8Array>): Promise<Sheet[]> {
  const { sheets, read } = scanWorkbook(files)
  if (!sheets.some(({ isHidden, scan }) => !isHidden && scan.isFilled)) return []
  return (await read()).filter((_, place) => sheets[place]?.isHidden === false && sheets[place].scan.isFilled)
}

/** The sheets of these names, whatever their order; capitals make no difference. Refuses: file_unreadable, file_is_bomb, sheet_missing. */
export async function readNamedSheets(
  content: Buffer,
  names: readonly string[],
  optional: readonly string[],
): Promise<Pick<Sheet, 'rows' | 'hiddenColumns'>[]> {
  const all = await scanWorkbook(openWorkbook(content)).read()
  return names.map(
    (wanted) =>
      sheetNamed(all, wanted) ??
      (optional.includes(wanted)
        ? { rows: [], hiddenColumns: [] }
        : refuse('sheet_missing', { field: 'file', sheet: wanted })),
  )
}

function openWorkbook(content: Buffer): Map<string, Uint8Array> {
  const files = readZip(content, (name) => /\.xml(?:\.rels)?$/.test(name))
  if (!files.has(infoPath) || !files.has(relationsPath)) refuse('file_unreadable', { field: 'file' })
  return files
}

function scanWorkbook(files: ReadonlyMap<string, Uint8Array>): {
  sheets: { isHidden: boolean; scan: SheetScan }[]
  read: () => Promise<Sheet[]>
} {
  const sheets = sheetFiles(files).map(({ path, isHidden }) => ({ isHidden, scan: scanSheet(textOf(files.get(path))) }))
  const read = async () => {
    const { zipSync } = await import('fflate')
    // Packed again, without compression, so that the library meets exactly the bytes that were measured.
    const measured = Buffer.from(zipSync({ ...Object.fromEntries(files), ...plainInfo(files) }, { level: 0 }))
    return (await readSheets(measured)).map(({ sheet: name, data }, place) => ({
      name,
      hiddenColumns: sheets[place]?.scan.hiddenColumns ?? [],
      rows: data.map((values, index) => {
        const [number, cells, scan] = [index + 1, values.map(textFrom), sheets[place]?.scan]
        const errors = scan?.errors.get(number)
        for (const [column, text] of errors ?? []) cells[column] = text
        const formulas = (scan?.formulas.get(number) ?? []).filter((column) => (cells[column] ?? '') === '')
        return {
          number,
          cells: Array.from(cells, (cell) => cell ?? ''),
          formulas: [...formulas, ...(errors?.keys() ?? [])],
          ...(scan?.hiddenRows.has(number) && { isHidden: true }),
        }
      }),
    }))
  }
  return { sheets, read }
}

/** The library knows days that are counted from 1904 by one of the two ways to write it. */
function plainInfo(files: ReadonlyMap<string, Uint8Array>): Record<string, Uint8Array> {
  const info = textOf(files.get(infoPath))
  return /\bdate1904\s*=\s*["']true["']/.test(info)
    ? { [infoPath]: Buffer.from(info.replace(/\bdate1904\s*=\s*["']true["']/, 'date1904="1"')) }
    : {}
}

async function readSheets(zip: Buffer) {
  // Loaded where it is needed: most files are plain, and their process starts the sooner.
  const { default: readWorkbookSheets } = await import('read-excel-file/node')
  try {
    return await readWorkbookSheets(zip, { trim: false, parseNumber: plainNumber })
  } catch (error) {
    // Besides its own errors the library throws plain ones where the XML lacks what it expects; all say that the file is damaged.
    if (error instanceof Error) return refuse('file_unreadable', { field: 'file' })
    throw error
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') : ''
}

/** Where each sheet's cells are, in the order of the workbook's tabs, its name, and whether its tab is hidden. */
function sheetFiles(files: ReadonlyMap<string, Uint8Array>): { path: string; name: string; isHidden: boolean }[] {
  const targets = new Map(
    [...textOf(files.get(relationsPath)).matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].map(([, attributes = '']) => [
      attribute(attributes, 'Id'),
      attribute(attributes, 'Target'),
    ]),
  )
  return [...textOf(files.get(infoPath)).matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(([, attributes = '']) => {
    const target = targets.get(attribute(attributes, String.raw`\w+:id`)) ?? ''
    return {
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      name: unescaped(attribute(attributes, 'name')),
      isHidden: /hidden$/i.test(attribute(attributes, 'state')),
    }
  })
}

function attribute(attributes: string, name: string): string {
  return new RegExp(String.raw`(?:^|\s)${name}\s*=\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? ''
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')

type SheetScan = {
  isFilled: boolean
  formulas: ReadonlyMap<number, number[]>
  /** What cells show in place of a value, such as #N/A, by row and column. */
  errors: ReadonlyMap<number, ReadonlyMap<number, string>>
  hiddenRows: ReadonlySet<number>
  hiddenColumns: number[]
}

/** Which cells carry a formula that shows no text or show an error, which rows are hidden, and whether the sheet's extent is one that can be laid out as a table. */
function scanSheet(xml: string): SheetScan {
  const formulas = new Map<number, number[]>()
  const errors = new Map<number, Map<number, string>>()
  let [row, column, lastRow, lastColumn] = [0, 0, 0, 0]
  let [isText, isError] = [false, false]
  for (const [, cell, formula, value] of xml.matchAll(/<(?:\w+:)?(?:c\s([^<>]*[^/<>])>|(f)[\s/>]|v>([^<]*)<)/g)) {
    if (cell !== undefined) {
      const [, letters = '', digits = ''] =
        /(?:^|\s)r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(cell) ?? refuse('file_unreadable', { field: 'file' })
      row = Number(digits)
      column = columnNumber(letters)
      lastRow = Math.max(lastRow, row)
      lastColumn = Math.max(lastColumn, column)
      // An empty text, as of =IF(A2="","",A2), is a value too.
      isText = /(?:^|\s)t\s*=\s*["']str["']/.test(cell)
      isError = /(?:^|\s)t\s*=\s*["']e["']/.test(cell)
    } else if (value !== undefined) {
      if (isError) errors.set(row, new Map([...(errors.get(row) ?? []), [column - 1, value]]))
    } else if (formula !== undefined && row > 0 && !isText && !isError) {
      formulas.set(row, [...(formulas.get(row) ?? []), column - 1])
    }
  }
  if (lastRow > sheetRowsMax) refuse('file_unreadable', { field: 'file' })
  if (lastRow * lastColumn > areaMax) refuse('file_is_bomb', { field: 'file' })
  const hiddenRows = new Set(
    [...xml.matchAll(/<(?:\w+:)?row\s([^<>]*)>/g)]
      .filter(([, attributes = '']) => /^(?:1|true)$/.test(attribute(attributes, 'hidden')))
      .map(([, attributes = '']) => Number(attribute(attributes, 'r'))),
  )
  return { isFilled: lastRow > 0, formulas, errors, hiddenRows, hiddenColumns: hiddenColumnsOf(xml) }
}

/** <col min="2" max="3" hidden="1"/> hides B and C. No table has more than 200 columns. */
function hiddenColumnsOf(xml: string): number[] {
  return [...xml.matchAll(/<(?:\w+:)?col\s([^<>]*)>/g)].flatMap(([, attributes = '']) => {
    const [from, to] = [Number(attribute(attributes, 'min')), Math.min(Number(attribute(attributes, 'max')), 200)]
    return /^(?:1|true)$/.test(attribute(attributes, 'hidden')) && from > 0 && to >= from
      ? Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index)
      : []
  })
}

function textFrom(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}
