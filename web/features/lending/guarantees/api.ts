import type { Replied } from '#contract/endpoint.ts'
import type { listGuarantees } from '#contract/lending/guarantees.ts'

export type Guarantee = Replied<typeof listGuarantees>['guarantees'][number]
