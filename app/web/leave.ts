import { go } from '#ui/router/place.ts'
import { logOut } from '#ui/session/log-out.ts'
import { session } from '#ui/session/session.ts'
import { toast } from '#ui/toast.ts'
import * as strings from './strings.ts'

/** Logs out and goes to the login where this person came from. */
export function leave(): void {
  const role = session.user()?.role
  logOut()
  toast.success(strings.loggedOut)
  void go(role === 'member' ? '/member-login' : role === 'superadmin' ? '/super-admin/login' : '/login')
}
