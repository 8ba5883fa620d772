import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './db/embedded.ts'
import { isAlive, waitUntil } from './db/process.ts'

const limitMs = 120_000

test.skipIf(process.platform === 'win32')('a server that npm started ends with npm, and its database with it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajose-npm-'))
  const npm = spawn('npm', ['start'], { cwd: resolve(import.meta.dirname, '..'), env: { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED_DEMO: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => npm.once('exit', done))
  onTestFinished(async () => {
    npm.kill('SIGKILL')
    await (await startEmbedded(dataDir)).stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const url = await new Promise<string>((done, fail) => {
    npm.once('exit', () => fail(new Error('npm ended before the server was ready')))
    createInterface(npm.stdout).on('line', (line) => /ready at (http:\S+)/.test(line) && done(/http:\S+/.exec(line)?.[0] ?? ''))
  })
  const server = (JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8')) as { pid: number }).pid
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  expect({ server: isAlive(server), postmaster: isAlive(postmaster), status: (await fetch(`${url}/api/health/ready`)).status }).toEqual({ server: true, postmaster: true, status: 200 })

  npm.kill('SIGTERM')
  await ended
  await waitUntil(() => !isAlive(server) && !isAlive(postmaster), limitMs)
  expect({ server: isAlive(server), postmaster: isAlive(postmaster) }).toEqual({ server: false, postmaster: false })
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
