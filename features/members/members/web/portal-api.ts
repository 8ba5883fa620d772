import { queryOptions } from '@tanstack/react-query'
import { getMemberProfile } from '#features/members/records/contract.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { call } from '#ui/api/call.ts'
import { keyOf } from '#ui/api/query.ts'
import { session } from '#ui/session/session.ts'
import { todayInLagos } from '#ui/format.ts'
import * as strings from './strings.ts'

export const portalQueries = {
  ownProfile: () =>
    queryOptions({
      queryKey: keyOf(getMemberProfile, {}),
      queryFn: async ({ signal }) => {
        if (session.accessToken() === null) throw new ApiError(strings.userNotAuthenticated, { status: 401 })
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
}
