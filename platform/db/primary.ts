import { callbackify } from 'node:util'
import pg from 'pg'
import { type DatabaseHost, readHosts } from './database-url.ts'

/** None of the machines that DATABASE_URL lists is a primary that answers. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
}

/** Milliseconds in which a machine says what it is; a request waits twice as long for its connection. */
const answerWait = 1000
const lookEvery = 1000

type Probe = (host: DatabaseHost) => pg.Client

/**
 * The machines of one list, and which of them is the primary. Two may say so for a moment, when one that was cut off
 * comes back. Each promotion begins a new timeline of the log, so the primary is the one on the highest, and none whose
 * timeline is older than one that was seen.
 */
class Machines {
  readonly #hosts: readonly DatabaseHost[]
  readonly #clients = new Map<DatabaseClient, DatabaseHost>()
  #primary: DatabaseHost | undefined
  #timeline = 0
  #looking: Promise<DatabaseHost> | undefined

  constructor(hosts: readonly DatabaseHost[]) {
    this.#hosts = hosts
  }

  get names(): string {
    return this.#hosts.map(({ name }) => name).join(', ')
  }

  async primary(probe: Probe): Promise<DatabaseHost> {
    return this.#primary ?? this.look(probe)
  }

  /** Asks all at once, and ends the connections to a machine that is the primary no more: it may never answer on them. */
  look(probe: Probe): Promise<DatabaseHost> {
    this.#looking ??= this.#askAll(probe).finally(() => (this.#looking = undefined))
    return this.#looking
  }

  async #askAll(probe: Probe): Promise<DatabaseHost> {
    const said = await Promise.allSettled(this.#hosts.map((host) => timelineOf(probe(host))))
    const [found] = said
      .map((each, n) => ({
        host: this.#hosts[n] as DatabaseHost,
        timeline: each.status === 'fulfilled' ? each.value : 0,
      }))
      .filter(({ timeline }) => timeline > 0 && timeline >= this.#timeline)
      .toSorted((a, b) => b.timeline - a.timeline)
    if (!found) {
      // A machine that answered and let no one in says more than that there is no primary.
      const refused = said.find((each) => each.status === 'rejected' && each.reason instanceof pg.DatabaseError)
      throw refused?.status === 'rejected' ? refused.reason : new NoPrimary(`No primary answers at ${this.names}`)
    }
    this.#primary = found.host
    this.#timeline = found.timeline
    for (const [client, host] of this.#clients) if (host !== found.host) cut(client)
    return found.host
  }

  joined(client: DatabaseClient, host: DatabaseHost): void {
    this.#clients.set(client, host)
    client.once('end', () => this.#clients.delete(client))
  }

  /** The next connection looks again. */
  doubt(): void {
    this.#primary = undefined
  }
}

const known = new Map<string, Machines>()

function machinesOf(hosts: readonly DatabaseHost[]): Machines {
  const key = hosts.map(({ name }) => name).join()
  const machines = known.get(key) ?? new Machines(hosts)
  known.set(key, machines)
  return machines
}

/** The driver's client, for a URL that may list several machines: it connects to the primary. Throws NoPrimary where none is. */
export class DatabaseClient extends pg.Client {
  readonly #machines: Machines | undefined
  readonly #probe: Probe

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    const { hosts, only } = readHosts(config.connectionString)
    super(hosts[0] ? { ...config, connectionString: only(hosts[0]) } : config)
    // A connection that ends while nothing is asked on it must not end the server: what is asked next fails, and tells.
    this.on('error', () => {})
    this.#machines = hosts.length > 0 ? machinesOf(hosts) : undefined
    this.#probe = (host) => probeOf(only(host))
  }

  /** The machines as a person knows them. */
  get place(): string {
    return this.#machines?.names ?? (this.host.startsWith('/') ? this.host : `${this.host}:${this.port}`)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = this.#machines ? this.#connectTo(this.#machines) : super.connect()
    if (!callback) return connected
    callbackify(() => connected)(callback)
  }

  async #connectTo(machines: Machines): Promise<pg.Client> {
    const host = await machines.primary(this.#probe)
    this.host = host.host
    this.port = host.port
    machines.joined(this, host)
    let onlyReads = false
    connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') onlyReads = parameterValue === 'on'
    })
    try {
      await super.connect()
      if (onlyReads) throw new NoPrimary(`${host.name} is a replica now`)
      return this
    } catch (error) {
      machines.doubt()
      cut(this)
      throw error
    }
  }

  /** The machine behind this connection takes no writes: the next connection looks who does. */
  doubt(): void {
    this.#machines?.doubt()
  }
}

type ParameterStatus = { parameterName: string; parameterValue: string }

function connectionOf(client: pg.Client): pg.Connection {
  return (client as unknown as { connection: pg.Connection }).connection
}

/** Ends a connection without a word to a machine that may not answer. */
function cut(client: pg.Client): void {
  connectionOf(client).stream.destroy()
}

function probeOf(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    application_name: 'ajose look',
    connectionTimeoutMillis: answerWait,
    query_timeout: answerWait,
  })
}

/** The timeline of the log that a machine writes; 0 where it only reads. */
async function timelineOf(client: pg.Client): Promise<number> {
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number }>(
      `select case when pg_is_in_recovery() then 0 else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
    )
    return rows[0]?.timeline ?? 0
  } finally {
    cut(client)
  }
}

/** Looks now and then which machine of the list is the primary, because one that is cut off says nothing by itself. */
export function watchPrimary(url: string): { stop(): void } {
  const { hosts, only } = readHosts(url)
  if (hosts.length === 0) return { stop: () => {} }
  const machines = machinesOf(hosts)
  // What needs the primary is told by itself that there is none.
  const look = () => void machines.look((host) => probeOf(only(host))).catch(() => {})
  const timer = setInterval(look, lookEvery)
  return { stop: () => clearInterval(timer) }
}
