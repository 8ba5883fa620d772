import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { accessLifetime } from '#features/access/login/rules/session.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { processesIn, waitUntil } from '#platform/db/process.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { appCode } from './builders.ts'
import { fillDataDir } from './prepared-data.ts'
import { atSize } from './size.ts'

export const writers = 12
/** How long a writer waits who was sent away. At the quick size the server that starts again has the processor meanwhile. */
const retryMilliseconds = atSize(100, 20)
// Milliseconds that only a server that never comes reaches, whatever else the machine does.
const readyLimit = 300_000
const superAdmin = { identifier: 'superadmin', password: 'crash-super-admin' }

type HarnessOptions = {
  dataDir?: string
  /** The server makes all of the data folder itself, in place of a copy of the prepared one. */
  startsEmpty?: boolean
  /** Addresses of a database from outside, in the place of the embedded one: a server for each. */
  databases?: readonly string[]
  /** The address of a replica of it. */
  replica?: string
  /** Of the server and, through it, of its database. */
  env?: Record<string, string>
  /** A program with its words that becomes the server whose command follows. */
  through?: readonly string[]
  /** The writers sign in again whenever the session has ended; else only after as long as one lasts, and sooner it ends the test. */
  sessionsExpire?: boolean
}

type Server = { url: string; metrics: number; dataDir: string; env: NodeJS.ProcessEnv; child?: ChildProcess }

/** A server in a process of its own, on a port that stays its own over restarts; or one for each way to a database from outside. */
export class Harness {
  readonly #dataDir: string
  readonly #env: Record<string, string>
  readonly #through: readonly string[]
  readonly #sessionsExpire: boolean
  readonly #databases: readonly string[]
  readonly #servers: Server[] = []
  #killing = false
  /** Set when a server went away without being killed, which no fall of the database may cause. */
  #ended: Error | undefined
  #target = { token: '', members: [] as string[] }
  #signingIn: Promise<void> | undefined
  #signedInAt = 0
  #login = { identifier: '', password: 'secret-password' }

  private constructor(options: HarnessOptions) {
    this.#dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ajose-crash-'))
    this.#databases = options.databases ?? []
    this.#env = options.env ?? {}
    this.#through = options.through ?? []
    this.#sessionsExpire = options.sessionsExpire ?? false
  }

  static async start(options: HarnessOptions = {}): Promise<Harness> {
    const harness = new Harness(options)
    const { databases = [], replica = '', startsEmpty = false } = options
    const dataDir = harness.#dataDir
    if (databases.length === 0 && !startsEmpty) fillDataDir(dataDir)
    const ways = databases.map((url, n) => ({
      DATA_DIR: join(dataDir, `server-${n}`),
      DATABASE_URL: url,
      DATABASE_READ_URL: replica,
      APP_SECRET: 'the secret that all servers of the harness share',
    }))
    try {
      for (const way of databases.length > 0 ? ways : [{ DATA_DIR: dataDir }]) await harness.#add(way)
      await harness.#prepare()
      return harness
    } catch (error) {
      await harness.stop()
      throw error
    }
  }

