import pg from 'pg'
import type { TenantActor } from '#core/actor.ts'
import { type CooperativeId, isUuid, type MemberId } from '#core/ids.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { FairQueue } from '#platform/limits/fair-queue.ts'
import { traced } from '#platform/telemetry/traces.ts'
import { isOutage, isReadOnlyDatabase } from './outages.ts'
import { DatabaseClient, watchPrimary } from './primary.ts'
import { readFrom } from './read-replica.ts'
import { gather, Tx } from './tx.ts'

/** The login roles of the migrations; each reaches only what its work needs. */
export const loginRoles = ['coop_app', 'coop_auth', 'coop_platform', 'coop_jobs'] as const
export type DatabaseRole = (typeof loginRoles)[number]

/** Whose rows a transaction sees: one cooperative's, and of those only the member's own where the role is member. */
export type Scope = {
  cooperativeId: CooperativeId
  role: 'coop_admin' | 'member' | 'job'
  memberId?: MemberId | undefined
}

export function scopeOf(actor: TenantActor): Scope {
  return { cooperativeId: actor.cooperativeId, role: actor.role, memberId: actor.memberId }
}

/** `snapshot`: every statement sees the same moment. What only reads so may be answered by a replica (DATABASE_READ_URL). */
type TransactionOptions = {
  readOnly?: boolean
  snapshot?: boolean
  timeoutSeconds?: number
  /** Why a bank account may be overdrawn by what is posted (ledger.check_days). */
  overdraftReason?: string | undefined
  /** What is posted was reported by a payment provider: the money has left. */
  bankReported?: boolean
}

