import { refuse } from '#core/refusal.ts'
import { accountOfBank, readBankText } from './bank-text.ts'
import { decodeText, readDelimitedText } from './delimited-text.ts'
import { refuseOtherKinds } from './other-kinds.ts'
import { type SheetRow, type SheetTable, tableOf } from './sheet-table.ts'
import { readNamedSheets, readWorkbook } from './workbook.ts'

const zipSignature = Buffer.from('PK\x03\x04', 'latin1')

/** Reads a spreadsheet by what it is, not by what its name says. It runs in a process of its own. */
export async function readSpreadsheet(content: Buffer, rowsMax: number, sheet?: string): Promise<SheetTable> {
  refuseOtherKinds(content)
  if (content.subarray(0, 4).equals(zipSignature)) {
    const { name, rows, hiddenColumns } = await readWorkbook(content, sheet)
    return { ...tableOf(rows, rowsMax, hiddenColumns), ...(name && { sheet: name }) }
  }
  const text = decodeText(content)
  const rows = await rowsOfText(text)
  const account = rows && accountOfBank(text)
  return { ...tableOf(rows ?? readDelimitedText(text, rowsMax), rowsMax), ...(account && { account }) }
}

/** What banks write besides CSV: MT940, OFX, and a web page that calls itself a spreadsheet. */
async function rowsOfText(text: string): Promise<SheetRow[] | undefined> {
  if (/^\s*<(?!\?xml|OFX)/i.test(text) && /<table[\s>]/i.test(text))
    return (await import('./web-page.ts')).readWebPage(text)
  return readBankText(text)
}

/** Reads the named sheets of a workbook. A table that is no workbook has none. */
export async function readSheets(
  content: Buffer,
  rowsMax: number,
  names: readonly string[],
  optional: readonly string[] = [],
): Promise<SheetTable[]> {
  const [first = ''] = names
  if (!content.subarray(0, 4).equals(zipSignature)) refuse('sheet_missing', { field: 'file', sheet: first })
  const sheets = await readNamedSheets(content, names, optional)
  const blank = sheets.findIndex(
    ({ rows }, index) =>
      !optional.includes(names[index] ?? '') && !rows.some(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  )
  if (blank !== -1) refuse('sheet_missing', { field: 'file', sheet: names[blank] ?? first })
  return sheets.map(({ rows, hiddenColumns }, index) => {
    const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    // A sheet that may be missing may also have its headings alone.
    return optional.includes(names[index] ?? '') && filled.length < 2
      ? { columns: filled[0]?.cells ?? [], rows: [], top: filled.slice(0, 1) }
      : tableOf(rows, rowsMax, hiddenColumns)
  })
}
