import type { Replied } from '#core/contract/endpoint.ts'
import type { listMemberRequests } from '#features/members/requests/contract.ts'

export type MemberRequest = Replied<typeof listMemberRequests>
