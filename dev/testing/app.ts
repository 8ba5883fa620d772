import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { overdraftReasonHeader } from '#core/contract/endpoint.ts'
import { kobo } from '#core/money.ts'
import type { CooperativeId } from '#core/ids.ts'
import { createApp, eventWords } from '#app/server/app.ts'
import { noBackups } from '#platform/backup/backup-state.ts'
import { folderTarget } from '#platform/backup/backup-target.ts'
import type { Services, ThirdParty } from '#platform/context.ts'
import { openIdThirdParty } from '#platform/credentials/third-party.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { eventRecorder } from '#platform/db/event-recorder.ts'
import type { JobQueue } from '#platform/db/job-library.ts'
import { compile } from '#platform/db/sql.ts'
import { roleUrl } from '#platform/db/migrate.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { type CheckFailure, checkFailures } from '#platform/db/run-checks.ts'
import { proofChecks, type ProofRow } from '#platform/ledger/proof.ts'
import { computeUnpaidMonths } from '#platform/jobs/compute-unpaid-months.ts'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { sumCooperatives } from '#platform/jobs/sum-cooperatives.ts'
import { createSuperAdmin } from '#features/access/login/server/create-super-admin.ts'
import { sandboxClient, sandboxPath } from '#platform/http/sandbox-identity.ts'
import type { WebhookRoute } from '#platform/http/webhook.ts'
import { Background } from '#platform/jobs/background.ts'
import { JobRunner, wakersOf } from '#app/jobs/job-runner.ts'
import { LoadShedder } from '#platform/limits/load-shedder.ts'
import type { PaymentProvider } from '#platform/payments/payment-port.ts'
import type { PayoutService } from '#platform/payments/payout-port.ts'
import { HintChannel } from '#platform/live/hint-channel.ts'
import type { LiveStreams } from '#platform/live/live-streams.ts'
import type { MessagePort } from '#platform/messages/message-port.ts'
import { outboxFile } from '#platform/messages/outbox-file.ts'
import { testSecret } from './secret.ts'
import { atSize } from './size.ts'

export type Reply = {
  status: number
  headers: Headers
  // Tests look into replies of every shape; what a reply may hold is the contract's matter, which checked it already.
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on the very fields it reads
  body: any
  text: string
}

export type Asking = {
  token?: string
  /** Beside a file it is a field of the form. */
  body?: unknown
  key?: string
  headers?: Record<string, string>
  file?: { name: string; content: Uint8Array }
}

export type TestApp = {
  url: string
  adminUrl: string
  services: Services
  /** Runs the jobs of this app; a test may stop it and run them its own way. */
  runner: JobRunner
  /** A connection past every lock, for looking at what is stored. */
  admin: pg.Client
  call(method: string, path: string, asking?: Asking): Promise<Reply>
  /** Messages sent so far, oldest first. */
  outbox(): Promise<{ channel: string; to: string; text: string }[]>
  /** Tries at once what waits for another try, and resolves when every message has been tried. */
  sendWaiting(): Promise<void>
  /** Resolves once nothing goes on that outlived its request. */
  settled(): Promise<void>
  /** What the queries of database/checks and the proof of each cooperative's books but those that are `proved` complain about, once the clock's jobs have computed what they store. */
  checks(proved?: ReadonlySet<CooperativeId>): Promise<CheckFailure[]>
  superAdminToken(): Promise<string>
  stop(): Promise<void>
}

export const superAdminLogin = { username: 'superadmin', password: 'super-admin-password' }

let count = 0

type TestAppOptions = {
  /** The other ways in, in place of the app's own sandbox. */
  thirdParties?: readonly ThirdParty[]
  /** To where the sandbox leads people back besides this app itself. */
  sandboxFor?: string
  secondFactorRequired?: boolean
  webhooks?: readonly WebhookRoute[]
  payments?: PaymentProvider
  payouts?: PayoutService
  /** In place of the outbox file. */
  ports?: readonly MessagePort[]
  /** Of the cluster's replica. */
  replicaUrl?: string
  /** The streams of live events, and their channel; without them no hint goes out. */
  live?: LiveStreams
}

