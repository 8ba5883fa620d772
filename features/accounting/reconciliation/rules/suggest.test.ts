import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { chargesCodeFor, cluesOf, type Payer, suggestPayers } from './suggest.ts'

const payer = (name: string, membershipNumber: number, changes: Partial<Payer> = {}): Payer => ({
  memberId: `member-${membershipNumber}` as MemberId,
  name,
  membershipNumber,
  membershipno: `AJO-ABC123/${String(membershipNumber).padStart(5, '0')}`,
  phone: `+23480300000${String(membershipNumber).padStart(2, '0')}`,
  owes: [],
  alone: [],
  ...changes,
})
const names = (narration: string, payers: readonly Payer[], amount = 500_000) =>
  suggestPayers({ narration, amount: kobo(amount) }, payers).map(({ name, why }) => `${name}: ${why}`)

describe('who may have paid into the bank', () => {
  const ada = payer('Adébáyọ̀ Obi', 17)
  const bola = payer('Bola Obi', 18)

  test('is told by the whole name without tone marks, in any order, and one name alone is not enough', () => {
    expect(names('NIP TRF FROM OBI ADEBAYO GTB', [ada, bola])).toEqual(['Adébáyọ̀ Obi: the name is in the narration'])
    expect(names('TRF FROM OBI', [ada, bola])).toEqual([])
  })

  test('is told by a phone, a membership number or its last digits behind the word member', () => {
    expect(names('USSD 08030000017 SAVINGS', [ada, bola])).toEqual([
      'Adébáyọ̀ Obi: the phone number is in the narration',
    ])
    expect(names('TRF AJO-ABC123/00018', [ada, bola])).toEqual(['Bola Obi: the membership number is in the narration'])
    expect(names('MEMBER NO 18 JUNE', [ada, bola])).toEqual(['Bola Obi: the membership number is in the narration'])
    // A number that may be anything is no reason by itself.
    expect(names('CHQ 18', [ada, bola])).toEqual([])
  })

  test('a weak clue counts together with what the member owes, and the reason says both', () => {
    const owing = payer('Bola Obi', 18, { owes: [{ amount: kobo(500_000), what: 'contribution', dueOn: null }] })
    expect(names('TRF FROM OBI', [ada, owing])).toEqual([
      'Bola Obi: “obi” of the name is in the narration; ₦5,000.00 is the monthly contribution',
    ])
    expect(names('TRF FROM OBI', [ada, owing], 500_001)).toEqual([])
    const borrower = payer('Chike Eze', 19, {
      owes: [{ amount: kobo(500_000), what: 'instalment', dueOn: '2026-03-31' as Day }],
    })
    expect(names('EZE', [borrower])).toEqual([
      'Chike Eze: “eze” of the name is in the narration; ₦5,000.00 is the loan instalment due on 31 Mar 2026',
    ])
  })

  test('the amount alone is a reason only where one member alone owes it', () => {
    const owes = [{ amount: kobo(500_000), what: 'contribution', dueOn: null }] as const
    expect(names('CASH', [payer('Bola Obi', 18, { owes })])).toEqual([])
    expect(names('CASH', [payer('Bola Obi', 18, { owes, alone: [kobo(500_000)] })])).toEqual([
      'Bola Obi: ₦5,000.00 is the monthly contribution, and no other member owes this amount',
    ])
  })

  test('one who shares a first name and the contribution is left out beside one whose whole name is there', () => {
    const owes = [{ amount: kobo(500_000), what: 'contribution', dueOn: null }] as const
    const [first, second] = [payer('Bola Ige', 31, { owes }), payer('Bola Eze', 32, { owes })]
    expect(names('TRF BOLA', [first, second])).toHaveLength(2)
    expect(names('TRF BOLA EZE', [first, second])).toEqual([
      'Bola Eze: the name is in the narration; ₦5,000.00 is the monthly contribution',
    ])
  })

  test('three at most, the likeliest first', () => {
    const all = [21, 22, 23, 24].map((number) => payer('Ada Obi', number))
    expect(
      suggestPayers({ narration: 'ADA OBI 08030000023', amount: kobo(1) }, all).map(({ memberId }) => memberId),
    ).toEqual(['member-23', 'member-21', 'member-22'])
  })

  test('of a long narration a few clues are read, and no words of banking', () => {
    expect(cluesOf('NIP TRANSFER FROM ZENITH BANK').words).toEqual([])
    expect(
      cluesOf(
        Array.from(
          { length: 300 },
          (_, index) => `${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10) % 10]}x ${index}`,
        ).join(' '),
      ),
    ).toMatchObject({ words: { length: 12 }, numbers: { length: 12 } })
  })
})

test('a charge of the bank is told by its words', () => {
  expect(['SMS CHARGE MARCH', 'Stamp Duty', 'VAT on comm', 'Account maintenance'].map(chargesCodeFor)).toEqual([
    '5310',
    '5310',
    '5310',
    '5310',
  ])
  expect(['CHQ 0017 ADE STORES', 'Recharge of nothing'].map(chargesCodeFor)).toEqual(['', ''])
})
