import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { inflate as inflateWithCallback } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '#domain/refusal.ts'
import { redraw } from './picture.ts'

const inflate = promisify(inflateWithCallback)

export type DocumentFile = { mediaType: 'application/pdf' | 'image/jpeg' | 'image/png'; content: Buffer; sha256: Buffer }

const objectStreamsBytesMax = 20 * 1024 * 1024
/** Each holds a hundred objects and more, unless somebody wants us to be busy. */
const objectStreamsMax = 1000

/** A name as it stands in a PDF, where each letter may also be written as #xx to slip past a search. */
const named = (name: string) => [...name].map((letter) => `(?:${letter}|#${hexOf(letter)})`).join('')
const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

const activeNames = ['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'OpenAction', 'Encrypt', 'RichMedia', 'Rendition', 'SubmitForm', 'ImportData', 'XFA']

/**
 * What a PDF needs only to act on its own: a certificate has no use for it. The short names count only with the value
 * that they would have, because two letters after a slash also come about by chance in the bytes of a scanned picture.
 */
const activePdf = new RegExp(
  String.raw`\/(?:(?:${activeNames.map(named).join('|')})\b|${named('JS')}[\s\0]*(?:[(<%]|\d+[\s\0]+\d)|${named('AA')}[\s\0]*(?:<<|\d+[\s\0]+\d+[\s\0]+R))`,
)

/** Where the bytes of a stream begin; and how the description before it says that objects are packed into them. */
const streamBegins = /(?<!end)stream[ \t]*(?:\r\n|\n|\r|)/g
const packsObjects = new RegExp(String.raw`\/${named('ObjStm')}\b`)
const mayPackObjects = new RegExp(String.raw`\/${named('First')}\b`)

/**
 * Accepts a paper: a PDF without active content, or a picture, which is drawn anew so that nothing but the picture is
 * kept. Refuses: file_kind_refused, file_active_content, document_unreadable, overloaded.
 */
export async function readDocumentFile(content: Buffer): Promise<DocumentFile> {
  const mime = (await fileTypeFromBuffer(content))?.mime
  if (mime === 'application/pdf') return checked(mime, await pdf(content))
  if (mime === 'image/jpeg') return checked(mime, await redraw(content, (picture) => picture.jpeg()))
  if (mime === 'image/png') return checked(mime, await redraw(content, (picture) => picture.png()))
  return refuse('file_kind_refused', { field: 'file' })
}

function checked(mediaType: DocumentFile['mediaType'], content: Buffer): DocumentFile {
  return { mediaType, content, sha256: createHash('sha256').update(content).digest() }
}

async function pdf(content: Buffer): Promise<Buffer> {
  const text = content.toString('latin1')
  if (!text.includes('%%EOF')) refuse('document_unreadable', { field: 'file' })
  if (activePdf.test(text)) refuse('file_active_content', { field: 'file' })
  let bytesLeft = objectStreamsBytesMax
  let streamsLeft = objectStreamsMax
  let described = 0
  for (const { 0: keyword, index } of text.matchAll(streamBegins)) {
    const description = text.slice(described, index)
    described = index + keyword.length
    const declared = packsObjects.test(description)
    if (!declared && !mayPackObjects.test(description)) continue
    const isDeflated = described + 2 < content.length && (content.readUInt8(described) & 0x0f) === 8 && content.readUInt16BE(described) % 31 === 0
    if (isDeflated) streamsLeft -= 1
    if (streamsLeft < 0) refuse('document_unreadable', { field: 'file' })
    const objects = isDeflated ? await unpack(content.subarray(described), bytesLeft) : undefined
    // What says that it holds objects, and can't be looked into, might hold anything.
    if (declared && !objects) refuse('document_unreadable', { field: 'file' })
    if (!objects) continue
    bytesLeft -= objects.length
    if (activePdf.test(objects.toString('latin1'))) refuse('file_active_content', { field: 'file' })
  }
  if (packsObjects.test(text.slice(described))) refuse('document_unreadable', { field: 'file' })
  return content
}

/** The bytes behind a deflated stream, or undefined where it is none. What is larger than the limit is refused. */
async function unpack(stream: Buffer, bytesMax: number): Promise<Buffer | undefined> {
  try {
    return await inflate(stream, { maxOutputLength: Math.max(bytesMax, 1) })
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') refuse('document_unreadable', { field: 'file' })
    return undefined
  }
}
