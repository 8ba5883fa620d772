import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { packagedFiles } from './package.ts'

test('the package has every file that the installed program imports, and none of its tests', () => {
  const packaged = new Set(packagedFiles())
  const waiting = ['app/server/main.ts', ...[...packaged].filter((file) => /^tools\/.*\.ts$/.test(file))]
  const seen = new Set(waiting)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = readFileSync(file, 'utf8')
    for (const [, name = ''] of text.matchAll(
      /^(?:import (?!type )|\} |export )[^;'"]*?'([#.][^']+\.ts)'|import\('([#.][^']+\.ts)'\)/gm,
    )) {
      if (name === '') continue
      const found = name.startsWith('#') ? name.slice(1) : join(dirname(file), name)
      if (!seen.has(found)) waiting.push(found)
      seen.add(found)
    }
  }
  expect(seen.size).toBeGreaterThan(1000)
  expect([...seen].filter((file) => !packaged.has(file))).toEqual([])
  expect([...packaged].filter((file) => file.endsWith('.test.ts'))).toEqual([])
})
