import { refuse } from '#core/refusal.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { redraw } from './picture.ts'

const kinds: readonly (FileKind | undefined)[] = ['image/jpeg', 'image/png', 'image/webp']

/** A square WebP of so many pixels from the middle of a picture. It runs outside the server's process. Refuses: picture_kind_refused, file_name_wrong, document_unreadable. */
export async function readSquare(content: Buffer, extension: string, side: number): Promise<Buffer> {
  if (!kinds.includes(await kindOf(content, extension))) refuse('picture_kind_refused', { field: 'file' })
  return redraw(content, (picture) => picture.resize(side, side, { fit: 'cover' }).webp({ quality: 82 }))
}