/** The whole server on a database of its own, cloned from the migrated template, on a port of its own. */
export async function startTestApp(
  clusterUrl: string = inject('adminUrl'),
  options: TestAppOptions = {},
): Promise<TestApp> {
  const { secondFactorRequired = false, webhooks = [], ports, replicaUrl, payments, payouts, live } = options
  const name = `app_${process.pid}_${count++}`
  await onCluster(clusterUrl, `create database ${name} template template_ajose strategy file_copy`)
  const adminUrl = clusterUrl.replace('/postgres?', `/${name}?`)
  const dataDir = await mkdtemp(join(tmpdir(), 'ajose-app-'))
  const database = openTestDatabase(adminUrl, replicaUrl?.replace('/postgres?', `/${name}?`))
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  // One worker, so that messages are in the outbox in the order in which they were queued. Of the others as few as two jobs at
  // once need: each asks for work at every turn of its queue.
  const workers = { messages: 1, payments: 2, webhooks: 2, pushes: 2, files: 2, regular: 1 }
  const runner = new JobRunner(ports ?? [outboxFile(dataDir)], { workers })
  const recording = new Background(log)
  let origin = ''
  const services: Services = {
    database,
    log,
    dataDir,
    secret: testSecret,
    passwordLengthMin: 6,
    secondFactorRequired,
    publicUrl: () => origin,
    thirdParties: options.thirdParties ?? [sandboxParty(() => origin)],
    sampleIsOpen: true,
    isTrial: false,
    ...wakersOf(runner),
    payments,
    payouts,
    messaging: messagingOf(ports === undefined, ports?.some(({ channels }) => channels.includes('whatsapp')) ?? false),
    backups: () => Promise.resolve(noBackups([])),
    webhooksToLoopback: true,
    anchorTarget: folderTarget(dataDir),
    recordEvent: eventRecorder(database, (work) => recording.run(work)),
    eventWords,
  }
  await createSuperAdmin(services, superAdminLogin.username, superAdminLogin.password)
  // What a test sees must not depend on how slow its machine is at the moment.
  const server = createApp(services, {
    version: 'test',
    sandbox: () => [origin, ...(options.sandboxFor ? [options.sandboxFor] : [])],
    shedder: new LoadShedder({ atOnceMin: 400 }),
    webhooks,
    ...(live && { live }),
  })
  const channel = live && new HintChannel(roleUrl(adminUrl, 'coop_jobs', testSecret), live, log)
  await channel?.start()
  await server.listen({ port: 0, host: '127.0.0.1' })
  const url = (origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  const admin = await connected(adminUrl)
  await runner.start(services, { regularly: false })

  const checker = new Checker(adminUrl)
  const app: TestApp = {
    url,
    adminUrl,
    services,
    runner,
    admin,
    call: (method, path, asking = {}) => call(url, method, path, asking),
    ...messagesOf(admin, runner, dataDir),
    settled: async () => void (await Promise.all([untilNoJobIsDue(admin, runner), recording.idle()])),
    async checks(proved = new Set()) {
      await computeUnpaidMonths(database)
      await sumCooperatives(database)
      await sealAuditEvents(database)
      return [...(await checker.failures()), ...(await failedProofs(admin, proved))]
    },
    superAdminToken: () => superAdmin(),
    async stop() {
      await closeNow(server)
      await channel?.stop()
      await recording.idle()
      await runner.stop()
      await database.close()
      await checker.end()
      await admin.end()
      await onCluster(clusterUrl, `drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  const superAdmin = superAdminOf(app)
  return app
}

/** Logs the super administrator in at the first call. */
function superAdminOf(app: TestApp): TestApp['superAdminToken'] {
  let token: Promise<string> | undefined
  const login = { identifier: superAdminLogin.username, password: superAdminLogin.password }
  return () =>
    (token ??= app
      .call('POST', '/super-admin/login', { body: login })
      .then(({ body }) => body.data.accessToken as string))
}

/** So many files have one app, then another is begun: what the checks read grows with each. */
const filesPerApp = 20
let shared: { app: Promise<TestApp>; files: number } | undefined

/**
 * The app of this worker, with the societies of the files that had it before: for tests that look at their own societies
 * alone and leave books in which the checks find nothing. Starting one for each file, planning every statement on its new
 * connections and dropping its database is a fifth of what a short file costs. Its messages are those since this file had it.
 */
export async function sharedTestApp(): Promise<TestApp> {
  if (!shared || shared.files === filesPerApp) {
    await (await shared?.app)?.stop()
    shared = { app: startTestApp(), files: 0 }
  }
  shared.files += 1
  const app = await shared.app
  const sent = (await app.outbox()).length
  const { rows: before } = await app.admin.query<{ id: CooperativeId }>(cooperativesWithBooks)
  const proved = new Set(before.map(({ id }) => id))
  return {
    ...app,
    outbox: async () => (await app.outbox()).slice(sent),
    // The books of the societies before it are for the files that made them to prove.
    checks: () => app.checks(proved),
    superAdminToken: superAdminOf(app),
    async stop() {
      await app.settled()
      // Else another file would be told of it, and of which one is the luck of the order.
      if (atSize(false, true))
        expect(await app.checks(), 'what this file left in the app that others share').toEqual([])
    },
  }
}

function messagingOf(savesSms: boolean, byWhatsApp: boolean): Services['messaging'] {
  return { quietHours: undefined, savesSms, smsPartCost: kobo(400), smsBalanceLow: kobo(200_000), byWhatsApp }
}

function openTestDatabase(adminUrl: string, replicaUrl: string | undefined): Database {
  return openDatabase((role) => roleUrl(adminUrl, role, testSecret), 6, {
    replicaUrl: replicaUrl && roleUrl(replicaUrl, 'coop_app', testSecret),
  })
}

function messagesOf(admin: pg.Client, runner: JobRunner, dataDir: string): Pick<TestApp, 'sendWaiting' | 'outbox'> {
  const sendWaiting = async () => {
    await admin.query("update job.job set start_after = now() where name = 'messages' and state = 'retry'")
    await untilNoJobIsDue(admin, runner)
  }
  return {
    sendWaiting,
    async outbox() {
      await sendWaiting()
      const text = await readFile(join(dataDir, 'outbox.jsonl'), 'utf8').catch(() => '')
      return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
    },
  }
}

function sandboxParty(origin: () => string): ThirdParty {
  return openIdThirdParty({
    name: 'Sandbox identity',
    isSandbox: true,
    issuer: () => `${origin()}${sandboxPath}`,
    ...sandboxClient,
    origins: () => [origin()],
  })
}

/** Also where a test has a transaction open on `admin`, whose now() stands still. */
async function untilNoJobIsDue(admin: pg.Client, runner: JobRunner): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const { rows } = await admin.query<{ name: JobQueue; state: string }>({
      name: 'jobs that are due',
      text: "select distinct name, state from job.job where state = 'active' or (state in ('created', 'retry') and start_after <= clock_timestamp())",
    })
    if (rows.length === 0) return
    // A worker that has done a job looks for the next by itself: waking all of them at each turn would keep the database busy with that alone.
    if (turn % 20 === 0) for (const { name, state } of rows) if (state !== 'active') runner.wake(name)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Of this process's databases, which are copies of one: a schema that held in one of them holds in the next. */
const schemasThatHold = new Set<string>()

/** Asks the checks of one database, over a connection that is kept: a new one would plan each of them again. */
class Checker {
  readonly #url: string
  #client: pg.Client | undefined

  constructor(url: string) {
    this.#url = url
  }

  async failures(): Promise<CheckFailure[]> {
    this.#client ??= await connected(this.#url)
    const schema = await schemaNow(this.#client)
    const holds = schemasThatHold.has(schema)
    const failures = await checkFailures(
      this.#client,
      (file) => !isProved(file) && (!holds || !looksAtSchemaAlone(file)),
    )
    if (!failures.some(({ check }) => looksAtSchemaAlone(check))) schemasThatHold.add(schema)
    return failures
  }

  async end(): Promise<void> {
    await this.#client?.end()
  }
}

/** Such a check is asked again only after a change of the schema. */
function looksAtSchemaAlone(check: string): boolean {
  return check.startsWith('gate_')
}

/** What the proof of each cooperative's books asks too (`failedProofs`), there of those alone that a file has made. */
const isProved = (check: string) => check.startsWith('chain_is_unbroken')

const catalogs = 'class attribute constraint index proc policy trigger type namespace default_acl authid auth_members'

/** Of each catalog that the gates read, how many rows there are and which transaction wrote the newest, and of which cluster: another text after any change. */
async function schemaNow(client: pg.Client): Promise<string> {
  const newest = catalogs
    .split(' ')
    .map((name) => `select concat_ws(' ', '${name}', count(*), max(xmin::text::bigint)) as state from pg_${name}`)
  newest.push('select system_identifier::text from pg_control_system()')
  const { rows } = await client.query<{ state: string }>({ name: 'schema', text: newest.join(' union all ') })
  return rows.map(({ state }) => state).join()
}

const cooperativesWithBooks = 'select cooperative_id as id from ledger.head'

/** What the proof of the books says is wrong, of every cooperative here but those that are `proved`. */
async function failedProofs(admin: pg.Client, proved: ReadonlySet<CooperativeId>): Promise<CheckFailure[]> {
  const failures: CheckFailure[] = []
  const { rows: cooperatives } = await admin.query<{ id: CooperativeId }>(cooperativesWithBooks)
  for (const { id } of cooperatives) {
    if (proved.has(id)) continue
    for (const { name, statement } of proofChecks) {
      const { text, values } = compile(statement(id))
      const { rows } = await admin.query<ProofRow>({ name, text, values })
      if (rows[0]?.wrong !== null) failures.push({ check: `proof: ${name}`, rows })
    }
  }
  return failures
}

/** With the connections that are kept for further requests, for which `close` alone waits more than a minute. */
async function closeNow(app: ReturnType<typeof createApp>): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString })
  await client.connect()
  return client
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = await connected(url)
  await client.query(statement)
  await client.end()
}

async function call(
  base: string,
  method: string,
  path: string,
  { token, body, key, headers, file }: Asking,
): Promise<Reply> {
  const form = file && new FormData()
  if (form && body !== undefined) form.append('body', JSON.stringify(body))
  if (form && file) form.append('file', new Blob([new Uint8Array(file.content)]), file.name)
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      // Tests of other rules do not fund the bank first; those of this rule send their own.
      [overdraftReasonHeader]: 'Agreed with the bank',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(form && { body: form }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined, text }
}
