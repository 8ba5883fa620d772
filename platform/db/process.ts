import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Identity {
  uid: number
  gid: number
}

const onLinux = process.platform === 'linux'

/** A zombie counts as dead: where nothing reaps orphans, as in many containers, it would stay "alive" for ever. */
export function isAlive(pid: number): boolean {
  if (onLinux) {
    const state = statOf(pid)?.[0]
    return state !== undefined && state !== 'Z' && state !== 'X'
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tells a process from a later one with the same pid: boot and start tick. Undefined where the system does not say. */
export function startMark(pid: number): string | undefined {
  const ticks = statOf(pid)?.[19]
  return ticks && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
}

/** The processes of `owner` that are in a folder. A pid file may be stale or reused; this cannot be. */
export function processesIn(folder: string, owner?: Identity): number[] {
  if (!onLinux) return []
  const found = ask(
    'for p in /proc/[0-9]*; do [ "$p/cwd" -ef "$1" ] && echo "${p#/proc/}"; done',
    [folder],
    owner,
  ).stdout
  return found.split('\n').filter(Boolean).map(Number).filter(isAlive)
}

export function runsProgram(pid: number, program: string, owner?: Identity): boolean {
  return onLinux && ask('[ "/proc/$1/exe" -ef "$2" ]', [String(pid), program], owner).status === 0
}

/** Whether `owner` may use this file or folder, by the kernel's own answer, which knows of access lists and mounts. */
export function canReach(path: string, owner?: Identity): boolean {
  return ask('[ -x "$1" ]', [path], owner).status === 0
}

export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}

/** Root inside a container may not look into another user's processes; that user themselves may. */
function ask(script: string, args: string[], owner?: Identity) {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { cwd: '/', encoding: 'utf8', ...owner })
}

function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name comes second, in brackets, and may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
