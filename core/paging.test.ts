import { describe, expect, test } from 'vitest'
import { pageOfRows } from './paging.ts'

const rows = [
  { name: 'Rice', price: 300n },
  { name: 'Ẹ̀bà flour', price: 100n },
  { name: 'Oil', price: 200n },
]
const namesOf = (asked: { q?: string; sort?: string; page?: number; limit?: number }) => {
  const page = pageOfRows(rows, { page: 1, limit: 10, ...asked }, ['name'])
  return [page.rows.map(({ name }) => name), page.total]
}

describe('a page of a short list', () => {
  test('keeps the order of the list where no other is asked for', () => {
    expect(namesOf({})).toEqual([['Rice', 'Ẹ̀bà flour', 'Oil'], 3])
  })

  test('is sorted up and down, by words and by amounts', () => {
    expect(namesOf({ sort: 'name' })).toEqual([['Ẹ̀bà flour', 'Oil', 'Rice'], 3])
    expect(namesOf({ sort: '-price' })).toEqual([['Rice', 'Oil', 'Ẹ̀bà flour'], 3])
  })

  test('is what one typed without tone marks, counted over all pages', () => {
    expect(namesOf({ q: 'eba' })).toEqual([['Ẹ̀bà flour'], 1])
    expect(namesOf({ q: 'i', limit: 1, page: 2 })).toEqual([['Oil'], 2])
    expect(namesOf({ q: 'yam' })).toEqual([[], 0])
  })
})
