import { loginProofField, overdraftReasonHeader } from '#core/contract/endpoint.ts'
import { session } from '#ui/session/session.ts'
import { ApiError, errorOf, networkFailure, timedOut } from './api-error.ts'
import { refreshSession } from './refresh-session.ts'
import { askProof, questions } from './questions.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Request = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: BodyInit
  /** Public endpoints answer 401 to a wrong password: no reason to refresh a session. */
  isPublic?: boolean
  signal?: AbortSignal | undefined
  /** Fails where a person would be asked something first. */
  isUnasked?: boolean | undefined
  /** It takes as long as the line needs: the time limit counts from the last bytes that came. */
  isFile?: true
}

export const timeoutMilliseconds = 30_000

/**
 * Sends with the bearer token and the time limit, once more after a refresh, and reads a good answer with `read`. What comes
 * after the session has moved to somebody else, or to another cooperative, is no one's any more.
 */
export async function send<Result>(request: Request, read: (response: Response) => Promise<Result>): Promise<Result> {
  const owner = session.owner()
  const isMine = () => request.isPublic === true || session.owner() === owner
  try {
    if (request.method === 'GET' && !request.isPublic) await session.moved()
    if (isMine()) {
      const result = await askWithProof(request, read, isMine)
      if (isMine()) return result
    }
  } catch (error) {
    if (isMine() || session.owner() === '') throw error
  }
  // Settles never: whoever asked is gone, and what came of it would be told to the one who is here now.
  return new Promise(() => undefined)
}

/** Where the server wants to know who is there, why the bank may be overdrawn, or that a payment is another one, the person says so, and the request goes again under its own key. */
async function askWithProof<Result>(
  request: Request,
  read: (response: Response) => Promise<Result>,
  isMine: () => boolean,
): Promise<Result> {
  try {
    return await ask(request, read, isMine)
  } catch (error) {
    const again = error instanceof ApiError ? await answered(error, request) : undefined
    if (!again || !isMine()) throw error
    return askWithProof(again, read, isMine)
  }
}

/** The request with what it lacked, or undefined where it lacks nothing that a person can say or they decline. */
async function answered({ status, errors, message }: ApiError, request: Request): Promise<Request | undefined> {
  if (request.isUnasked) return undefined
  const asks = (name: string) => errors.some(({ field }) => field === name)
  if (status === 428) return (await askProof(asks(loginProofField) ? 'loginProof' : 'identity')) ? request : undefined
  if (asks('anotherPayment') && typeof request.body === 'string')
    return (await (await questions())?.anotherPayment(message))
      ? { ...request, body: JSON.stringify({ ...JSON.parse(request.body), anotherPayment: true }) }
      : undefined
  if (!asks(overdraftReasonHeader)) return undefined
  const reason = await (await questions())?.overdraftReason(message)
  if (reason === undefined) return undefined
  return { ...request, headers: { ...request.headers, [overdraftReasonHeader]: encodeURIComponent(reason) } }
}

async function ask<Result>(
  request: Request,
  read: (response: Response) => Promise<Result>,
  isMine: () => boolean,
): Promise<Result> {
  const token = session.accessToken()
  const answer = await attempt(request, token, read)
  if (!('unauthorized' in answer)) return answer.result
  if (request.isPublic || token === null) throw answer.unauthorized
  // With another person's token the request would be done in their name.
  if (!(await refreshSession(token)) || !isMine()) throw answer.unauthorized
  const again = await attempt(request, session.accessToken(), read)
  if ('unauthorized' in again) throw again.unauthorized
  return again.result
}

type Answer<Result> = { result: Result } | { unauthorized: ApiError }

async function attempt<Result>(
  request: Request,
  token: string | null,
  read: (response: Response) => Promise<Result>,
): Promise<Answer<Result>> {
  const limit = new AbortController()
  let late = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const startTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      late = true
      limit.abort()
    }, timeoutMilliseconds)
  }
  startTimer()
  const cancel = () => limit.abort()
  request.signal?.addEventListener('abort', cancel)
  if (request.signal?.aborted) cancel()
  try {
    // A page asks several things at once: each begins in a turn of its own, with room for the thumb between them.
    if (request.method === 'GET') await globalThis.scheduler?.yield?.()
    const response = await fetch(request.path, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(token === null ? {} : { Authorization: fill(strings.bearerToken, { token }) }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: limit.signal,
    })
    if (response.ok) return { result: await read(request.isFile ? watched(response, startTimer) : response) }
    const error = errorOf(response.status, await response.text())
    if (response.status === 401) return { unauthorized: error }
    throw error
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (late) throw timedOut()
    if (request.signal?.aborted) throw error
    if (error instanceof TypeError || error instanceof DOMException) throw networkFailure()
    throw error
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', cancel)
  }
}

/** The same response, of which each piece that comes is told. */
function watched({ body, headers }: Response, onPiece: () => void): Response {
  const pieces = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, next) {
        onPiece()
        next.enqueue(piece)
      },
    }),
  )
  return new Response(pieces ?? null, { headers })
}
