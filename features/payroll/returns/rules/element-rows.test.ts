import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo } from '#core/money.ts'
import { noAmounts } from '#features/payroll/employers/rules/component.ts'
import { readRow, usualLayout } from '#features/payroll/employers/rules/layout.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import { allocate } from './allocation.ts'
import { elementKey, purposeFinder, purposeOf } from './element.ts'
import { nameAgrees, nameMatcher, namesOther } from '#features/members/members/rules/name-match.ts'
import { besides, columnsFoundOf, guessReturnMapping, missingInReturn } from './return-columns.ts'
import {
  choicesOf,
  compareReturn,
  componentAlone,
  dueOf,
  type Earlier,
  type ReturnedRow,
  strangerKey,
} from './variance.ts'

/** What earlier files said of a person, each file with its components unless some of it was held without one. */
const brought = (
  said: Partial<Record<Component, bigint>>,
  { held = 0n, aside = 0n, isParted = true, isHeld = false } = {},
): Earlier => ({
  said: { ...noAmounts, ...(said as Partial<Record<Component, Kobo>>) },
  held: kobo(held),
  aside: kobo(aside),
  isParted,
  isHeld,
})

const person = (number: number, due: Partial<Record<Component, bigint>>, earlier: Earlier | null = null) => ({
  number,
  staffNumber: `P${number}`,
  membershipno: `AJO-7K2M9Q/${String(number).padStart(5, '0')}`,
  name: `Person ${number}`,
  ...noAmounts,
  ...(due as Partial<Record<Component, Kobo>>),
  isActive: true,
  earlier,
})

let rows = 0
/** A row of a person, for a component where one is given. */
const row = (staffNumber: string, deducted: bigint, component?: Component, given: Partial<ReturnedRow> = {}) => ({
  number: (rows += 1),
  staffNumber,
  membershipno: undefined,
  name: '',
  deducted: kobo(deducted),
  parts: component && { [component]: kobo(deducted) },
  alike: undefined,
  confirmed: undefined,
  note: undefined,
  ...given,
})

const seen = (lines: Parameters<typeof compareReturn>[0], file: readonly ReturnedRow[]) =>
  compareReturn(lines, file).map(({ kind, deducted, decision }) => [kind, Number(deducted), decision])

describe('an element', () => {
  test.each([
    ['COOP SAVINGS', 'savings'],
    ['THRIFT', 'savings'],
    ['Target savings NOV 2026', 'savings'],
    ['COOPSAV-THRIFT', 'savings'],
    ['MONTHLY CONTRIBUTION', 'savings'],
    ['SHARE CONTRIBUTION', 'shares'],
    ['COOP SHARES', 'shares'],
    ['COOP LOAN 2', 'loans'],
    ['COOPLOAN', 'loans'],
    ['REPAYMENT', 'loans'],
    ['WELFARE', 'levy'],
    ['DEVELOPMENT LEVY', 'levy'],
    ['COOPERATIVE DEDUCTION (NOV)', 'total'],
    ['LOAN AND SAVINGS', undefined],
    ['THRIFT & CREDIT COOP', 'total'],
    ['UNION DUES', undefined],
    ['XMAS CLUB', undefined],
    ['5012', undefined],
    ['', undefined],
  ])('%s is for %s', (element, purpose) => {
    expect(purposeOf(element)).toBe(purpose)
  })

  test('that an officer named is that in every month, before its own words', () => {
    const known = new Map([
      [elementKey('XMAS CLUB OCT 2026'), 'savings' as const],
      [elementKey('COOP LOAN'), 'other' as const],
    ])
    const purpose = purposeFinder(known)
    expect(['Xmas club, NOVEMBER 2026', 'COOP LOAN', 'COOP SAVINGS', '77'].map(purpose)).toEqual([
      'savings',
      'other',
      'savings',
      undefined,
    ])
  })
})

