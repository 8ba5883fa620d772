import { expect, test } from 'vitest'
import { membershipNumberFrom } from './member-identifier.ts'

test.each([
  ['ajo-7k2m9q/42', 'AJO-7K2M9Q/00042'],
  [' AJO 7K2M9Q 00042 ', 'AJO-7K2M9Q/00042'],
  ['AJO-7K2M9Q\\00042', 'AJO-7K2M9Q/00042'],
  ['ajo7k2m9q - 42', 'AJO-7K2M9Q/00042'],
  ['AJO-7K2M9Q', undefined],
  ['00042', undefined],
  ['08031234567', undefined],
  ['AJO-7K2M9Q/0004211111', undefined],
])('%j is the membership number %s', (text, number) => {
  expect(membershipNumberFrom(text)).toBe(number)
})
