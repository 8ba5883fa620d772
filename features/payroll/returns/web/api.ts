import type { Replied } from '#contract/endpoint.ts'
import { getReturn, type listReturnLines } from '#features/payroll/returns/contract.ts'

export type Return = Replied<typeof getReturn>

export type ReturnLine = Replied<typeof listReturnLines>
