import { encode } from 'uqr'
import {
  type AgreementPaper,
  drawFact,
  drawHead,
  drawSentence,
  makeRoom,
  type Section,
  widthOf,
} from './agreement-paper.ts'
import { drawPageNumbers, drawTable, ink, margin, muted, openPaper, type RowTags } from './table-paper.ts'

/** A paper about one person: their statement, a receipt, or all that is stored about them. */
export type StatementPaper = Omit<AgreementPaper, 'signatures'> & {
  /** The page that confirms its figures. */
  check: { url: string; words: string } | null
}

const codeSide = 104
/** A reader finds the code by the light that is around it. */
const quiet = 4

/** A statement on A4, whose headings, paragraphs and tables are told to screen readers; it runs in the process that writes tables. */
export function statementPaperOf(paper: StatementPaper): Promise<Buffer> {
  const { doc, done } = openPaper(paper, 'portrait', { pdfVersion: '1.7', tagged: true, displayTitle: true })
  const root = doc.struct('Document')
  doc.addStructure(root)
  root.add(doc.struct('H1', {}, () => drawHead(doc, paper)))
  for (const section of paper.sections) drawSection(doc, root, section)
  if (paper.check) drawCheck(doc, root, paper.check)
  root.end()
  drawPageNumbers(doc, { society: paper.society, title: paper.foot })
  doc.end()
  return done
}

function drawSection(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, section: Section): void {
  doc.y += 12
  makeRoom(doc, 60)
  root.add(
    doc.struct(
      'H2',
      {},
      () =>
        void doc
          .font('bold')
          .fontSize(10.5)
          .fillColor(ink)
          .text(section.title, margin, doc.y, { width: widthOf(doc) }),
    ),
  )
  doc.y += 3
  const paragraph = (draw: () => void) => root.add(doc.struct('P', {}, draw))
  if ('facts' in section) for (const fact of section.facts) paragraph(() => drawFact(doc, fact))
  else if ('sentences' in section)
    for (const sentence of section.sentences) paragraph(() => drawSentence(doc, sentence))
  else {
    if (section.note) paragraph(() => drawSentence(doc, section.note))
    const table = doc.struct('Table')
    root.add(table)
    doc.y = drawTable(doc, section.columns, section.rows, doc.y + 2, rowsOf(doc, table))
    table.end()
  }
  doc.x = margin
}

function rowsOf(doc: PDFKit.PDFDocument, table: PDFKit.PDFStructureElement): RowTags {
  return (draw) => {
    const row = doc.struct('TR')
    table.add(row)
    draw((kind, drawCell) => row.add(doc.struct(kind, {}, drawCell)))
    row.end()
  }
}

/** The code as squares, so that it stays sharp in every print, and its address beside it. */
function drawCheck(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  { url, words }: NonNullable<StatementPaper['check']>,
): void {
  doc.y += 14
  makeRoom(doc, codeSide + 10)
  const top = doc.y
  const { data, size } = encode(url, { ecc: 'M', border: 0 })
  const side = codeSide / (size + 2 * quiet)
  const drawCode = () => {
    doc.rect(margin, top, codeSide, codeSide).fill('#FFFFFF')
    data.forEach((row, y) =>
      row.forEach((isDark, x) => isDark && doc.rect(margin + (x + quiet) * side, top + (y + quiet) * side, side, side)),
    )
    doc.fill('#000000')
  }
  root.add(doc.struct('Figure', { alt: `Code that opens ${url}` }, drawCode))
  const [x, width] = [margin + codeSide + 12, widthOf(doc) - codeSide - 12]
  const drawWords = () => {
    doc
      .font('bold')
      .fontSize(10.5)
      .fillColor(ink)
      .text('Check these figures', x, top + 10, { width })
    doc
      .font('regular')
      .fontSize(9.5)
      .text(words, x, doc.y + 2, { width })
    doc
      .fontSize(8.5)
      .fillColor(muted)
      .text(url, x, doc.y + 4, { width, link: url })
  }
  root.add(doc.struct('P', {}, drawWords))
  doc.x = margin
  doc.y = Math.max(doc.y, top + codeSide)
}
