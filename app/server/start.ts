import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { seedSample, type SampleLogins } from '#database/seed/seed-sample.ts'
import { createApp, eventWords } from './app.ts'
import { startBackups } from '#platform/backup/start-backups.ts'
import { type Config, isTrial } from '#platform/config.ts'
import type { Messaging, Services, ThirdParty } from '#platform/context.ts'
import { CannotStart, unusableFolder } from '#platform/cannot-start.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { openIdProviders } from '#platform/credentials/open-id-settings.ts'
import { openIdThirdParty } from '#platform/credentials/third-party.ts'
import { type Database, type DatabaseRole, openDatabase } from '#platform/db/database.ts'
import { eventRecorder } from '#platform/db/event-recorder.ts'
import { keepEmbedded } from '#platform/db/embedded-keeper.ts'
import { migrate, roleUrl } from '#platform/db/migrate.ts'
import { acquireServerLock, type ServerLock } from '#platform/db/server-lock.ts'
import { createSuperAdmin } from '#features/access/login/server/create-super-admin.ts'
import { watchHealth } from '#features/platform-admin/overview/server/watch-health.ts'
import { sandboxClient, sandboxIsInstalled, sandboxPath } from '#platform/http/sandbox-identity.ts'
import { Background } from '#platform/jobs/background.ts'
import { JobRunner, wakersOf } from '#app/jobs/job-runner.ts'
import { LoadShedder } from '#platform/limits/load-shedder.ts'
import { HintChannel } from '#platform/live/hint-channel.ts'
import { LiveStreams } from '#platform/live/live-streams.ts'
import { observe } from '#platform/telemetry/instruments.ts'
import { serveMetrics } from '#platform/telemetry/serve-metrics.ts'
import { startTracing } from '#platform/telemetry/traces.ts'
import { openLog } from '#platform/log.ts'
import { openMessagePorts } from '#platform/messages/open-message-ports.ts'
import { openPayouts } from '#platform/payments/open-payouts.ts'
import { openPayments } from '#platform/payments/open-payments.ts'
import { buildWebIfNeeded, webFolder } from './web-build.ts'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

export type Started = {
  url: string
  /** The first one, whose password was made up or set at this start. */
  superAdmin: { username: string; password?: string } | undefined
  sample: SampleLogins | undefined
  stop(): Promise<void>
}

function openDatabaseFor(
  { DATABASE_POOL, DATABASE_READ_URL: readUrl }: Config,
  urlOf: (role: DatabaseRole, url?: string) => string,
): Database {
  return openDatabase(urlOf, DATABASE_POOL, { replicaUrl: readUrl && urlOf('coop_app', readUrl) })
}

