import type { getCooperativeProfile } from '#contract/platform/cooperative-profile.ts'
import type { Replied } from '#contract/endpoint.ts'

export type Profile = Replied<typeof getCooperativeProfile>
