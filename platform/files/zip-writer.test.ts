import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ZipTooLarge, ZipWriter } from './zip-writer.ts'

async function* pieces(...content: Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of content) yield await Promise.resolve(piece)
}

function writing(limits?: { bytesMax: number; entriesMax: number }) {
  const chunks: Buffer[] = []
  const zip = new ZipWriter((chunk) => Promise.resolve(void chunks.push(chunk)), limits)
  return { zip, written: () => Buffer.concat(chunks) }
}

test('a ZIP that is written in pieces is read by another program, an empty file and letters of Yoruba included', async () => {
  const { zip, written } = writing()
  const [one, two] = [randomBytes(300_000), Buffer.alloc(2_000_000, 'àjọṣe\n')]
  await zip.add('files/ẹ̀kọ́.bin', pieces(one, two))
  await zip.add('empty.txt', pieces())
  expect(await zip.end()).toBe(written().length)
  const files = unzipSync(written())
  expect(Object.keys(files)).toEqual(['files/ẹ̀kọ́.bin', 'empty.txt'])
  expect(Buffer.concat([one, two]).equals(files['files/ẹ̀kọ́.bin'] ?? Buffer.alloc(0))).toBe(true)
  expect(files['empty.txt']).toHaveLength(0)
})

test('what is more than a ZIP can hold is refused, and no half of it looks whole', async () => {
  const { zip, written } = writing({ bytesMax: 10_000, entriesMax: 2 })
  await zip.add('a', pieces(Buffer.from('a')))
  // It would shrink to less.
  await expect(zip.add('large', pieces(Buffer.alloc(20_000)))).rejects.toThrow(ZipTooLarge)
  await expect(zip.add('random', pieces(randomBytes(12_000)))).rejects.toThrow(ZipTooLarge)
  expect(() => unzipSync(written())).toThrow('invalid zip data')
  const other = writing({ bytesMax: 10_000, entriesMax: 2 })
  for (const name of ['a', 'b']) await other.zip.add(name, pieces())
  await expect(other.zip.add('c', pieces())).rejects.toThrow(ZipTooLarge)
})
