import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { type Day, dayText } from '#core/calendar.ts'
import { grouped, kobo, nairaText } from '#core/money.ts'
import type { Cell, PlainColumn, PlainRow } from './table-columns.ts'

/** What is above a table on paper: whose it is, what it is, and for when. */
export type PaperHead = { society: string; title: string; lines: readonly string[] }

/** What is known of a table before its rows: its sheet in a workbook, its heading on paper, its columns. */
export type TableHead = { sheet: string; head: PaperHead; columns: PlainColumn[] }
export type PlainTable = TableHead & { rows: PlainRow[] }

const fonts = {
  regular: readFileSync(new URL('inter-regular.ttf', import.meta.url)),
  bold: readFileSync(new URL('inter-bold.ttf', import.meta.url)),
}
export const margin = 40
const [size, rowHeight, gap] = [8.5, 15, 10]
export const ink = '#14213D'
export const muted = '#5E667E'
export const rule = '#C9C2B2'
/** Figures of one width, so that columns of them are aligned. Texts go without: only then are laid-out words kept. */
export const tabular = { features: ['tnum'] as PDFKit.Mixins.OpenTypeFeatures[] }

/** Tables on A4, each from a new page on with its heading, columns named on every page, and page numbers; it runs in a process of its own. */
export function paperOf(foot: PaperHead, tables: readonly PlainTable[]): Promise<Buffer> {
  const { doc, done } = openPaper(foot, layoutOf(tables[0]))
  tables.forEach(({ head, columns, rows }, index) => {
    // pdfkit opens each further page of the table as the paper says.
    doc.options.layout = layoutOf(tables[index])
    if (index > 0) doc.addPage()
    if (tables.length > 1) doc.outline.addItem(head.title)
    drawTable(doc, columns, rows, drawHead(doc, head))
  })
  drawPageNumbers(doc, foot)
  doc.end()
  return done
}

function layoutOf(table: PlainTable | undefined): 'landscape' | 'portrait' {
  const characters = table?.columns.reduce((sum, { width }) => sum + width, 0) ?? 0
  return characters > 100 ? 'landscape' : 'portrait'
}

/** An empty A4 paper in our letters, and its bytes once it has ended. */
export function openPaper(
  { society, title }: Pick<PaperHead, 'society' | 'title'>,
  layout: 'portrait' | 'landscape',
  more: PDFKit.PDFDocumentOptions = {},
): { doc: PDFKit.PDFDocument; done: Promise<Buffer> } {
  const info = { Title: `${title}, ${society}`, Author: society }
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin,
    bufferPages: true,
    font: '',
    info,
    lang: 'en-NG',
    ...more,
  } as PDFKit.PDFDocumentOptions)
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  return { doc, done }
}

/** Wraps what is drawn of a row and of each of its cells, for a paper that tells a screen reader its structure. */
export type RowTags = (draw: (cell: (kind: 'TH' | 'TD', draw: () => void) => void) => void) => void

const untagged: RowTags = (draw) => draw((_kind, drawCell) => drawCell())

/** A table from this height on, over as many pages as it takes; answers where it ends. */
export function drawTable(
  doc: PDFKit.PDFDocument,
  columns: readonly PlainColumn[],
  rows: readonly PlainRow[],
  from: number,
  tagRow = untagged,
): number {
  const places = placesOf(columns, doc.page.width - 2 * margin)
  let y = drawColumnNames(doc, columns, places, from, tagRow)
  for (const row of rows) {
    if (y + rowHeight > doc.page.height - margin - 20) {
      doc.addPage()
      y = drawColumnNames(doc, columns, places, margin, tagRow)
    }
    drawRow(doc, columns, places, row, y, tagRow)
    y += rowHeight
  }
  return y
}

type Place = { x: number; width: number }

function placesOf(columns: readonly PlainColumn[], width: number): Place[] {
  const characters = columns.reduce((sum, column) => sum + column.width, 0)
  let x = margin
  return columns.map((column, index) => {
    const whole = (width * column.width) / characters
    const place = { x, width: index === columns.length - 1 ? whole : whole - gap }
    x += whole
    return place
  })
}

