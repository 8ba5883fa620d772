import type { listNominees } from '#features/members/nominees/contract.ts'
import type { getMemberEmployer } from '#features/payroll/employers/contract.ts'
import type { listMembershipApplications } from '#features/members/applications/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'

export type Application = Replied<typeof listMembershipApplications>

export type MemberEmployerReply = Replied<typeof getMemberEmployer>

export type Nominee = Replied<typeof listNominees>[number]
