import { send } from './send.ts'

/** A picture as text, so that it is kept for reading offline too. Only the own people may see it, hence with their token. */
export function readPicture(path: string, signal: AbortSignal): Promise<string> {
  return send({ method: 'GET', path: `/api${path}`, signal }, async (response) => textOf(await response.blob()))
}

function textOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(picture)
  })
}
