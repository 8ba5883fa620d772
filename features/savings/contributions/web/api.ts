import type { FoundMember } from '#web/parts/choices.ts'
import type { listContributions, postContribution } from '#features/savings/contributions/contract.ts'
import type { Replied } from '#contract/endpoint.ts'

export type Contribution = Replied<typeof listContributions>
export type Receipt = Replied<typeof postContribution>

export type Payer = FoundMember