export type Database = {
  /** One transaction over one cooperative's rows. */
  tenant<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * One transaction over the rows of several cooperatives, each work inside its own and none at the same moment as
   * another's: every statement travels behind the name of its cooperative. All are kept or none. None waits long for a
   * lock, because the others wait with it. Throws OneOfSeveralFailed where one of the works is the cause.
   */
  tenants<T>(works: readonly { scope: Scope; work: (tx: Tx) => Promise<T> }[]): Promise<T[]>
  /** One transaction over logins and sessions, before a cooperative is known. */
  auth<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction of the super administrator. */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction of the server's own jobs. */
  jobs<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A statement of the job library, which writes its own. */
  library(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Logs each role in again, at most once in ten seconds: a connection that is open says nothing of the next. Throws where one is not let in. */
  tryLogins(): Promise<void>
  /** How the connections of each role are used at this moment; `waiting` is work that waits for one. */
  connections(): { role: DatabaseRole; open: number; idle: number; waiting: number; max: number }[]
  close(): Promise<void>
}

const { builtins } = pg.types

// PostgreSQL's number for int8[], which the driver has no name for.
const bigintArray = 1016 as typeof builtins.INT8
const readTexts = pg.types.getTypeParser(bigintArray) as (text: string) => (string | null)[]
const readBigints = (text: string) => readTexts(text).map((each) => each && BigInt(each))

/** Kobo and counters stay exact as bigint; a date stays the day it names, whatever the machine's zone. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.INT8) return BigInt
    if (oid === builtins.DATE) return String
    if (oid === bigintArray) return readBigints
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/** Milliseconds that work may wait for a connection before it is turned away. */
const connectionWait = 2000
const authConnections = 4

/** `replicaUrl` is the address of a replica for the role coop_app, where there is one. */
export function openDatabase(
  urlOf: (role: DatabaseRole) => string,
  poolSize = 10,
  { replicaUrl }: { replicaUrl?: string | undefined } = {},
): Database {
  const pool = (role: DatabaseRole, max: number, url = urlOf(role)) => {
    const opened = new pg.Pool({
      Client: DatabaseClient as unknown as new () => pg.ClientBase,
      connectionString: url,
      max,
      types,
      pipeline: true,
      connectionTimeoutMillis: connectionWait,
      idleTimeoutMillis: 60_000,
      application_name: `ajose ${role}`,
    } as pg.PoolConfig)
    // An idle connection that PostgreSQL closed is replaced at the next checkout; the next query tells what is wrong.
    opened.on('error', () => {})
    return opened
  }
  const app = pool('coop_app', poolSize)
  const replica = replicaUrl === undefined ? undefined : { pool: pool('coop_app', poolSize, replicaUrl), restsUntil: 0 }
  const auth = pool('coop_auth', authConnections)
  // Who guesses passwords on many connections waits in a line of their own, not before everybody else who logs in.
  const authTurns = new FairQueue({
    workingMax: authConnections,
    waitingMax: 400,
    lineMax: 100,
    waitMilliseconds: connectionWait,
  })
  const platform = pool('coop_platform', 3)
  // The library's workers ask while a sweep or the health page has one.
  const jobs = pool('coop_jobs', 4)
  const watch = watchPrimary(urlOf('coop_jobs'))
  // Workers that wait for their turn to take a job leave the connections to others.
  let lastTaken: Promise<unknown> = Promise.resolve()
  const takeInTurn = (query: pg.QueryConfig) => {
    const take = () => takeAlone(jobs, query)
    const taken = lastTaken.then(take, take)
    lastTaken = taken
    return taken
  }

  let triedLogins = { at: 0, outcome: Promise.resolve() }

  return {
    tenant: (scope, work, options) =>
      replica && options?.readOnly && options.snapshot
        ? readFrom(replica, app, (from, before) => inTransaction(from, begin(scope, options), work, before))
        : inTransaction(app, begin(scope, options), work),
    tenants: (works) => inSharedTransaction(app, works),
    auth: (work) => authTurns.run(() => inTransaction(auth, 'BEGIN', work)),
    platform: (work) => inTransaction(platform, 'BEGIN', work),
    jobs: (work) => inTransaction(jobs, 'BEGIN', work),
    // The library counts in numbers, not in our exact types. A connection on which a statement failed leaves the pool.
    library: (text, values) => {
      const query = { text, values, types: pg.types } as pg.QueryConfig
      return takesByGroup.test(text) ? takeInTurn(query) : jobs.query(query)
    },
    tryLogins() {
      if (Date.now() - triedLogins.at < 10_000) return triedLogins.outcome
      triedLogins = { at: Date.now(), outcome: logInEach(urlOf) }
      return triedLogins.outcome
    },
    connections: () =>
      (
        [
          ['coop_app', app],
          ['coop_auth', auth],
          ['coop_platform', platform],
          ['coop_jobs', jobs],
        ] as const
      ).map(([role, { totalCount: open, idleCount: idle, waitingCount: waiting, options }]) => ({
        role,
        open,
        idle,
        waiting,
        max: options.max,
      })),
    async close() {
      watch.stop()
      await Promise.all([app.end(), replica?.pool.end(), auth.end(), platform.end(), jobs.end()])
    },
  }
}

async function logInEach(urlOf: (role: DatabaseRole) => string): Promise<void> {
  for (const role of loginRoles) {
    const client = new DatabaseClient({ connectionString: urlOf(role), connectionTimeoutMillis: connectionWait })
    try {
      await client.connect()
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** By what the library's statement that takes a job is known. */
const takesByGroup = /active_group_probe/

/**
 * Takes a job while no other worker of any server does. The library looks whether one of the same cooperative runs in the
 * statement that takes the next, and two that look at once would both see none.
 */
async function takeAlone(jobs: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await jobs.connect()
  try {
    await client.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('take a job', 0))")
    const taken = await client.query(query)
    await client.query('COMMIT')
    client.release()
    return taken
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * What names a scope to the database: all of it, or what differs from the scope `before` in the same transaction. SET LOCAL
 * takes no bound value, so the only texts that reach it are checked UUIDs and our own words.
 */
function enterScope({ cooperativeId, role, memberId }: Scope, before?: Scope): string {
  if (!isUuid(cooperativeId) || (memberId && !isUuid(memberId))) throw new Error('A scope is made of UUIDs')
  return [
    cooperativeId !== before?.cooperativeId && `SET LOCAL app.coop_id = '${cooperativeId}'`,
    role !== before?.role && `SET LOCAL app.role = '${role}'`,
    (before === undefined || memberId !== before.memberId) && `SET LOCAL app.member_id = '${memberId ?? ''}'`,
  ]
    .filter((each) => each !== false)
    .join('; ')
}

function begin(
  scope: Scope,
  { readOnly = false, snapshot = false, timeoutSeconds, overdraftReason, bankReported }: TransactionOptions = {},
): string {
  return [
    ['BEGIN', ...(snapshot ? ['ISOLATION LEVEL REPEATABLE READ'] : []), ...(readOnly ? ['READ ONLY'] : [])].join(' '),
    enterScope(scope),
    // In hexadecimal digits, because a person wrote it.
    ...(overdraftReason ? [`SET LOCAL app.overdrawn_reason = '${Buffer.from(overdraftReason).toString('hex')}'`] : []),
    ...(bankReported ? [`SET LOCAL app.bank_reported = 'on'`] : []),
    // Who asks for more time brings many rows, for which a plan that was kept from smaller requests takes minutes.
    ...(timeoutSeconds
      ? [
          `SET LOCAL statement_timeout = ${Math.trunc(timeoutSeconds) * 1000}`,
          'SET LOCAL plan_cache_mode = force_custom_plan',
        ]
      : []),
  ].join('; ')
}

function inTransaction<T>(
  pool: pg.Pool,
  opening: string,
  work: (tx: Tx) => Promise<T>,
  before?: (client: pg.PoolClient) => Promise<void>,
): Promise<T> {
  const inOne = async (client: pg.PoolClient) => {
    await before?.(client)
    // Not awaited by itself: the first statement travels with it. Without its tenant a statement would see no row.
    gather(client)
    const opened = client.query(opening)
    opened.catch(() => {})
    const tx = new Tx(client)
    try {
      const result = await work(tx)
      return { result, txs: [tx], opened: [opened] }
    } catch (error) {
      tx.end()
      throw tx.causeOf(error)
    }
  }
  return onClient(pool, inOne, { onlyReads: opening.includes('READ ONLY') })
}

/** How long a statement may wait for a lock while the work of other cooperatives waits with it. */
const sharedLockMilliseconds = 200

async function inSharedTransaction<T>(
  pool: pg.Pool,
  works: readonly { scope: Scope; work: (tx: Tx) => Promise<T> }[],
): Promise<T[]> {
  // A failed statement fails those that come after it on the connection: the first is the cause.
  let firstFailed: number | undefined
  try {
    return await onClient(pool, async (client) => {
      gather(client)
      const begun = client.query(`BEGIN; SET LOCAL lock_timeout = ${sharedLockMilliseconds}`)
      // Heard at the commit; where a work fails first, its failure is the one that matters.
      begun.catch(() => {})
      const opened: Promise<unknown>[] = [begun]
      let current: Scope | undefined
      const enter = (scope: Scope) => {
        if (current === scope) return
        const entered = client.query(enterScope(scope, current))
        current = scope
        entered.catch(() => {})
        opened.push(entered)
      }
      const txs = works.map(
        ({ scope }, index) => new Tx(client, { enter: () => enter(scope), failed: () => (firstFailed ??= index) }),
      )
      // All are heard before the transaction ends, whatever the first failure was: none may speak after that.
      const outcomes = await Promise.allSettled(works.map(({ work }, index) => work(txs[index] as Tx)))
      const failed = outcomes.findIndex((outcome) => outcome.status === 'rejected')
      if (failed !== -1) {
        firstFailed ??= failed
        for (const tx of txs) tx.end()
        throw (outcomes[failed] as PromiseRejectedResult).reason
      }
      return { result: outcomes.map((outcome) => (outcome as PromiseFulfilledResult<T>).value), txs, opened }
    })
  } catch (error) {
    throw firstFailed === undefined || error instanceof OutcomeUnknown
      ? error
      : new OneOfSeveralFailed(firstFailed, error)
  }
}

/** One of the works of a shared transaction failed, and nothing of the others was kept: they may go again without it. */
export class OneOfSeveralFailed extends Error {
  override name = 'OneOfSeveralFailed'
  readonly index: number
  constructor(index: number, cause: unknown) {
    super('One of several works in a transaction failed', { cause })
    this.index = index
  }
}

/** The connection broke while a commit was on its way: whether it was kept, no one here knows. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** What the work leaves on an open transaction: its result, and what was sent and is still to be heard. */
type Done<T> = { result: T; txs: readonly Tx[]; opened: readonly Promise<unknown>[] }

function onClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Done<T>>,
  { onlyReads = false } = {},
): Promise<T> {
  return traced('transaction', { attributes: { 'db.system': 'postgresql', pool: pool.options.application_name } }, () =>
    onCheckedOut(pool, work, onlyReads),
  )
}

async function onCheckedOut<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Done<T>>,
  onlyReads: boolean,
): Promise<T> {
  const client = await checkout(pool)
  let broken = false
  try {
    const { result, txs, opened } = await work(client)
    const ends = txs.map((tx) => tx.end())
    gather(client)
    // RESET ALL rides along: whatever a session might have set does not reach the connection's next user.
    const commit = (client.query('COMMIT; RESET ALL') as unknown as Promise<pg.QueryResult[]>).catch(
      (error: unknown) => {
        throw isServersAnswer(error)
          ? error
          : new OutcomeUnknown('The connection was lost at the commit', { cause: error })
      },
    )
    const heard = await Promise.allSettled([commit, ...opened, ...ends.flatMap(({ sent }) => sent)])
    // The commit comes first: a lost connection fails everything on it, and what became of the commit is what matters.
    const failed = heard.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    const [ended] = await commit
    // COMMIT of a failed transaction is a rollback that reports success.
    if (ended?.command !== 'COMMIT') throw new Error('The transaction was rolled back at its commit')
    for (const { effects } of ends) for (const effect of effects) effect()
    return result
  } catch (error) {
    const isNoPrimary = !onlyReads && isReadOnlyDatabase(error)
    if (isNoPrimary && client instanceof DatabaseClient) client.doubt()
    try {
      await client.query('ROLLBACK; RESET ALL')
      broken = isNoPrimary
    } catch {
      // The connection itself is gone; it leaves the pool below, and the first error is the one that matters.
      broken = true
    }
    throw isNoPrimary ? new Refusal('overloaded') : error
  } finally {
    client.release(broken)
  }
}

/** Whether work was cut off from the database: what it wanted was not refused, and may be had later. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof OutcomeUnknown ||
    (error instanceof Refusal && error.code === 'overloaded') ||
    isOutage(error, 'before')
  )
}

/** PostgreSQL said no, which means that nothing was kept; everything else is silence. */
function isServersAnswer(error: unknown): boolean {
  // Not by the form of its code: the network's EPIPE has that of a SQLSTATE.
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')
}

async function checkout(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // Nothing was sent yet, so asking the client to come back is safe whatever the cause.
    if (isOutage(error, 'before')) refuse('overloaded')
    throw error
  }
}
