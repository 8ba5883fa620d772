import { type Endpoint, isReading, type Replied } from '#core/contract/endpoint.ts'
import { sheetHeader } from '#core/contract/sheet-header.ts'
import { session } from '#ui/session/session.ts'
import { ApiError, errorOf, networkFailure, timedOut } from './api-error.ts'
import { buildRequest } from './build-request.ts'
import { readReply } from './call.ts'
import { newKey } from './new-key.ts'
import { questions } from './questions.ts'
import { renew } from './renewal.ts'
import { refreshSession } from './refresh-session.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Sends one file in the field `file`, and beside it what the contract has of `params` in its body. `onProgress` hears 0 to 1; only XMLHttpRequest can tell that. */
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
  const { path, body } = buildRequest(endpoint, params)
  try {
    const answer = await answered(path, { file, body }, onProgress)
    const reply = (await readReply(endpoint, JSON.parse(answer.text) as { data: unknown })) as Replied<E>
    if (!isReading(endpoint)) await renew()
    return reply
  } catch (error) {
    void renew()
    throw error
  }
}

/** A file with what is said of it. */
type Sent = { file: File; body: string | undefined }

/** The sheet that a person chose of a workbook, for when the same file goes again. */
const chosenSheets = new WeakMap<File, string>()

/** The answer to a file that was taken. Of a workbook with several sheets that have rows the person says which is meant, and it goes again. */
async function answered(
  path: string,
  sent: Sent,
  onProgress: ((part: number) => void) | undefined,
): Promise<{ text: string }> {
  const key = newKey()
  const token = session.accessToken()
  let answer = await attempt(path, sent, key, onProgress)
  if (answer.status === 401 && token !== null && (await refreshSession(token)))
    answer = await attempt(path, sent, key, onProgress)
  if (answer.status >= 200 && answer.status <= 299) return answer
  const refused = errorOf(answer.status, answer.text)
  const sheets = refused.errors.filter(({ field }) => field === 'sheet').map(({ message }) => message)
  const chosen =
    sheets.length > 0 && !chosenSheets.has(sent.file)
      ? await (await questions())?.sheet(refused.message, sheets)
      : undefined
  if (chosen === undefined) throw refused
  chosenSheets.set(sent.file, chosen)
  return answered(path, sent, onProgress)
}

/** A file on a slow line may take longer than the 30 seconds of a call; it fails after as long without progress. */
const stallMilliseconds = 30_000

function attempt(
  path: string,
  { file, body }: Sent,
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
    if (body !== undefined) form.append('body', body)
    form.append('file', file)
    request.send(form)
  })
}
