import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { startTar } from './start-tar.ts'

test('an archive whose end comes long after its end mark is unpacked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ajose-tar-'))
  await writeFile(join(folder, 'book'), 'kept')
  const { stdout } = spawnSync('tar', ['-c', '-f', '-', '-C', folder, 'book'])
  await rm(join(folder, 'book'))
  const tar = startTar(folder, { cwd: folder })
  const ended = once(tar, 'close')
  // More than a pipe holds.
  await pipeline(Readable.from([stdout, Buffer.alloc(4 * 1024 * 1024)]), tar.stdin)
  expect(await ended).toEqual([0, null])
  expect(await readFile(join(folder, 'book'), 'utf8')).toBe('kept')
  await rm(folder, { recursive: true })
})
