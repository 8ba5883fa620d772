import { uploadLogo } from '#contract/platform/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import { ApiError, type FieldError } from '#web/api/api-error.ts'
import { replyOf } from '#web/api/call.ts'
import type { refreshSession as realRefreshSession } from '#web/api/refresh-session.ts'
import type { send as realSend } from '#web/api/send.ts'
import type { upload as realUpload } from '#web/api/upload.ts'
import type { logOut as realLogOut } from '#web/session/log-out.ts'
import { session } from '#web/session/session.ts'
import { type DemonstrationRequest, respond, userOfToken } from './answering.ts'
import { answers } from './answers.ts'
import { refusedUpload } from './refused.ts'
import { squarePicture } from './square-picture.ts'
import { forgetCurrentUser, keepCurrentUser, loadWorld } from './storage.ts'

/**
 * What the demonstration's build puts in the place of `web/api` send, upload and refresh-session and of `web/session`
 * log-out: every call is answered from this browser's storage, and no line of this or of them opens a connection.
 */
export const send: typeof realSend = async (request, read) => {
  // Later, as an answer over a network comes: forms rely on being busy first.
  await Promise.resolve()
  const body = typeof request.body === 'string' ? request.body : undefined
  const response = answerTo({ method: request.method, path: request.path, body }, request.isPublic)
  request.signal?.throwIfAborted()
  return await read(response)
}

/** The logo is all that a browser can make small by itself; everything else that is uploaded is read by a server. */
export const upload: typeof realUpload = async (endpoint, file, onProgress) => {
  if (endpoint.path !== uploadLogo.path) throw new ApiError(refusedUpload(endpoint.path), { status: 405 })
  if (file.size > uploadLogo.upload.bytesMax) throw new ApiError('Choose a file of at most 5 MB.', { status: 413 })
  const picture = await squarePicture(file)
  onProgress?.(1)
  const response = answerTo({ method: endpoint.method, path: endpoint.path, picture })
  return replyOf(endpoint, (await response.json()) as { data: unknown }) as Replied<typeof endpoint>
}

/** The answer as a response; a no as the error that the app shows. */
function answerTo(asked: Omit<DemonstrationRequest, 'token'>, isPublic = false): Response {
  const { status, body, file } = respond(answers, localStorage, { ...asked, token: session.accessToken() }, new Date())
  if (asked.method !== 'GET') followCurrentUser()
  if (file) {
    const headers = { 'Content-Type': file.mediaType, 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}` }
    return new Response(file.content, { status, headers })
  }
  if (status < 400) return new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
  if (status === 401 && !isPublic) session.close('expired')
  const { message, errors = [] } = JSON.parse(body) as { message: string; errors?: FieldError[] }
  throw new ApiError(message, { status, errors })
}

/** A token of the demonstration never grows old; one that opens nothing has no other to come. */
export const refreshSession: typeof realRefreshSession = async () => false

export const logOut: typeof realLogOut = (why) => session.close(why ?? 'logout')

/** Keeps the current-user entry in step with who is signed in. */
export function followCurrentUser(): void {
  const user = session.user() && userOfToken(loadWorld(localStorage, new Date()), session.accessToken())
  if (user) keepCurrentUser(localStorage, user)
  else forgetCurrentUser(localStorage)
}
