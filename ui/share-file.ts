import { saveFile } from './save-file.ts'
import * as strings from './strings.ts'

/**
 * Hands a file to the apps of the phone, WhatsApp among them. Where a browser shares no files it copies the link, and
 * without a link it saves the file. Answers in words what was done; nothing where the person changed their mind.
 */
export async function shareFile(file: File, url?: string): Promise<string | undefined> {
  const shared = { files: [file], title: file.name }
  if (typeof navigator.share === 'function' && navigator.canShare?.(shared)) {
    try {
      await navigator.share(shared)
      return undefined
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return undefined
      // The press is too long ago for some browsers when the file has come; a download they still allow.
    }
  }
  if (url === undefined) {
    saveFile(file, file.name)
    return strings.thisBrowserCantShareFiles
  }
  await navigator.clipboard.writeText(url)
  return strings.linkCopied
}
