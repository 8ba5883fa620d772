import { go } from '#web/router/place.ts'
import { logOut } from '#web/session/log-out.ts'
import { session } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import * as strings from './strings.ts'

/** Logs out and goes to the login where this person came from. */
export function leave(): void {
  const role = session.user()?.role
  logOut()
  toast.success(strings.loggedOut)
  void go(role === 'member' ? '/member-login' : role === 'superadmin' ? '/super-admin/login' : '/login')
}
