import type { Logger } from 'pino'
import type { LoginId } from '#domain/ids.ts'
import type { Database } from './db/database.ts'

/** What lives as long as the server. */
export type Services = {
  database: Database
  log: Logger
  /** Where the server keeps its files. */
  dataDir: string
  /** Keys the hashes of codes and devices, so that the database alone reveals neither. */
  secret: Buffer
  passwordLengthMin: number
  /** Tells the message job that a row waits, once its transaction has committed. */
  messagesWaiting(): void
  /** Starts work that outlives its request; the server finishes it before it stops. */
  inBackground(work: () => Promise<void>): void
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
  /** What the browser says it is, for the list of sessions. */
  agent: string
  /** Gives the browser this secret to keep, if the request succeeds. */
  trust(device: string): void
}

/** The all-zero login: nobody. */
export const nobody = '00000000-0000-0000-0000-000000000000' as LoginId
