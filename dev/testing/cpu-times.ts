import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'

/** What one file of tests took: its seconds of processor, and the milliseconds of a piece of work that is always the same. */
export type CpuTime = { file: string; seconds: number; sameWork: number }

const statOfProcess = '/proc/self/stat'

/** Seconds of processor of this process, and where Linux tells, of those that it has started and seen end. */
function secondsSoFar(): number {
  const { user, system } = process.cpuUsage()
  const times = existsSync(statOfProcess) ? readFileSync(statOfProcess, 'utf8').split(') ')[1]?.split(' ') : undefined
  // In hundredths, user and system (proc_pid_stat(5), cutime and cstime).
  const ofChildren = times ? (Number(times[13]) + Number(times[14])) / 100 : 0
  return (user + system) / 1e6 + ofChildren
}

/** As tests do: rows are made, written, read and sorted. A machine whose memory is slow is slow at this, and not at counting. */
function workTheSame(): void {
  const rows = Array.from({ length: 5000 }, (_, n) => ({ id: (n * 7919) % 5003, name: `member ${n}`, paid: n / 7 }))
  ;(JSON.parse(JSON.stringify(rows)) as typeof rows).sort((one, other) => one.id - other.id)
}

const begun = secondsSoFar()
workTheSame()
const sameWork = (secondsSoFar() - begun) * 1000

afterAll(() => {
  const time: CpuTime = { file: expect.getState().testPath ?? '', seconds: secondsSoFar() - begun, sameWork }
  appendFileSync(join(inject('rowsFolder'), '..', 'cpu-times.jsonl'), `${JSON.stringify(time)}\n`)
  // Else written when the process ends: each server that a test starts meanwhile would compile everything again.
  flushCompileCache()
})
