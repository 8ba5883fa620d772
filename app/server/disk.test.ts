import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waitUntil } from '#platform/db/process.ts'
import { Harness } from '#dev/testing/crash-harness.ts'
import { atSize } from '#dev/testing/size.ts'

const megabytes = 420
const rounds = atSize(1, 5)

function run(program: string, ...words: string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
}

let folder: string
let disk: string
let image: string
function makeFolders(): void {
  folder = mkdtempSync(join(tmpdir(), 'ajose-disk-'))
  disk = join(folder, 'disk')
  image = join(folder, 'image')
  mkdirSync(disk)
  // PostgreSQL runs as a user of its own and has to get there.
  chmodSync(folder, 0o755)
}

/** In memory, a disk that can be filled to its last byte; in a file, one with a journal, that turns read-only as a failing one does. */
const mountMemory = () => run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk)
const mountImage = () => run('mount', '-o', 'loop,errors=remount-ro', image, disk)
const unmount = () => run('umount', disk)
/** Once the last process that was killed has let go of it: one that was only beginning is in no folder yet. */
const unmountFree = async () =>
  expect(await waitUntil(() => spawnSync('umount', [disk]).status === 0, 30_000), 'the disk is free').toBe(true)

function makeImage(): void {
  const file = openSync(image, 'w')
  ftruncateSync(file, 2 * megabytes * 2 ** 20)
  closeSync(file)
  run('mkfs.ext4', '-q', image)
}

/** A disk of one's own takes the right to mount it, and the second kind the programs of ext4. */
function mayMount(mount: () => void): boolean {
  makeFolders()
  try {
    mount()
    unmount()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

beforeEach(makeFolders)
afterEach(() => {
  spawnSync('umount', ['--lazy', disk])
  rmSync(folder, { recursive: true, force: true })
})

/** What PostgreSQL wrote into its log. */
function databaseLog(): string {
  const log = join(disk, 'data/postgres/log')
  return readdirSync(log)
    .map((name) => readFileSync(join(log, name), 'utf8'))
    .join('')
}

/** Every acknowledged posting is stored, no other is, and all checks hold; answers how many were acknowledged. */
async function expectAll(harness: Harness, load: ReturnType<Harness['load']>): Promise<number> {
  const acknowledged = await load.finish()
  expect(await harness.compare(acknowledged)).toEqual({ lost: [], tooMany: 0 })
  expect(await harness.checks()).toEqual([])
  return acknowledged.size
}

describe.skipIf(!mayMount(mountMemory))('a disk', { timeout: 900_000 }, () => {
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
    mountMemory()
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
      task.meta.figures = `${rounds} times full, ${await expectAll(harness, load)} acknowledged, none lost, none doubled`
      expect(databaseLog()).toContain('No space left on device')
    } finally {
      await harness.stop()
    }
  })
})

describe.skipIf(!mayMount(() => (makeImage(), mountImage())))('a failing disk', { timeout: 900_000 }, () => {
  test.runIf(atSize(false, true))(
    'that turns read-only under posting load loses nothing that was acknowledged, and is gone on from once it is repaired',
    async ({ task }) => {
      makeImage()
      mountImage()
      // What a first start makes must be on the disk too, before anything is acknowledged.
      const harness = await Harness.start({ dataDir: join(disk, 'data'), startsEmpty: true })
      try {
        const load = harness.load()
        for (let round = 0; round < rounds; round += 1) {
          await load.someMore(100)
          run('mount', '-o', 'remount,abort', disk)
          await load.standstill(5)
          await harness.startAgainAfter(async () => {
            expect(() => writeFileSync(join(disk, 'data/x'), '')).toThrow('read-only')
            await unmountFree()
            // 1: errors were found and repaired.
            expect(spawnSync('fsck.ext4', ['-p', image]).status).toBeLessThanOrEqual(1)
            mountImage()
          })
          await load.someMore(100)
        }
        task.meta.figures = `${rounds} times read-only, ${await expectAll(harness, load)} acknowledged, none lost, none doubled`
      } finally {
        await harness.stop()
      }
    },
  )
})
