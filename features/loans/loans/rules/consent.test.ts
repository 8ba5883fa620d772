import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { answerWayText, consentInWords, phoneEnd } from './consent.ts'

const asked = {
  borrower: 'Ada Obi',
  amount: kobo(5_000_000),
  alreadyHeld: kobo(0),
  lastDueOn: '2027-09-25' as Day,
  isPaidOut: false,
}

test('a guarantor reads what is pledged, what may be taken, until when and how it ends', () => {
  expect(consentInWords(asked)).toEqual([
    '₦50,000.00 of your savings can’t be withdrawn until the loan is repaid. The amount becomes smaller as Ada Obi repays.',
    'If Ada Obi doesn’t repay, the society may take up to this amount from your savings.',
    'If the loan is paid out today, the last instalment is due on 25 Sep 2027.',
    'You can’t withdraw your consent yourself. It ends when the loan is repaid, or when another guarantor takes your place.',
  ])
  expect(consentInWords({ ...asked, isPaidOut: true, alreadyHeld: kobo(2_000_000) })).toEqual(
    expect.arrayContaining([
      'The last instalment is due on 25 Sep 2027.',
      '₦20,000.00 of it is pledged already, for the loan that this one settles.',
    ]),
  )
})

test('who gives their word alone reads that none of the savings is pledged', () => {
  expect(consentInWords({ ...asked, amount: kobo(0) })[0]).toBe(
    'You give your word that Ada Obi repays this loan. None of your savings is pledged.',
  )
})

test('the ways of an answer and the end of a phone in words', () => {
  expect([answerWayText('app', null), answerWayText('link', null), answerWayText('paper', 'Musa Bello')]).toEqual([
    'in the app',
    'by consent link',
    'on paper, confirmed by Musa Bello',
  ])
  expect(answerWayText('paper', null)).toBe('on paper, confirmed by an officer')
  expect(phoneEnd('+2348030004567')).toBe('4567')
})
