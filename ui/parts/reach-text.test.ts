import { expect, test } from 'vitest'
import { reachText } from './reach-text.ts'

test('a message says for how many it was, by which ways it came, and how many it did not reach', () => {
  expect(reachText({ recipients: 299, inApp: 4, sms: 120, emails: 1, unreached: 175 })).toBe(
    '299 members: 4 in the app, 120 by SMS, 1 by email; 175 can’t be reached',
  )
  expect(reachText({ recipients: 1, inApp: 1, sms: 0, emails: 0, unreached: 0 })).toBe('1 member: 1 in the app')
  expect(reachText({ recipients: 1200, inApp: null, sms: 0, emails: 2, unreached: null })).toBe(
    '1,200 members: 2 by email',
  )
})
