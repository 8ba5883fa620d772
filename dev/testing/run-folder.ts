import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, startMark, waitUntil } from '#platform/db/process.ts'

/** What one run of tests starts and writes. A process belongs to the run whose folder its environment, command or working folder names. */
export interface RunFolder {
  path: string
  /** The variables that make a process of the run recognisable, and keep its temporary files in the folder. */
  env: Record<string, string>
  /** A sentence for each other run that is still going or that has left something behind. What a dead run left is gone now. */
  others: string[]
  /** Ends every process of the run, removes the folder, and returns the commands that were still running. */
  close(): Promise<string[]>
}

interface RunningProcess {
  pid: number
  parent: number
  command: string
  /** All that the system tells of it: command, environment, working folder. */
  text: string
}

const prefix = 'ajose-run-'

/** Magic number of a file system in memory (statfs(2)), and the bytes that the largest run leaves there, several times over. */
const [inMemory, bytesMin] = [0x01021994, 2 * 2 ** 30]

/**
 * Databases by the hundred are made and dropped: in memory, where Linux has room there, each costs a fraction. A TMPDIR that
 * somebody has set is kept.
 */
function quickestFolder(): string {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined || !existsSync(memory)) return tmpdir()
  const { type, bavail, bsize } = statfsSync(memory)
  return type === inMemory && bavail * bsize >= bytesMin ? memory : tmpdir()
}

/** Short, because the path of a PostgreSQL socket inside it has room for about a hundred bytes. */
export async function openRunFolder(base = quickestFolder()): Promise<RunFolder> {
  const parent = realpathSync(base)
  const others: string[] = []
  for (const name of readdirSync(parent)) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length))
    if (pid && isOurs(join(parent, name))) others.push(...(await otherRun(join(parent, name), pid)))
  }
  const path = join(parent, `${prefix}${process.pid}`)
  // The database of a run by root has a user of its own, who must be able to pass through.
  mkdirSync(path, { mode: 0o711 })
  writeFileSync(join(path, 'mark'), startMark(process.pid) ?? '')
  return {
    path,
    env: {
      TMPDIR: path,
      TEMP: path,
      TMP: path,
      // A run inside another, such as the browser tests of `npm test`, finds compiled what the one before it has compiled.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(path, 'compiled'),
    },
    others,
    close: () => endRun(path),
  }
}

async function otherRun(path: string, pid: number): Promise<string[]> {
  if (isAlive(pid) && ['', startMark(pid)].includes(markIn(path)))
    return [`Another test run (process ${pid}) is still going. This one runs beside it.`]
  const left = await endRun(path)
  return left.length > 0
    ? [
        `A test run that was killed (process ${pid}) had left these processes running. They are ended now:`,
        ...left.map((each) => `  ${each}`),
      ]
    : []
}

function isOurs(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return owner !== undefined && owner === (process.getuid?.() ?? owner)
}

/** Tells the run from a later process with the same number. Empty where the system has no such mark, and while the folder is being made. */
function markIn(path: string): string {
  try {
    return readFileSync(join(path, 'mark'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

async function endRun(path: string): Promise<string[]> {
  const seen = new Map<number, string>()
  const isDatabase = ({ command }: RunningProcess) => /^(\S*\/)?postgres[:\s]/.test(command)
  // Servers end their own database in good order. One whose server is gone ends open transactions by SIGINT and waits for clients by SIGTERM.
  const rounds: [NodeJS.Signals, (each: RunningProcess) => boolean][] = [
    ['SIGTERM', (each) => !isDatabase(each)],
    ['SIGINT', isDatabase],
    ...Array.from({ length: 5 }, (): [NodeJS.Signals, () => boolean] => ['SIGKILL', () => true]),
  ]
  for (const [signal, chosen] of rounds) {
    const all = processesOf(path)
    if (all.length === 0) break
    for (const { pid, command } of all) seen.set(pid, `${command.slice(0, 160)} (process ${pid})`)
    const left = all.filter(chosen)
    for (const { pid } of left) send(pid, signal)
    await waitUntil(() => !left.some(({ pid }) => isAlive(pid)), 10_000)
  }
  const alive = processesOf(path)
  if (alive.length > 0)
    throw new Error(
      `These processes of a test run could not be ended: ${alive.map(({ pid, command }) => `${command} (process ${pid})`).join(', ')}`,
    )
  rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  return [...seen.values()]
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The processes that name the folder, and all that these have started. Windows does not tell; there none is found. */
function processesOf(path: string): RunningProcess[] {
  const all = runningProcesses()
  const names = new RegExp(`${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?!\\d)`)
  const found = new Map(
    all.filter(({ pid, text }) => pid !== process.pid && names.test(text)).map((each) => [each.pid, each]),
  )
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const each of all) if (found.has(each.parent) && each.pid !== process.pid) found.set(each.pid, each)
  }
  return [...found.values()]
}

function runningProcesses(): RunningProcess[] {
  if (process.platform === 'win32') return []
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => onLinux(Number(pid)))
  const { stdout } = spawnSync(
    'ps',
    ['-axww', ...(process.platform === 'darwin' ? ['-E'] : []), '-o', 'pid=,ppid=,command='],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  return [...stdout.matchAll(/^ *(\d+) +(\d+) +(\S.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
    text: command,
  }))
}

function onLinux(pid: number): RunningProcess[] {
  const folder = `/proc/${pid}`
  const status = readIfAllowed(() => readFileSync(`${folder}/status`, 'utf8'))
  if (!status || /^State:\s*[ZX]/m.test(status)) return []
  const command = readIfAllowed(() => readFileSync(`${folder}/cmdline`, 'utf8'))
    .replaceAll('\0', ' ')
    .trim()
  const text = [
    command,
    readIfAllowed(() => readFileSync(`${folder}/environ`, 'utf8')),
    readIfAllowed(() => readlinkSync(`${folder}/cwd`)),
  ].join('\n')
  return [{ pid, parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command, text }]
}

/** A process may end while it is read, and another user's process tells less of itself. */
function readIfAllowed(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return ''
  }
}
