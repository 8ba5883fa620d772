import { expect, test } from 'vitest'
import { waysToLogIn } from './shared-phone.ts'

const [one, two] = ['+2348031234567', '+2348025551234']
const of = (phone: string | null, sharesPhone = false) => ({ phone, sharesPhone })

test.each([
  ['each with a phone of their own', [of(one), of(two)], ['phone', 'phone']],
  ['no one with a phone', [of(null), of(null)], ['number', 'number']],
  ['a couple, of whom the second shares', [of(two), of(two, true)], ['phone', 'number']],
  ['a couple of whom no one said so', [of(two), of(two)], ['phone', 'taken']],
  ['three with one phone', [of(two, true), of(two, true), of(two, true)], ['phone', 'number', 'number']],
])('%s', (_, people, ways) => {
  expect(waysToLogIn(people, new Set())).toEqual(ways)
})

test('beside a member who has the phone, everybody else shares it or is refused', () => {
  expect(waysToLogIn([of(one), of(one, true), of(two)], new Set([one]))).toEqual(['taken', 'number', 'phone'])
})
