import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireServerLock, type ServerLock } from './server-lock.ts'

/** No process has this number. */
const gone = 2 ** 22 + 1

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'ajose-lock-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a second server on the same folder is told which one runs and where', async () => {
  const first = held(await acquireServerLock(dataDir))
  expect(await acquireServerLock(dataDir)).toEqual({ held: false, runningPid: process.pid })
  await first.announce('http://127.0.0.1:3000')
  expect(await acquireServerLock(dataDir)).toEqual({
    held: false,
    runningPid: process.pid,
    url: 'http://127.0.0.1:3000',
  })
})

test('a released folder can be taken again and holds nothing of the lock', async () => {
  const first = held(await acquireServerLock(dataDir))
  await first.announce('http://127.0.0.1:3000')
  await first.release()
  expect(readdirSync(dataDir)).toEqual([])
  expect((await acquireServerLock(dataDir)).held).toBe(true)
})

test('the lock of a killed server is taken over', async () => {
  const module = new URL('./server-lock.ts', import.meta.url).href
  const script = `const { acquireServerLock } = await import(${JSON.stringify(module)})
    await acquireServerLock(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(await acquireServerLock(dataDir)).toEqual({ held: false, runningPid: child.pid })
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  expect((await acquireServerLock(dataDir)).held).toBe(true)
})

test.each([
  ['a reused pid', JSON.stringify({ pid: process.pid, mark: 'another-boot:1', nonce: 'x' })],
  ['a lock that is no lock', '{"pid":'],
])('%s holds no one up', async (_, content) => {
  writeFileSync(join(dataDir, 'server.lock'), content)
  expect((await acquireServerLock(dataDir)).held).toBe(true)
})

test('of many servers that find one stale lock, exactly one gets it, however they meet', async () => {
  for (let round = 0; round < 40; round += 1) {
    const folder = join(dataDir, String(round))
    mkdirSync(folder)
    writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: gone, nonce: 'x' }))
    const locks = await Promise.all(Array.from({ length: 20 }, () => acquireServerLock(folder)))
    expect(locks.filter((lock) => lock.held)).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(['server.lock'])
  }
})

test('a server that died while it replaced a stale lock blocks no other, and exactly one gets it', async () => {
  const stale = JSON.stringify({ pid: gone, nonce: 'x' })
  const named = (text: string) =>
    join(dataDir, `server.lock.after-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  writeFileSync(join(dataDir, 'server.lock'), stale)
  const [first, second] = ['first', 'second'].map((nonce) => JSON.stringify({ pid: gone, nonce })) as [string, string]
  writeFileSync(named(stale), first)
  writeFileSync(named(first), second)
  const locks = await Promise.all(Array.from({ length: 20 }, () => acquireServerLock(dataDir)))
  expect(locks.filter((lock) => lock.held)).toHaveLength(1)
  expect(readdirSync(dataDir)).toEqual(['server.lock'])
})

function held(lock: ServerLock) {
  if (!lock.held) throw new Error('The lock is not held.')
  return lock
}
