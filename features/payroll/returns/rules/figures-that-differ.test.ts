import { expect, test } from 'vitest'
import { type Kobo, kobo } from '#core/money.ts'
import { figuresThatDiffer } from './figures-that-differ.ts'
import { decisionLabel, varianceKinds } from './words.ts'

const posts = kobo(85_000)
const same = { scheduled: posts, employerSays: null, totals: { file: posts }, totalsThatDiffer: [] }

test('posting asks about each figure that is another than what is posted, and about none where all agree', () => {
  expect(figuresThatDiffer({ ...same, employerSays: posts }, posts)).toEqual([])
  const totalsThatDiffer = [
    // Of a page, whose rows come to something else than the file.
    { row: 5, says: kobo(41_000), sum: kobo(40_000) },
    { row: 9, says: kobo(90_000), sum: kobo(86_000) },
    { row: 12, says: kobo(47_000), sum: kobo(46_000) },
  ]
  expect(
    figuresThatDiffer(
      { scheduled: kobo(100_000), employerSays: 0n as Kobo, totals: { file: kobo(86_000) }, totalsThatDiffer },
      posts,
    ),
  ).toEqual([
    { label: 'Scheduled', amount: 100_000n },
    { label: 'Sum of the file', amount: 86_000n },
    { label: 'Total in row 9 of the file', amount: 90_000n },
    { label: 'The employer says it paid', amount: 0n },
  ])
})

test('a line is posted as it is, and counted too where its money joins the person’s other rows', () => {
  const isJoined = (kind: string) => kind === 'duplicate' || kind === 'fell'
  for (const kind of varianceKinds)
    expect([kind, decisionLabel(kind, 'post')]).toEqual([kind, isJoined(kind) ? 'Count it too' : 'Post as is'])
  expect(decisionLabel('short', 'split')).toBe('Split in order')
})
