import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, startMark, waitUntil } from '#server/db/process.ts'

export type Found = { pid: number; command: string }

const prefix = 'ajose-run-'

/**
 * A folder that all processes of one run of the tests have as their temporary folder, so that they can be found: also
 * those that were started apart from it, such as a database whose server was killed.
 */
export function makeRunFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // The database's own user passes through to its data.
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'mark'), startMark(process.pid) ?? '')
  return folder
}

/** The folders of earlier runs, with the process that ran each and whether it still does. */
export function otherRuns(parent = tmpdir()): { folder: string; pid: number; isRunning: boolean }[] {
  return readdirSync(parent).flatMap((name) => {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length).split('-')[0])
    if (!pid || pid === process.pid) return []
    const folder = join(parent, name)
    const mark = existsSync(join(folder, 'mark')) ? readFileSync(join(folder, 'mark'), 'utf8') : ''
    return [{ folder, pid, isRunning: isAlive(pid) && (startMark(pid) ?? '') === mark }]
  })
}

/** The processes of a run but this one: by their environment, their working folder or their command line. */
export function processesOf(folder: string): Found[] {
  return (process.platform === 'linux' ? linuxProcesses(folder) : otherProcesses(folder)).filter(({ pid }) => pid !== process.pid && isAlive(pid))
}

function linuxProcesses(folder: string): Found[] {
  const environment = `\0TMPDIR=${folder}\0`
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const place = join('/proc', name)
    const command = readable(() => readFileSync(join(place, 'cmdline'), 'utf8').replaceAll('\0', ' ').trim())
    const isIts = command.includes(folder) || readable(() => readlinkSync(join(place, 'cwd'))).startsWith(folder) || `\0${readable(() => readFileSync(join(place, 'environ'), 'utf8'))}`.includes(environment)
    return isIts ? [{ pid: Number(name), command }] : []
  })
}

/** A process may end while it is looked at, and another user's is closed to us: neither says anything. */
function readable(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function otherProcesses(folder: string): Found[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && command.includes(folder) ? [{ pid: Number(pid), command }] : []
  })
}

/** Ends every process of a run and removes its folder; answers what had to be ended. */
export async function endRun(folder: string): Promise<Found[]> {
  const found = processesOf(folder)
  // PostgreSQL waits for its clients on the first of them, and no longer on the second.
  for (const signal of ['SIGTERM', 'SIGQUIT', 'SIGKILL'] as const) {
    const left = processesOf(folder)
    for (const { pid } of left) signalQuietly(pid, signal)
    await waitUntil(() => !left.some(({ pid }) => isAlive(pid)), 3000)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return found
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
