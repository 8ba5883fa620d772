import { expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { fileTotals, totalsThatDiffer } from './file-totals.ts'
import { columnsFoundOf } from './return-columns.ts'

test('a row of totals is read in the column of amounts, in those of components, or by its only figure', () => {
  const total = (...cells: string[]) => ({ number: 9, cells, leftOut: 'total' as const })
  const found = columnsFoundOf(['staffNumber', 'name', 'total'])
  expect(fileTotals([total('', 'Total', '12,400.00')], found)).toEqual([{ row: 9, says: 1_240_000n, cell: null }])
  expect(fileTotals([total('Total', '12,400.00', '')], found)).toEqual([{ row: 9, says: 1_240_000n, cell: null }])
  expect(fileTotals([total('Total', '5 members', '')], found)).toEqual([])
  const parted = columnsFoundOf(['staffNumber', 'savings', 'shares'])
  expect(fileTotals([total('Total', '5000', '1000')], parted)).toEqual([{ row: 9, says: 600_000n, cell: null }])
  expect(fileTotals([{ ...total('', '', '70'), leftOut: 'figures' }], found)).toEqual([
    { row: 9, says: 7000n, cell: null },
  ])
  expect(fileTotals([{ ...total('', '', '70'), leftOut: 'hidden' as const }], found)).toEqual([])
})

test('a total that can’t be read is named with its cell, and words in its place are none', () => {
  const found = columnsFoundOf(['staffNumber', 'name', 'total'])
  const cells = ['=SUM(C2:C9)', '=', '#REF!', '7,5OO.00', '1.234,50', '45 members', '']
  expect(
    cells.flatMap((cell) => fileTotals([{ number: 9, cells: ['', 'Total', cell], leftOut: 'total' }], found)),
  ).toEqual(cells.slice(0, 5).map((cell) => ({ row: 9, says: null, cell })))
  const sums = [100n, 40n, 0n].map((amount) => kobo(amount))
  expect(totalsThatDiffer([{ row: 3, says: null, cell: '#REF!' }], sums)).toEqual([
    { row: 3, says: null, cell: '#REF!', sum: 100n, isAbove: false },
  ])
})

test('a total is the sum of the rows above it, or of those since an earlier total; any other differs', () => {
  const of = (...says: bigint[]) => says.map((amount, index) => ({ row: index + 1, says: kobo(amount), cell: null }))
  const sums = [100n, 40n, 0n].map((amount) => kobo(amount))
  // Of two pages, then of all; the second page on top of the first.
  expect(totalsThatDiffer(of(100n, 40n, 140n), [...sums, kobo(0n)])).toEqual([])
  expect(totalsThatDiffer(of(100n, 140n), sums)).toEqual([])
  expect(totalsThatDiffer(of(100n, 45n), sums)).toMatchObject([{ row: 2, says: 45n, sum: 40n }])
  expect(totalsThatDiffer(of(100n, 150n), sums)).toMatchObject([{ row: 2, says: 150n, sum: 140n }])
})

test('a total above all rows is the sum of all below it, or of those before the next total', () => {
  const of = (...says: bigint[]) => says.map((amount, index) => ({ row: index + 1, says: kobo(amount), cell: null }))
  const sums = [0n, 100n, 40n].map((amount) => kobo(amount))
  expect(totalsThatDiffer(of(140n, 100n), sums)).toEqual([])
  expect(totalsThatDiffer(of(100n, 100n), sums)).toEqual([])
  expect(totalsThatDiffer(of(150n), sums)).toEqual([{ row: 1, says: 150n, cell: null, sum: 140n, isAbove: true }])
})
