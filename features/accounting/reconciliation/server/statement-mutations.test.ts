import fc from 'fast-check'
import { expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import type { Day } from '#core/calendar.ts'
import { Refusal } from '#core/refusal.ts'
import { atSize } from '#dev/testing/size.ts'
import { readStatement } from '#features/accounting/reconciliation/rules/statement-file.ts'
import { readSpreadsheet } from '#platform/files/read-spreadsheet.ts'

/** What a bank knows of a line, in kobo. */
type Line = { on: string; who: string; moved: number; after: number }
type Grid = string[][]
/** How a bank writes days and amounts, and in which columns. */
type Layout = {
  headings: string[]
  day: (on: string) => string
  amounts: (moved: number) => string[]
  balance: (kobo: number) => string
  titles: Grid
  foot: 'none' | 'total' | 'page'
  order: 'oldest' | 'newest' | 'days-newest'
  /** Whether it says in rows of their own what it begins and ends with. */
  saysEnds: boolean
}

const today = '2026-09-30' as Day
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep']
const parts = (on: string) => on.split('-') as [string, string, string]
const grouped = (kobo: number, mark = ',') => {
  const digits = String(Math.abs(kobo)).padStart(3, '0')
  return `${digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, mark)}.${digits.slice(-2)}`
}
const signed = (kobo: number) => `${kobo < 0 ? '-' : ''}${grouped(kobo)}`

const days: Layout['day'][] = [
  (on) => on,
  (on) => parts(on).toReversed().join('/'),
  (on) => `${parts(on)[2]}-${months[Number(parts(on)[1]) - 1]}-${parts(on)[0]}`,
  (on) => `${parts(on)[0]} ${months[Number(parts(on)[1]) - 1]} ${parts(on)[2]}`,
  (on) => `${parts(on)[2]}-${months[Number(parts(on)[1]) - 1]?.toUpperCase()}-${parts(on)[0].slice(2)}`,
  (on) => `${parts(on).toReversed().join('/')} 10:05:11`,
]

/** The headings of what moved, and what is under each for money that came in, above zero, or went out. */
const amounts: [string[], Layout['amounts']][] = [
  [['Debit', 'Credit'], (kobo) => (kobo < 0 ? [grouped(kobo), ''] : ['', grouped(kobo)])],
  [['Money In', 'Money Out'], (kobo) => (kobo < 0 ? ['0.00', grouped(kobo)] : [grouped(kobo), '0.00'])],
  [['Withdrawals', 'Lodgements'], (kobo) => (kobo < 0 ? [`-${grouped(kobo)}`, ''] : ['', grouped(kobo)])],
  [['Amount'], (kobo) => [signed(kobo)]],
  [['Amount'], (kobo) => [kobo < 0 ? `(${grouped(kobo)})` : grouped(kobo)]],
  [['Amount'], (kobo) => [`${grouped(kobo)}${kobo < 0 ? '-' : ''}`]],
  [['Amount'], (kobo) => [`₦${grouped(kobo)} ${kobo < 0 ? 'DR' : 'CR'}`]],
  [['Amount', 'DR/CR'], (kobo) => [grouped(kobo), kobo < 0 ? 'DR' : 'CR']],
  [['Debit', 'Credit'], (kobo) => (kobo < 0 ? [grouped(kobo, ' '), '-'] : ['-', grouped(kobo, ' ')])],
]

const layout: fc.Arbitrary<Layout> = fc
  .record({
    day: fc.constantFrom(...days),
    amount: fc.constantFrom(...amounts),
    words: fc.constantFrom(['Date', 'Narration', 'Balance'], ['Tran Date', 'Remarks', 'Running Balance'], [
      'Posted Date',
      'Description',
      'Balance (NGN)',
    ] as const),
    balanceSide: fc.boolean(),
    titles: fc.constantFrom<Grid[]>([], [['STATEMENT OF ACCOUNT'], ['Account No', '0123456789']]),
    foot: fc.constantFrom<Layout['foot'][]>('none', 'total', 'page'),
    order: fc.constantFrom<Layout['order'][]>('oldest', 'newest', 'days-newest'),
    saysEnds: fc.boolean(),
  })
  .map(({ day, amount: [headings, write], words, balanceSide, titles, foot, order, saysEnds }) => ({
    headings: [words[0] ?? '', words[1] ?? '', ...headings, words[2] ?? ''],
    day,
    amounts: write,
    balance: (kobo) => (balanceSide ? `${grouped(kobo)} ${kobo < 0 ? 'DR' : 'CR'}` : signed(kobo)),
    titles,
    foot,
    order,
    saysEnds,
  }))

const narration = fc
  .array(fc.constantFrom('TRF FROM', 'ADA OBI', 'NIP CHARGE', 'SMS ALERT', 'Lomé', 'POS', 'cash', '"A"', 'LOAN'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '))

const statement: fc.Arbitrary<Line[]> = fc
  .record({
    opening: fc.integer({ min: -1_000_000, max: 50_000_000 }),
    first: fc.integer({ min: 0, max: 200 }),
    moves: fc
      .array(
        fc.record({
          days: fc.constantFrom(0, 0, 1, 2, 9),
          who: narration,
          moved: fc.integer({ min: -9_000_000, max: 9_000_000 }).filter((kobo) => kobo !== 0),
        }),
        { minLength: 2, maxLength: 9 },
      )
      // Lines of which each takes the one before back fit both ways.
      .filter((all) => all.some(({ moved }, place) => place > 0 && moved !== -(all[place - 1]?.moved ?? 0))),
  })
  .map(({ opening, first, moves }) => {
    let [after, day] = [opening, first]
    return moves.map(({ days: later, who, moved }) => {
      after += moved
      day += later
      return { on: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10), who, moved, after }
    })
  })

/** The lines in the order of the file. */
function ordered(lines: Line[], order: Layout['order']): Line[] {
  if (order === 'oldest') return lines
  if (order === 'newest') return lines.toReversed()
  const each = [...new Set(lines.map(({ on }) => on))].toReversed()
  return each.flatMap((day) => lines.filter(({ on }) => on === day))
}

const rowOf = ({ day, amounts: write, balance }: Layout, { on, who, moved, after }: Line) => [
  day(on),
  who,
  ...write(moved),
  balance(after),
]

/** What the file begins and ends with, above and below its lines. */
function endsOf({ headings, balance, order, saysEnds }: Layout, lines: Line[]): [above: Grid, below: Grid] {
  if (!saysEnds) return [[], []]
  const end = (words: string, kobo: number) =>
    headings.map((_, cell) => (cell === 1 ? words : cell === headings.length - 1 ? balance(kobo) : ''))
  const [first, last] = [lines[0], lines.at(-1)]
  const [opens, closes] = [
    end('Balance B/F', (first?.after ?? 0) - (first?.moved ?? 0)),
    end('Closing balance', last?.after ?? 0),
  ]
  return order === 'oldest' ? [[opens], [closes]] : [[closes], [opens]]
}

/** A total of its lines, or a note. */
function footOf({ headings, foot }: Layout, lines: Line[]): Grid {
  if (foot !== 'total') return foot === 'page' ? [['Page 1 of 1']] : []
  const sum = (holds: (moved: number) => boolean) =>
    lines.reduce((all, { moved }) => all + (holds(moved) ? moved : 0), 0)
  const [received, paid] = [sum((moved) => moved > 0), sum((moved) => moved < 0)]
  const under = (heading: string) =>
    /^(?:Credit|Money In|Lodgements)$/.test(heading)
      ? grouped(received)
      : /^(?:Debit|Money Out|Withdrawals)$/.test(heading)
        ? grouped(paid)
        : heading === 'Amount'
          ? signed(received + paid)
          : ''
  return [headings.map((heading, cell) => (cell === 1 ? 'Total' : under(heading)))]
}

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
const text = (grid: Grid, separator: string, end = '\r\n') =>
  grid.map((row) => row.map((cell) => quoted(cell, separator)).join(separator) + end).join('')
const encodings: ((grid: Grid) => Buffer | Promise<Buffer>)[] = [
  (grid) => Buffer.from(text(grid, ',')),
  (grid) => Buffer.from(`\ufeff${text(grid, ';')}`),
  (grid) => Buffer.from(text(grid, '\t', '\n')),
  (grid) => Buffer.from(text(grid, '|')),
  (grid) => Buffer.from(`\ufeff${text(grid, '\t')}`, 'utf16le'),
  (grid) => Buffer.from(text(grid, ','), 'utf16le').swap16(),
  (grid) => Buffer.from(text(grid, ',').replaceAll('₦', 'N'), 'latin1'),
  (grid) => Buffer.from(text(grid, ',', '\r').replaceAll('₦', 'N').replaceAll('é', '\u008e'), 'latin1'),
  (grid) =>
    writeXlsxFile(grid.map((row) => row.map((cell) => (cell === '' ? null : { value: cell }))) as SheetData).toBuffer(),
  (grid) =>
    Buffer.from(
      `<html><table>${grid.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></html>`,
    ),
]

const read = async (file: Buffer) => readStatement(await readSpreadsheet(file, 5000), {}, today)
const asRead = (lines: { on: string; narration: string; amount: bigint; balance: bigint }[]) =>
  lines.map(({ on, narration: who, amount, balance }) => [on, who, Number(amount), Number(balance)])
const asWritten = (lines: Line[]) => lines.map(({ on, who, moved, after }) => [on, who, moved, after])

/** Of one day, each line the one before it taken back: such a day is the same read either way. */
const isMirror = (lines: Line[]) =>
  lines.every(({ on, moved }, index) => index === 0 || (lines[0]?.on === on && lines[index - 1]?.moved === -moved))

const written = fc.record({ lines: statement, as: layout }).filter(({ lines }) => !isMirror(lines))

test('a statement comes back as it was, whatever the layout, the encoding and the order of its lines', async () => {
  await fc.assert(
    fc.asyncProperty(written, fc.constantFrom(...encodings), async ({ lines, as }, encode) => {
      const rows = ordered(lines, as.order).map((line) => rowOf(as, line))
      const [above, below] = endsOf(as, lines)
      const { lines: found } = await read(
        await encode([...as.titles, as.headings, ...above, ...rows, ...below, ...footOf(as, lines)]),
      )
      expect(asRead(found)).toEqual(asWritten(lines))
    }),
    { numRuns: atSize(300, 3000) },
  )
})

/** What a row says, by a reading of its own that knows how this file was written; undefined where it says no line. */
function meaningOf(cells: string[], headings: string[]) {
  const under = (heading: RegExp) =>
    headings.flatMap((name, index) => (heading.test(name) ? [(cells[index] ?? '').trim()] : []))
  const [day = ''] = under(/Date$/)
  const [who = ''] = under(/^(?:Narration|Remarks|Description)$/)
  const [side] = under(/^DR\/CR$/)
  const balance = figureOf(under(/Balance/)[0] ?? '')
  const moved = under(/^(?:Debit|Credit|Money In|Money Out|Withdrawals|Lodgements|Amount)$/)
  const filled = moved.filter((cell) => cell !== '' && cell !== '-' && figureOf(cell) !== 0)
  const amount = filled.length === 1 ? figureOf(filled[0] ?? '') : undefined
  const on = dayOf(day)
  if (on === undefined || !amount || balance === undefined || !['DR', 'CR', undefined].includes(side)) return undefined
  return { on, who, size: Math.abs(amount), balance }
}

function dayOf(cell: string): string | undefined {
  const bare = cell.trim().replace(/ [\d:]+:[\d:]*$/, '')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare)
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(bare)
  const named = /^(\d{1,2})-?([A-Za-z]{3})-?(\d{4}|\d{2})$/.exec(bare)
  const yearFirst = /^(\d{4}) ([A-Za-z]{3}) (\d{1,2})$/.exec(bare)
  const month = (name = '') => String(months.findIndex((each) => each.toLowerCase() === name.toLowerCase()) + 1)
  const [year, which, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : slashes
      ? [slashes[3], slashes[2], slashes[1]]
      : named
        ? [named[3], month(named[2]), named[1]]
        : [yearFirst?.[1], month(yearFirst?.[2]), yearFirst?.[3]]
  if (year === undefined || which === undefined || day === undefined) return undefined
  const full = year.length === 2 ? `${Number(year) > 30 ? 19 : 20}${year}` : year
  const found = `${full}-${which.padStart(2, '0')}-${day.padStart(2, '0')}`
  const real = new Date(`${found}T00:00:00Z`)
  return Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== found ? undefined : found
}

/** 1,234.50 with one sign on whichever side; undefined for what two people may read in two ways. */
function figureOf(cell: string): number | undefined {
  const [, open, minus, digits = '', behind, close, side] =
    /^(\()?(-)?₦?(\d{1,3}(?:[, ]\d{3})*(?:\.\d{1,2}0*)?|\d+(?:\.\d{1,2}0*)?)(-)?(\))?( DR| CR)?$/.exec(cell) ?? []
  if (digits === '' || /^[1-9]\d{0,2}\.\d{3}$/.test(digits) || (open === undefined) !== (close === undefined))
    return undefined
  const kobo = Math.round(Number(digits.replaceAll(/[, ]/g, '')) * 100)
  return (open ?? minus ?? behind ?? (side === ' DR' || undefined)) ? -kobo : kobo
}

const kinds = {
  'row lost': ({ rows, row }) => rows.splice(row, 1),
  'row twice': ({ rows, row }) => rows.splice(row, 0, [...(rows[row] ?? [])]),
  'rows swapped': ({ rows, row, other }) => {
    const [one = [], two = []] = [rows[row], rows[other]]
    rows[row] = two
    rows[other] = one
  },
  'cell emptied': ({ rows, row, cell }) => change(rows, row, cell, () => ''),
  'digit changed': ({ rows, row, cell, at }) =>
    change(rows, row, cell, (text) => digitAt(text, at, (digit) => String((Number(digit) + 1 + (at % 8)) % 10))),
  'digit lost': ({ rows, row, cell, at }) => change(rows, row, cell, (text) => digitAt(text, at, () => '')),
  'digit twice': ({ rows, row, cell, at }) =>
    change(rows, row, cell, (text) => digitAt(text, at, (digit) => digit + digit)),
  'cells swapped': ({ rows, row, cell, at }) => {
    const cells = rows[row] ?? []
    const second = (cell + 1 + (at % (cells.length - 1))) % cells.length
    ;[cells[cell], cells[second]] = [cells[second] ?? '', cells[cell] ?? '']
  },
  'European amount': ({ rows, row, cell }) =>
    change(rows, row, cell, (text) => text.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))),
  'European amounts': ({ rows }) => {
    for (const [index, cells] of rows.entries())
      rows[index] = cells.map((text, cell) =>
        cell < 2 ? text : text.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
      )
  },
  exponent: ({ rows, row, cell }) =>
    change(rows, row, cell, (text) => {
      const figure = figureOf(text)
      return figure === undefined ? text : (figure / 100).toExponential(3).toUpperCase()
    }),
  'sign turned': ({ rows, row, cell }) =>
    change(rows, row, cell, (text) => {
      const figure = figureOf(text)
      return figure === undefined || figure < 0 ? text.replaceAll(/[-()]|DR/g, '') : `-${text}`
    }),
  'text in a figure': ({ rows, row, cell, at }) =>
    change(rows, row, cell, (text) => `${text.slice(0, at)}o${text.slice(at)}`),
  'headings swapped': ({ headings }) => {
    if (headings.length === 5) [headings[2], headings[3]] = [headings[3] ?? '', headings[2] ?? '']
  },
  'column lost': ({ rows, headings, cell }) => {
    for (const cells of [headings, ...rows]) cells.splice(cell, 1)
  },
  'columns moved': ({ rows, headings, cell }) => {
    for (const cells of [headings, ...rows]) cells.push(...cells.splice(cell, 1))
  },
  'total in the middle': ({ rows, row, headings }) =>
    rows.splice(
      row,
      0,
      headings.map((_, cell) => (cell === 1 ? 'Total' : cell > 1 ? '1.00' : '')),
    ),
} satisfies Record<
  string,
  (given: { rows: Grid; headings: string[]; row: number; other: number; cell: number; at: number }) => void