describe('the columns of a return', () => {
  const guess = (columns: string[], ...file: string[][]) => guessReturnMapping(usualLayout, columns, file)

  test.each(['Element', 'Pay Element', 'Deduction type', 'Deduction', 'Narration'])(
    '%s beside an amount says what each line is for',
    (heading) => {
      const columns = ['IPPIS Number', 'Employee Name', heading, 'Amount']
      const file = [
        ['1', 'A', 'COOP SAVINGS', '5,000.00'],
        ['1', 'A', 'XMAS CLUB', '300'],
      ]
      expect(guess(columns, ...file)).toEqual(['staffNumber', 'name', 'element', 'total'])
    },
  )

  test('words that say nothing of savings or loans are no elements', () => {
    const file = [
      ['P1', 'Salary of November', '6200'],
      ['P2', 'Salary of November', '6200'],
    ]
    expect(guess(['Staff No', 'Narration', 'Amount'], ...file)).toEqual(['staffNumber', null, 'total'])
    const typed = [
      ['P1', 'Junior', '6200'],
      ['P2', 'Loan desk', '6200'],
      ['P3', 'Senior', '6200'],
    ]
    expect(guess(['Staff No', 'Type', 'Amount'], ...typed)).toEqual(['staffNumber', null, 'total'])
  })

  test('savings alone are enough where no other column has amounts, and names where none has numbers', () => {
    const missing = (columns: string[], ...file: string[][]) => {
      const mapping = guess(columns, ...file)
      return missingInReturn(usualLayout, columnsFoundOf(mapping), besides(columns, mapping, file))
    }
    expect(missing(['S/N', 'Staff No', 'Savings'], ['1', 'P1', '5,000'])).toEqual([])
    expect(missing(['Staff No', 'Savings', 'Recovered'], ['P1', '5,000', '700'])).toEqual(['Total'])
    expect(missing(['S/N', 'Name', 'Amount'], ['1', 'ADA OBI', '5,000'])).toEqual([])
    expect(missing(['Ref', 'Name', 'Amount'], ['P1', 'ADA OBI', '5,000'])).toEqual([
      'Staff number',
      'Membership number',
    ])
  })

  test('a cell of one component that can’t be read leaves the others of its row; a total that disagrees is believed', () => {
    const found = columnsFoundOf(['staffNumber', 'savings', 'shares'])
    expect(readRow(['P1', '5,O00', '1,000'], found)).toMatchObject({
      deducted: 100_000n,
      parts: { savings: 0n, shares: 100_000n },
      problem: { kind: 'amount', cell: '5,O00', of: 'savings' },
    })
    expect(readRow(['P1', 'x', 'y'], found)).toMatchObject({
      parts: undefined,
      problem: { cell: 'x, y', of: undefined },
    })
    const totalled = columnsFoundOf(['staffNumber', 'savings', 'shares', 'total'])
    expect(readRow(['P1', '5000', '1000', '6000'], totalled)).toMatchObject({ parts: { savings: 500_000n } })
    for (const empty of ['', '-', 'nil'])
      expect(readRow(['P1', '5000', '1000', empty], totalled)).toMatchObject({
        ...{ deducted: 600_000n, parts: { savings: 500_000n }, problem: undefined },
      })
    expect(readRow(['P1', '5000', '1000', '0'], totalled)).toMatchObject({ problem: { kind: 'amount', cell: '0' } })
    expect(readRow(['P1', '5000', '1000', '4000'], totalled)).toMatchObject({ deducted: 400_000n, parts: undefined })
    expect(readRow(['P1', '5000', '1000', '=B2+C2'], totalled)).toMatchObject({
      deducted: 600_000n,
      problem: undefined,
    })
  })
})

