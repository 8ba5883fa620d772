import { describe, expect, it } from 'vitest'
import { inactivityAt } from './inactivity.ts'

describe('a session without activity', () => {
  it('warns a minute before and ends after 30 minutes', () => {
    expect(inactivityAt(1_739_999, 0)).toBe('active')
    expect(inactivityAt(1_740_000, 0)).toBe('warning')
    expect(inactivityAt(1_799_999, 0)).toBe('warning')
    expect(inactivityAt(1_800_000, 0)).toBe('over')
  })
})
