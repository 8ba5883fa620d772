import type { FoundMember } from '#ui/parts/choices.ts'
import type { listContributions, postContribution } from '#features/savings/contributions/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'

export type Contribution = Replied<typeof listContributions>
export type Receipt = Replied<typeof postContribution>

export type Payer = FoundMember