  get #url(): string {
    return this.#first.url
  }

  get #first(): Server {
    return this.#servers[0] as Server
  }

  async #add(way: { DATA_DIR: string }): Promise<void> {
    const [port, metrics] = [await freePort(), await freePort()]
    const env = {
      ...process.env,
      ...way,
      PORT: String(port),
      METRICS_PORT: String(metrics),
      SEED_DEMO: '0',
      LOG_LEVEL: 'fatal',
      SUPERADMIN_PASSWORD: superAdmin.password,
      QUIET_HOURS: 'none',
      ...this.#env,
    }
    const server = { url: `http://127.0.0.1:${port}/api`, metrics, dataDir: way.DATA_DIR, env }
    this.#servers.push(server)
    await this.#launch(server)
  }

  async #launch(server: Server): Promise<void> {
    const { env } = server
    const [program, ...words] = [...this.#through, process.execPath, 'app/server/main.ts']
    const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    server.child = child
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.once('exit', (code, signal) => {
      if (!this.#killing) this.#ended = new Error(`The server ended by itself with ${signal ?? code}: ${said}`)
    })
    await this.untilReady()
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + readyLimit
    while (Date.now() < deadline) {
      const replies = await Promise.all(this.#servers.map(({ url }) => fetch(`${url}/health/ready`).catch(() => {})))
      if (replies.every((reply) => reply?.status === 200)) return
      if (this.#ended) throw this.#ended
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('The server was not ready in time')
  }

  async #ask(method: string, path: string, token?: string, body?: unknown) {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    }
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const reply = (await response.json()) as { data: Record<string, string>; message: string }
    if (!response.ok) throw new Error(`${path}: ${reply.message}`)
    return reply.data
  }

  async #prepare(): Promise<void> {
    const phone = '+2348031234567'
    const { password } = this.#login
    const { id, coop_id: identifier = '' } = await this.#ask('POST', '/cooperatives/register', undefined, {
      name: 'Crash',
      phone,
      password,
      confirmpassword: password,
    })
    const admin = (await this.#ask('POST', '/super-admin/login', undefined, superAdmin)).accessToken
    if (this.#databases.length > 0) await this.#twoSteps(admin)
    await this.#ask('PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
    this.#login.identifier = identifier
    await this.#signIn()
    const member = Array.from({ length: writers }, (_, n) => ({
      firstName: 'Crash',
      lastName: `Member ${n}`,
      phone: `+23480${String(40_000_000 + n)}`,
    }))
    const members = (await this.#ask('POST', '/cooperatives/members', this.#target.token, { member })) as unknown as {
      memberid: string
    }[]
    this.#target.members = members.map(({ memberid }) => memberid)
  }

  /** From now on PostgreSQL acknowledges what is not on the disk yet. */
  async waitForNoDisk(): Promise<void> {
    await this.#asAdministrator((client) => client.query('alter role coop_app set synchronous_commit = off'))
    await this.killServer()
  }

  async #signIn(): Promise<void> {
    const askedAt = performance.now()
    const { accessToken = '' } = await this.#ask('POST', '/cooperatives/login', undefined, this.#login)
    // Both at once: a writer who is refused meanwhile still has the old session, and knows how old it is.
    this.#target.token = accessToken
    this.#signedInAt = askedAt
  }

  /** A server whose database is not its own is no trial, where the super administrator needs none. */
  async #twoSteps(token = ''): Promise<void> {
    const app = '/auth/second-factor/authenticator'
    const { key = '' } = await this.#ask('POST', app, token, { password: superAdmin.password })
    await this.#ask('POST', `${app}/confirm`, token, { code: appCode(key) })
  }

  /** Writers that post one contribution after another, or send one notice by SMS to all members, and keep the id or text of each that was acknowledged. Of several servers the other has to show what was. */
  load(what: 'contributions' | 'notices' = 'contributions') {
    const acknowledged = new Set<string>()
    /** When the last request that was acknowledged was sent, for each server. */
    const lastAsked = this.#servers.map(() => 0)
    let refused = 0
    let going = true
    let retrying = true
    const writer = async (n: number) => {
      let done = 0
      while (going) {
        const key = crypto.randomUUID()
        while (retrying) {
          const asked = performance.now()
          const id = await (what === 'contributions' ? this.#post(n, key) : this.#notify(key))
          if (id !== undefined) {
            acknowledged.add(id)
            lastAsked[n % this.#servers.length] = asked
            done += 1
            while (retrying && this.#servers.length > 1 && !(await this.#isSeen(n, id, done)))
              await new Promise((resolve) => setTimeout(resolve, 20))
            break
          }
          refused += 1
          await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
        }
      }
    }
    let failure: unknown
    const ended = () => this.#ended
    const writing = Promise.all(Array.from({ length: writers }, (_, n) => writer(n))).catch((error: unknown) => {
      failure = error
    })
    const until = async (holds: () => boolean) => {
      while (!holds()) {
        const problem = failure ?? ended()
        if (problem !== undefined) throw problem
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    return {
      /** Resolves once nothing was acknowledged while every writer was sent away this many times. */
      async standstill(times: number): Promise<void> {
        for (let before = -1; before !== acknowledged.size;) {
          before = acknowledged.size
          const goal = refused + times * writers
          await until(() => refused >= goal)
        }
      },
      /** Resolves with the seconds until each server has acknowledged a request that was sent after this call. */
      async writingAgain(): Promise<number> {
        const since = performance.now()
        await until(() => lastAsked.every((asked) => asked > since))
        return (performance.now() - since) / 1000
      },
      /** Resolves at a moment in the middle of the load, once this many more were acknowledged. */
      async someMore(count: number): Promise<void> {
        const goal = acknowledged.size + count
        await until(() => acknowledged.size >= goal)
      },
      /** Lets every writer finish what they began. */
      async finish(): Promise<Set<string>> {
        going = false
        await writing
        if (failure !== undefined) throw failure
        return acknowledged
      },
      /** Stops at once, leaving open what was not acknowledged. */
      async abandon(): Promise<Set<string>> {
        going = false
        retrying = false
        await writing
        return acknowledged
      },
    }
  }

  async #post(n: number, key: string): Promise<string | undefined> {
    const memberId = this.#target.members[n]
    const reply = await this.#act(
      '/financial/contributions',
      key,
      { memberId, amount: 1.5, anotherPayment: true },
      this.#at(n),
    )
    return reply && (JSON.parse(reply) as { data: { id: string } }).data.id
  }

  /**
   * Whether the next server shows what this writer was just told is kept, in the list and now and then in a statement, which
   * a replica may answer. Throws where it shows something older.
   */
  async #isSeen(n: number, id: string, done: number): Promise<boolean> {
    const member = this.#target.members[n] ?? ''
    const list = await this.#look<{ id: string }[]>(`/financial/transactions?limit=1&memberId=${member}`, n)
    if (list === undefined) return false
    if (list[0]?.id !== id) throw new Error(`${id} was acknowledged, and the newest that is shown is ${list[0]?.id}`)
    if (done % 10 !== 0) return true
    const statement = await this.#look<{ totals: { saved: { closing: number } } }>(
      `/financial/members/${member}/statement`,
      n,
    )
    if (statement === undefined) return false
    const { closing } = statement.totals.saved
    if (closing !== done * 1.5) throw new Error(`${done} were acknowledged, and the statement says ${closing}`)
    return true
  }

  /** What another server than the writer's answers; undefined where it has to be asked again. */
  async #look<Data>(path: string, writer: number): Promise<Data | undefined> {
    const headers = { authorization: `Bearer ${this.#target.token}` }
    const response = await fetch(`${this.#at(writer + 1)}${path}`, { headers }).catch(() => undefined)
    const reply = await response?.text().catch(() => undefined)
    if (response === undefined || reply === undefined || response.status === 503) return undefined
    if (response.status !== 200) throw new Error(`A look under fire was answered with ${response.status}: ${reply}`)
    return (JSON.parse(reply) as { data: Data }).data
  }

  #at(writer: number): string {
    return (this.#servers[writer % this.#servers.length] as Server).url
  }

  async #notify(key: string): Promise<string | undefined> {
    const reply = await this.#act('/notifications', key, { message: key, to: 'all', alsoSms: true })
    return reply && key
  }

  /** How many reads a replica has answered at any of the servers. */
  async readsByReplica(): Promise<number> {
    let reads = 0
    for (const { metrics } of this.#servers) {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      reads += Number(/^ajose_replica_reads_total\{answered="replica"\} (\d+)/m.exec(text)?.[1] ?? 0)
    }
    return reads
  }

  /** The numbers to which each notice was sent, once no message waits. */
  async sentTexts(notices: number): Promise<Map<string, Set<string>>> {
    await this.untilReady()
    await this.#asAdministrator(async (client) => {
      for (;;) {
        const { rows } = await client.query<{ unsent: number; all: number }>(
          `select count(*) filter (where sent_at is null)::int as unsent, count(*)::int as all from platform.message`,
        )
        if (rows[0]?.unsent === 0 && rows[0].all >= notices * writers) return
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })
    const sent = new Map<string, Set<string>>()
    for (const line of readFileSync(join(this.#dataDir, 'outbox.jsonl'), 'utf8').split('\n').filter(Boolean)) {
      const { to, text } = JSON.parse(line) as { to: string; text: string }
      const notice = /^Crash: ([\da-f-]{36})$/.exec(text)?.[1]
      if (notice !== undefined) sent.set(notice, (sent.get(notice) ?? new Set()).add(to))
    }
    return sent
  }

  /** The reply to a request that was done; undefined where it has to be sent again. */
  async #act(path: string, key: string, body: object, url = this.#url): Promise<string | undefined> {
    const { token } = this.#target
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const reply = await response?.text().catch(() => undefined)
    if (response?.status === 201 && reply !== undefined) return reply
    // Another writer may have signed in again while this answer was on its way.
    if (response?.status === 401 && token !== this.#target.token) return undefined
    const mayHaveExpired = this.#sessionsExpire || performance.now() - this.#signedInAt >= accessLifetime
    if (response?.status === 401 && mayHaveExpired) {
      this.#signingIn ??= this.#signIn().finally(() => (this.#signingIn = undefined))
      await this.#signingIn
      return undefined
    }
    if (response !== undefined && reply !== undefined && response.status !== 503)
      throw new Error(`A posting under fire was answered with ${response.status}: ${reply}`)
    return undefined
  }

  async killServer(): Promise<void> {
    await this.#end(this.#first, 'SIGKILL')
    await this.#launch(this.#first)
  }

  /** The postmaster and all its children at once; the server is left to bring them back. */
  async killPostgres(): Promise<void> {
    const pids = postgresProcesses(this.#dataDir)
    if (pids.length <= 3) throw new Error(`Only ${pids.length} processes of PostgreSQL were found to kill`)
    killAll(pids)
  }

  /** What an operator does to the disk while nothing of Ajose runs; then the server starts again. */
  async startAgainAfter(repair: () => Promise<void>): Promise<void> {
    await this.#end(this.#first, 'SIGKILL')
    await this.#endPostgres('SIGKILL')
    await repair()
    await this.#launch(this.#first)
  }

  async #asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new DatabaseClient({ connectionString: await this.#adminUrl() })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async #adminUrl(): Promise<string> {
    return this.#databases[0] ?? (await startEmbedded(this.#dataDir)).adminUrl
  }

  /** Acknowledged postings that are not stored, and how many are stored more than were acknowledged. */
  async compare(acknowledged: ReadonlySet<string>): Promise<{ lost: string[]; tooMany: number }> {
    await this.untilReady()
    const { rows } = await this.#asAdministrator((client) =>
      client.query<{ id: string }>('select transaction_id as id from app.transaction'),
    )
    const stored = new Set(rows.map(({ id }) => id))
    const lost = [...acknowledged].filter((id) => !stored.has(id))
    return { lost, tooMany: rows.length - (acknowledged.size - lost.length) }
  }

  /** How many days the postings bear by the server's clock, and by that of the database. */
  async postedDays(): Promise<{ server: number; database: number }> {
    const { rows } = await this.#asAdministrator((client) =>
      client.query<{ server: number; database: number }>(
        'select count(distinct occurred_on)::int as server, count(distinct created_at::date)::int as database from app.transaction',
      ),
    )
    return rows[0] ?? { server: 0, database: 0 }
  }

  async checks(): Promise<unknown> {
    return runChecks(await this.#adminUrl())
  }

  async #end({ child }: Server, signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.#killing = true
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
    this.#killing = false
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await this.#end(server, 'SIGTERM')
    // An orderly end would write, which a disk that a test has broken does not take.
    if (this.#databases.length === 0) await this.#endPostgres('SIGQUIT')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #endPostgres(signal: NodeJS.Signals): Promise<void> {
    const left = () => processesIn(dataFolder(this.#dataDir))
    killAll(left(), signal)
    if (!(await waitUntil(() => left().length === 0, readyLimit))) throw new Error('PostgreSQL did not end')
  }
}

const dataFolder = (dataDir: string) => join(dataDir, 'postgres/data')

function postgresProcesses(dataDir: string): number[] {
  const folder = dataFolder(dataDir)
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return [...new Set([postmaster, ...processesIn(folder)])]
}

function killAll(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // A child may have gone with its parent meanwhile.
    }
  }
}

/** A port that a server keeps over its restarts. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
