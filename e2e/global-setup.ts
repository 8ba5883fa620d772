import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWebIfNeeded } from '#app/server/web-build.ts'

/**
 * Starts the process in which the servers of the test files run (host.ts). Each file's server begins with a copy of a
 * prepared database, so that no file waits for migrations and sample records, and none sees another's changes.
 */
export default async function startHost(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-e2e-host-'))
  // The database's own user passes through to the folders in it.
  chmodSync(folder, 0o711)
  await buildWebIfNeeded()
  const host = spawn(process.execPath, ['--import', './e2e/replacements.ts', 'e2e/host.ts', folder], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => host.once('exit', () => done()))
  process.env['E2E_HOST'] = await new Promise<string>((done, fail) => {
    createInterface(host.stdout).once('line', done)
    host.once('exit', (code) => fail(new Error(`The servers' process ended with ${code}.`)))
  })
  return async () => {
    host.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
