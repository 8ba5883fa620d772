import type { Replied } from '#core/contract/endpoint.ts'
import type { listGuarantees } from '#features/loans/guarantees/contract.ts'

export type Guarantee = Replied<typeof listGuarantees>['guarantees'][number]
