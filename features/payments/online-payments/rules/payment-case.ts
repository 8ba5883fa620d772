/** What a provider gives back of a payment: by a refund, or because the payer's bank disputes it (a chargeback). */
export const caseKinds = ['refund', 'dispute'] as const
export type CaseKind = (typeof caseKinds)[number]

/** `pending`: it is under way, or the dispute is open. `taken`: the provider has taken the money. `kept`: it came to nothing. */
export const caseStatuses = ['pending', 'taken', 'kept'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/**
 * What the books say of it. `none`: nothing was taken, or the payment is not in the books; `open`: an officer decides;
 * `reversed`: the payment was reversed; `recorded`: a journal took the amount from the clearing account; `waiting`: that journal waits
 * for approval.
 */
export const caseBooks = ['none', 'open', 'waiting', 'reversed', 'recorded'] as const
export type CaseBooks = (typeof caseBooks)[number]
