import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const filesMax = 8
const page = readFileSync('docs/changes.md', 'utf8')

/** The changes of the page: how the example is found, and the files that are said to know of it. */
const changes = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    example: /^Example: `(?<pattern>.+)`$/m.exec(text)?.groups?.['pattern'],
    files: [...text.matchAll(/^- .*$/gm)]
      .flatMap(([line]) => [...line.matchAll(/`([\w/.-]+\.\w+)`/g)].map(([, file = '']) => file))
      .toSorted(),
  }))

/** All code but tests, what only they use, what `npm run schema` writes, and the demonstration, whose records are the specification's own. */
const code = ['features', 'core', 'platform', 'ui', 'app', 'site', 'database/migrations']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`))
  .filter(
    (file) => /\.(?:ts|tsx|css|sql)$/.test(file) && !/\.(?:test|arbitrary)\.|^platform\/db\/tables\.ts$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const filesWith = (example: string) => {
  const pattern = new RegExp(example)
  return code.filter(({ file, text }) => pattern.test(text) || pattern.test(file)).map(({ file }) => file)
}

test('there are twelve changes and each has an example', () => {
  expect(changes.length).toBe(12)
  expect(changes.filter(({ example }) => example === undefined)).toEqual([])
})

test.each(changes)('$title: the page names every file that knows of its example', ({ example = '', files }) => {
  expect(filesWith(example).toSorted()).toEqual(files)
  expect(files.length).toBeLessThanOrEqual(filesMax)
})
