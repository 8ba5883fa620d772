import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { updateCooperativeProfile } from '#features/platform-admin/cooperatives/contract.ts'
import { listNotifications, readAllNotifications } from '#features/access/notifications/contract.ts'
import { registerCooperative } from '#features/society/registration/contract.ts'
import { loginCooperative, loginMember, loginSuperAdmin } from '#features/access/login/contract.ts'
import type { Role } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import { accountPhoneFrom } from '#core/phone.ts'
import { foldForSearch } from '#core/searching.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { followChanges as realFollowChanges } from '#ui/api/follow-changes.ts'
import type { refreshSession as realRefreshSession } from '#ui/api/refresh-session.ts'
import type { send as realSend } from '#ui/api/send.ts'
import type { upload as realUpload } from '#ui/api/upload.ts'
import type { logOut as realLogOut } from '#ui/session/log-out.ts'
import { session } from '#ui/session/session.ts'
import { cooperativeOf, renamed } from './accounts.ts'
import { recorded } from './recorded.ts'
import { partOf } from './recording.ts'
import { type Reply, replyFrom } from './replies.ts'
import { newUser, type User } from './sample-users.ts'
import { loadUsers, saveUsers } from './storage.ts'

/**
 * What the demonstration's build puts in the place of `ui/api` send, upload, follow-changes and refresh-session and of `ui/session`
 * log-out: reads come from the recording, a few writes go to this browser's storage, and nothing opens a connection.
 */
export const send: typeof realSend = async (request, read) => {
  const [, path = '', query = ''] = /^(?:\/api(?!\/health))?([^?]*)\??(.*)$/.exec(request.path) ?? []
  const users = loadUsers(localStorage)
  const user = request.isPublic ? undefined : users.find(({ token }) => token === session.accessToken())
  const reply =
    request.method === 'GET'
      ? await readReply(path, query, users, user)
      : await write(
          `${request.method} ${path}`,
          typeof request.body === 'string' ? (JSON.parse(request.body) as Record<string, string>) : {},
          users,
          user,
        )
  request.signal?.throwIfAborted()
  return read(new Response(JSON.stringify({ success: true, message: 'OK', ...reply })))
}

export const upload: typeof realUpload = () => Promise.reject(refused())

/** The recording never changes. */
export const followChanges: typeof realFollowChanges = () => ({ changed: () => {}, stop: () => {} })

/** A token of the demonstration never expires, so there is no other to come. */
export const refreshSession: typeof realRefreshSession = async () => false

export const logOut: typeof realLogOut = (why) => session.close(why ?? 'logout')

const refused = () =>
  new ApiError(
    `The demonstration only shows what was recorded of a sample cooperative on ${dayText(recorded.day)}, so it can't do this.`,
    { status: 405 },
  )

async function readReply(path: string, query: string, users: readonly User[], user: User | undefined): Promise<Reply> {
  const part = await recorded.parts[partOf(user?.role ?? 'public', path)]?.()
  const reply = part && replyFrom(part.default, path, new URLSearchParams(query), recorded.day)
  if (!reply) throw refused()
  const own = cooperativeOf(user, users)
  const { data, ...rest } = Object.keys(own).length === 0 ? reply : renamed(reply, own)
  if (path === getCooperativeProfile.path) return { data: { ...(data as object), ...own } }
  if (path !== listNotifications.path || !user?.notificationsRead || !rest.meta) return { data, ...rest }
  return {
    data: (data as object[]).map((row) => ({ ...row, read: true, status: 'read' })),
    meta: { ...rest.meta, summary: { unread: 0 } },
  }
}

/** The writes of the specification; everything else gets one sentence. */
async function write(
  request: string,
  body: Record<string, string>,
  users: User[],
  user: User | undefined,
): Promise<{ message?: string; data: unknown }> {
  switch (request) {
    case `POST ${loginCooperative.path}`:
      return { data: logIn(users, 'coop_admin', body) }
    case `POST ${loginMember.path}`:
      return { data: logIn(users, 'member', body) }
    case `POST ${loginSuperAdmin.path}`:
      return { data: logIn(users, 'superadmin', body) }
    case `POST ${registerCooperative.path}`:
      users.push(signedUp(users, body))
      saveUsers(localStorage, users)
      return { data: users.at(-1)?.cooperative, message: registerCooperative.message }
    case `PUT ${updateCooperativeProfile.path}`:
      if (user?.role !== 'coop_admin') throw refused()
      Object.assign(user, { name: body['name'] ?? user.name, cooperative: { ...user.cooperative, ...body } })
      saveUsers(localStorage, users)
      return {
        ...(await readReply(getCooperativeProfile.path, '', users, user)),
        message: updateCooperativeProfile.message,
      }
    case `PUT ${readAllNotifications.path}`:
      if (user) user.notificationsRead = true
      saveUsers(localStorage, users)
      return { data: { read: 0 } }
    default:
      throw refused()
  }
}

/** Matches the phone number, or the number of the membership, to a user of this role; the password opens the account, and so does the last name. */
function logIn(
  users: readonly User[],
  role: Role,
  { identifier = '', phoneNumber = identifier, password = '' }: Record<string, string>,
): object {
  const isMeant = ({ phone, membershipId }: User) =>
    phone === accountPhoneFrom(phoneNumber) || membershipId.toLowerCase() === phoneNumber.trim().toLowerCase()
  const opens = (user: User) =>
    user.password === password || (user.lastName !== '' && foldForSearch(user.lastName) === foldForSearch(password))
  const user = users.find((each) => each.role === role && isMeant(each) && opens(each))
  // Not 401, for which the login pages have words of their own.
  if (!user) throw new ApiError('Invalid credentials', { status: 400 })
  return {
    ...renamed(recorded.logins[role], cooperativeOf(user, users)),
    accessToken: user.token,
    refreshToken: user.token,
    token: user.token,
  }
}

/** A new cooperative's officer, who sees the recorded cooperative under the new name. */
function signedUp(
  users: readonly User[],
  { name = '', phone: typed = '', email = '', password = '' }: Record<string, string>,
): User {
  const phone = accountPhoneFrom(typed) ?? typed
  if (users.some((user) => user.phone === phone)) {
    const message = 'This phone number is already registered.'
    throw new ApiError(message, { status: 409, errors: [{ field: 'phone', message }] })
  }
  const id = users.length + 1
  const cooperative = {
    id: crypto.randomUUID(),
    coop_id: `AJO-DEM${234 + id}`,
    name,
    phone,
    email: email || null,
    status: 'active',
  }
  return newUser({
    id,
    role: 'coop_admin',
    phone,
    name,
    firstName: '',
    lastName: '',
    membershipId: cooperative.coop_id,
    cooperativeId: cooperative.id,
    token: `mock-token-${id}-${Date.now()}`,
    password,
    email,
    cooperative,
  })
}
