import { expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { fileTotals, totalsThatDiffer } from './file-totals.ts'
import { columnsFoundOf } from './return-columns.ts'

test('a row of totals is read in the column of amounts, in those of components, or by its only figure', () => {
  const total = (...cells: string[]) => ({ number: 9, cells, leftOut: 'total' as const })
  const found = columnsFoundOf(['staffNumber', 'name', 'total'])
  expect(fileTotals([total('', 'Total', '12,400.00')], found)).toEqual([{ row: 9, says: 1_240_000n }])
  expect(fileTotals([total('Total', '12,400.00', '')], found)).toEqual([{ row: 9, says: 1_240_000n }])
  expect(fileTotals([total('Total', '5 members', '')], found)).toEqual([])
  const parted = columnsFoundOf(['staffNumber', 'savings', 'shares'])
  expect(fileTotals([total('Total', '5000', '1000')], parted)).toEqual([{ row: 9, says: 600_000n }])
  expect(fileTotals([{ ...total('', '', '70'), leftOut: 'figures' }], found)).toEqual([{ row: 9, says: 7000n }])
  expect(fileTotals([{ ...total('', '', '70'), leftOut: 'hidden' as const }], found)).toEqual([])
})

test('a total is the sum of the rows above it, or of those since an earlier total; any other differs', () => {
  const of = (...says: bigint[]) => says.map((amount, index) => ({ row: index + 1, says: kobo(amount) }))
  const sums = [100n, 40n, 0n].map((amount) => kobo(amount))
  // Of two pages, then of all; the second page on top of the first.
  expect(totalsThatDiffer(of(100n, 40n, 140n), [...sums, kobo(0n)])).toEqual([])
  expect(totalsThatDiffer(of(100n, 140n), sums)).toEqual([])
  expect(totalsThatDiffer(of(100n, 45n), sums)).toEqual([{ row: 2, says: 45n, sum: 40n }])
  expect(totalsThatDiffer(of(100n, 150n), sums)).toEqual([{ row: 2, says: 150n, sum: 140n }])
  // Above all rows it is the sum of none of them.
  expect(totalsThatDiffer(of(7n, 100n), [0n, 100n].map(kobo))).toEqual([])
})
