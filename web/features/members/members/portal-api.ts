import { queryOptions } from '@tanstack/react-query'
import { getMemberDashboard, getMemberProfile } from '#contract/members/member-portal.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { session } from '#web/session/session.ts'
import { todayInLagos } from '#web/ui/format.ts'

/** A change of any member makes these old, too. */
const members = ['members'] as const

export const portalQueries = {
  ownProfile: () =>
    queryOptions({
      queryKey: [...members, 'own-profile'],
      queryFn: async ({ signal }) => {
        if (session.accessToken() === null) throw new ApiError('User not authenticated', { status: 401 })
        const owner = session.owner()
        const profile = await call(getMemberProfile, { _t: String(Date.now()) }, { signal })
        // An office that was given since the login opens the admin area at once.
        const roles = profile.memberRoles
          .filter(({ endsOn }) => endsOn === undefined || endsOn >= todayInLagos())
          .map(({ role }) => role)
        if (session.owner() === owner && roles.join() !== session.user()?.roles.join()) session.update({ roles })
        return profile
      },
    }),
  portalDashboard: () =>
    queryOptions({
      queryKey: [...members, 'portal-dashboard'],
      queryFn: ({ signal }) => call(getMemberDashboard, {}, { signal }),
    }),
}
