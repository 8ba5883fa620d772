import { expect, test } from 'vitest'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import { amountIn } from './contribution-row.ts'
import { monthTotalsThatDiffer } from './month-totals.ts'

const differing = (...rows: [amount: string, leftOut?: LeftOut][]) =>
  monthTotalsThatDiffer(
    rows.map(([amount, leftOut = null], index) => ({ number: index + 2, amount, leftOut })),
    amountIn,
  )

test('a month whose total is the sum of its rows, of all or since the last total, differs in nothing', () => {
  expect(differing(['5,000'], ['2500'], ['7,500.00', 'total'], ['100'], ['100', 'figures'], ['7600', 'total'])).toEqual(
    [],
  )
  expect(differing(['5000'], ['', 'total'], ['45 members', 'total'], ['9', 'note'])).toEqual([])
})

test('a total above all rows is that of the rows below it', () => {
  expect(differing(['7500', 'total'], ['5000'], ['2500'])).toEqual([])
  expect(differing(['7600', 'total'], ['5000'], ['2500'])).toMatchObject([{ row: 2, sum: 750_000n, isAbove: true }])
})

test('a total that can’t be read is told with what the rows come to', () => {
  expect(differing(['5000'], ['=SUM(B2:B3)', 'total'])).toMatchObject([
    { row: 3, says: null, cell: '=SUM(B2:B3)', sum: 500_000n },
  ])
})

test('a total that is another amount is told with the sum that comes nearest', () => {
  expect(differing(['5000'], ['x'], ['7500', 'total'], ['100'], ['7,700', 'total'])).toMatchObject([
    { row: 4, says: 750_000n, sum: 500_000n },
    { row: 6, says: 770_000n, sum: 510_000n },
  ])
})
