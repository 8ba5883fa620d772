import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '#domain/refusal.ts'
import { redraw } from './picture.ts'

/** A square WebP of so many pixels from the middle of a picture. Refuses: picture_kind_refused, document_unreadable, overloaded. */
export async function readSquareFile(content: Buffer, side: number): Promise<Buffer> {
  const mime = (await fileTypeFromBuffer(content))?.mime
  if (mime !== 'image/jpeg' && mime !== 'image/png' && mime !== 'image/webp') return refuse('picture_kind_refused', { field: 'file' })
  return redraw(content, (picture) => picture.resize(side, side, { fit: 'cover' }).webp({ quality: 82 }))
}
