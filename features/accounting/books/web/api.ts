import type { listOwnAuditEvents } from '#features/access/audit-trail/contract.ts'
import type { getCashBook, getGeneralLedger } from '#features/accounting/books/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'

export type LedgerLine = Replied<typeof getGeneralLedger>
export type CashLine = Replied<typeof getCashBook>

export type OwnAuditEvent = Replied<typeof listOwnAuditEvents>
