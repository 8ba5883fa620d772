import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Every command of an operator, which is what runs by `runCommand`. */
const commands = readdirSync('tools')
  .filter((name) => name.endsWith('.ts') && !/test\.ts$|^operator-command/.test(name))
  .filter((name) => readFileSync(join('tools', name), 'utf8').includes('await runCommand('))

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'ajose-commands-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs it on an empty folder: one that did anything would say that there is no database, or make something. */
function run(command: string, ...words: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('tools', command), ...words], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder },
    encoding: 'utf8',
  })
  return { status, stdout, stderr, made: readdirSync(folder) }
}

test('all of them are looked at', () => {
  expect(commands.length).toBeGreaterThan(8)
})

test.each(commands)(
  '%s says how it is called for --help, and for what it does not take without a stack, and does no more',
  (command) => {
    const { status, stdout, stderr, made } = run(command, '--help')
    expect([status, stderr, made]).toEqual([0, '', []])
    expect(stdout).toContain(command.replace('.ts', ''))
    const wrong = command === 'lost-secret.ts' ? ['--yes', 'now'] : ['--no-such-option']
    expect(run(command, ...wrong)).toEqual({ status: 1, stdout: '', stderr: stdout, made: [] })
  },
)
