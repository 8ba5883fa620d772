import { ApiError, type FieldError } from '#web/api/api-error.ts'
import type { refreshSession as realRefreshSession } from '#web/api/refresh-session.ts'
import type { send as realSend } from '#web/api/send.ts'
import type { upload as realUpload } from '#web/api/upload.ts'
import type { logOut as realLogOut } from '#web/session/log-out.ts'
import { session } from '#web/session/session.ts'
import { respond, userOfToken } from './answering.ts'
import { answers } from './answers.ts'
import { refusedUpload } from './refused.ts'
import { forgetCurrentUser, keepCurrentUser, loadWorld } from './storage.ts'

/**
 * What the demonstration's build puts in the place of `web/api` send, upload and refresh-session and of `web/session`
 * log-out: every call is answered from this browser's storage, and no line of this or of them opens a connection.
 */
export const send: typeof realSend = async (request, read) => {
  // Later, as an answer over a network comes: forms rely on being busy first.
  await Promise.resolve()
  const body = typeof request.body === 'string' ? request.body : undefined
  const { status, body: text } = respond(answers, localStorage, { method: request.method, path: request.path, body, token: session.accessToken() }, new Date())
  if (request.method !== 'GET') followCurrentUser()
  request.signal?.throwIfAborted()
  if (status < 400) return await read(new Response(text, { status, headers: { 'Content-Type': 'application/json' } }))
  if (status === 401 && !request.isPublic) session.close('expired')
  const { message, errors = [] } = JSON.parse(text) as { message: string; errors?: FieldError[] }
  throw new ApiError(message, { status, errors })
}

export const upload: typeof realUpload = async (endpoint) => {
  throw new ApiError(refusedUpload(endpoint.path), { status: 405 })
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
