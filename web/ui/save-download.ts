import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { download } from '#web/api/download.ts'
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
