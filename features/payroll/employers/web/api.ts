import type { Replied } from '#core/contract/endpoint.ts'
import type { listEmployers } from '#features/payroll/employers/contract.ts'

export type Employer = Replied<typeof listEmployers>
