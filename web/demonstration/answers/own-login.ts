import * as contract from '#contract/access/own-login.ts'
import { getSecondFactor } from '#contract/access/second-factors.ts'
import { deviceName } from '#domain/access/sessions/device.ts'
import { superAdminPasswordLengthMin } from '#domain/access/sessions/session.ts'
import { refuse } from '#domain/refusal.ts'
import { type Answer, open, paged } from '#web/demonstration/answering.ts'
import { opens } from './society.ts'

export const ownLoginAnswers: readonly Answer[] = [
  open(contract.changePassword, (_moment, { currentPassword, password }, user) => {
    if (!user) return refuse('not_signed_in')
    if (user.role === 'superadmin' && password.length < superAdminPasswordLengthMin) refuse('password_too_short', { field: 'password', length: superAdminPasswordLengthMin })
    if (!opens(user, currentPassword)) refuse('current_password_wrong', { field: 'currentPassword' })
    if (password === currentPassword) refuse('password_unchanged', { field: 'password' })
    user.password = password
    return null
  }),
  open(contract.listSessions, ({ now }, input, user, actor) => {
    if (!user || !actor) return refuse('not_signed_in')
    const startedAt = user.lastLogin === null ? now : new Date(user.lastLogin)
    const own = { id: actor.sessionId, device: deviceName(navigator.userAgent), role: actor.role, startedAt, lastUsedAt: now, current: true }
    return paged([own], input, { lastUsedAt: (row) => row.lastUsedAt.getTime() }, '-lastUsedAt')
  }),
  // There is no other browser in which this login could be open.
  open(contract.endOtherSessions, () => null),
  open(contract.getProviders, () => []),
  open(contract.listIdentities, () => []),
  open(getSecondFactor, () => ({ authenticator: null, passkeys: [], recoveryCodesLeft: 0, required: false })),
]
