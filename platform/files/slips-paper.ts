import { drawPageNumbers, ink, muted, openPaper, rule, tabular } from './table-paper.ts'

/** Slips to cut out, each with the code by which one member opens their portal. */
export type SlipsPaper = {
  society: string
  /** The last day on which the codes work, in words. */
  until: string
  slips: readonly { name: string; membershipno: string; phone: string | null; sharesPhone: boolean; code: string }[]
}

const [across, down] = [2, 4]
const [edge, foot] = [24, 56]

/** Eight slips on a sheet of A4 with lines to cut along; it runs in the process that writes tables. */
export function slipsOf(paper: SlipsPaper): Promise<Buffer> {
  const { doc, done } = openPaper({ society: paper.society, title: 'Activation slips' }, 'portrait')
  const width = (doc.page.width - 2 * edge) / across
  const height = (doc.page.height - edge - foot) / down
  paper.slips.forEach((slip, index) => {
    const place = index % (across * down)
    if (place === 0 && index > 0) doc.addPage()
    if (place === 0) drawCuts(doc, width, height)
    drawSlip(doc, paper, slip, {
      x: edge + (place % across) * width,
      y: edge + Math.floor(place / across) * height,
      width,
    })
  })
  drawPageNumbers(doc, { society: paper.society, title: 'Activation slips' })
  doc.end()
  return done
}

function drawCuts(doc: PDFKit.PDFDocument, width: number, height: number): void {
  doc.lineWidth(0.6).strokeColor(rule).dash(4, { space: 3 })
  for (let row = 0; row <= down; row += 1)
    doc
      .moveTo(edge, edge + row * height)
      .lineTo(edge + across * width, edge + row * height)
      .stroke()
  for (let column = 0; column <= across; column += 1)
    doc
      .moveTo(edge + column * width, edge)
      .lineTo(edge + column * width, edge + down * height)
      .stroke()
  doc.undash()
}

function drawSlip(
  doc: PDFKit.PDFDocument,
  { society, until }: SlipsPaper,
  { name, membershipno, phone, sharesPhone, code }: SlipsPaper['slips'][number],
  place: { x: number; y: number; width: number },
): void {
  const x = place.x + 16
  const width = place.width - 32
  const byNumber = phone === null || sharesPhone
  const oneLine = { width, height: 16, ellipsis: true }
  doc
    .font('bold')
    .fontSize(11)
    .fillColor(ink)
    .text(society, x, place.y + 14, oneLine)
  doc
    .font('regular')
    .fontSize(10)
    .text(name, x, place.y + 32, oneLine)
  doc
    .fontSize(8.5)
    .fillColor(muted)
    .text(byNumber ? `Log in with: ${membershipno}` : `${membershipno} · Log in with: ${phone}`, x, place.y + 47, {
      ...oneLine,
      ...tabular,
    })
  doc.fontSize(8.5).text('Activation code', x, place.y + 70, oneLine)
  doc
    .font('bold')
    .fontSize(20)
    .fillColor(ink)
    .text(`${code.slice(0, 4)} ${code.slice(4)}`, x, place.y + 81, {
      width,
      characterSpacing: 1.5,
      lineBreak: false,
      ...tabular,
    })
  doc
    .font('regular')
    .fontSize(8.5)
    .fillColor(muted)
    .text(
      `Open the members' portal, choose Activate your account, enter your ${byNumber ? 'membership number' : 'phone'} and this code, and choose a password. The code works until ${until}. Don't share it.`,
      x,
      place.y + 114,
      { width },
    )
}
