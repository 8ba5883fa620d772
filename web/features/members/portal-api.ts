import { queryOptions } from '@tanstack/react-query'
import { getMemberDashboard, getMemberProfile } from '#contract/member-portal.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { session } from '#web/session/session.ts'

/** A change of any member makes these old, too. */
const members = ['members'] as const

export const portalQueries = {
  ownProfile: () =>
    queryOptions({
      queryKey: [...members, 'own-profile'],
      queryFn: ({ signal }) => {
        if (session.accessToken() === null) throw new ApiError('User not authenticated', { status: 401 })
        return call(getMemberProfile, { _t: String(Date.now()) }, { signal })
      },
    }),
  portalDashboard: () =>
    queryOptions({
      queryKey: [...members, 'portal-dashboard'],
      queryFn: ({ signal }) => call(getMemberDashboard, {}, { signal }),
    }),
}
