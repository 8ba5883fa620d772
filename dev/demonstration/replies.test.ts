import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { RecordedPart } from './recording.ts'
import { replyFrom } from './replies.ts'

const rows = Array.from({ length: 25 }, (_, n) => ({
  id: `00000000-0000-4000-8000-0000000000${n + 10}`,
  name: n === 3 ? 'Olúwaṣeun' : `Member ${n}`,
  occurredOn: `2026-11-${n + 1}`.replace(/-(\d)$/, '-0$1'),
  amount: n + 0.25,
  direction: n % 5 === 0 ? 'out' : 'in',
  status: n < 4 ? 'pending' : 'approved',
}))
const sum = (direction: string, of = rows) =>
  of.filter((row) => row.direction === direction).reduce((total, { amount }) => total + amount * 4, 0) / 4
const part: RecordedPart = {
  rows,
  lists: {
    '/money': { rows: rows.map((_, n) => n), summary: { in: sum('in'), out: sum('out'), year: 2026 } },
    '/money?mine=true': { rows: [1, 3, 9], summary: { in: 1, out: 2, year: 2026 } },
    '/ledger?accountId=a': { rows: [2], summary: {} },
  },
  records: { '/report': 'today', '/report?from=2026-11-01&to=2026-11-20': 'until today' },
}
const ask = (path: string, query = '') => replyFrom(part, path, new URLSearchParams(query), '2026-11-20' as Day)
const idsOf = (query: string) =>
  ((ask('/money', query)?.data ?? []) as { id: string }[]).map(({ id }) => Number(id.slice(-2)) - 10)

test('a list is paged, searched, filtered and ordered in the browser', () => {
  expect(ask('/money')?.meta).toMatchObject({ page: 1, limit: 10, total: 25, totalPages: 3 })
  expect(idsOf('page=3&limit=10')).toEqual([20, 21, 22, 23, 24])
  expect(idsOf('q=oluwaseun')).toEqual([3])
  expect(idsOf('q=4000')).toEqual([])
  expect(idsOf('status=pending&sort=-amount')).toEqual([3, 2, 1, 0])
  expect(idsOf('from=2026-11-02&to=2026-11-04')).toEqual([1, 2, 3])
  expect(idsOf('mine=true&status=pending')).toEqual([1, 3])
  expect(ask('/ledger', 'accountId=a&page=1')?.data).toEqual([rows[2]])
})

test('totals follow a filter where the rows show how they are summed', () => {
  const pending = rows.slice(0, 4)
  expect(ask('/money', 'status=pending')?.meta?.summary).toEqual({
    in: sum('in', pending),
    out: sum('out', pending),
    year: 2026,
  })
  expect(ask('/money', 'mine=true')?.meta?.summary).toEqual({ in: 1, out: 2, year: 2026 })
})

test('a record is given for its own days, and a later day counts as the day of the recording', () => {
  expect(ask('/report', '_t=1')?.data).toBe('today')
  expect(ask('/report', 'to=2026-12-24&format=json')?.data).toBe('today')
  expect(ask('/report', 'from=2026-11-01&to=2026-11-29')?.data).toBe('until today')
  expect(ask('/money', 'asOf=2026-11-21')?.meta?.total).toBe(25)
  expect(ask('/money', 'asOf=2026-11-19')).toBeUndefined()
})

test('what was not recorded is not made up', () => {
  expect(ask('/report', 'from=2025-01-01')).toBeUndefined()
  expect(ask('/report', 'format=pdf')).toBeUndefined()
  expect(ask('/money', 'branch=Ibadan')).toBeUndefined()
  expect(ask('/ledger', 'accountId=b')).toBeUndefined()
  expect(ask('/nothing')).toBeUndefined()
})
