import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { ReadDocument } from './read-document.ts'
import { FileReader } from './read-in-process.ts'

/**
 * One at a time: a picture unpacked takes a hundred megabytes. The clock is the last resort, because what is unpacked has
 * limits of its own; on a busy machine the process alone takes seconds to start.
 */
const reader = new FileReader(20, { secondsMax: 20, exhausted: 'document_unreadable' })

export type DocumentFile = { fileName: string; mediaType: ReadDocument['mediaType']; content: Buffer; sha256: Buffer }

/**
 * Accepts a paper in another process: a PDF without active content, or a picture, which is drawn again.
 * Refuses: file_kind_refused, file_name_wrong, file_active_content, document_unreadable, overloaded.
 */
export async function readDocumentFile({
  fileName,
  content,
}: {
  fileName: string
  content: Buffer
}): Promise<DocumentFile> {
  const read = await reader.read<ReadDocument>({ kind: 'document', content, extension: extname(fileName) })
  const kept = Buffer.from(read.content)
  return { fileName, mediaType: read.mediaType, content: kept, sha256: createHash('sha256').update(kept).digest() }
}

/** Accepts a picture in another process, as a square WebP of so many pixels from its middle. Refuses: picture_kind_refused, file_name_wrong, document_unreadable, overloaded. */
export function squareReader(side: number) {
  return async ({ fileName, content }: { fileName: string; content: Buffer }): Promise<{ content: Buffer }> => ({
    content: Buffer.from(
      await reader.read<Uint8Array>({ kind: 'square', content, extension: extname(fileName), side }),
    ),
  })
}
