import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MemberId } from '#core/ids.ts'
import { type Named, patternOf, type Rule, ruleFor, wordsOf } from './learn.ts'

const member = (name: string, membershipNumber: number): Named => ({
  memberId: `member-${membershipNumber}` as MemberId,
  name,
  membershipNumber,
  membershipno: `AJO-ABC123/${String(membershipNumber).padStart(5, '0')}`,
  phone: `+23480300000${String(membershipNumber).padStart(2, '0')}`,
})
const [ada, bola, adaEze] = [member('Ada Obi', 1), member('Bolá Obi', 2), member('Ada Eze', 3)]
const everyone = [ada, bola, adaEze]
const rule = (words: string[], changes: Partial<Rule> = {}): Rule => ({
  words,
  cameIn: false,
  memberId: null,
  madeAt: new Date('2026-03-03'),
  ...changes,
})
const known = (narration: string, rules: Rule[], cameIn = false) =>
  ruleFor({ narration, cameIn }, rules, everyone)?.words

describe('what is remembered of a recorded line', () => {
  test('are its plain words: no number, date, month, bank or small word', () => {
    expect(wordsOf('NIP CHARGE/000123 on 03-MAR-2026 REF:A77X')).toEqual(['charge', 'nip'])
    expect(wordsOf('Stamp Duty for January, GTB')).toEqual(['duty', 'stamp'])
    expect(patternOf(['SMS ALERT CHARGE FEB 2026'], null, [])).toEqual(['alert', 'charge', 'sms'])
  })

  test('of several lines the words that all have, and of anything but a member’s money no member’s name', () => {
    expect(patternOf(['SMS ALERT CHARGE FEB', 'SMS CHARGE MAR'], null, [])).toEqual(['charge', 'sms'])
    expect(patternOf(['NIP CHARGE TRF TO ADA OBI'], null, everyone)).toEqual(['charge', 'nip', 'trf'])
  })

  test('is nothing where the words say too little, or name another member as much', () => {
    expect(patternOf(['NIP TRANSFER 0012'], null, [])).toEqual([])
    expect(patternOf(['CASH LODGEMENT'], ada.memberId, everyone)).toEqual([])
    expect(patternOf(['CASH LODGEMENT BY TREASURER'], ada.memberId, everyone)).toEqual([])
    expect(patternOf(['TRF FROM OBI'], ada.memberId, everyone)).toEqual([])
    expect(patternOf(['TRF FROM BOLA OBI'], ada.memberId, everyone)).toEqual([])
    expect(patternOf(['NIP TRF FROM ADA OBI'], ada.memberId, everyone)).toEqual(['ada', 'obi'])
    expect(patternOf(['TRF CHISOM VENTURES'], ada.memberId, everyone)).toEqual(['chisom', 'ventures'])
  })
})

describe('a rule', () => {
  test('knows the next line that has its words, in its own direction', () => {
    expect(known('NIP CHARGE 4 APR', [rule(['charge', 'nip'])])).toEqual(['charge', 'nip'])
    expect(known('NIP CHARGE 4 APR', [rule(['charge', 'nip'])], true)).toBeUndefined()
    expect(known('SMS CHARGE', [rule(['charge', 'nip'])])).toBeUndefined()
    expect(known('DISCHARGE NIP', [rule(['charge', 'nip'])])).toBeUndefined()
  })

  test('gives way to one with more words, and of as many to a newer one', () => {
    const older = rule(['charge', 'nip'])
    const newer = rule(['alert', 'charge'], { madeAt: new Date('2026-04-01') })
    const longer = rule(['alert', 'charge', 'sms'], { madeAt: new Date('2020-01-01') })
    expect(known('NIP SMS ALERT CHARGE', [older, newer])).toEqual(newer.words)
    expect(known('NIP SMS ALERT CHARGE', [older, newer, longer])).toEqual(longer.words)
  })

  test('of one member knows no line that may name another', () => {
    const ofAda = [rule(['ada', 'obi'], { cameIn: true, memberId: ada.memberId })]
    expect(known('TRF FROM ADA OBI', ofAda, true)).toEqual(['ada', 'obi'])
    expect(known('TRF FROM ADA OBI FOR BOLA', ofAda, true)).toBeUndefined()
    expect(known('TRF FROM ADA OBI 08030000002', ofAda, true)).toBeUndefined()
    expect(known('TRF ADA OBI MEMBER NO 3', ofAda, true)).toBeUndefined()
    expect(known('TRF ADA OBI AJO-ABC123/00002', ofAda, true)).toBeUndefined()
    // One word that two members bear is no reason, whoever it was taken from.
    expect(known('TRF ADA', [rule(['ada'], { cameIn: true, memberId: ada.memberId })], true)).toBeUndefined()
    // A namesake that joins later ends it.
    expect(
      ruleFor({ narration: 'TRF ADA OBI', cameIn: true }, ofAda, [...everyone, member('Obi Ada', 9)]),
    ).toBeUndefined()
  })
})

describe('whatever is learned and forgotten', () => {
  const word = fc.constantFrom(
    'nip',
    'charge',
    'sms',
    'alert',
    'stamp',
    'duty',
    'interest',
    'ada',
    'obi',
    'bola',
    'rent',
  )
  const anyRule = fc.record({
    words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    cameIn: fc.boolean(),
    memberId: fc.constantFrom(null, ada.memberId, bola.memberId),
    madeAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
  })
  const anyLine = fc.record({
    narration: fc.array(word, { maxLength: 6 }).map((words) => words.join(' 12/')),
    cameIn: fc.boolean(),
  })
  const isAll = (some: readonly string[], all: readonly string[]) => some.every((each) => all.includes(each))

  test('a line is proposed by a rule of its direction alone whose words it has, and by none that knows more words of it', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), anyLine, (rules, line) => {
        const found = ruleFor(line, rules, everyone)
        if (!found) return
        const said = wordsOf(line.narration)
        const isLonger = (other: Rule) =>
          other.memberId === null &&
          other.cameIn === line.cameIn &&
          isAll(other.words, said) &&
          other.words.length > found.words.length
        const namesBola = found.memberId === ada.memberId && said.includes('bola') && !found.words.includes('bola')
        expect([found.cameIn, isAll(found.words, said), namesBola, rules.filter(isLonger)]).toEqual([
          line.cameIn,
          true,
          false,
          [],
        ])
      }),
    )
  })

  test('a rule that is forgotten proposes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), anyRule, anyLine, (others, one, line) => {
        expect(ruleFor(line, others, everyone)).not.toBe(one)
        expect(ruleFor(line, [], everyone)).toBeUndefined()
      }),
    )
  })
})
