import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/specification-coverage.md', 'utf8')
const named = [...page.matchAll(/`([\w/.-]+\.test\.ts)`: ([^;|\n]+)/g)].map(([, file = '', words = '']) => ({
  file,
  words: words.trim(),
}))

test('the table of what the specification asks for names tests', () => {
  expect(named.length).toBeGreaterThan(80)
  // A file without words of a title would show nothing.
  expect(
    [...page.matchAll(/`[\w/.-]+\.test\.ts`(?!: )/g)]
      .map(([text]) => text)
      .filter((text) => !text.includes('tools/coverage')),
  ).toEqual([])
})

test('every test that it names is there', () => {
  const gone = named.filter(({ file, words }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(words))
  expect(gone).toEqual([])
})
