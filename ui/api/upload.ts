import { type Endpoint, type Replied, sheetHeader } from '#core/contract/endpoint.ts'
import { session } from '#ui/session/session.ts'
import { ApiError, errorOf, networkFailure, timedOut } from './api-error.ts'
import { buildRequest } from './build-request.ts'
import { readReply } from './call.ts'
import { newKey } from './new-key.ts'
import { askSheet } from './questions.ts'
import { renew } from './renewal.ts'
import { refreshSession } from './refresh-session.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Sends one file in the field `file`. `onProgress` hears 0 to 1; only XMLHttpRequest can tell that. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  onProgress?: (part: number) => void,
  params: Record<string, unknown> = {},
): Promise<Replied<E>> {
  const limit = endpoint.upload?.bytesMax
  if (limit !== undefined && file.size > limit) {
    throw new ApiError(fill(strings.chooseAFileOfAt, { limit: Math.floor(limit / 1024 / 1024) }), { status: 413 })
  }
  const { path } = buildRequest(endpoint, params)
  try {
    const answer = await answered(path, file, onProgress)
    const reply = (await readReply(endpoint, JSON.parse(answer.text) as { data: unknown })) as Replied<E>
    await renew()
    return reply
  } catch (error) {
    void renew()
    throw error
  }
}

/** The sheet that a person chose of a workbook, for when the same file goes again. */
const chosenSheets = new WeakMap<File, string>()

/** The answer to a file that was taken. Of a workbook with several sheets that have rows the person says which is meant, and it goes again. */
async function answered(
  path: string,
  file: File,
  onProgress: ((part: number) => void) | undefined,
): Promise<{ text: string }> {
  const key = newKey()
  const token = session.accessToken()
  let answer = await attempt(path, file, key, onProgress)
  if (answer.status === 401 && token !== null && (await refreshSession(token)))
    answer = await attempt(path, file, key, onProgress)
  if (answer.status >= 200 && answer.status <= 299) return answer
  const refused = errorOf(answer.status, answer.text)
  const sheets = refused.errors.filter(({ field }) => field === 'sheet').map(({ message }) => message)
  const chosen = sheets.length > 0 && !chosenSheets.has(file) ? await askSheet(refused.message, sheets) : undefined
  if (chosen === undefined) throw refused
  chosenSheets.set(file, chosen)
  return answered(path, file, onProgress)
}

/** A file on a slow line may take longer than the 30 seconds of a call; it fails after as long without progress. */
const stallMilliseconds = 30_000

function attempt(
  path: string,
  file: File,
  key: string,
  onProgress?: (part: number) => void,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        request.abort()
        reject(timedOut())
      }, stallMilliseconds)
    }
    request.open('POST', path)
    request.setRequestHeader(strings.idempotencyKey, key)
    const sheet = chosenSheets.get(file)
    if (sheet !== undefined) request.setRequestHeader(sheetHeader, encodeURIComponent(sheet))
    const token = session.accessToken()
    if (token !== null) request.setRequestHeader(strings.authorization, fill(strings.bearerToken, { token }))
    request.upload.onprogress = ({ loaded, total }) => {
      watch()
      if (total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => {
      clearTimeout(timer)
      resolve({ status: request.status, text: request.responseText })
    }
    request.onerror = () => {
      clearTimeout(timer)
      reject(networkFailure())
    }
    watch()
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
