import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '#ui/api/query.ts'
import { usePlace } from '#ui/router/place.ts'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { isConnectionProblem } from '#ui/api/api-error.ts'
import { SendTo } from '#ui/router/SendTo.tsx'
import { ConnectionScreen } from './ErrorScreen.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'

type Profile = Replied<typeof getCooperativeProfile>

const initialDelay = 100
const profileDelay = 50
const attemptsMax = 3

/** The profile's query with the specification's waits before the first check and between attempts. */
function checkedProfile(isFirst: boolean) {
  const profile = query(getCooperativeProfile, {})
  return queryOptions({
    queryKey: profile.queryKey,
    queryFn: async (context) => {
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, initialDelay + profileDelay))
      return await (profile.queryFn as (context: unknown) => Promise<Profile>)(context)
    },
    retry: (failures, error) => isConnectionProblem(error) && failures < attemptsMax,
    retryDelay: (attempt) => 2000 * (attempt + 1),
  })
}

/** Lets officers in when their cooperative is verified; asks again, from a cache of five minutes, on every change of path. */
export function AdminGate({ children }: { children: (profile: Profile) => ReactNode }) {
  const queries = useQueryClient()
  const { pathname } = usePlace()
  const check = useQuery(checkedProfile(queries.getQueryData(query(getCooperativeProfile, {}).queryKey) === undefined))
  useEffect(() => {
    if (queries.getQueryData(query(getCooperativeProfile, {}).queryKey) !== undefined)
      void queries.prefetchQuery(checkedProfile(false))
  }, [pathname, queries])

  // The frame and its page are drawn in slices, so that a slow phone answers to the thumb meanwhile.
  const profile = useDeferredValue(check.data, undefined)
  if (check.data?.status === 'pending') return <SendTo to="/pending-verification" />
  if (check.data && profile) return children(profile)
  if (check.isError) return <ConnectionScreen onRetry={() => void check.refetch()} />
  return <LoadingScreen words="Checking account status..." />
}
