import { isUuid } from '#core/ids.ts'
import type { Where } from '#ui/router/paths.ts'
import { homePath, type LoginAnswer } from './home-path.ts'

const key = 'payment-code'

/** Remembers in this tab whose payment code was scanned before the login. */
export function rememberPaymentCode(memberId: string): void {
  if (isUuid(memberId)) sessionStorage.setItem(key, memberId)
}

/**
 * Where a person goes after the login: to what the code that they scanned leads to, once, or home. What is remembered is a
 * member's id and no address, so that no one can be sent elsewhere by it.
 */
export function whereAfterLogin(answer: LoginAnswer): Where {
  const memberId = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return memberId !== null && isUuid(memberId) && answer.status !== 'pending'
    ? { to: '/payer/$memberId', params: { memberId } }
    : { to: homePath(answer) }
}
