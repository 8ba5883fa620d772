import type { Replied } from '#core/contract/endpoint.ts'
import type { listRemittances } from '#features/payroll/remittances/contract.ts'

export type Remittance = Replied<typeof listRemittances>
