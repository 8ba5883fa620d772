import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '#core/refusal.ts'

/** The kinds of paper and picture that are accepted, and how their names may end. */
const extensions = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
}

export type FileKind = keyof typeof extensions

/**
 * What a file is by its content; undefined where it is none of ours. A name that ends otherwise is refused, because
 * programs go by the name; a phone's camera may give none. Refuses: file_name_wrong.
 */
export async function kindOf(content: Buffer, extension: string): Promise<FileKind | undefined> {
  const mime = (await fileTypeFromBuffer(content))?.mime
  const kind = (Object.keys(extensions) as FileKind[]).find((each) => each === mime)
  if (kind && extension !== '' && !extensions[kind].includes(extension.toLowerCase()))
    refuse('file_name_wrong', { field: 'file', extension, kind: extensions[kind][0] ?? '' })
  return kind
}
