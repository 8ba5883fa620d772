import type { Replied } from '#contract/endpoint.ts'
import type { listEmployers, listEmployees } from '#features/payroll/employers/contract.ts'

export type Employer = Replied<typeof listEmployers>

export type Employee = Replied<typeof listEmployees>
