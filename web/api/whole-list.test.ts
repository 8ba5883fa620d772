import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no page chooses among the first so many rows of a list: what chooses reads the whole list', () => {
  const root = `${import.meta.dirname}/../..`
  const cut = globSync('web/{features,parts}/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /query\(list\w+, \{[^}]*limit: (?:2[05]|[3-9]\d|1\d\d)/.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(cut).toEqual([])
})