describe('a name', () => {
  const people = ['Folake Adebayo', 'Musa Ibrahim Bello', 'Musa Bello', 'Mrs Ngozi Okafor-Eze'].map((name) => ({
    name,
  }))
  const match = nameMatcher(people)

  test.each([
    ['ADEBAYO FOLAKE GRACE', 'Folake Adebayo', []],
    ['Adébáyò, Folákẹ́', 'Folake Adebayo', []],
    ['EZE OKAFOR NGOZI', 'Mrs Ngozi Okafor-Eze', []],
    ['BELLO MUSA IBRAHIM', undefined, ['Musa Ibrahim Bello', 'Musa Bello']],
    ['BELLO MUSA SANI', 'Musa Bello', []],
    ['OKAFOR NGOZI', undefined, ['Mrs Ngozi Okafor-Eze']],
    ['ADEBAYO', undefined, []],
    ['', undefined, []],
  ])('%s is %s', (name, found, candidates) => {
    const result = match(name)
    expect(result.found?.name).toBe(found)
    expect(new Set(result.candidates.map((each) => each.name))).toEqual(new Set(candidates))
  })

  test('that is somebody else’s than the number decides nothing, and is in a note', () => {
    const lines = [
      { ...person(1, { savings: 10n }), name: 'Folake Adebayo' },
      { ...person(2, { savings: 10n }), name: 'Musa Bello' },
    ]
    const of = (name: string, given: Partial<ReturnedRow> = {}) =>
      compareReturn(lines, [row('P2', 10n, undefined, { number: 4, name, ...given })]).map(
        ({ kind, line, decision, note, namesOther }) => [kind, line?.number, decision, note, namesOther],
      )
    const noted = (name: string) => [
      ['exact', 2, 'post', `Row 4 names ${name}; this number is Musa Bello’s`, true],
      ['missing', 1, undefined, undefined, false],
    ]
    for (const name of ['ADEBAYO FOLAKE GRACE', 'Ngozi Okafor']) expect(of(name)).toEqual(noted(name))
    // The note comes before what else is said of the line, once for all of its rows.
    const parts = [
      row('P2', 6n, 'savings', { number: 4, name: 'Ngozi Okafor' }),
      row('P2', 4n, 'savings', { number: 5, name: 'Ngozi Okafor' }),
    ]
    expect(compareReturn(lines, parts)[0]).toMatchObject({
      kind: 'exact',
      note: 'Rows 4 and 5 name Ngozi Okafor; this number is Musa Bello’s. Rows 4 and 5: savings ₦0.10',
    })
    // Written in another way, cut off, with a middle name or initials, or not at all, it is theirs.
    for (const name of ['BELLO, Musa', 'MUSA SANI BELLO', 'BELL', 'B. M.', ''])
      expect(of(name)[0]).toEqual(['exact', 2, 'post', undefined, false])
    expect(nameAgrees('MUHAMMED SAANI', 'Mohammad Sani')).toBe('partly')
    expect(nameAgrees('A. BELLO', 'Ada Obi')).toBe('not')
  })

  test('beside a number is another’s where it is somebody’s whole name and not the holder’s, also of two people', () => {
    const people = ['Musa Ibrahim', 'Sani Ibrahim', 'Sani Ibrahim', 'Ibrahim Sani Musa', 'Rashidat Bello'].map(
      (name, n) => ({ name, membershipno: `AJO-7K2M9Q/0000${n}` }),
    )
    const byName = nameMatcher(people)
    const isOther = (written: string, holder: number) => namesOther(written, people[holder]!, byName)
    expect([isOther('SANI IBRAHIM', 0), isOther('IBRAHIM SANI', 1), isOther('SANI IBRAHIM MUSA', 0)]).toEqual([true, false, false]) // prettier-ignore
    expect([isOther('Alhaja R. B.', 4), isOther('Mallam Musa', 0), isOther('Hon. Bello', 4)]).toEqual([false, false, false]) // prettier-ignore
  })

  test('is found as quickly where all share a surname', () => {
    const all = Array.from({ length: 20_000 }, (_, n) => ({ name: `Ada${n} Obi` }))
    const find = nameMatcher(all)
    expect(all.filter(({ name }) => find(`OBI ${name.split(' ')[0]} GRACE`).found?.name !== name)).toEqual([])
    expect(all.filter((_, n) => find(`OBI N${n}`).found)).toEqual([])
  })

  test('counts where no number names anybody, never against a number', () => {
    const lines = [
      { ...person(1, { savings: 10n }), name: 'Folake Adebayo' },
      { ...person(2, { savings: 10n }), name: 'Musa Bello' },
    ]
    const others = [
      { staffNumber: 'P9', membershipno: 'AJO-7K2M9Q/00009', name: 'Ngozi Okafor' },
      { staffNumber: 'P8', membershipno: 'AJO-7K2M9Q/00008', name: 'Musa Sani Bello' },
    ]
    const of = (staffNumber: string | undefined, name: string) =>
      compareReturn(lines, [{ ...row('', 10n), staffNumber, name }], others)
        .slice(0, 1)
        .map(({ line, note }) => [line?.number, note])[0]
    expect(of(undefined, 'ADEBAYO FOLAKE GRACE')).toEqual([1, 'Found by name'])
    expect(of('X77', 'ADEBAYO FOLAKE GRACE')).toEqual([1, 'Found by name'])
    expect(of('P9', 'ADEBAYO FOLAKE GRACE')).toEqual([undefined, 'Ngozi Okafor is not on this schedule'])
    expect(of(undefined, 'BELLO MUSA SANI')).toEqual([
      undefined,
      'May be Musa Bello (AJO-7K2M9Q/00002) or Musa Sani Bello (AJO-7K2M9Q/00008)',
    ])
    expect(of(undefined, 'Okafor Ngozi')).toEqual([undefined, 'Ngozi Okafor, by the name, is not on this schedule'])
  })
})

