import type { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import type { Replied } from '#core/contract/endpoint.ts'

export type Profile = Replied<typeof getCooperativeProfile>
