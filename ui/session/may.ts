import type { Permission } from '#core/actor.ts'
import { session } from './session.ts'

/**
 * Whether the signed-in person may do it: what their session was opened with says so, and who has no such list has all of
 * their area. A screen asks so as to offer nothing in vain; the server decides.
 */
export function may(permission: Permission | undefined): boolean {
  const permissions = session.user()?.permissions
  return permission === undefined || permissions === undefined || permissions.includes(permission)
}
