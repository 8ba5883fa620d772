import { NoPrimary } from './primary.ts'

/**
 * What PostgreSQL says, or the network, where it can't answer now and may answer later: while it starts, stops, fails over or
 * is cut off, its disk or its connections are used up, or others hold what is asked for. The requests that meet it are told
 * to come back (503). `before` is said of a connection that is being made, where nothing was asked yet; `during` of a
 * statement on one that was open. SQLSTATEs are in appendix A of PostgreSQL's documentation; two digits name a class.
 */
const moments: Record<string, 'before' | 'during' | 'both'> = {
  // The connection is refused, or breaks.
  '08': 'both',
  ECONNREFUSED: 'both',
  ECONNRESET: 'both',
  EPIPE: 'both',
  ETIMEDOUT: 'both',
  EHOSTUNREACH: 'both',
  ENETUNREACH: 'both',
  ENOTFOUND: 'both',
  EAI_AGAIN: 'both',
  // The socket is not there yet.
  ENOENT: 'both',
  // Stops at an administrator's word or after a crash, starts, recovers, ends what idled.
  '57P': 'both',
  // All connections are used, the disk is full, memory or a limit of the machine.
  '53': 'both',
  // A disk fails.
  '58030': 'during',
  // Others hold what is asked for, or on a replica what it replays goes first.
  '55P03': 'during',
  '40001': 'during',
  '40P01': 'during',
  // Took too long, or waited too long between two statements.
  '57014': 'during',
  '25P03': 'during',
}

const kept: readonly RegExp[] = [
  /Connection terminated|not queryable|connection error/i,
  /timeout exceeded when trying to connect/,
]

/** Whether this error says that the database can't answer now. Of a connection that is being made, or of a statement. */
export function isOutage(error: unknown, when: 'before' | 'during'): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoPrimary) return true
  if (kept.some((words) => words.test(error.message))) return true
  const code = 'code' in error ? String(error.code) : ''
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  const moment = moments[code] ?? (isSqlState ? (moments[code.slice(0, 3)] ?? moments[code.slice(0, 2)]) : undefined)
  return moment === 'both' || moment === when
}

/**
 * Whether a transaction that writes met a database that only reads: one that was the primary and is no more, or that is
 * not yet. Asked of the error alone, because a moment later it may be the primary again.
 */
export function isReadOnlyDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}
