import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Harness } from './testing/crash-harness.ts'
import { atSize } from './testing/size.ts'

const megabytes = 420
const rounds = atSize(1, 5)

function run(program: string, ...words: string[]): number | null {
  return spawnSync(program, words, { stdio: 'ignore' }).status
}

/** A disk of a few hundred megabytes needs the right to mount one. */
const mayMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-mount-'))
  const is = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder) === 0
  if (is) run('umount', folder)
  rmdirSync(folder)
  return is
})()

describe.skipIf(!mayMount)('a disk of its own', { timeout: 900_000 }, () => {
  let disk: string
  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'ajose-disk-'))
    if (run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk) !== 0)
      throw new Error(`No disk could be mounted at ${disk}`)
  })
  afterEach(() => {
    run('umount', '--lazy', disk)
    rmSync(disk, { recursive: true, force: true })
  })

  /** Takes what is left of the disk, to the last byte. */
  function fill(): void {
    const path = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    for (let size = bavail * bsize; size >= 1; size = Math.floor(size / 2)) {
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  }

  test('that is full under posting load loses nothing that was acknowledged, and goes on by itself once there is room', async ({
    task,
  }) => {
    const harness = await Harness.start({ dataDir: join(disk, 'data') })
    try {
      const load = harness.load()
      for (let round = 0; round < rounds; round += 1) {
        await load.someMore(100)
        fill()
        // Every answer but "done" and "come back later" ends the test (Harness).
        await load.standstill(5)
        rmSync(join(disk, 'filler'))
        await load.someMore(100)
      }
      const acknowledged = await load.finish()
      const stored = await harness.stored()
      expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
      expect(stored.length).toBe(acknowledged.size)
      expect(await harness.checks()).toEqual([])
      task.meta.figures = `${rounds} times full, ${acknowledged.size} acknowledged, none lost, none doubled`
      const log = join(disk, 'data/postgres/log')
      const words = readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'))
      expect(words.join('')).toContain('No space left on device')
    } finally {
      await harness.stop()
    }
  })
})
