import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import { seedSample, type SampleLogins } from '#database/seed/seed-sample.ts'
import { createApp } from './app.ts'
import { startBackups } from './backup/start-backups.ts'
import { type Config, isTrial } from './config.ts'
import type { Services, ThirdParty } from './context.ts'
import { readServerSecret } from './credentials/server-secret.ts'
import { openIdThirdParty } from './credentials/third-party.ts'
import { openDatabase } from './db/database.ts'
import { eventRecorder } from './db/event-recorder.ts'
import { keepEmbedded } from './db/embedded-keeper.ts'
import { migrate, roleUrl } from './db/migrate.ts'
import { acquireServerLock } from './db/server-lock.ts'
import { createSuperAdmin } from './features/access/sessions/create-super-admin.ts'
import { sandboxClient, sandboxPath } from './http/sandbox-identity.ts'
import { Background } from './jobs/background.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { outboxFile } from './messages/outbox-file.ts'
import { buildWebIfNeeded, webFolder } from './web-build.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

export type Started = {
  url: string
  superAdmin: { username: string; password?: string } | undefined
  sample: SampleLogins | undefined
  stop(): Promise<void>
}

/** Somebody else serves this data folder already. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'
}

/** Brings everything up in the order in which one part needs the next; `stop` takes it down in the reverse. */
export async function start(config: Config, tell: (line: string) => void): Promise<Started> {
  const dataDir = resolve(config.DATA_DIR)
  const log = pino(
    { level: config.LOG_LEVEL, base: null, redact: ['*.password', '*.authorization'] },
    pino.destination({ dest: 2, sync: false }),
  )
  await mkdir(dataDir, { recursive: true })
  const lock = await acquireServerLock(dataDir)
  if (!lock.held)
    throw new AlreadyRunning(`Ajose runs already${lock.url ? ` at ${lock.url}` : ''} (process ${lock.runningPid}).`)
  const undo: (() => unknown)[] = [() => lock.release()]
  const stop = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    const secret = await readServerSecret(dataDir, config.APP_SECRET)
    if (await buildWebIfNeeded()) tell('The web app is built.')
    const adminUrl = config.DATABASE_URL ?? (await embedded(dataDir, log, undo))
    await migrate(adminUrl, secret)
    const database = openDatabase((role) => roleUrl(adminUrl, role, secret), config.DATABASE_POOL)
    undo.push(() => database.close())
    const runner = new JobRunner([outboxFile(dataDir)])
    const recording = new Background(log)
    const address: { url?: string } = {}
    const { thirdParty, sandbox } = thirdPartyOf(config, address)
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
      thirdParty,
      sampleIsOpen: false,
      isTrial: isTrial(config),
      messagesWaiting: () => runner.wake('messages'),
      fileJobsWaiting: () => runner.wake('files'),
      backups: backups.watch,
      recordEvent: eventRecorder(database, (work) => recording.run(work)),
    }
    const superAdmin = await createSuperAdmin(services, config.SUPERADMIN_USERNAME, config.SUPERADMIN_PASSWORD)
    const wantsSample = config.SEED_DEMO ?? isTrial(config)
    const sample = wantsSample ? await seedSample({ ...services, sampleIsOpen: true }) : undefined
    if (sample && !isTrial(config))
      tell(
        'Warning: SEED_DEMO=1 opens the sample cooperative, whose passwords are published, to everybody who reaches this server. Never keep real records beside it.',
      )
    undo.push(
      () => runner.stop(),
      () => recording.idle(),
    )
    await runner.start(services, { regularly: true })

    const server = createApp(
      { ...services, sampleIsOpen: sample !== undefined },
      {
        version,
        webFolder,
        ...(sandbox && { sandbox }),
        ...(config.TRUSTED_PROXIES && { proxies: config.TRUSTED_PROXIES }),
      },
    )
    // Room for those who connect in the same moment: one that finds none tries again after a second, then three.
    await server.listen({ port: config.PORT, host: config.HOST, backlog: 4096 })
    undo.push(() => server.close())
    const url = urlOf(server.server.address() as AddressInfo, config.HOST)
    address.url = url
    await lock.announce(url)
    return { url, superAdmin, sample, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function publicUrlOf({ PUBLIC_URL: given }: Config, { url = '' }: { url?: string }): string {
  return given?.replace(/\/$/, '') ?? url
}

/**
 * Where people can sign in besides here: the issuer that was set; else, in a trial, a sandbox of made-up people, as
 * whom anybody may sign in. So no setting brings it to a database of one's own or to an address that others reach.
 */
export function thirdPartyOf(
  config: Config,
  address: { url?: string },
): { thirdParty: ThirdParty | undefined; sandbox?: () => readonly string[] } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  const home = () => publicUrlOf(config, address)
  if (issuer && clientId && clientSecret) {
    return {
      thirdParty: openIdThirdParty({
        name: config.OIDC_NAME ?? new URL(issuer).host,
        isSandbox: false,
        issuer: () => issuer,
        clientId,
        clientSecret,
        origins: () => [home()],
      }),
    }
  }
  if (!isTrial(config)) return { thirdParty: undefined }
  const sandbox = () => [
    ...new Set([home(), home().replace('//127.0.0.1', '//localhost'), home().replace('//localhost', '//127.0.0.1')]),
  ]
  return {
    thirdParty: openIdThirdParty({
      name: 'Sandbox identity',
      isSandbox: true,
      issuer: () => `${home()}${sandboxPath}`,
      ...sandboxClient,
      origins: sandbox,
    }),
    sandbox,
  }
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
