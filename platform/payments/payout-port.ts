import type { IncomingHttpHeaders } from 'node:http'
import type { Kobo } from '#core/money.ts'
import type { ListedBank } from '#features/payments/payouts/rules/provider-banks.ts'

/** Where money goes: the bank by the provider's own code. */
export type PayeeAccount = { bankCode: string; accountNumber: string; accountName: string }

export type PayoutOrder = {
  /** Ours, unguessable: the provider takes it once. */
  reference: string
  amount: Kobo
  recipient: string
  /** What the payee's bank shows. */
  reason: string
}

/** Another try can help, and nothing was taken. */
type Retry = { retryBecause: string }

/** What became of an order. `refusedBecause`: it was not taken. `unsureBecause`: it may have been. */
export type Taken = { taken: true } | { refusedBecause: string } | { unsureBecause: string }

/** What the provider says of a reference. */
export type PayoutState =
  /** `fee` is zero where the provider does not say, and undefined where what it says is no amount. */
  | { state: 'paid'; amount: Kobo; currency: string; fee: Kobo | undefined }
  | { state: 'failed'; reason: string }
  /** `forPassword`: the account asks for a one-time password with each transfer, which only its owner can enter there. */
  | { state: 'waits'; forPassword: boolean }
  /** Neither paid nor failed for good: an officer looks. */
  | { state: 'unclear'; said: string }
  /** It was never taken. */
  | { state: 'unknown' }
  | Retry

/** One society's account at a provider. Its calls leave this server, so none is made inside a transaction. */
export type PayoutAccount = {
  banks(): Promise<{ banks: ListedBank[] } | Retry>
  holderOf(account: PayeeAccount): Promise<{ name: string } | { unknown: true } | Retry>
  /** The same account gives the same recipient. */
  recipientOf(account: PayeeAccount): Promise<{ recipient: string } | { refusedBecause: string } | Retry>
  send(order: PayoutOrder): Promise<Taken>
  stateOf(reference: string): Promise<PayoutState>
}

/** What a provider delivers: that something happened to a reference, and nothing that is believed without `stateOf`. */
export type PayoutEvent = { event: string; reference: string }

/** A provider at which each society has an account of its own, opened by its key. */
export type PayoutService = {
  /** In the address of the webhook, and with each payout. */
  name: string
  /** Whether it is the sandbox, which takes test keys alone. */
  isSandbox: boolean
  /** Whether a test key is of use: no one is paid with it. */
  takesTestKeys: boolean
  open(key: string): PayoutAccount
  /** Whether the headers have the signature with this key over these bytes. Compares in constant time. */
  isSigned(key: string, headers: IncomingHttpHeaders, body: Buffer): boolean
  /** Throws where the body is none of this provider's. */
  read(body: Buffer): PayoutEvent
}
