import type { PlainColumn, PlainRow } from './table-columns.ts'
import { drawPageNumbers, drawTable, ink, margin, muted, openPaper, rule, tabular } from './table-paper.ts'

/** What is on an agreement, ready to draw: all words and figures are decided elsewhere. */
export type AgreementPaper = {
  society: string
  /** Beneath the name: registration number, address. */
  societyLines: readonly string[]
  /** A PNG. */
  logo: Uint8Array | null
  title: string
  /** At the foot of every page, so that none is taken for another agreement's. */
  foot: string
  /** The number and the day of the document. */
  titleLines: readonly string[]
  sections: readonly Section[]
  /** Who signs, each with what they are. */
  signatures: readonly { name: string; role: string }[]
}

export type Section = { title: string } & (
  | { facts: readonly (readonly [string, string])[] }
  | { sentences: readonly string[] }
  | { columns: readonly PlainColumn[]; rows: readonly PlainRow[]; note: string }
)

const size = 9.5
const logoSide = 48
const labelWidth = 130
const signatureHeight = 58

/** An agreement on A4 with lines to sign on; it runs in the process that writes tables. */
export function agreementOf(paper: AgreementPaper): Promise<Buffer> {
  const { doc, done } = openPaper(paper, 'portrait')
  drawHead(doc, paper)
  for (const section of paper.sections) drawSection(doc, section)
  drawSignatures(doc, paper.signatures)
  drawPageNumbers(doc, { society: paper.society, title: paper.foot })
  doc.end()
  return done
}

export function widthOf(doc: PDFKit.PDFDocument): number {
  return doc.page.width - 2 * margin
}

/** Whose paper it is, what it is, and for when. */
export function drawHead(
  doc: PDFKit.PDFDocument,
  {
    society,
    societyLines,
    logo,
    title,
    titleLines,
  }: Pick<AgreementPaper, 'society' | 'societyLines' | 'logo' | 'title' | 'titleLines'>,
): void {
  const indent = logo ? logoSide + 12 : 0
  if (logo) doc.image(Buffer.from(logo), margin, margin, { fit: [logoSide, logoSide] })
  doc
    .font('bold')
    .fontSize(15)
    .fillColor(ink)
    .text(society, margin + indent, margin, { width: widthOf(doc) - indent })
  doc.font('regular').fontSize(size).fillColor(muted)
  for (const line of societyLines) doc.text(line, { width: widthOf(doc) - indent })
  doc.x = margin
  doc.y = Math.max(doc.y, margin + (logo ? logoSide : 0)) + 14
  doc
    .font('bold')
    .fontSize(13)
    .fillColor(ink)
    .text(title, { width: widthOf(doc) })
  doc.font('regular').fontSize(size).fillColor(muted)
  for (const line of titleLines) doc.text(line, { width: widthOf(doc) })
}

/** Begins a new page where less than this is left of the present one. */
export function makeRoom(doc: PDFKit.PDFDocument, height: number): void {
  if (doc.y + height <= doc.page.height - margin - 20) return
  doc.addPage()
  doc.x = margin
  doc.y = margin
}

function drawSection(doc: PDFKit.PDFDocument, section: Section): void {
  doc.y += 12
  makeRoom(doc, 60)
  doc
    .font('bold')
    .fontSize(10.5)
    .fillColor(ink)
    .text(section.title, margin, doc.y, { width: widthOf(doc) })
  doc.y += 3
  if ('facts' in section) for (const fact of section.facts) drawFact(doc, fact)
  else if ('sentences' in section) for (const sentence of section.sentences) drawSentence(doc, sentence)
  else {
    if (section.note) drawSentence(doc, section.note)
    doc.y = drawTable(doc, section.columns, section.rows, doc.y + 2)
  }
  doc.x = margin
}

export function drawFact(doc: PDFKit.PDFDocument, [label, value]: readonly [string, string]): void {
  const width = widthOf(doc) - labelWidth
  doc.font('regular').fontSize(size)
  makeRoom(doc, doc.heightOfString(value, { width, ...tabular }) + 3)
  const y = doc.y
  doc.fillColor(muted).text(label, margin, y, { width: labelWidth - 8 })
  const below = doc.y
  doc.fillColor(ink).text(value, margin + labelWidth, y, { width, ...tabular })
  doc.y = Math.max(doc.y, below) + 3
}

export function drawSentence(doc: PDFKit.PDFDocument, sentence: string): void {
  doc.font('regular').fontSize(size).fillColor(ink)
  makeRoom(doc, doc.heightOfString(sentence, { width: widthOf(doc), ...tabular }) + 3)
  doc.text(sentence, margin, doc.y, { width: widthOf(doc), ...tabular })
  doc.y += 3
}

/** Two lines side by side, each for a name and a day; they are on one page where one holds them. */
function drawSignatures(doc: PDFKit.PDFDocument, signatures: AgreementPaper['signatures']): void {
  const width = (widthOf(doc) - 30) / 2
  doc.y += 12
  makeRoom(doc, Math.min(Math.ceil(signatures.length / 2) * signatureHeight, doc.page.height - 2 * margin - 20))
  for (let index = 0; index < signatures.length; index += 2) {
    makeRoom(doc, signatureHeight)
    const y = doc.y + 30
    for (const [place, { name, role }] of signatures.slice(index, index + 2).entries()) {
      const x = margin + place * (width + 30)
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.8)
        .strokeColor(rule)
        .stroke()
      doc
        .font('bold')
        .fontSize(size)
        .fillColor(ink)
        .text(name, x, y + 4, { width })
      doc.font('regular').fillColor(muted).text(`${role}. Signature and date`, x, doc.y, { width })
    }
    doc.y = y + signatureHeight - 30
  }
}
