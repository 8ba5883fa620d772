import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch, foldQuery } from './searching.ts'

describe('searching', () => {
  test.each([
    ['Olúwaṣeun Adébáyọ̀', 'oluwaseun adebayo'],
    ['Ɗanladi Ƙasim Ɓala Ƴaya', 'danladi kasim bala yaya'],
    ['Ụzọ  Ọ̀ṣun ', 'uzo osun'],
    ['NGỌZI', 'ngozi'],
  ])('sees %j as %j', (text, seen) => {
    expect(foldForSearch(text)).toBe(seen)
    expect(foldForSearch(text.normalize('NFC'))).toBe(foldForSearch(text.normalize('NFD')))
  })

  test.each([
    ['0803 123 4567', '8031234567'],
    ['+234 803 123 4567', '+2348031234567'],
    ['234 803', '234803'],
    ['080', '080'],
    ['Ada 0803', 'ada 0803'],
    ['AJO-7K2M9Q/00042', 'ajo-7k2m9q/00042'],
  ])('%j asks for %j', (typed, asked) => {
    expect(foldQuery(typed)).toBe(asked)
  })

  test('what is seen once is seen the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
      }),
    )
  })

  test('a part of a name without its marks finds the name', () => {
    const letters = fc.array(fc.constantFrom('á', 'ẹ̀', 'ọ́', 'ṣ', 'ń', 'B', 'ɗ', 'k', 'ị'), {
      minLength: 3,
      maxLength: 12,
    })
    fc.assert(
      fc.property(letters, fc.nat(2), (name, from) => {
        expect(
          foldForSearch(name.join('')).includes(
            foldQuery(name.slice(from).join('').normalize('NFD').replaceAll(/\p{M}/gu, '')),
          ),
        ).toBe(true)
      }),
    )
  })
})
