import { expect, test } from 'vitest'
import { sumsBeside, unreadColumns } from './unread-columns.ts'

const columns = ['S/N', 'Member No', 'Phone', 'Balance b/f', 'Savings', 'Shares', 'Total', 'Building fund', 'Remarks']
const mapping = [null, 'membershipno', null, null, null, null, 'amount', null, null]
const rows = [
  ['1', '1', '08031234567', '90,000', '5,000', '1,000', '6,000', '500', 'ok'],
  ['2', '2', '08031234568', '80,000', '4,000', '', '4,000', '-', ''],
  ['3', '3', '08031234569', '70,000', '3,000', '500', '3,600', '250.50', '12'],
  ['4', '4', '08031234570', '60,000', 'nil', 'nil', 'nil', '', 'left'],
]

test('columns of money that are not read are named with what they come to, and numbers of other kinds are not', () => {
  expect(unreadColumns(columns, mapping, rows, { sum: 6, parts: [4, 5] })).toEqual([
    { heading: 'Savings', total: 1_200_000n, rows: 3, isPart: true },
    { heading: 'Shares', total: 150_000n, rows: 2, isPart: true },
    { heading: 'Building fund', total: 75_050n, rows: 2, isPart: false },
  ])
})

test('the parts of a column of sums are those beside it that come to it in most rows', () => {
  expect(sumsBeside(6, columns, mapping, rows)).toEqual({ sum: 6, parts: [4, 5] })
  const others = [...rows.slice(2), ['', '', '', '', '1', '1', '3']]
  expect(sumsBeside(6, columns, mapping, others)).toBeUndefined()
  // One of the parts is recorded, and the total is not.
  const savings = mapping.with(6, null).with(4, 'amount')
  expect(sumsBeside(4, columns, savings, rows)).toEqual({ sum: 6, parts: [4, 5] })
  expect(unreadColumns(columns, savings, rows, { sum: 6, parts: [4, 5] }).map(({ heading }) => heading)).toEqual([
    'Shares',
    'Building fund',
  ])
})

test('a part that is read beside one that is not is a part of the same sum', () => {
  const read = mapping.with(4, 'savings')
  expect(sumsBeside(6, columns, read, rows, (field) => field === 'savings')).toEqual({ sum: 6, parts: [4, 5] })
  expect(sumsBeside(6, columns, read, rows)).toBeUndefined()
})

test('what counts or identifies is no money, and what is saved is, whatever else its heading says', () => {
  const headings = ['SNO', 'Teller', 'Members savings', 'Gross savings', 'Day', 'Outstanding', 'Amount']
  const cells = [
    ['2', '123456', '5,000', '1,000', '3', '900', '6,000'],
    ['3', '123457', '5,000', '1,000', '4', '900', '6,000'],
    ['1', '123458', '5,000', '1,000', '5', '900', '6,000'],
    ['2', '123459', '5,000', '1,000', '6', '900', '6,000'],
  ]
  const read = [null, null, null, null, null, null, 'amount']
  expect(unreadColumns(headings, read, cells).map(({ heading }) => heading)).toEqual([
    'Members savings',
    'Gross savings',
  ])
})
