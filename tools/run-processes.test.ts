import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, waitUntil } from '#server/db/process.ts'
import { endRun, makeRunFolder, otherRuns, processesOf } from './run-processes.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'ajose-runs-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const forever = 'setInterval(() => {}, 1000)'

test.skipIf(process.platform !== 'linux')('every process of a run is found and ended: a child, its detached child, and one with a clean environment that works on the run’s files', async () => {
  const folder = makeRunFolder(parent)
  const env = { ...process.env, TMPDIR: folder }
  // A signal to the process that started it does not reach a detached one, and this one takes no notice of SIGTERM either.
  const child = spawn(process.execPath, ['-e', `require('node:child_process').spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); ${forever}"], { detached: true, stdio: 'ignore' }).unref(); ${forever}`], { env, stdio: 'ignore' })
  const clean = spawn(process.execPath, ['-e', forever, join(folder, 'data')], { env: {}, detached: true, stdio: 'ignore' })
  await waitUntil(() => processesOf(folder).length === 3, 20_000)
  const pids = processesOf(folder).map(({ pid }) => pid)
  expect(pids).toEqual(expect.arrayContaining([child.pid, clean.pid]))
  expect(pids).toHaveLength(3)

  expect(new Set((await endRun(folder)).map(({ pid }) => pid))).toEqual(new Set(pids))
  expect(pids.filter(isAlive)).toEqual([])
  expect(readdirSync(parent)).toEqual([])
})

test('the folder of a run tells whether that run still goes on', () => {
  const ended = spawnSync(process.execPath, ['-e', 'console.log(process.pid)'], { encoding: 'utf8' }).stdout.trim()
  const folder = join(parent, `ajose-run-${ended}-abcdef`)
  spawnSync('mkdir', [folder])
  writeFileSync(join(folder, 'mark'), 'a boot that was:1')
  makeRunFolder(parent)
  expect(otherRuns(parent)).toEqual([{ folder, pid: Number(ended), isRunning: false }])
})
