import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldForSearch } from '#core/searching.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { mentions } from './mentions.ts'
import { compile, sql } from './sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function found(text: string | null, words: string): Promise<boolean | null> {
  const { rows } = await app.admin.query(compile(sql`select ${mentions(sql`${text}::text`, words)} as found`))
  return rows[0].found
}

test('a text is found by any part of it, typed with marks and hooks or without', async () => {
  for (const [text, words] of [
    ['Olúwaṣeun Adébáyọ̀', 'seun adebayo'],
    ['Olúwaṣeun Adébáyọ̀'.normalize('NFD'), 'Ṣeun Adébáyọ̀'],
    ['Ɗanladi Ƙasimu', 'danladi KASIMU'],
    ['Danladi', 'ɗan'],
    ['50 % _off', '% _'],
  ] as const)
    expect([text, words, await found(text, words)]).toEqual([text, words, true])
  expect(await found('Danladi', 'x%')).toBe(false)
  expect(await found(null, 'x')).toBeNull()
})

test('PostgreSQL and the register fold the letters of Nigerian languages alike', async () => {
  const letter = fc.constantFrom(...'abkyeo ABKYEOáàẹ̀ọ́ṣńịụÉÀẸỌṢŃỊỤɓɗƙƴƁƊƘƳǝƎŋŊɔƆɛƐʼ'.normalize('NFC'))
  await fc.assert(
    fc.asyncProperty(fc.array(letter, { minLength: 1, maxLength: 12 }), async (letters) => {
      const text = letters.join('')
      const { rows } = await app.admin.query(
        compile(sql`select ${mentions(sql`${text}::text`, foldForSearch(text))} as whole`),
      )
      expect([text, rows[0].whole]).toEqual([text, true])
    }),
    { numRuns: 200 },
  )
})

test('no list of the server looks for words in another way', () => {
  const root = `${import.meta.dirname}/../..`
  const others = globSync('features/*/*/server/**/*.ts', { cwd: root }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /\bilike\b|strpos\(lower|lower\([^`]*\) like \$\{containing/.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(others).toEqual([])
})