describe('the lines of a person', () => {
  const due = { savings: 5000n, shares: 1000n }

  test('are added up, exact where the sum and the parts agree', () => {
    const lines = [person(1, due)]
    expect(seen(lines, [row('P1', 5000n, 'savings'), row('P1', 1000n, 'shares')])).toEqual([['exact', 6000, 'post']])
    expect(seen(lines, [row('P1', 4000n, 'savings'), row('P1', 2000n, 'shares')])).toEqual([['mixed', 6000, 'split']])
    expect(seen(lines, [row('P1', 4000n, 'savings'), row('P1', 1000n, 'shares')])).toEqual([['short', 5000, 'split']])
    expect(seen(lines, [row('P1', 5000n), row('P1', 1000n)])).toEqual([['exact', 6000, 'post']])
    expect(seen(lines, [row('P1', 4000n), row('P1', 1000n)])).toEqual([['short', 5000, 'split']])
  })

  test('one like another is asked about; one beside all that was scheduled is not paid as well', () => {
    const lines = [person(1, { savings: 6000n })]
    const first = row('P1', 3000n)
    const second = row('P1', 3000n, undefined, { alike: first.number })
    expect(seen(lines, [first, second])).toEqual([
      ['short', 3000, 'split'],
      ['duplicate', 3000, 'hold'],
    ])
    expect(choicesOf({ kind: 'duplicate', repeats: first.number })).toContain('post')
    expect(choicesOf({ kind: 'duplicate', repeats: null })).not.toContain('post')
    expect(seen(lines, [first, { ...second, confirmed: 'counted' }])).toEqual([['exact', 6000, 'post']])
    // Another cell differs, but either row alone is all that was scheduled.
    expect(seen(lines, [row('P1', 6000n), row('P1', 6000n)])).toEqual([
      ['exact', 6000, 'post'],
      ['duplicate', 6000, 'hold'],
    ])
    // Less than that, twice: the sum is more than was scheduled, and was never deducted.
    expect(seen([person(1, due)], [row('P1', 5000n), row('P1', 5000n)])).toEqual([
      ['short', 5000, 'split'],
      ['duplicate', 5000, 'hold'],
    ])
    // A line of everything beside the lines of its parts.
    expect(seen([person(1, due)], [row('P1', 5000n, 'savings'), row('P1', 1000n, 'shares'), row('P1', 6000n)])).toEqual(
      [
        ['exact', 6000, 'post'],
        ['duplicate', 6000, 'hold'],
      ],
    )
    // Two loans of the same instalment are two loans where both were scheduled.
    expect(seen([person(1, { loans: 800n })], [row('P1', 400n, 'loans'), row('P1', 400n, 'loans')])).toEqual([
      ['exact', 800, 'post'],
    ])
  })

  test('no savings pay a loan: each part is for its own, what is above it is held', () => {
    const [found] = compareReturn(
      [person(1, { loans: 4000n, savings: 5000n })],
      [row('P1', 6000n, 'savings'), row('P1', 1000n, 'loans')],
    )
    expect(found).toMatchObject({ kind: 'short' })
    if (!found) throw new Error('One person')
    const of = (decision: 'split' | 'post') =>
      allocate(
        decision,
        found.deducted,
        dueOf(person(1, { loans: 4000n, savings: 5000n }), components),
        components,
        found,
      )
    expect(of('split')).toEqual({ amounts: { ...noAmounts, loans: 1000n, savings: 5000n }, unallocated: 1000n })
    expect(of('post')).toEqual({ amounts: { ...noAmounts, loans: 1000n, savings: 6000n }, unallocated: 0n })
  })

  test('a file of one component is known by its amounts where all are those of the schedule, and of no other', () => {
    const lines = [person(1, { savings: 5000n, loans: 700n }), person(2, { savings: 3000n }), person(3, { loans: 90n })]
    expect(componentAlone(lines, [row('P1', 5000n), row('P2', 3000n)])).toBe('savings')
    expect(componentAlone(lines, [row('P1', 700n), row('P3', 90n)])).toBe('loans')
    expect(componentAlone(lines, [row('P1', 5000n), row('P2', 3000n), row('P1', 5000n)])).toBe('savings')
    expect(componentAlone(lines, [row('P1', 5700n), row('P2', 3000n)])).toBeUndefined()
    expect(componentAlone(lines, [row('P1', 5000n), row('P2', 2999n)])).toBeUndefined()
    expect(componentAlone([person(1, { savings: 9n, shares: 9n })], [row('P1', 9n)])).toBeUndefined()
    // Of the month that an earlier file began, what is left; and the same file once more.
    const begun = [person(1, { savings: 5000n, loans: 700n }, brought({ savings: 5000n }))]
    expect(componentAlone(begun, [row('P1', 700n)])).toBe('loans')
    expect(componentAlone(begun, [row('P1', 5000n)])).toBe('savings')
    expect(seen(begun, [row('P1', 5000n, 'savings')])).toEqual([['duplicate', 5000, 'refuse']])
    expect(seen(begun, [row('P1', 700n)])).toEqual([['exact', 700, 'post']])
    // Who borrowed nothing is not missing in a file of loans.
    expect(seen(lines, [row('P1', 700n, 'loans')])).toEqual([
      ['exact', 700, 'post'],
      ['missing', 0, undefined],
    ])
  })

  test('a second file adds what it has more, knows what it has again, and asks about what fell', () => {
    const decided = (earlier: Earlier, ...file: ReturnedRow[]) =>
      compareReturn([person(1, due, earlier)], file).map(({ kind, deducted, decision, due: open, parts, compared }) => {
        const of = decision && allocate(decision, deducted, open, components, { parts, compared })
        return [kind, Number(deducted), decision, of && Number(of.amounts.savings), of && Number(of.amounts.shares)]
      })
    const rose = (again: number, more: number, savings: number, shares: number) => [
      ['duplicate', again, 'refuse', 0, 0],
      ['rose', more, 'split', savings, shares],
    ]
    // 3,000 of 6,000 came without a word of what for, and were used for savings.
    const half = brought({ savings: 3000n }, { isParted: false })
    expect(decided(half, row('P1', 6000n))).toEqual(rose(3000, 3000, 2000, 1000))
    expect(decided(half, row('P1', 5000n, 'savings'), row('P1', 1000n, 'shares'))).toEqual(rose(3000, 3000, 2000, 1000))
    expect(decided(half, row('P1', 3000n))).toEqual([['duplicate', 3000, 'refuse', 0, 0]])
    expect(decided(half, row('P1', 1000n))).toEqual([['fell', 1000, undefined, undefined, undefined]])
    // By component: one rose, one is the same.
    const parted = brought({ savings: 3000n, shares: 1000n })
    expect(decided(parted, row('P1', 5000n, 'savings'), row('P1', 1000n, 'shares'))).toEqual(rose(4000, 2000, 2000, 0))
    expect(decided(parted, row('P1', 2000n, 'savings'))).toEqual([['fell', 2000, undefined, undefined, undefined]])
    // An officer says that it comes on top.
    expect(decided(parted, row('P1', 2000n, 'savings', { confirmed: 'added' }))).toEqual([
      ['exact', 2000, 'post', 2000, 0],
    ])
    // Above the schedule too, no more than was held already is held again.
    const held = brought({ savings: 5000n, shares: 1000n }, { held: 800n, isParted: false })
    expect(decided(held, row('P1', 6800n))).toEqual([['duplicate', 6800, 'refuse', 0, 0]])
    expect(decided(held, row('P1', 5800n, 'savings'), row('P1', 1000n, 'shares'))).toEqual([
      ['duplicate', 6800, 'refuse', 0, 0],
    ])
    expect(decided(held, row('P1', 6900n)).at(1)).toEqual(['rose', 100, 'split', 0, 0])
    // What was held because it looked like a repetition is not posted by a file that has both rows in one.
    expect(decided(brought({ savings: 3000n }, { aside: 3000n, isParted: false }), row('P1', 6000n))).toEqual([
      ['duplicate', 6000, 'refuse', 0, 0],
    ])
  })

  test('what came before may be counted on top where that does something, and is called held where it was', () => {
    const again = (earlier: Earlier, ...file: ReturnedRow[]) => {
      const [found] = compareReturn([person(1, { savings: 9000n }, earlier)], file)
      return found && [found.kind, choicesOf({ ...found, repeats: found.repeats ?? null }).at(-1), found.note]
    }
    expect(again(brought({ savings: 3000n }, { isParted: false }), row('P1', 3000n))).toEqual([
      ...['duplicate', 'post', 'Posted from an earlier file'],
    ])
    expect(again(brought({}, { held: 3000n, isParted: false, isHeld: true }), row('P1', 3000n))).toEqual([
      ...['duplicate', 'post', 'Held from an earlier file'],
    ])
    // Half of it was set aside: the row is no figure that came before.
    const half = brought({ savings: 3000n }, { aside: 3000n, isParted: false })
    expect(again(half, row('P1', 6000n))).toEqual(['duplicate', 'refuse', 'Posted from an earlier file'])
  })

  test('whatever comes again of strangers is held once', () => {
    const stranger = row('X9', 50n)
    const held = new Map([[strangerKey(stranger), kobo(50n)]])
    const of = (amount: bigint) =>
      compareReturn([], [{ ...stranger, deducted: kobo(amount) }], [], held).map(({ kind, deducted, decision }) => [
        kind,
        Number(deducted),
        decision,
      ])
    expect(of(50n)).toEqual([['duplicate', 50, 'refuse']])
    expect(of(70n)).toEqual([
      ['duplicate', 50, 'refuse'],
      ['unknown', 20, 'hold'],
    ])
    // Held by the name, and the name comes with a number.
    const byName = new Map([[strangerKey({ ...stranger, staffNumber: undefined, name: 'OKAFOR, Ngozi' }), kobo(30n)]])
    const named = compareReturn(
      [],
      [
        { ...stranger, name: 'Ngozi Okafor' },
        { ...stranger, name: 'Ada Obi' },
      ],
      [],
      byName,
    )
    expect(named.map(({ kind, deducted }) => [kind, Number(deducted)])).toEqual([
      ['duplicate', 30],
      ['unknown', 20],
      ['unknown', 50],
    ])
    // As often as it came.
    const twice = compareReturn([], [stranger, row('X9', 50n, 'shares')], [], held)
    expect(twice.map(({ kind }) => kind)).toEqual(['duplicate', 'unknown'])
  })

  test('a stranger is known by the number, else by the words of the name', () => {
    const key = (staffNumber: string | undefined, membershipno: string | undefined, name: string) =>
      strangerKey({ staffNumber, membershipno, name })
    expect(key('X 09', undefined, 'Ngozi Okafor')).toBe(key('x09', undefined, 'OKAFOR N.'))
    expect(key(undefined, 'AJO-7K2M9Q/00042', 'Ngozi Okafor')).toBe(key(undefined, '42', ''))
    expect(key(undefined, undefined, 'Ngozi Okafor')).toBe(key('', '', 'OKAFOR, Ngozi'))
    const phone = key(undefined, '0803-123-4567', 'Ngozi Okafor')
    for (const written of ['+2348031234567', '0803 123 4567', '8031234567', "'08031234567"])
      expect([key(undefined, written, ''), key(written, undefined, '')]).toEqual([phone, phone])
    const all = [key('9', undefined, ''), key(undefined, '9', ''), key(undefined, undefined, '9')]
    expect(new Set(all).size).toBe(3)
  })

  const amount = fc.bigInt({ min: 0n, max: 60n })
  const people = fc.array(fc.record({ loans: amount, levy: amount, savings: amount, shares: amount }), {
    minLength: 1,
    maxLength: 4,
  })
  test('split in any way over elements, files and orders come to the same credited components', () => {
    fc.assert(
      fc.property(people, fc.infiniteStream(fc.nat(1000)), (all, stream) => {
        const pick = (below: number) => Number(stream.next().value) % below
        const filesCount = 1 + pick(3)
        const files: ReturnedRow[][] = Array.from({ length: filesCount }, () => [])
        for (const [index, due] of all.entries())
          for (const component of components) {
            // A component comes in one file, in as many rows as it likes.
            const file = files[pick(filesCount)] ?? []
            for (let left = due[component]; left > 0n;) {
              const part = pick(2) === 0 ? left : BigInt(1 + pick(Number(left)))
              file.splice(pick(file.length + 1), 0, row(`P${index + 1}`, part, component))
              left -= part
            }
          }
        const credited = all.map(() => ({ ...noAmounts }) as Record<Component, bigint>)
        const said = all.map(() => ({ ...noAmounts }) as Record<Component, Kobo>)
        for (const file of files) {
          const lines = all.map((due, index) => person(index + 1, due, brought(said[index] ?? {})))
          for (const { kind, line, decision, deducted, compared, due, parts } of compareReturn(lines, file)) {
            if (!line || !decision) continue
            expect(['exact', 'short']).toContain(kind)
            const { amounts, unallocated } = allocate(decision, deducted, due, components, { parts, compared })
            expect(unallocated).toBe(0n)
            for (const component of components) {
              const of = credited[line.number - 1]
              if (of) of[component] += amounts[component]
              const now = said[line.number - 1]
              if (now) now[component] = kobo(now[component] + amounts[component])
            }
          }
        }
        expect(credited).toEqual(all)
        // Whatever came already comes once: the same files again bring nothing.
        const again = all.map((due, index) => person(index + 1, due, brought(said[index] ?? {})))
        for (const file of files)
          for (const { decision } of compareReturn(again, file)) expect([undefined, 'refuse']).toContain(decision)
      }),
      { numRuns: 300 },
    )
  })
})
