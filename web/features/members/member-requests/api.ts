import type { Replied } from '#contract/endpoint.ts'
import type { listMemberRequests } from '#contract/members/member-requests.ts'

export type MemberRequest = Replied<typeof listMemberRequests>