>

function change(rows: Grid, row: number, cell: number, by: (text: string) => string): void {
  const cells = rows[row]
  if (cells) cells[cell] = by(cells[cell] ?? '')
}

function digitAt(text: string, at: number, by: (digit: string) => string): string {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const place = places[at % Math.max(places.length, 1)]
  return place === undefined ? text : text.slice(0, place) + by(text[place] ?? '') + text.slice(place + 1)
}

/** Why a file was read wrong; undefined where it was read right. */
function whyWrong(
  { lines, leftOut }: Awaited<ReturnType<typeof read>>,
  { rows, headings, before }: { rows: Grid; headings: string[]; before: number },
): string | undefined {
  const out = new Set(leftOut.map(({ row }) => row))
  const said = rows.flatMap((cells, index) => {
    const meaning = meaningOf(cells, headings)
    return out.has(before + index + 1) ? [] : [meaning]
  })
  const lost = rows.filter((cells, index) => meaningOf(cells, headings) && out.has(before + index + 1))
  if (lost.length > 0) return `left out: ${JSON.stringify(lost)}`
  const key = (parts: unknown[]) => JSON.stringify(parts)
  const wanted = said.map((line) => key([line?.on, line?.who, line?.size, line?.balance])).toSorted()
  const found = lines
    .map(({ on, narration: who, amount, balance }) => key([on, who, Math.abs(Number(amount)), Number(balance)]))
    .toSorted()
  if (key(wanted) !== key(found)) return `${found.join()} for ${wanted.join()}`
  for (const [index, { on, amount, balance }] of lines.entries()) {
    const last = lines[index - 1]
    if (!last) continue
    if (last.balance + amount !== balance) return `the balance does not follow at ${key([on, Number(balance)])}`
    if (Math.abs(Date.parse(on) - Date.parse(last.on)) > 366 * 86_400_000) return `${on} is years away`
  }
  return undefined
}

