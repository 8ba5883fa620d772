import type { FoundMember } from '#web/parts/choices.ts'
import type { listContributions, postContribution } from '#contract/money/contributions.ts'
import type { Replied } from '#contract/endpoint.ts'

export type Contribution = Replied<typeof listContributions>
export type Receipt = Replied<typeof postContribution>

export type Payer = FoundMember
