import { createInflate } from 'node:zlib'
import { Refusal, refuse } from '#core/refusal.ts'
import { kindOf } from './file-kind.ts'
import { redraw } from './picture.ts'

export type ReadDocument = { mediaType: 'application/pdf' | 'image/jpeg' | 'image/png'; content: Uint8Array }

const objectStreamsBytesMax = 20 * 1024 * 1024
/** Each holds a hundred objects and more, unless somebody wants us to be busy. */
const objectStreamsMax = 1000

/** A name as it is in a PDF, where each letter may also be written as #xx to slip past a search. */
const named = (name: string) => [...name].map((letter) => `(?:${letter}|#${hexOf(letter)})`).join('')
const hexOf = (letter: string) =>
  letter
    .charCodeAt(0)
    .toString(16)
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

const activeNames = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'OpenAction',
  'Encrypt',
  'RichMedia',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'XFA',
]

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
 * Reads a paper: a PDF without active content, or a picture, which is drawn again so that nothing but the picture is
 * kept. It runs outside the server's process. Refuses: file_kind_refused, file_name_wrong, file_active_content, document_unreadable.
 */
export async function readDocument(content: Buffer, extension: string): Promise<ReadDocument> {
  const mediaType = await kindOf(content, extension)
  if (mediaType === 'application/pdf') return { mediaType, content: await pdf(content) }
  if (mediaType === 'image/jpeg') return { mediaType, content: await redraw(content, (picture) => picture.jpeg()) }
  if (mediaType === 'image/png') return { mediaType, content: await redraw(content, (picture) => picture.png()) }
  return refuse('file_kind_refused', { field: 'file' })
}

async function pdf(content: Buffer): Promise<Buffer> {
  const text = content.toString('latin1')
  if (!text.includes('%%EOF') || isAlsoArchive(content)) refuse('document_unreadable', { field: 'file' })
  if (activePdf.test(text) || webPage.test(text.slice(0, sniffedBytes)))
    refuse('file_active_content', { field: 'file' })
  let bytesLeft = objectStreamsBytesMax
  let streamsLeft = objectStreamsMax
  let described = 0
  for (const { 0: keyword, index } of text.matchAll(streamBegins)) {
    const description = text.slice(described, index)
    described = index + keyword.length
    const declared = packsObjects.test(description)
    if (!declared && !mayPackObjects.test(description)) continue
    const isDeflated =
      described + 2 < content.length &&
      (content.readUInt8(described) & 0x0f) === 8 &&
      content.readUInt16BE(described) % 31 === 0
    if (isDeflated) streamsLeft -= 1
    if (streamsLeft < 0) refuse('document_unreadable', { field: 'file' })
    const { objects, isWhole } = isDeflated ? await unpack(content.subarray(described), bytesLeft) : nothing
    // What says that it holds objects, and can't be looked into, might hold anything.
    if (declared && !isWhole) refuse('document_unreadable', { field: 'file' })
    bytesLeft -= objects.length
    // Some viewers use what a broken stream gave until it broke.
    if (activePdf.test(objects.toString('latin1'))) refuse('file_active_content', { field: 'file' })
  }
  if (packsObjects.test(text.slice(described))) refuse('document_unreadable', { field: 'file' })
  return content
}

type Unpacked = { objects: Buffer; isWhole: boolean }

const nothing: Unpacked = { objects: Buffer.alloc(0), isWhole: false }

/** The bytes behind a deflated stream, up to where it breaks. What is larger than the limit is refused, whether it breaks or not. */
async function unpack(stream: Buffer, bytesMax: number): Promise<Unpacked> {
  const chunks: Buffer[] = []
  let length = 0
  const inflate = createInflate()
  inflate.end(stream)
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bytesMax) refuse('document_unreadable', { field: 'file' })
      chunks.push(chunk)
    }
    return { objects: Buffer.concat(chunks), isWhole: true }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return { objects: Buffer.concat(chunks), isWhole: false }
  }
}

/** What a browser that guesses looks at. */
const sniffedBytes = 1024
const webPage = /<(?:!doctype|html|head|body|script|iframe|svg)\b/i

/** The record that ends a ZIP archive says how many bytes of comment follow it, and programs find it from the end of the file. */
const archiveEnd = Buffer.from('PK\x05\x06', 'latin1')
const archiveEndBytes = 22

function isAlsoArchive(content: Buffer): boolean {
  for (
    let at = content.lastIndexOf(archiveEnd);
    at !== -1;
    at = at === 0 ? -1 : content.lastIndexOf(archiveEnd, at - 1)
  ) {
    if (at + archiveEndBytes > content.length) continue
    if (content.length - at - archiveEndBytes > 0xffff) return false
    if (at + archiveEndBytes + content.readUInt16LE(at + 20) <= content.length) return true
  }
  return false
}
