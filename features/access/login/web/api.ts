import { membershipNumberFrom } from '#core/contract/member-identifier.ts'
import { phoneFrom } from '#core/phone.ts'
import { loginCooperative, loginMember, loginSuperAdmin } from '#features/access/login/contract.ts'
import { ApiError, sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { session } from '#ui/session/session.ts'
import { userOfCooperative, userOfMember, userOfSuperAdmin } from '#ui/session/session-user.ts'
import * as strings from './strings.ts'

/** Whether a login opened a session; else it holds the ticket for the second step. */
export function isOpened<Reply extends object>(reply: Reply): reply is Exclude<Reply, { ticket: string }> {
  return !('ticket' in reply)
}

export function useLoginCooperative() {
  return useAction(loginCooperative, {
    onSuccess: (reply, { keepSignedIn }) =>
      isOpened(reply) && session.open(userOfCooperative(reply.cooperative), reply, keepSignedIn ?? true),
  })
}

export function useLoginMember() {
  return useAction(loginMember, {
    onSuccess: (reply, { keepSignedIn }) =>
      isOpened(reply) && session.open(userOfMember(reply.member, reply.memberships), reply, keepSignedIn ?? true),
  })
}

export function useLoginSuperAdmin() {
  return useAction(loginSuperAdmin, {
    onSuccess: (reply) => isOpened(reply) && session.open(userOfSuperAdmin(reply.superAdmin), reply, true),
  })
}

/** Whether a right password was refused because its society is suspended. */
export function isSuspended(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.message.includes('suspended')
}

export type Problem = { title: string; text: string }

/** The words for a login that failed, by status as the specification lists them. */
export function loginProblem(error: Error): Problem {
  const status = error instanceof ApiError ? error.status : 500
  const message = sentence(error)
  if (error instanceof ApiError && status === 422 && error.errors.length > 0)
    return { title: strings.invalidInput, text: error.errors[0]?.message ?? message }
  // Whoever types the right password hears what closes the login; calling the password wrong would send them in circles.
  if (status === 403 && /suspended|not approved|published|office ended/.test(message))
    return { title: strings.loginFailed, text: message }
  if (status === 401 || status === 403) {
    return { title: strings.invalidCredentials, text: strings.thePhoneNumberOrPassword }
  }
  if (status === 423) return { title: strings.accountLocked, text: message }
  if (status === 404) {
    return { title: strings.accountNotFound, text: strings.noCooperativeFoundWithThis }
  }
  if (status >= 500) return { title: strings.serverError, text: strings.ourServersAreTemporarilyUnavailable }
  if (/network|connection/i.test(message)) return { title: strings.connectionError, text: message }
  return { title: strings.loginFailed, text: message || strings.anUnexpectedErrorOccurredDuring }
}

/** The super administrator's two sentences; all else as for cooperatives. */
export function superAdminLoginProblem(error: Error): Problem {
  const status = error instanceof ApiError ? error.status : 500
  // Whoever types the first password once it has ended reads how to get another one.
  if (status === 403 && sentence(error).includes('has ended'))
    return { title: strings.loginFailed, text: sentence(error) }
  if (status === 401 || status === 403)
    return { title: strings.invalidCredentials, text: strings.pleaseCheckYourUsernameAnd }
  if (status >= 500) return { title: strings.serverError, text: strings.unableToConnectToThe }
  return loginProblem(error)
}

/** Of a Nigerian phone, which the login begins with. */
export const prefix = '+234'

/** What was typed as the contract wants it: 0803… becomes +234803…, a membership number its whole form, the prefix alone counts as empty. */
export function typedIdentifier(text: string): string {
  const trimmed = text.trim()
  if (trimmed === prefix) return ''
  const afterPrefix = trimmed.startsWith(`${prefix}0`) ? trimmed.slice(prefix.length) : trimmed
  return membershipNumberFrom(trimmed) ?? phoneFrom(afterPrefix) ?? trimmed.replaceAll(' ', '')
}
