import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/db/migrate.ts'
import { testSecret } from './secret.ts'

/** Where this machine keeps a PostgreSQL 15 of its own, or undefined. */
export function findPostgres15(): string | undefined {
  const told = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return ['/usr/lib/postgresql/15/bin', told].find((folder) => {
    if (!folder || !existsSync(join(folder, 'initdb'))) return false
    return / 15\.\d/.test(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')
  })
}

/** PostgreSQL does not run as root. */
export function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
  return uid && gid ? { uid, gid } : undefined
}

export type Cluster = {
  adminUrl: string
  folder: string
  data: string
  socket: string
  /** Runs a program as the user of the database; throws what it said where it fails. */
  run(program: string, args: string[]): string
  /** A replica that follows this one, on a socket of its own, with what else it is set to. */
  replica(settings: Record<string, string>): Promise<Replica>
  /** Ends PostgreSQL; the folder stays until `remove`. */
  stop(): Promise<void>
  /** Starts PostgreSQL on another folder of data, once it has ended. */
  start(data: string): Promise<void>
  remove(): Promise<void>
}

export type Replica = {
  socket: string
  /** Makes it a primary, whatever the other does. */
  promote(): void
  stop(): Promise<void>
}

/** A migrated PostgreSQL of this machine's own; `settingsIn` may set what else it needs. */
export async function startCluster(
  programs: string,
  settingsIn: (folder: string) => Record<string, string> = () => ({}),
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-pg15-'))
  const owner = findOwner()
  const socket = join(folder, 'socket')
  mkdirSync(socket)
  if (owner) for (const path of [folder, socket]) chownSync(path, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  const settings = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }
  const run = (program: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { ...settings, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  const data = join(folder, 'data')
  run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const all = { listen_addresses: '', unix_socket_directories: socket, fsync: 'off', ...settingsIn(folder) }
  const optionsOf = (each: Record<string, string>) =>
    Object.entries(each).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const serve = (from: string, each: Record<string, string>) =>
    spawn(join(programs, 'postgres'), ['-D', from, ...optionsOf(each)], { ...settings, stdio: 'ignore' })
  const adminUrl = urlOn(socket)
  let server: ChildProcess | undefined
  let replicas = 0
  const cluster: Cluster = {
    adminUrl,
    folder,
    data,
    socket,
    run,
    async start(from) {
      server = serve(from, all)
      await untilItIs(adminUrl, { recovering: false })
    },
    async stop() {
      if (server) await ended(server)
      server = undefined
    },
    async replica(more) {
      const name = `replica-${replicas++}`
      const copy = join(folder, name)
      const its = join(folder, `${name}-socket`)
      mkdirSync(its)
      if (owner) chownSync(its, owner.uid, owner.gid)
      const from = ['-h', socket, '-p', '5432', '-U', 'postgres']
      run(join(programs, 'pg_basebackup'), ['-D', copy, ...from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
      const following = serve(copy, { ...all, unix_socket_directories: its, ...more })
      await untilItIs(urlOn(its), { recovering: true })
      return {
        socket: its,
        promote: () => void run(join(programs, 'pg_ctl'), ['promote', '-w', '-D', copy]),
        stop: () => ended(following),
      }
    },
    async remove() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await cluster.start(data)
  await onCluster(adminUrl, 'create database template_ajose')
  await migrate(adminUrl.replace('/postgres?', '/template_ajose?'), [testSecret], { makeKey: () => testSecret })
  return cluster
}

const urlOn = (socket: string) => `postgresql://postgres:x@/postgres?host=${encodeURIComponent(socket)}&port=5432`

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await gone
}

/** The socket is there a moment before the first connection is taken, and reading before writing. */
async function untilItIs(adminUrl: string, { recovering }: { recovering: boolean }): Promise<void> {
  for (let tries = 300; ; tries -= 1) {
    try {
      if ((await onCluster(adminUrl, 'select pg_is_in_recovery() as recovers')).rows[0]?.recovers === recovering) return
      if (tries === 0) throw new Error('PostgreSQL 15 does not come.')
    } catch (error) {
      if (tries <= 0) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function onCluster(adminUrl: string, statement: string): Promise<pg.QueryResult<{ recovers?: boolean }>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
