import { zipSync } from 'fflate'
import readWorkbookSheets from 'read-excel-file/node'
import { refuse } from '#domain/refusal.ts'
import type { SheetRow } from './sheet-table.ts'
import { readZip } from './zip-archive.ts'

/** The cells of a sheet, gaps included: far beyond what a society's register holds, far below what fills the memory. */
const areaMax = 8_000_000
const sheetRowsMax = 1_048_576

const infoPath = 'xl/workbook.xml'
const relationsPath = 'xl/_rels/workbook.xml.rels'

/**
 * The first sheet of an .xlsx workbook that has content. A formula's cell has the value that it last showed.
 * Refuses: file_unreadable, file_is_bomb.
 */
export async function readWorkbook(content: Buffer): Promise<SheetRow[]> {
  const { sheets, read } = openWorkbook(content)
  const sheet = sheets.findIndex(({ scan }) => scan.isFilled)
  return sheet === -1 ? [] : ((await read())[sheet]?.rows ?? [])
}

/** The sheets of these names, whatever their order; capitals make no difference. Refuses: file_unreadable, file_is_bomb, sheet_missing. */
export async function readNamedSheets(content: Buffer, names: readonly string[], optional: readonly string[]): Promise<SheetRow[][]> {
  const all = await openWorkbook(content).read()
  return names.map((wanted) => all.find(({ name }) => name.trim().toLowerCase() === wanted.toLowerCase())?.rows ?? (optional.includes(wanted) ? [] : refuse('sheet_missing', { field: 'file', sheet: wanted })))
}

function openWorkbook(content: Buffer): { sheets: { path: string; scan: SheetScan }[]; read: () => Promise<{ name: string; rows: SheetRow[] }[]> } {
  const files = readZip(content, (name) => /\.xml(?:\.rels)?$/.test(name))
  if (!files.has(infoPath) || !files.has(relationsPath)) refuse('file_unreadable', { field: 'file' })
  const sheets = sheetFiles(files).map((path) => ({ path, scan: scanSheet(textOf(files.get(path))) }))
  const read = async () => {
    // Packed anew, without compression, so that the library meets exactly the bytes that were measured.
    const measured = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }))
    return (await readSheets(measured)).map(({ sheet: name, data }, place) => ({
      name,
      rows: data.map((cells, index) => ({ number: index + 1, cells: cells.map(textFrom), formulas: sheets[place]?.scan.formulas.get(index + 1) ?? [] })),
    }))
  }
  return { sheets, read }
}

async function readSheets(zip: Buffer) {
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

/** Where each sheet's cells are, in the order of the workbook's tabs. */
function sheetFiles(files: ReadonlyMap<string, Uint8Array>): string[] {
  const targets = new Map(
    [...textOf(files.get(relationsPath)).matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].map(([, attributes = '']) => [
      attribute(attributes, 'Id'),
      attribute(attributes, 'Target'),
    ]),
  )
  return [...textOf(files.get(infoPath)).matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(([, attributes = '']) => {
    const target = targets.get(attribute(attributes, String.raw`\w+:id`)) ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  })
}

function attribute(attributes: string, name: string): string {
  return new RegExp(String.raw`(?:^|\s)${name}\s*=\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? ''
}

type SheetScan = { isFilled: boolean; formulas: ReadonlyMap<number, number[]> }

/** Which cells carry a formula, and whether the sheet's extent is one that can be laid out as a table. */
function scanSheet(xml: string): SheetScan {
  const formulas = new Map<number, number[]>()
  let [row, column, lastRow, lastColumn] = [0, 0, 0, 0]
  for (const [, cell, formula] of xml.matchAll(/<(?:\w+:)?(?:c\s([^>]*[^/>])>|(f)[\s/>])/g)) {
    if (cell !== undefined) {
      const [, letters = '', digits = ''] = /(?:^|\s)r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(cell) ?? refuse('file_unreadable', { field: 'file' })
      row = Number(digits)
      column = columnNumber(letters)
      lastRow = Math.max(lastRow, row)
      lastColumn = Math.max(lastColumn, column)
    } else if (formula !== undefined && row > 0) {
      formulas.set(row, [...(formulas.get(row) ?? []), column - 1])
    }
  }
  if (lastRow > sheetRowsMax) refuse('file_unreadable', { field: 'file' })
  if (lastRow * lastColumn > areaMax) refuse('file_is_bomb', { field: 'file' })
  return { isFilled: lastRow > 0, formulas }
}

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

function textFrom(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * A number's digits as the sheet shows them: Excel stores 25000.3 as 25000.299999999999, and fifteen digits are all
 * that it means. Long numbers stay digits, without an exponent.
 */
export function plainNumber(stored: string): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  const [digits = '', exponent = '0'] = value.toPrecision(15).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const point = whole.replace('-', '').length + Number(exponent)
  const all = whole.replace('-', '') + fraction
  if (point > 40 || point < -20) return stored
  const left = point <= 0 ? '0' : all.slice(0, point).padEnd(point, '0')
  const right = (point <= 0 ? '0'.repeat(-point) + all : all.slice(point)).replace(/0+$/, '')
  const text = right ? `${left}.${right}` : left
  return /^0+$/.test(text) ? '0' : sign + text.replace(/^0+(?=\d)/, '')
}
