import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { refuse } from '#domain/refusal.ts'

export type DocumentFile = { mediaType: 'application/pdf' | 'image/jpeg' | 'image/png'; content: Buffer; sha256: Buffer }

const pixelsMax = 24_000_000

/**
 * What a PDF needs only to act on its own: a certificate has no use for it. The short names count only with the value
 * that they would have, because two letters after a slash also come about by chance in the bytes of a scanned picture.
 */
const activePdf =
  /\/(?:(?:JavaScript|Launch|EmbeddedFiles?|OpenAction|Encrypt|RichMedia|Rendition|SubmitForm|ImportData|XFA)\b|JS[\s\0]*(?:[(<%]|\d+[\s\0]+\d)|AA[\s\0]*(?:<<|\d+[\s\0]+\d+[\s\0]+R))/

/**
 * Accepts a paper: a PDF without active content, or a picture, which is drawn anew so that nothing but the picture is
 * kept. Refuses: file_kind_refused, file_active_content, document_unreadable.
 */
export async function readDocumentFile(content: Buffer): Promise<DocumentFile> {
  const mime = (await fileTypeFromBuffer(content))?.mime
  if (mime === 'application/pdf') return checked(mime, pdf(content))
  if (mime === 'image/jpeg') return checked(mime, await redraw(content, 'jpeg'))
  if (mime === 'image/png') return checked(mime, await redraw(content, 'png'))
  return refuse('file_kind_refused', { field: 'file' })
}

function checked(mediaType: DocumentFile['mediaType'], content: Buffer): DocumentFile {
  return { mediaType, content, sha256: createHash('sha256').update(content).digest() }
}

function pdf(content: Buffer): Buffer {
  const text = content.toString('latin1')
  // Names may be written with #xx escapes to slip past a search.
  const names = text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (activePdf.test(names)) refuse('file_active_content', { field: 'file' })
  if (!text.includes('%%EOF')) refuse('document_unreadable', { field: 'file' })
  return content
}

async function redraw(content: Buffer, format: 'jpeg' | 'png'): Promise<Buffer> {
  try {
    return await sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' }).rotate().toFormat(format).toBuffer()
  } catch {
    // sharp throws only for what it can't decode or finds too large, which is the sender's to mend.
    return refuse('document_unreadable', { field: 'file' })
  }
}