/** Brings everything up in the order in which one part needs the next; `stop` takes it down in the reverse. */
export async function start(config: Config, tell: (line: string) => void): Promise<Started> {
  const dataDir = resolve(config.DATA_DIR)
  const log = openLog(config)
  const lock = await lockFolder(dataDir)
  if (!lock.held)
    throw new CannotStart(`Ajose runs already${lock.url ? ` at ${lock.url}` : ''} (process ${lock.runningPid}).`)
  const undo: (() => unknown)[] = [() => lock.release()]
  const stop = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT) undo.push(await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, version))
    await refuseTakenAddresses(config)
    const secrets = await readServerSecrets(dataDir, config)
    if (await buildWebIfNeeded()) tell('The web app is built.')
    const adminUrl = config.DATABASE_URL ?? (await embedded(dataDir, log, undo))
    const secret = await migrate(adminUrl, secrets)
    const database = openDatabaseFor(config, (role, url = adminUrl) => roleUrl(url, role, secret))
    undo.push(() => database.close())
    const messages = openMessagePorts(config, dataDir)
    undo.push(() => messages.close())
    const runner = new JobRunner(messages.ports)
    const recording = new Background(log)
    const address: { url?: string } = {}
    const { thirdParties, sandbox } = thirdPartiesOf(config, address)
    const payments = openPayments(config, () => publicUrlOf(config, address))
    const payouts = openPayouts(config, () => publicUrlOf(config, address))
    const backups = await startBackups(config, { adminUrl, dataDir, program: version, log, database })
    undo.push(() => backups.stop())
    const services: Services = {
      database,
      log,
      dataDir,
      secret,
      passwordLengthMin: config.PASSWORD_MIN_LENGTH,
      secondFactorRequired: !isTrial(config),
      publicUrl: () => publicUrlOf(config, address),
      thirdParties,
      sampleIsOpen: false,
      isTrial: isTrial(config),
      messaging: messagingOf(config),
      ...wakersOf(runner),
      payments: payments.provider,
      payouts: payouts.service,
      webhooksToLoopback: config.WEBHOOKS_TO_LOOPBACK ?? false,
      backups: backups.watch,
      anchorTarget: backups.target,
      recordEvent: eventRecorder(database, (work) => recording.run(work)),
      eventWords,
    }
    const superAdmin = await firstSuperAdmin(services, config, tell)
    const sample =
      (config.SEED_DEMO ?? isTrial(config)) ? await seedSample({ ...services, sampleIsOpen: true }) : undefined
    for (const warning of warningsOf(config, sample !== undefined)) tell(warning)
    const live = await openLive(config, roleUrl(adminUrl, 'coop_jobs', secret), log, undo)
    undo.push(
      () => runner.stop(),
      () => recording.idle(),
    )
    await runner.start(services, { regularly: true })

    const shedder = new LoadShedder()
    const server = createApp(
      { ...services, sampleIsOpen: sample !== undefined },
      {
        version,
        webFolder,
        shedder,
        webhooks: [...messages.webhooks, ...payments.webhooks, ...payouts.webhooks],
        live,
        accessLog: config.ACCESS_LOG ?? config.AJOSE_ENV === 'production',
        ...(sandbox && { sandbox }),
        ...(payments.sandbox && { sandboxCheckout: payments.sandbox }),
        ...(payouts.sandbox && { sandboxPayouts: payouts.sandbox }),
        ...(config.TRUSTED_PROXIES && { proxies: config.TRUSTED_PROXIES }),
      },
    )
    undo.push(watchHealth(services))
    await openMetrics(config, undo)
    await openServer(server, { shedder, live }, config, undo)
    const url = (address.url = urlOf(server.server.address() as AddressInfo, config.HOST))
    await lock.announce(url)
    return { url, superAdmin, sample, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Tells a password that was made up as soon as it is stored: whatever the rest of the start comes to, nothing shows it again. */
async function firstSuperAdmin(
  services: Services,
  { SUPERADMIN_USERNAME: name, SUPERADMIN_PASSWORD: given }: Config,
  tell: (line: string) => void,
): Promise<Started['superAdmin']> {
  const made = await createSuperAdmin(services, name, given)
  if (made?.password !== undefined)
    tell(
      `Super admin: ${made.username} / ${made.password}   (for the first login, within 72 hours; shown this once. Lost? npm run super-admin -- reset ${made.username})`,
    )
  return made
}

async function openLive(
  { LIVE_STREAMS: max }: Config,
  url: string,
  log: Logger,
  undo: (() => unknown)[],
): Promise<LiveStreams> {
  const streams = new LiveStreams(max)
  const channel = new HintChannel(url, streams, log)
  undo.push(() => channel.stop())
  await channel.start()
  undo.push(
    observe({ ajose_live_streams: 'Open streams of live events' }, () => ({
      ajose_live_streams: [{ value: streams.count }],
    })),
  )
  return streams
}

async function lockFolder(dataDir: string): Promise<ServerLock> {
  try {
    await mkdir(dataDir, { recursive: true })
    return await acquireServerLock(dataDir)
  } catch (error) {
    throw unusableFolder(error, dataDir) ?? error
  }
}

/** What the operator should know of a server that others reach. */
function warningsOf(config: Config, hasSample: boolean): string[] {
  if (isTrial(config)) return []
  return [
    ...(config.AJOSE_ENV === 'production'
      ? []
      : [
          'Warning: AJOSE_ENV is not production, so nothing has checked what a server with real records needs. Set AJOSE_ENV=production.',
        ]),
    ...(hasSample
      ? [
          'Warning: SEED_DEMO=1 opens the sample cooperative, whose passwords are published, to everybody who reaches this server. Never keep real records beside it.',
        ]
      : []),
  ]
}

/** Before anything is made: a first start prepares for a minute, and would find only then that another program listens. */
async function refuseTakenAddresses({ HOST, PORT, METRICS_HOST, METRICS_PORT }: Config): Promise<void> {
  const tryOnce = (host: string, port: number) =>
    new Promise<void>((resolve, reject) => {
      const probe = createServer().once('error', reject)
      probe.listen({ host, port }, () => probe.close(() => resolve()))
    })
  await listening([HOST, PORT], serverNames, () => tryOnce(HOST, PORT))
  if (METRICS_PORT !== undefined)
    await listening([METRICS_HOST, METRICS_PORT], metricsNames, () => tryOnce(METRICS_HOST, METRICS_PORT))
}

const serverNames = { host: 'HOST', port: 'PORT' }
const metricsNames = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

async function openServer(
  server: ReturnType<typeof createApp>,
  { shedder, live }: { shedder: LoadShedder; live: LiveStreams },
  { HOST: host, PORT: port, DRAIN_SECONDS: seconds }: Config,
  undo: (() => unknown)[],
): Promise<void> {
  // Room for those who connect in the same moment: one that finds none tries again after a second, then three.
  await listening([host, port], serverNames, () => server.listen({ port, host, backlog: 4096 }))
  undo.push(
    () => server.close(),
    // A balancer needs a moment to notice that others have to take over.
    () => {
      shedder.drain()
      live.drain()
      return wait(seconds * 1000)
    },
  )
}

async function openMetrics({ METRICS_HOST: host, METRICS_PORT: port }: Config, undo: (() => unknown)[]): Promise<void> {
  if (port === undefined) return
  const metrics = await listening([host, port], metricsNames, () => serveMetrics(port, host))
  undo.push(() => metrics.close())
}

/** Listens by `work`. Throws CannotStart where the address can't be had; `names` are the variables that name it. */
async function listening<T>(
  [host, port]: readonly [string, number],
  names: { host: string; port: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = {
      EADDRINUSE: `Another program listens at ${host}:${port}. Stop it, or set ${names.port} to another number.`,
      EACCES: `This user may not listen on port ${port}. Set ${names.port} to a number above 1023.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set ${names.host} to one that it has, such as 127.0.0.1.`,
      ENOTFOUND: `This machine has no address ${host}. Set ${names.host} to one that it has, such as 127.0.0.1.`,
    }[code]
    throw why === undefined ? error : new CannotStart(why, { cause: error })
  }
}

function publicUrlOf({ PUBLIC_URL: given }: Config, { url = '' }: { url?: string }): string {
  return given?.replace(/\/$/, '') ?? url
}

/**
 * Where people can sign in besides here: the providers that were set; else, in a trial, a sandbox of made-up people, as
 * whom anybody may sign in. So no setting brings it to a database of one's own or to an address that others reach.
 */
export function thirdPartiesOf(
  config: Config,
  address: { url?: string },
  isInstalled = sandboxIsInstalled,
): { thirdParties: readonly ThirdParty[]; sandbox?: () => readonly string[] } {
  const home = () => publicUrlOf(config, address)
  const thirdParties = openIdProviders(config).map(({ issuer, ...provider }) =>
    openIdThirdParty({ ...provider, isSandbox: false, issuer: () => issuer, origins: () => [home()] }),
  )
  if (thirdParties.length > 0 || !isTrial(config) || !isInstalled) return { thirdParties }
  const sandbox = () => [
    ...new Set([home(), home().replace('//127.0.0.1', '//localhost'), home().replace('//localhost', '//127.0.0.1')]),
  ]
  const made = openIdThirdParty({
    name: 'Sandbox identity',
    isSandbox: true,
    issuer: () => `${home()}${sandboxPath}`,
    ...sandboxClient,
    origins: sandbox,
  })
  return { thirdParties: [made], sandbox }
}

async function embedded(dataDir: string, log: Logger, undo: (() => unknown)[]): Promise<string> {
  const postgres = await keepEmbedded(dataDir, log)
  undo.push(() => postgres.stop())
  return postgres.adminUrl
}

function urlOf({ port, address, family }: AddressInfo, host: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${name}:${port}`
}

const messagingOf = (config: Config): Messaging => ({
  quietHours: config.QUIET_HOURS,
  savesSms: (config.SMS_PROVIDER ?? []).length === 0,
  smsPartCost: config.SMS_PART_COST,
  smsBalanceLow: config.SMS_BALANCE_LOW,
  byWhatsApp: config.WHATSAPP_PHONE_NUMBER_ID !== undefined,
})
