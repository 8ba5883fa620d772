import { describe, expect, test } from 'vitest'
import { acceptedItems, type ClosingItem, closingBlocked, type ClosingState, whyNotClose } from './closing-items.ts'

const item = (key: string, state: ClosingState): ClosingItem => ({
  key,
  kind: 'bank',
  name: key,
  state,
  found: 'Something',
  amount: null,
})

describe('closing a year', () => {
  test('waits for what blocks, whatever reason is given', () => {
    const items = [item('bank:1020', 'done'), item('approvals', 'blocks')]
    expect(whyNotClose(items, [])?.code).toBe(closingBlocked)
    expect(whyNotClose(items, [{ item: 'approvals', reason: 'Later' }])?.detail).toMatchObject({ item: 'approvals' })
  })

  test('asks a reason for each thing that is open, and only for those', () => {
    const items = [
      item('bank:1020', 'open'),
      item('provision', 'open'),
      item('clearing', 'done'),
      item('deposits', 'not_needed'),
    ]
    expect(whyNotClose(items, [])?.detail).toMatchObject({ item: 'bank:1020' })
    expect(whyNotClose(items, [{ item: 'bank:1020', reason: 'No statement' }])?.detail).toMatchObject({
      field: 'accepted',
      item: 'provision',
    })
    const accepted = ['bank:1020', 'provision', 'clearing'].map((key) => ({ item: key, reason: `Why ${key}` }))
    expect(whyNotClose(items, accepted)).toBeUndefined()
    expect(acceptedItems(items, accepted).map(({ key, reason }) => [key, reason])).toEqual([
      ['bank:1020', 'Why bank:1020'],
      ['provision', 'Why provision'],
    ])
  })
})
