import { queryOptions } from '@tanstack/react-query'
import { getCooperativeProfile } from '#contract/platform/cooperative-profile.ts'
import type { Replied } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'

export type Profile = Replied<typeof getCooperativeProfile>

export const cooperativeQueries = {
  all: ['cooperatives'] as const,
  profile: () =>
    queryOptions({
      queryKey: [...cooperativeQueries.all, 'profile'],
      queryFn: ({ signal }) => call(getCooperativeProfile, {}, { signal }),
    }),
}
