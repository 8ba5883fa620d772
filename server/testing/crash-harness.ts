import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { processesIn, waitUntil } from '#server/db/process.ts'
import { runChecks } from '#server/db/run-checks.ts'

export const writers = 12
// Milliseconds that only a server that never comes reaches, whatever else the machine does.
const readyLimit = 300_000
const superAdmin = { identifier: 'superadmin', password: 'crash-super-admin' }

type HarnessOptions = {
  /** PostgreSQL does not wait for the disk. */
  careless?: boolean
  dataDir?: string
  /** Of the server and, through it, of its database. */
  env?: Record<string, string>
  /** The writers sign in again where the session has ended; else that ends the test. */
  sessionsExpire?: boolean
}

/** A server in a process of its own, on a port that stays its own over restarts. */
export class Harness {
  readonly #dataDir: string
  readonly #port: number
  readonly #careless: boolean
  readonly #env: Record<string, string>
  readonly #sessionsExpire: boolean
  #child: ChildProcess | undefined
  #killing = false
  /** Set when the server went away without being killed, which no fall of the database may cause. */
  #ended: Error | undefined
  #target = { token: '', members: [] as string[] }
  #signingIn: Promise<void> | undefined
  #login = { identifier: '', password: 'secret-password' }

  private constructor(port: number, { careless = false, dataDir, env = {}, sessionsExpire = false }: HarnessOptions) {
    this.#dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'ajose-crash-'))
    this.#port = port
    this.#careless = careless
    this.#env = env
    this.#sessionsExpire = sessionsExpire
  }

  static async start(options: HarnessOptions = {}): Promise<Harness> {
    const harness = new Harness(await freePort(), options)
    await harness.#launch()
    await harness.#prepare()
    return harness
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#port}/api`
  }

  async #launch(): Promise<void> {
    const env = {
      ...process.env,
      DATA_DIR: this.#dataDir,
      PORT: String(this.#port),
      SEED_DEMO: '0',
      LOG_LEVEL: 'fatal',
      SUPERADMIN_PASSWORD: superAdmin.password,
      ...this.#env,
    }
    const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
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
      const reply = await fetch(`${this.#url}/health/ready`).catch(() => undefined)
      if (reply?.status === 200) return
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
    if (this.#careless) {
      await this.#asAdministrator((client) => client.query('alter role coop_app set synchronous_commit = off'))
      await this.killServer()
    }
  }

  async #signIn(): Promise<void> {
    this.#target.token = (await this.#ask('POST', '/cooperatives/login', undefined, this.#login)).accessToken ?? ''
  }

  /** Writers that post one contribution after another, or send one notice by SMS to all members, and keep the id or text of each that was acknowledged. */
  load(what: 'contributions' | 'notices' = 'contributions') {
    const acknowledged = new Set<string>()
    let refused = 0
    let going = true
    let retrying = true
    const writer = async (n: number) => {
      while (going) {
        const key = crypto.randomUUID()
        while (retrying) {
          const id = await (what === 'contributions' ? this.#post(n, key) : this.#notify(key))
          if (id !== undefined) {
            acknowledged.add(id)
            break
          }
          refused += 1
          await new Promise((resolve) => setTimeout(resolve, 20))
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
    const reply = await this.#act('/financial/contributions', key, { memberId: this.#target.members[n], amount: 1.5 })
    return reply && (JSON.parse(reply) as { data: { id: string } }).data.id
  }

  async #notify(key: string): Promise<string | undefined> {
    const reply = await this.#act('/notifications', key, { message: key, to: 'all', alsoSms: true })
    return reply && key
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
  async #act(path: string, key: string, body: object): Promise<string | undefined> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#target.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const reply = await response?.text().catch(() => undefined)
    if (response?.status === 201 && reply !== undefined) return reply
    if (response?.status === 401 && this.#sessionsExpire) {
      this.#signingIn ??= this.#signIn().finally(() => (this.#signingIn = undefined))
      await this.#signingIn
      return undefined
    }
    if (response !== undefined && reply !== undefined && response.status !== 503)
      throw new Error(`A posting under fire was answered with ${response.status}: ${reply}`)
    return undefined
  }

  async killServer(): Promise<void> {
    await this.#end('SIGKILL')
    await this.#launch()
  }

  /** The postmaster and all its children at once; the server is left to bring them back. */
  async killPostgres(): Promise<void> {
    const pids = postgresProcesses(this.#dataDir)
    if (pids.length <= 3) throw new Error(`Only ${pids.length} processes of PostgreSQL were found to kill`)
    killAll(pids)
  }

  /** What an operator does to the disk while nothing of Ajose runs; then the server starts again. */
  async startAgainAfter(repair: () => void): Promise<void> {
    await this.#end('SIGKILL')
    const left = () => processesIn(dataFolder(this.#dataDir))
    killAll(left())
    await waitUntil(() => left().length === 0, readyLimit)
    repair()
    await this.#launch()
  }

  async #asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: await this.#adminUrl() })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async #adminUrl(): Promise<string> {
    return (await startEmbedded(this.#dataDir)).adminUrl
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

  /** The days that the postings bear, each once, as YYYY-MM-DD. */
  async postedDays(): Promise<string[]> {
    return this.#asAdministrator(async (client) =>
      (
        await client.query<{ day: string }>('select distinct occurred_on::text as day from app.transaction order by 1')
      ).rows.map(({ day }) => day),
    )
  }

  async checks(): Promise<unknown> {
    return runChecks(await this.#adminUrl())
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.#killing = true
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
    this.#killing = false
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    await (await startEmbedded(this.#dataDir)).stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

const dataFolder = (dataDir: string) => join(dataDir, 'postgres/data')

function postgresProcesses(dataDir: string): number[] {
  const folder = dataFolder(dataDir)
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return [...new Set([postmaster, ...processesIn(folder)])]
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
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
