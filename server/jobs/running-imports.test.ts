import { describe, expect, test } from 'vitest'
import type { ImportId } from '#domain/ids.ts'
import { importBegins, importEnds, withRunning } from './running-imports.ts'

const id = '0197a000-0000-7000-8000-000000000001' as ImportId
const row = { id, held: false }
const heldDuring = async (work: () => void) => {
  const [read] = await withRunning(async () => {
    work()
    return [row]
  })
  return read?.held
}

describe('an import of which a row says that it is being posted', () => {
  test('is held when its run ends while the row is read', async () => {
    importBegins(id)
    expect(await heldDuring(() => importEnds(id))).toBe(true)
  })

  test('is held when its run begins while the row is read', async () => {
    expect(await heldDuring(() => importBegins(id))).toBe(true)
    importEnds(id)
  })

  test('is not held when no one is at work on it', async () => {
    expect(await heldDuring(() => {})).toBe(false)
  })
})
