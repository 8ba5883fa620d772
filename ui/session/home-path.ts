export type LoginAnswer = {
  status?: string | null
  role?: string | null
  userType?: string | null
  cooperative?: unknown
  accessToken?: string | null
  cooperativeId?: string | null
  isAdmin?: boolean
  permissions?: readonly string[]
}

export type HomePath = '/pending-verification' | '/coop/dashboard' | '/member/dashboard' | '/superadmin/dashboard'

/** Where a person lands after login, in the specification's order. */
export function homePath(answer: LoginAnswer): HomePath {
  const { status, role, userType } = answer
  if (status === 'pending') return '/pending-verification'
  if (role === 'coop_admin' || role === 'cooperative_admin' || userType === 'cooperative') return '/coop/dashboard'
  if (role === 'member') return '/member/dashboard'
  // The bare word `admin` is a member's role here and must never open the platform (decisions.md).
  if (role === 'super_admin' || role === 'superadmin') return '/superadmin/dashboard'
  if (answer.cooperative && answer.accessToken) return '/coop/dashboard'
  if (answer.cooperativeId && !answer.isAdmin && !answer.permissions?.includes('admin')) return '/member/dashboard'
  return '/coop/dashboard'
}
