import type { listOwnAuditEvents } from '#contract/access/audit-trail.ts'
import type { getCashBook, getGeneralLedger } from '#contract/books/books.ts'
import type { Replied } from '#contract/endpoint.ts'

export type LedgerLine = Replied<typeof getGeneralLedger>
export type CashLine = Replied<typeof getCashBook>

export type OwnAuditEvent = Replied<typeof listOwnAuditEvents>
