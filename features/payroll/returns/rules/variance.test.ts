import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { Phone } from '#core/phone.ts'
import { kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { ageBucket } from '#features/payroll/employers/rules/ageing.ts'
import { registerOf } from '#features/members/members/rules/recognise-member.ts'
import { allocate } from './allocation.ts'
import { noAmounts, totalOf } from '#features/payroll/employers/rules/component.ts'
import { employeeColumns, readEmployeeRow } from '#features/payroll/employers/rules/employee-row.ts'
import { cellsOf, findColumns, readRow, usualLayout, whyNotLayout } from '#features/payroll/employers/rules/layout.ts'
import { compareReturn, decisionsOf, type Earlier } from './variance.ts'
import { differenceOf, variationOf } from '#features/payroll/schedules/rules/variation.ts'
import { components } from '#features/payroll/employers/rules/words.ts'

const amount = fc.bigInt({ min: 0n, max: 50n }).map((value) => kobo(value))
const amounts = fc.record({ loans: amount, levy: amount, savings: amount, shares: amount })
const line = (number: number, due: typeof noAmounts, given: object = {}) => ({
  number,
  staffNumber: `P${number}`,
  membershipno: `AJO-7K2M9Q/${String(number).padStart(5, '0')}`,
  name: `Member ${number}`,
  ...due,
  isActive: true,
  earlier: null as Earlier | null,
  ...given,
})
const row = (number: number, staffNumber: string | undefined, deducted: bigint, given: object = {}) => ({
  number,
  staffNumber,
  membershipno: undefined as string | undefined,
  name: '',
  deducted: kobo(deducted),
  parts: undefined,
  alike: undefined,
  confirmed: undefined,
  note: undefined,
  ...given,
})
const earlier = fc.option(
  fc
    .record({ said: amounts, held: amount, aside: amount, isParted: fc.boolean(), isHeld: fc.boolean() })
    .filter(({ said, held, aside }) => totalOf(said) + held + aside > 0n),
)
const schedule = fc
  .array(fc.record({ due: amounts, isActive: fc.boolean(), earlier }), { maxLength: 12 })
  .map((all) => all.map(({ due, ...given }, index) => line(index + 1, due, given)))
const file = fc
  .array(
    fc.record({
      staffNumber: fc.constantFrom(undefined, 'P1', 'p2', ' P3', 'P7', 'X9'),
      membershipno: fc.constantFrom(undefined, '4', 'AJO-7K2M9Q/00005', '99'),
      deducted: amount,
      component: fc.constantFrom(undefined, ...components),
      alike: fc.option(fc.nat(20), { nil: undefined }),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all.map(({ staffNumber, membershipno, deducted, component, alike }, index) => ({
      ...row(index, staffNumber, deducted),
      membershipno,
      alike: alike !== undefined && alike < index ? alike : undefined,
      parts: component && { [component]: deducted },
    })),
  )

describe('comparing a return', () => {
  test('of any file: its sum is what is posted, held and refused; each row shows, each line is somewhere', () => {
    fc.assert(
      fc.property(schedule, file, fc.nat(), (lines, rows, pick) => {
        const compared = compareReturn(lines, rows)
        const numbers = compared.flatMap((each) => each.rows.map(({ number }) => number))
        expect([...new Set(numbers)].toSorted((one, other) => one - other)).toEqual(rows.map(({ number }) => number))
        const taken = compared
          .filter(({ kind }) => ['exact', 'short', 'over', 'mixed', 'rose'].includes(kind))
          .map(({ line: found }) => found?.number)
        expect(new Set(taken).size).toBe(taken.length)
        // Any decision that a line allows keeps the sum, and pays nothing that was paid.
        const outcomes = compared.map(({ kind, line: found, decision, ...of }, index) => {
          const allowed = decisionsOf[kind]
          const chosen = index % 2 === 0 ? decision : allowed[pick % Math.max(1, allowed.length)]
          // What fell waits, as does a line of nothing.
          if (!chosen) return { posted: zeroKobo, unallocated: zeroKobo, refused: of.deducted }
          const result = allocate(chosen, of.deducted, of.due, components, of)
          const above = components.filter(
            (each) =>
              found && chosen === 'split' && result.amounts[each] + (found.earlier?.said[each] ?? 0n) > found[each],
          )
          expect(above.filter((each) => result.amounts[each] > 0n)).toEqual([])
          return {
            posted: totalOf(result.amounts),
            unallocated: result.unallocated,
            refused: chosen === 'refuse' ? of.deducted : zeroKobo,
          }
        })
        const sumOf = (name: 'posted' | 'unallocated' | 'refused') => sumKobo(outcomes.map((each) => each[name]))
        expect(sumOf('posted') + sumOf('unallocated') + sumOf('refused')).toBe(
          sumKobo(rows.map(({ deducted }) => deducted)),
        )
      }),
    )
  })

  test('finds members by staff number, then by membership number, as spreadsheets leave them', () => {
    const due = { ...noAmounts, savings: kobo(10) }
    const lines = [line(1, due, { staffNumber: '00123' }), line(2, due), line(3, due)]
    const rows = [
      row(2, '123', 10n),
      row(3, 'unheard', 9n, { membershipno: '2.0' }),
      row(4, undefined, 11n, { membershipno: 'ajo-7k2m9q/00003' }),
    ]
    expect(compareReturn(lines, rows).map(({ kind, line: found }) => [kind, found?.number])).toEqual([
      ['exact', 1],
      ['short', 2],
      ['over', 3],
    ])
  })

  test('a row whose staff number and membership number are of two members is held for neither, and names both', () => {
    const due = { ...noAmounts, savings: kobo(10) }
    const lines = [line(1, due, { name: 'Ada Obi' }), line(2, due, { name: 'Musa Bello' })]
    const others = [{ staffNumber: '', membershipno: 'AJO-7K2M9Q/00007', name: 'Zainab Yusuf' }]
    const compared = (membershipno: string) =>
      compareReturn(lines, [row(2, 'P1', 10n, { membershipno })], others).map(
        ({ kind, line: found, note, decision }) => [kind, found?.number, note, decision],
      )
    const missing = [
      ['missing', 1, undefined, undefined],
      ['missing', 2, undefined, undefined],
    ]
    for (const cell of ['2', 'AJO-7K2M9Q/00002'])
      expect(compared(cell)).toEqual([
        ['unknown', undefined, `Staff number P1 is Ada Obi, membership number ${cell} is Musa Bello`, 'hold'],
        ...missing,
      ])
    expect(compared('00007')).toEqual([
      ['unknown', undefined, 'Staff number P1 is Ada Obi, membership number 00007 is Zainab Yusuf', 'hold'],
      ...missing,
    ])
    // Their own number, another society's, and one that no member has, say nothing against it.
    for (const cell of ['1', 'AJO-7K2M9Q/00001', 'AJO-AAAAAA/00002', '99', 'n/a'])
      expect(compared(cell)[0]).toEqual(['exact', 1, undefined, 'post'])
  })

  test('a number that is one member’s and another’s old one is of the one whose staff number or name is beside it', () => {
    const due = { ...noAmounts, savings: kobo(10) }
    const lines = [line(1, due, { name: 'Ada Obi' }), line(2, due, { name: 'Musa Bello' })]
    const known = lines.map(({ number, membershipno, name }) => {
      const formerNumber = number === 2 ? '1' : null
      return { number, membershipno, name, formerNumber, phone: null }
    })
    const register = registerOf('AJO-7K2M9Q', known)
    const found = (staffNumber: string | undefined, name: string) =>
      compareReturn(lines, [row(2, staffNumber, 10n, { membershipno: '1', name })], [], new Map(), register)
        .slice(0, 1)
        .map((each) => [each.line?.number, each.note])[0]
    expect(found('P1', '')).toEqual([1, undefined])
    expect(found('P2', '')).toEqual([2, undefined])
    expect(found(undefined, 'OBI ADA')).toEqual([1, undefined])
    expect(found(undefined, 'Bello Musa')).toEqual([2, 'Found by the old membership number'])
    const both =
      'This is the number of Ada Obi (AJO-7K2M9Q/00001) and the old number of Musa Bello (AJO-7K2M9Q/00002). Put the membership number in full in the file and upload it again, or hold the money and allocate it.'
    expect(found(undefined, '')).toEqual([undefined, both])
  })

  const due = { ...noAmounts, savings: kobo(10) }
  const scheduled = [line(1, due, { name: 'Musa Bello' }), line(2, due, { name: 'Ngozi Eze' })]
  const people = [
    [1, 'Musa Bello', null, null],
    [2, 'Ngozi Eze', '+2348030000002', 'C/2'],
    [3, 'Amina Yusuf', '+2348030000003', '1'],
    [4, 'Tunde Bako', '+2348030000004', null],
    [5, 'Uche Ike', '+2348030000004', null],
  ] as const
  const others = people.slice(2).map(([number, name]) => ({ ...line(number, due, { name, staffNumber: '' }) }))
  const register = registerOf(
    'AJO-7K2M9Q',
    people.map(([number, name, phone, formerNumber]) => ({
      ...{ number, name, formerNumber, phone: phone as Phone | null, membershipno: `AJO-7K2M9Q/0000${number}` },
    })),
  )
  const until = 'Put the membership number in full in the file and upload it again, or hold the money and allocate it.'
  test.each<[cell: string, name: string, found: number | undefined, note: string | undefined]>([
    // A phone doesn't beat the whole name of another scheduled person; nor does an old number.
    [
      '08030000002',
      'Musa Bello',
      undefined,
      `The phone is of Ngozi Eze (AJO-7K2M9Q/00002), the name of Musa Bello (AJO-7K2M9Q/00001). ${until}`,
    ],
    [
      'c/2',
      'BELLO, Musa',
      undefined,
      `The old membership number is of Ngozi Eze (AJO-7K2M9Q/00002), the name of Musa Bello (AJO-7K2M9Q/00001). ${until}`,
    ],
    ['08030000003', 'Bello Musa', 1, 'Found by name'],
    ['08030000002', 'Eze', 2, 'Found by phone'],
    ['08030000002', 'Somebody Else', 2, 'Row 2 names Somebody Else; this number is Ngozi Eze’s. Found by phone'],
    ['08030000003', 'Somebody Else', undefined, 'Amina Yusuf is not on this schedule'],
    // A shared phone whose name is neither's.
    ['08030000004', 'Musa Bello', 1, 'Found by name'],
    [
      '08030000004',
      '',
      undefined,
      `2 members share this phone: Tunde Bako (AJO-7K2M9Q/00004), Uche Ike (AJO-7K2M9Q/00005). ${until}`,
    ],
    // Somebody who is not on the schedule had the number before.
    ['1', '', 1, undefined],
    ['1', 'Yusuf Amina', undefined, 'Amina Yusuf is not on this schedule'],
    ['1', 'Ngozi Eze', 1, 'Row 2 names Ngozi Eze; this number is Musa Bello’s'],
  ])('“%s” beside “%s” is of the scheduled member %j: %j', (membershipno, name, number, note) => {
    const [found] = compareReturn(
      scheduled,
      [row(2, undefined, 10n, { membershipno, name })],
      others,
      new Map(),
      register,
    )
    expect([found?.line?.number, found?.note]).toEqual([number, note])
  })

  test('holds what comes for a member who left, and refuses what an earlier file brought', () => {
    const due = { ...noAmounts, savings: kobo(10) }
    const rows = ['P1', 'P2'].map((staffNumber, n) => row(n, staffNumber, 10n))
    expect(
      compareReturn(
        [
          line(1, due, { isActive: false }),
          line(2, due, { earlier: { said: due, held: zeroKobo, aside: zeroKobo, isParted: true, isHeld: false } }),
        ],
        rows,
      ),
    ).toMatchObject([
      { kind: 'unknown', decision: 'hold', note: 'No longer an active member' },
      { kind: 'duplicate', decision: 'refuse', note: 'Posted from an earlier file' },
    ])
  })
})

describe('variations', () => {
  test('are named for every pair of months, and add up to the difference', () => {
    fc.assert(
      fc.property(fc.option(amounts, { nil: undefined }), fc.option(amounts, { nil: undefined }), (before, now) => {
        const kind = variationOf({ before, now })
        const alone = now ? 'joiner' : before ? 'leaver' : undefined
        const isSame = before && now && components.every((component) => before[component] === now[component])
        expect(before && now ? kind === undefined : kind).toBe(before && now ? isSame : alone)
        expect(differenceOf({ before, now })).toBe((now ? totalOf(now) : 0n) - (before ? totalOf(before) : 0n))
      }),
    )
    expect(
      variationOf({
        before: { ...noAmounts, loans: kobo(5), savings: kobo(1) },
        now: { ...noAmounts, savings: kobo(2) },
      }),
    ).toBe('finished')
  })
})

describe('a layout', () => {
  test('gives back what it sent, whatever the amounts and the order of columns', () => {
    fc.assert(
      fc.property(amounts, fc.shuffledSubarray([...usualLayout], { minLength: usualLayout.length }), (due, layout) => {
        const cells = cellsOf(layout, {
          staffNumber: 'P1',
          membershipno: 'AJO-7K2M9Q/00001',
          name: 'Ada',
          amounts: due,
          period: 'May 2026',
          remarks: '',
        })
        const written = cells.map((cell) =>
          'text' in cell ? cell.text : `${cell.kobo / 100n}.${String(cell.kobo % 100n).padStart(2, '0')}`,
        )
        const { found, missing } = findColumns(
          layout,
          layout.map(({ heading }) => ` ${heading.toUpperCase()}:`),
        )
        expect(missing).toEqual([])
        expect(readRow(written, found)).toEqual({
          staffNumber: 'P1',
          membershipno: 'AJO-7K2M9Q/00001',
          name: 'Ada',
          element: '',
          deducted: totalOf(due),
          parts: due,
          problem: undefined,
        })
      }),
    )
  })

  test('says which cell cannot be read, and passes over the line of totals', () => {
    const { found } = findColumns(usualLayout, ['Staff number', 'Total'])
    expect([
      readRow(['P1', '=B2'], found)?.problem,
      readRow(['P1', 'plenty'], found)?.problem,
      readRow(['P1', '-5'], found)?.problem?.kind,
      readRow(['P1', ''], found)?.deducted,
    ]).toEqual([
      { kind: 'formula', cell: '=B2', of: undefined },
      { kind: 'amount', cell: 'plenty', of: undefined },
      'negative',
      0n,
    ])
    expect(readRow(['', '500'], found)).toBeUndefined()
    expect(whyNotLayout(usualLayout)).toBeUndefined()
    expect(whyNotLayout([])).toBe('no_member')
  })
})

test('a list of employees is read by its headings', () => {
  const columns = employeeColumns(['S/N', 'Membership No.', 'IPPIS NO', 'Shares per month', 'Start date'])
  expect(columns).toEqual({ membershipno: 1, staffNumber: 2, shares: 3, from: 4 })
  expect(readEmployeeRow(['1', '00042', "'0077", '2,500', '31/01/2026'], columns)).toEqual({
    membershipno: '00042',
    staffNumber: '0077',
    shares: 250_000n,
    from: '2026-01-31',
    problem: undefined,
  })
  expect(readEmployeeRow(['1', '42', '', '', ''], columns).problem).toMatch(/staff number/)
  expect(readEmployeeRow(['1', '42', '=A1', '', ''], columns).problem).toMatch(/formula/)
})

test.each([
  [0, 'days0to30'],
  [30, 'days0to30'],
  [31, 'days31to60'],
  [60, 'days31to60'],
  [61, 'days61to90'],
  [90, 'days61to90'],
  [91, 'daysOver90'],
])('what was deducted %i days ago is in %s', (days, bucket) => {
  expect(ageBucket('2026-01-01' as Day, new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10) as Day)).toBe(
    bucket,
  )
})
