import type { IncomingHttpHeaders } from 'node:http'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import type { Doubt } from '#features/payments/online-payments/rules/doubt.ts'
import type { CaseKind, CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import type { SettlementStatus } from '#features/payments/online-payments/rules/settlement.ts'

/** What a member is asked for at a provider's checkout. */
export type Checkout = {
  /** Ours, unguessable: the provider takes it once. */
  reference: string
  amount: Kobo
  email: string
  /** The society's own account at the provider, which gets all of it; null in the sandbox. */
  subaccount: string | null
  /** Where the browser goes after the checkout. */
  returnTo: string
}

/** Where to pay, or why there is no such page. */
export type Opened = { checkoutUrl: string } | { retryBecause: string } | { referenceTaken: true }

/** Money that came. `transfer` is there where it was sent to an account number that the provider opened for a member. */
export type Paid = {
  outcome: 'paid'
  amount: Kobo
  currency: string
  fees: Kobo
  channel: string
  paidAt: Date
  /** Null where the provider does not say: then it is the one that was named when the checkout was opened. */
  subaccount: string | null
  transfer?: Transfer
}

/** Money that came by figures of which one can't be read, or can't be. */
export type Doubtful = { outcome: 'doubtful'; doubt: Doubt; subaccount: string | null; transfer?: Transfer }

/** Each is empty where the provider does not say. */
export type Transfer = { accountNumber: string; customer: string; sender: string }

/** Whom an account number is opened for. `email` is an address of ours that names one membership. */
export type AccountHolder = {
  email: string
  firstName: string
  lastName: string
  phone: string
  subaccount: string | null
}

/** An account number that takes transfers for one member. `customer` is the member at the provider. */
export type OpenedAccount = { customer: string; bank: string; number: string; name: string }

/** What the provider says of a reference. Amounts are in kobo where the currency is NGN. */
export type Verified =
  | Paid
  | Doubtful
  /** The payer may still try again on the same page. */
  | { outcome: 'failed' }
  | { outcome: 'open' }
  | { retryBecause: string }

/** A refund or a dispute of a payment. `id` is the provider's, once for each kind. */
export type ProviderCase = {
  kind: CaseKind
  id: string
  status: CaseStatus
  amount: Kobo
  /** Of a dispute: until when it is answered. */
  dueAt: Date | null
  /** Empty where the provider says none. */
  reason: string
}

/** What the provider pays to a society's bank in one sum, in naira. `net` is what the bank gets. */
export type ProviderSettlement = {
  id: string
  status: SettlementStatus
  gross: Kobo
  fees: Kobo
  /** Refunds and chargebacks that were taken from it. */
  deductions: Kobo
  net: Kobo
  settledOn: Day
}
export type SettledPayment = { reference: string; amount: Kobo; fees: Kobo }

/** A row of a provider's list of which a figure, or its number there, can't be read. `id` is for people: what is left of the number. */
export type DoubtfulRow = { id: string; doubt: Doubt | 'number' }

/** Whose a sub-account is, and the bank account that its money goes to. */
export type SubaccountHolder = { holder: string; bank: string; accountEnd: string }

type Retry = { retryBecause: string }

/**
 * What a provider delivers: that something happened to a reference, and nothing that is believed without its API. `about`
 * is there where a payment may have several such events: the number of the refund or dispute.
 */
export type PaymentEvent = { event: string; reference: string; about?: string }

/** A way in for money. Its calls leave this server, so none is made inside a transaction. */
export type PaymentProvider = {
  /** In the address of the webhook, and with each payment. */
  name: string
  /** Whether it needs the society's own account there. */
  needsSubaccount: boolean
  /** Whether the code of a sub-account is one of this provider. */
  isSubaccount(code: string): boolean
  /** Whose a sub-account is. Not where the provider tells it of none by its code. */
  holderOf?(subaccount: string): Promise<SubaccountHolder | { isUnknown: true } | Retry>
  /** How much more a payer is asked for where the society lets them bear the provider's charge. */
  surchargeOf(amount: Kobo): Kobo
  open(checkout: Checkout): Promise<Opened>
  verify(reference: string): Promise<Verified>
  /** Where the installation gives members account numbers. The same holder gets the same account. */
  openAccount?(holder: AccountHolder): Promise<OpenedAccount | { retryBecause: string }>
  /** The references of transfers to such accounts that came since then. */
  transfersSince?(from: Date): Promise<{ references: string[] } | Retry>
  /** The refunds and disputes of one payment; those in another currency than naira are left out, and those that can't be read are apart. */
  casesOf?(reference: string): Promise<{ cases: ProviderCase[]; doubtful: DoubtfulRow[] } | Retry>
  /** The references of payments of which a refund or a dispute began since then. */
  casesSince?(from: Date): Promise<{ references: string[] } | Retry>
  /** What was paid, or is being paid, to the bank of this sub-account since then. What was paid and can't be read is apart. */
  settlementsSince?(
    subaccount: string | null,
    from: Date,
  ): Promise<{ settlements: ProviderSettlement[]; doubtful: DoubtfulRow[] } | Retry>
  /** Whether that list is of all sub-accounts, whichever is named. */
  listsAllSettlements?: boolean
  /** The payments that one settlement pays, and those that can't be read. */
  paymentsOf?(settlement: string): Promise<{ payments: SettledPayment[]; doubtful: DoubtfulRow[] } | Retry>
  /** Whether the headers have the provider's signature over these bytes. Compares in constant time. */
  isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean
  /** Throws where the body is none of this provider's. */
  read(body: Buffer): PaymentEvent
}
