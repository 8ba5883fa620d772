import type { EventWords } from '#features/access/audit-trail/rules/event-words.ts'
import type { QuietHours } from '#features/access/messages/rules/quiet-hours.ts'
import type { Kobo } from '#core/money.ts'
import type { Logger } from 'pino'
import type { LoginId } from '#core/ids.ts'
import type { BackupWatch } from './backup/backup-state.ts'
import type { BackupTarget } from './backup/backup-target.ts'
import type { Database } from './db/database.ts'
import type { EventRecorder } from './db/event-recorder.ts'
import type { PaymentProvider } from './payments/payment-port.ts'
import type { PayoutService } from './payments/payout-port.ts'

/** Whom a third party says that it has in front of it. */
export type ThirdPartyPerson = { issuer: string; subject: string; email: string | null; name: string | null }

/** What must come back unchanged from a visit to the third party. */
export type SignInFlow = { state: string; nonce: string; verifier: string; redirectUri: string }

export type ThirdParty = {
  /** On the buttons, and in the address that begins with it; no two have the same. */
  name: string
  isSandbox: boolean
  begin(origin: string): Promise<{ location: string; flow: SignInFlow }>
  /** Refuses nothing: whatever does not fit the flow is thrown. */
  finish(query: string, flow: SignInFlow): Promise<ThirdPartyPerson>
}

/** What the operator settled about messages. */
export type Messaging = {
  /** When messages that are not urgent wait; undefined: never. */
  quietHours: QuietHours | undefined
  /** Whether SMS only go to the file, because no provider is set up. */
  savesSms: boolean
  /** What a part of an SMS costs a society, as it is estimated before sending. */
  smsPartCost: Kobo
  /** The balance at a provider of SMS under which the health page warns. */
  smsBalanceLow: Kobo
  /** Whether members may choose WhatsApp. */
  byWhatsApp: boolean
}

/** What lives as long as the server. */
export type Services = {
  database: Database
  log: Logger
  /** Where the server keeps its files. */
  dataDir: string
  /** Keys the hashes of codes and devices, so that the database alone reveals neither. */
  secret: Buffer
  passwordLengthMin: number
  /** The address that people use, without a slash at its end. */
  publicUrl(): string
  /** Whether the super administrator works with a second factor only. */
  secondFactorRequired: boolean
  /** Where people can sign in besides here, if anywhere. */
  thirdParties: readonly ThirdParty[]
  /** Whether the sample cooperative is here and its published passwords open it. */
  sampleIsOpen: boolean
  /** Whether this machine alone is to reach the server: whoever calls from elsewhere came through a proxy that was not announced. */
  isTrial: boolean
  messaging: Messaging
  /** Tells the workers that messages wait, once their transaction has committed. */
  messagesWaiting(): void
  /** Tells the workers that a file waits to be posted, once the transaction has committed. */
  fileJobsWaiting(): void
  /** Where members pay online, if anywhere. */
  payments: PaymentProvider | undefined
  /** Tells the workers that a payment waits for its next step, once the transaction has committed. */
  paymentsWaiting(): void
  /** Where a society's own account at a provider pays members, if anywhere. */
  payouts: PayoutService | undefined
  /** Tells the workers that a payout waits for its next step, once the transaction has committed. */
  payoutsWaiting(): void
  /** Tells the workers that events wait for a webhook, once the transaction has committed. */
  webhooksWaiting(): void
  /** Tells the workers that a device is to be told something, once the transaction has committed. */
  pushesWaiting(): void
  /** Whether webhooks may lead to this machine, which a trial alone can be set to. */
  webhooksToLoopback: boolean
  /** How backups are. */
  backups: BackupWatch
  /** Where the daily anchors of the books go. */
  anchorTarget: BackupTarget
  /** Adds a line to the audit trail of a cooperative after the reply, about something that wrote nothing else there. */
  recordEvent: EventRecorder
  /** What the lines of audit trails say. */
  eventWords: EventWords
}

/** What a use case may know besides its transaction, its actor and its input. */
export type Context = Services & {
  requestId: string
  now: Date
  /** Where on the network the request comes from; undefined for the server's own work. */
  address?: string | undefined
}

/** Somebody who is not signed in yet. */
export type Caller = {
  /** The browser's own secret, from an earlier login; undefined at a stranger's first visit. */
  device: string | undefined
  /** Where the request comes from on the network. */
  address: string
  /** Scheme and host that the browser used; it may say anything. */
  origin: string
  /** Everything behind the question mark, as it came. */
  query: string
  /** Whether a page of another site sent the browser here, as browsers say it (Sec-Fetch-Site). */
  isFromOtherSite: boolean
  /** What this browser was given for a sign-in under way. */
  signIn: string | undefined
  /** Gives the browser that to keep for a while; undefined takes it away. */
  keepSignIn(sealed: string | undefined): void
  /** What the browser says it is, for the list of sessions. */
  agent: string
  /** Gives the browser this secret to keep, if the request succeeds. */
  trust(device: string): void
}

/** The all-zero login, for what no person did. */
export const noLogin = '00000000-0000-0000-0000-000000000000' as LoginId