test(`a file in which something is wrong is read right or refused, never read wrong`, async () => {
  const outcomes = new Map<string, { read: number; refused: number }>()
  await fc.assert(
    fc.asyncProperty(
      written,
      fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
      fc.record({ row: fc.nat(20), other: fc.nat(20), cell: fc.nat(6), at: fc.nat(12) }),
      async ({ lines, as }, kind, { row, other, cell, at }) => {
        const rows = ordered(lines, as.order).map((line) => rowOf(as, line))
        const headings = [...as.headings]
        kinds[kind]({
          rows,
          headings,
          row: row % rows.length,
          other: other % rows.length,
          cell: cell % headings.length,
          at,
        })
        const counted = outcomes.get(kind) ?? { read: 0, refused: 0 }
        outcomes.set(kind, counted)
        const [above, below] = kind.startsWith('column') ? [[], []] : endsOf(as, lines)
        const foot = kind.startsWith('column') ? [] : footOf(as, lines)
        const file = Buffer.from(text([...as.titles, headings, ...above, ...rows, ...below, ...foot], ','))
        const found = await read(file).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        })
        counted[found ? 'read' : 'refused'] += 1
        const wrong = found && whyWrong(found, { rows, headings, before: as.titles.length + 1 + above.length })
        const [first, last] = [lines[0], lines.at(-1)]
        const ends = [(first?.after ?? 0) - (first?.moved ?? 0), last?.after ?? 0]
        const areEndsWrong =
          found && above.length > 0 && (Number(found.opening) !== ends[0] || Number(found.closing) !== ends[1])
        expect(areEndsWrong, `${kind}\n${file.toString()}`).not.toBe(true)
        expect(wrong, `${kind}\n${file.toString()}`).toBeUndefined()
      },
    ),
    { numRuns: atSize(1000, 10_000) },
  )
  expect([...outcomes.keys()].toSorted()).toEqual(Object.keys(kinds).toSorted())
})

test('a file with its months first is asked about, unless its days make as much sense the other way', async () => {
  await fc.assert(
    fc.asyncProperty(written, async ({ lines, as }) => {
      const american = { ...as, day: (on: string) => `${on.slice(5, 7)}/${on.slice(8)}/${on.slice(0, 4)}` }
      const rows = ordered(lines, as.order).map((line) => rowOf(american, line))
      const found = await read(Buffer.from(text([...as.titles, as.headings, ...rows], ','))).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
      if (!found) return
      const taken = found.lines.map(({ on }) => on)
      const isRight = taken.join() === lines.map(({ on }) => on).join()
      const count = (of: (on: string) => string, all: string[]) => new Set(all.map(of)).size
      const month = (on: string) => on.slice(0, 7)
      const days = lines.map(({ on }) => on)
      const isMonthly = count((on) => on.slice(8), taken) === 1 && count(month, taken) > 2 && count(month, days) === 1
      const isSense = taken.join() === taken.toSorted().join() && !isMonthly
      expect(isRight || isSense, `${taken.join()} for ${lines.map(({ on }) => on).join()}`).toBe(true)
    }),
    { numRuns: atSize(300, 3000) },
  )
})