function drawHead(doc: PDFKit.PDFDocument, { society, title, lines }: PaperHead): number {
  doc.font('bold').fontSize(15).fillColor(ink).text(society, margin, margin)
  doc.font('bold').fontSize(11).text(title)
  doc.font('regular').fontSize(size).fillColor(muted)
  for (const line of lines) doc.text(line)
  return doc.y + 10
}

function drawColumnNames(
  doc: PDFKit.PDFDocument,
  columns: readonly PlainColumn[],
  places: readonly Place[],
  y: number,
  tagRow: RowTags,
): number {
  tagRow((cell) =>
    columns.forEach(({ header, kind }, index) =>
      cell('TH', () => drawText(doc, header, places[index], y, { bold: true, right: isRight(kind), colour: muted })),
    ),
  )
  drawRule(doc, y + rowHeight - 3, ink)
  return y + rowHeight + 2
}

function drawRow(
  doc: PDFKit.PDFDocument,
  columns: readonly PlainColumn[],
  places: readonly Place[],
  { look, cells }: PlainRow,
  y: number,
  tagRow: RowTags,
): void {
  if (look !== 'plain') drawRule(doc, y - 2, look === 'total' ? ink : rule)
  tagRow((tagCell) =>
    cells.forEach((cell, index) => {
      const kind = columns[index]?.kind ?? 'text'
      tagCell(
        'TD',
        () =>
          cell !== null &&
          drawText(doc, printed(kind, cell), places[index], y, {
            bold: look !== 'plain',
            right: isRight(kind),
            colour: ink,
          }),
      )
    }),
  )
}

function isRight(kind: PlainColumn['kind']): boolean {
  return kind === 'money' || kind === 'number'
}

/** Amounts in naira with their thousands apart; a true minus. */
function printed(kind: PlainColumn['kind'], cell: Exclude<Cell, null>): string {
  if (typeof cell === 'bigint') {
    const [whole = '', fraction = ''] = nairaText(kobo(cell < 0n ? -cell : cell)).split('.')
    return `${cell < 0n ? '−' : ''}${grouped(whole)}.${fraction}`
  }
  return kind === 'date' ? dayText(cell as Day) : String(cell)
}

type Look = { bold: boolean; right: boolean; colour: string }

function drawText(
  doc: PDFKit.PDFDocument,
  text: string,
  place: Place | undefined,
  y: number,
  { bold, right, colour }: Look,
): void {
  if (!place || text === '') return
  doc
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
  const shown = right ? text : fitting(doc, text, place.width, bold)
  const x = right ? place.x + place.width - widthOf(doc, shown, bold) : place.x
  doc.text(shown, x, y, right ? { lineBreak: false, ...tabular } : { lineBreak: false })
}

/** A text that is longer than its place ends in an ellipsis; an amount never does. */
function fitting(doc: PDFKit.PDFDocument, text: string, width: number, bold: boolean): string {
  if (widthOf(doc, text, bold) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(doc, `${letters.join('')}…`, bold) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

const letterWidths = new Map<string, number>()

/** Letter by letter, which is near enough for a table and far quicker than laying out the whole. */
function widthOf(doc: PDFKit.PDFDocument, text: string, bold: boolean): number {
  let sum = 0
  for (const letter of text) {
    const key = `${bold} ${letter}`
    const known = letterWidths.get(key)
    const width = known ?? doc.widthOfString(letter, tabular)
    if (known === undefined) letterWidths.set(key, width)
    sum += width
  }
  return sum
}

function drawRule(doc: PDFKit.PDFDocument, y: number, colour: string): void {
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(0.6)
    .strokeColor(colour)
    .stroke()
}

/** Once all is drawn. */
export function drawPageNumbers(
  doc: PDFKit.PDFDocument,
  { society, title }: Pick<PaperHead, 'society' | 'title'>,
): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Below the margin pdfkit would begin a new page, unless the page has none there.
    doc.page.margins.bottom = 0
    const y = doc.page.height - margin
    drawText(doc, `${society}, ${title}`, { x: margin, width: 400 }, y, { bold: false, right: false, colour: muted })
    drawText(doc, `Page ${page + 1} of ${count}`, { x: margin, width: doc.page.width - 2 * margin }, y, {
      bold: false,
      right: true,
      colour: muted,
    })
  }
}
