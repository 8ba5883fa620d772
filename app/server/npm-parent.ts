import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isAlive, startMark } from '#platform/db/process.ts'

const pollMs = 500

/**
 * npm runs a script in a shell. A signal to npm ends both, and neither passes it on, so the program would run on by itself.
 * Calls `act` once when npm or its shell is gone; does nothing in a program that npm did not start. Returns how to stop watching.
 */
export function whenNpmIsGone(act: () => unknown): () => void {
  if (!isScriptOfNpm(process.env)) return () => undefined
  const parent = process.ppid
  const watched = [parent, ...npmBehind(parent)].map((pid) => ({ pid, mark: startMark(pid) }))
  const timer = setInterval(() => {
    // Windows keeps the number of a parent that is gone, so the number alone does not show it.
    if (process.ppid === parent && watched.every(({ pid, mark }) => isAlive(pid) && startMark(pid) === mark)) return
    clearInterval(timer)
    act()
  }, pollMs).unref()
  return () => clearInterval(timer)
}

/** The script must be this very program: processes that it starts inherit npm's variables. */
function isScriptOfNpm({ npm_lifecycle_script: script }: NodeJS.ProcessEnv): boolean {
  const [, program] = /^node ([^\s&;|]+)(?:\s[^&;|]*)?$/.exec(script ?? '') ?? []
  return program !== undefined && resolve(program) === process.argv[1]
}

/** The parent of npm's shell is npm. Where the shell replaced itself with the program, the parent is npm already. */
function npmBehind(parent: number): number[] {
  const { ppid, command } = describe(parent)
  return ppid > 1 && command.includes(process.env['npm_lifecycle_script'] ?? '') ? [ppid] : []
}

function describe(pid: number): { ppid: number; command: string } {
  if (process.platform === 'win32') return { ppid: 0, command: '' }
  if (process.platform === 'linux') {
    const [, ppid] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { ppid: Number(ppid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  }
  const [, ppid, command = ''] =
    /^(\d+)\s+(\S.*)$/.exec(
      spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim(),
    ) ?? []
  return { ppid: Number(ppid), command }
}
