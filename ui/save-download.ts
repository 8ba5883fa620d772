import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { download } from '#ui/api/download.ts'
import { saveFile } from './save-file.ts'

/** Hands what an endpoint gives as a file to the browser's downloads, under the server's name for it where it has one. */
export async function saveDownload<E extends Endpoint>(
  endpoint: E,
  input: Parsed<E>,
  otherwise: string,
): Promise<void> {
  const { blob, fileName } = await download(endpoint, input)
  saveFile(blob, fileName ?? otherwise)
}
