import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import type { BankLineId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { type Answer, knownLines, type StoredLine } from './known-lines.ts'

const first = '2026-03-02' as Day
type Line = {
  on: Day
  narration: string
  amount: ReturnType<typeof kobo>
  balance: ReturnType<typeof kobo>
  reference?: string | null | undefined
}

/** Movements from 1,000 on, as [day, amount]. */
function history(moves: readonly (readonly [number, number])[], narration = (place: number) => `TRF ${place}`): Line[] {
  let balance = 1000
  return moves.map(([day, amount], place) => {
    balance += amount
    return {
      on: addDays(first, day),
      narration: narration(place),
      amount: kobo(BigInt(amount)),
      balance: kobo(BigInt(balance)),
    }
  })
}

/** As a format with the balance at the end alone has them, the lines of a day in another order. */
function shuffled(lines: readonly Line[], seed: number): Line[] {
  const byDay = [...Map.groupBy(lines, ({ on }) => on).values()]
  const mixed = byDay.flatMap((day) => {
    const turned = [...day.slice(seed % day.length), ...day.slice(0, seed % day.length)]
    return seed % 2 === 0 ? turned : turned.toReversed()
  })
  const [from] = lines
  let balance = (from?.balance ?? 0n) - (from?.amount ?? 0n)
  return mixed.map((line) => {
    balance += line.amount
    return { ...line, balance: kobo(balance) }
  })
}

/** What is stored, and files that come one after another; answers how many of their lines were known and how many new. `is` is what a person says of each line that may be either. */
function account(is?: Answer['is']) {
  const stored: StoredLine[] = []
  const read = (lines: readonly Line[], isBalanceAtEnd: boolean, answers: readonly Answer[]) => {
    const [from, to] = [lines[0]?.on ?? first, lines.at(-1)?.on ?? first]
    const days = new Set(lines.map(({ on }) => on))
    const there = stored.filter(({ on }) => days.has(on) || (on > addDays(from, -8) && on < addDays(to, 8)))
    return knownLines(there, lines, isBalanceAtEnd, answers)
  }
  const upload = (lines: readonly Line[], isBalanceAtEnd = false, said: readonly Answer[] = []) => {
    const answers = [...said]
    let found = read(lines, isBalanceAtEnd, answers)
    const open = () => found.doubts.filter(({ answer }) => answer === undefined)
    while (is && open().length > 0 && found.unused.length === 0) {
      for (const { place, stored: [one, ...others] } of open()) {
        answers.push({ place, lineId: one?.lineId ?? null, is })
        if (is === 'fresh') answers.push(...others.map(({ lineId }) => ({ place, lineId, is })))
      }
      found = read(lines, isBalanceAtEnd, answers)
    } // prettier-ignore
    if (open().length > 0 || found.unused.length > 0) return 'unclear'
    const { known, fresh, moved, gone } = found
    const statementId = `${stored.length}`
    const own = { statementId, from: lines[0]?.on ?? first, to: lines.at(-1)?.on ?? first, isBalanceAtEnd }
    for (const { there: old, line } of moved)
      Object.assign(old, { ...own, on: line.on, balance: line.balance, place: line.place, nth: line.nth })
    for (const each of gone) each.isGone = true
    for (const each of found.back) each.isGone = false
    for (const line of fresh)
      stored.push({ ...line, ...own, lineId: `${stored.length}` as BankLineId, isGone: false, isMissing: false })
    const keys = stored.map((line) => `${keyOf(line)} ${line.nth}`)
    if (new Set(keys).size < keys.length) throw new Error('A line is stored twice')
    return [known.size, fresh.length] as const
  }
  return { stored, read, upload }
}

const keyOf = ({ on, amount, balance }: Line) => `${on} ${amount} ${balance}`

describe('a line of a bank', () => {
  test('that came in another order is known', () => {
    const lines = history([[0, 500], [1, 200], [1, -300], [2, 50]]) // prettier-ignore
    const bank = account()
    expect(bank.upload(lines)).toEqual([0, 4])
    expect(bank.upload(shuffled(lines, 1), true)).toEqual([4, 0])
    const other = account()
    expect(other.upload(shuffled(lines, 1), true)).toEqual([0, 4])
    expect(other.upload(lines)).toEqual([4, 0])
  })

  test('that comes again after it was taken back is another', () => {
    const lines = history([[0, 500], [0, -500], [0, 500], [1, 70]]) // prettier-ignore
    const bank = account()
    expect(bank.upload(lines.slice(0, 2))).toEqual([0, 2])
    expect(bank.upload(lines.slice(2))).toEqual([0, 2])
    expect(bank.stored.map(({ amount }) => Number(amount))).toEqual([500, -500, 500, 70])
    expect(bank.upload(lines)).toEqual([4, 0])
  })

  test('that may be either is asked about, and whole days decide', () => {
    const lines = history([[0, 70], [1, 500], [1, -500], [1, 500], [2, 70]], () => 'TRF') // prettier-ignore
    const bank = account()
    expect(bank.upload(lines.slice(1, 3))).toEqual([0, 2])
    // It may be the first line of the day, or what came after it was taken back.
    expect(bank.upload(lines.slice(3, 4))).toBe('unclear')
    expect(bank.upload(lines)).toEqual([2, 3])
  })

  test('that was valued back is another than one of the same day and amount with another balance', () => {
    const at = (day: number, amount: number, balance: number) => ({
      on: addDays(first, day),
      narration: `NIP ${balance}`,
      amount: kobo(BigInt(amount)),
      balance: kobo(BigInt(balance)),
    })
    const bank = account()
    expect(bank.upload([at(0, 5000, 105_000), at(1, 100, 105_100), at(0, 6000, 111_100)])).toEqual([0, 3])
    expect(bank.upload([at(0, 6000, 111_100), at(2, 900, 112_000), at(0, 5000, 117_000)])).toEqual([1, 2])
    expect(bank.stored.map(({ balance }) => Number(balance))).toEqual([105_000, 105_100, 111_100, 112_000, 117_000])
  })

  test('of a day that came in pieces is another than one of the same amount in a piece between', () => {
    const lines = history([[0, 10_000], [1, 5000], [1, 10_000], [1, 5000], [1, 10_000], [2, 1000]]) // prettier-ignore
    const bank = account()
    expect(bank.upload(lines.slice(4, 5))).toEqual([0, 1])
    expect(bank.upload(lines.slice(0, 2))).toEqual([0, 2])
    expect(bank.upload(lines.slice(3))).toEqual([1, 2])
  })

  test('that may be before or behind what is stored is asked about: its balance would be a guess', () => {
    const lines = history([[1, 5], [1, 5], [1, -5], [1, -8], [1, -5], [1, -5], [1, 5]], () => 'TRF') // prettier-ignore
    const bank = account()
    expect(bank.upload(shuffled(lines.slice(3), 5), true)).toEqual([0, 4])
    expect(bank.upload(lines.slice(2, 6))).toBe('unclear')
    expect(bank.upload(lines.slice(0, 6))).toBe('unclear')
  })

  test('is here no more often than it is stored, whatever is said', () => {
    const lines = history([[0, 500], [0, -500], [0, 70], [1, 5]]) // prettier-ignore
    const bank = account()
    bank.upload(lines.slice(0, 2), true)
    const twice = [...lines.slice(0, 2), ...lines.slice(0, 2)].map((line, place) => ({ ...line, balance: kobo(place % 2 === 0 ? 1570n : 1070n) })) // prettier-ignore
    const said = twice.map((_, place) => ({ place, lineId: null, is: 'known' as const }))
    const { doubts, unused } = knownLines(bank.stored, twice, true, said)
    expect(doubts.map(({ answer }) => answer)).toEqual(['known', 'known', undefined, undefined])
    // What was said beyond that is lost no more silently than it is believed.
    expect(unused).toEqual(said.slice(2))
  })

  test('in the same file once more is known, whatever the file repeats', () => {
    const lines = history([[0, 500], [0, -500], [0, 500], [0, -500]]) // prettier-ignore
    const bank = account()
    bank.upload(lines)
    expect(bank.upload(lines)).toEqual([4, 0])
  })

  test('of a day with thousands, half of them in each file', () => {
    const lines = history(Array.from({ length: 6000 }, (_, place) => [0, place % 7 === 3 ? -90 : 60] as const))
    const bank = account()
    expect(bank.upload(lines.slice(0, 4000))).toEqual([0, 4000])
    expect(bank.upload(lines.slice(2000))).toEqual([2000, 2000])
  })
})

test('a line that was valued back moves the balances after it: whole days stay known, and of the last it is asked', () => {
  const month = history([[0, 100], [1, 500], [2, 30]], (place) => `TRF ${place}`) // prettier-ignore
  const later = history([[0, 100], [0, -10], [1, 500], [2, 30], [3, 8]]) // prettier-ignore
  const read = later.map((line) => ({ ...line, narration: `TRF ${[100, 500, 30].indexOf(Number(line.amount))}` }))
  // Also where another format words them in another way.
  for (const lines of [read, later.map((line, place) => ({ ...line, narration: `NIP/${place}` }))]) {
    const bank = account()
    bank.upload(month)
    expect(bank.upload(lines.slice(0, 4))).toBe('unclear')
    expect(bank.upload(lines)).toEqual([3, 2])
  }
})

describe('a line that the bank has moved to another day', () => {
  const moves = (moved: number) => history([[0, 100], [1, 50], [1, 20], [moved, 70], [4, 5], [6, 9]].toSorted(([a = 0], [b = 0]) => a - b) as [number, number][], (place) => `N ${place}`) // prettier-ignore
  /** The same with narrations by amount. */
  const named = (lines: Line[]) => lines.map((line) => ({ ...line, narration: `TRF ${line.amount}` }))
  const [before, after] = [named(moves(1)), named(moves(3))]

  // Remedy: statement_line_moved
  test.each([
    ['in a file with balances', before, after, false],
    ['in one whose balance is at the end alone', before, after, true],
    ['back to an earlier day', after, before, false],
    ['with the only line of its day', after, named(moves(2)), false],
    ['from the day with which both files begin', named(moves(0)), after, false],
    ['from the day with which both files end', named(moves(6)), after, false],
    ['in a file that words its lines in another way', before, after.map((line) => ({ ...line, narration: 'NIP' })), false], // prettier-ignore
  ])('is asked about, %s, and is one line or two as a person says', (_, one, other, isBalanceAtEnd) => {
    const upload = (answer?: Answer['is']) => {
      const bank = account(answer)
      expect(bank.upload(one, isBalanceAtEnd)).toEqual([0, 6])
      return { bank, outcome: bank.upload(other, isBalanceAtEnd) }
    }
    expect(upload().outcome).toBe('unclear')
    const { bank, outcome } = upload('known')
    expect(outcome).toEqual([6, 0])
    const told = (lines: readonly Line[]) => lines.map(({ on, amount }) => `${on} ${amount}`).toSorted()
    expect(told(bank.stored)).toEqual(told(other))
    const two = upload('fresh')
    expect(two.outcome).toEqual([5, 1])
    // Later files are understood without another word.
    for (const { stored } of [bank, two.bank]) {
      const later = account()
      later.stored.push(...stored)
      expect(later.upload(other, isBalanceAtEnd)).toEqual([6, 0])
      const longer = [...other, { ...other[5]!, on: addDays(first, 8), amount: kobo(70n), balance: kobo((other[5]?.balance ?? 0n) + 70n) }] // prettier-ignore
      expect(later.upload(longer, isBalanceAtEnd)).toEqual([6, 1])
    }
  })

  test('over the edge of a file is asked about where the file does not begin or end with what is stored beside it', () => {
    for (const [stored, file] of [
      [before, after.slice(3)],
      [after, named(moves(5)).slice(3)],
      [after, named(moves(2)).slice(0, 4)],
      [named(moves(5)), after.slice(0, 4)],
    ] as const) {
      const bank = account()
      bank.upload(stored)
      expect(bank.upload(file)).toBe('unclear')
      const said = account('known')
      said.upload(stored)
      expect(said.upload(file)).toEqual([file.length, 0])
    }
    // One that goes on from a day that came to zero does not begin with anything else.
    const bank = account()
    expect(bank.upload(named(history([[0, 100], [1, 50], [1, -50]])))).toEqual([0, 3]) // prettier-ignore
    expect(bank.upload(named(history([[0, 100], [2, 50], [3, 5]]).slice(1)))).toEqual([0, 2]) // prettier-ignore
  })

  test('before the days of a file stays where it is, where another line is not it', () => {
    const all = history([[0, 1000], [1, -50], [2, -50], [4, 50], [6, -50], [7, 10]], () => 'FEE') // prettier-ignore
    const bank = account('fresh')
    bank.upload(all.slice(0, 3))
    // Without the 50 of the day between, the file begins as if one of the fees had come later.
    expect(bank.upload(all.slice(4))).toEqual([0, 2])
    expect(bank.stored.filter(({ isGone }) => isGone)).toEqual([])
  })

  test('is not asked about where no line has its amount, or only one weeks away with another narration', () => {
    const without = named(history([[0, 100], [1, 50], [1, 20], [4, 5], [6, 9], [20, 70], [30, 1]])) // prettier-ignore
    const bank = account()
    bank.upload(before)
    const later = without.map((line) => ({ ...line, narration: `NIP ${line.amount}` }))
    expect(knownLines(bank.stored, later, false).absent).toMatchObject([{ on: addDays(first, 1), amount: 70n }])
    expect(bank.upload(later)).toEqual([5, 2])
  })

  test('is looked for under its narration or reference before lines of one amount are taken for each other', () => {
    const batch = [[0, 5], [1, 70], [2, 70], [3, 70], [7, 5]] as const // prettier-ignore
    const names = ['OPEN 1', 'ADA 2', 'BOLA 3', 'CHIDI 4', 'END 5']
    const later = batch.map(([day, amount]) => [amount === 70 ? day + 1 : day, amount] as const)
    for (const by of ['narration', 'reference'] as const)
      for (const isBalanceAtEnd of [false, true]) {
        const file = (moves: typeof later) =>
          history(moves, (place) => (by === 'narration' ? (names[place] ?? '') : 'TRF')).map((line, place) => ({
            ...line,
            ...(by === 'reference' && { reference: `N-${names[place]}` }),
          }))
        const bank = account('known')
        expect(bank.upload(file([...batch]), isBalanceAtEnd)).toEqual([0, 5])
        const { doubts } = bank.read(file(later), isBalanceAtEnd, [])
        expect(doubts.map(({ place, stored: [one] }) => [place, one?.[by]])).toEqual([1, 2, 3].map((place) => [place, by === 'narration' ? names[place] : `N-${names[place]}`])) // prettier-ignore
        expect(bank.upload(file(later), isBalanceAtEnd)).toEqual([5, 0])
        const told = (lines: readonly Line[]) => lines.map((line) => `${line.on} ${line[by]}`).toSorted()
        expect(told(bank.stored)).toEqual(told(file(later)))
      }
  })

  test('to a day with another of its amount and narration is the one whose balance is another', () => {
    const bank = account()
    bank.upload(history([[0, 5], [1, 70], [2, 70], [7, 5]], () => 'TRF')) // prettier-ignore
    const { doubts } = bank.read(history([[0, 5], [2, 70], [2, 70], [7, 5]], () => 'TRF'), false, []) // prettier-ignore
    expect(doubts.map(({ place, stored: [one] }) => [place, one?.on])).toEqual([[1, addDays(first, 1)]])
  })

  test('is asked about with each stored line that it may be, the nearest first, and no answer is used for another one', () => {
    const fees = named(history([[0, 100], [1, 70], [2, 70], [4, 5], [9, 5]])) // prettier-ignore
    const other = named(history([[0, 100], [4, 5], [5, 70], [9, 5], [12, 1]])).map((line) => line.amount === 70n ? { ...line, narration: 'NIP' } : line) // prettier-ignore
    const bank = account()
    bank.upload(fees)
    const ask = (...said: Answer[]) => bank.read(other, false, said)
    const [near, far] = [bank.stored[2]!, bank.stored[1]!]
    const days = ({ doubts }: ReturnType<typeof ask>) => doubts.map(({ stored, answer }) => [stored.map(({ on }) => on), answer]) // prettier-ignore
    expect(days(ask())).toEqual([[[near.on, far.on], undefined]])
    const not = (line: StoredLine) => ({ place: 2, lineId: line.lineId, is: 'fresh' as const })
    expect(days(ask(not(near)))).toEqual([[[far.on], undefined]])
    const settled = ask(not(near), not(far))
    expect([days(settled), settled.fresh.length, settled.gone.length]).toEqual([[[[near.on, far.on], 'fresh']], 2, 2])
    const chosen = ask({ ...not(far), is: 'known' })
    expect(chosen.moved.map(({ there }) => there)).toEqual([far])
    expect(chosen.absent).toEqual([near])
    // One line can't be two, and an answer about a line that is not asked about is told.
    for (const unused of [
      { place: 2, lineId: near.lineId, is: 'known' },
      { place: 2, lineId: '77', is: 'fresh' },
      { place: 1, lineId: null, is: 'fresh' },
    ] as Answer[]) {
      // prettier-ignore
      const found = ask({ ...not(far), is: 'known' }, unused)
      expect([found.unused, found.moved.length]).toEqual([[unused], 1])
    }
  })

  test('of thousands of one amount are paired in a moment', () => {
    const rows = (later: number, narration: string) =>
      history([[0, 5], ...Array.from({ length: 4000 }, (_, place) => [1 + Math.floor(place / 800) + later, 70] as const), [40, 5]], (place) => `${narration} ${place}`) // prettier-ignore
    const bank = account()
    bank.upload(rows(0, 'TRF'))
    for (const narration of ['TRF', 'NIP']) {
      const started = Date.now()
      const { doubts } = bank.read(rows(3, narration), false, [])
      expect(doubts.length).toBeGreaterThan(2000)
      expect(Date.now() - started).toBeLessThan(15_000)
    }
  })

  test('and one that is gone is asked about no more, and is here again with a file that has it', () => {
    const without = named(history([[0, 100], [1, 50], [1, 20], [4, 5], [6, 9], [8, 3]])) // prettier-ignore
    const bank = account('fresh')
    bank.upload(before)
    const gone = bank.stored.find(({ amount }) => amount === 70n)!
    expect(bank.read(without, false, []).absent).toEqual([gone])
    gone.isGone = true
    expect(bank.read(without, false, [])).toMatchObject({ absent: [], doubts: [] })
    const again = [...before.slice(0, -1), ...named(history([[6, 9], [6, 8]])).map((line) => ({ ...line, balance: kobo(line.balance + 245n) }))] // prettier-ignore
    bank.upload(again)
    expect(gone.isGone).toBe(false)
  })

  test('is asked about once in weekly files of one month', () => {
    const all = history([[0, 1000], [1, -50], [2, 30], [4, 7], [6, -50], [9, 9], [13, -50], [15, 2], [20, -50], [22, 4]], () => 'FEE') // prettier-ignore
    // The bank had the first fee of the week before its first file.
    const bank = account('fresh')
    bank.upload(all.slice(0, 2).map((line) => ({ ...line })))
    const rest = all.slice(2).map((line) => ({ ...line, balance: kobo(line.balance + 50n) }))
    const asked = [4, 6, 8].map((count) => {
      const found = bank.read(rest.slice(0, count), false, [])
      bank.upload(rest.slice(0, count))
      return found.doubts.length
    })
    expect(asked).toEqual([1, 0, 0])
  })

  test('and every line is in the books once, whichever of them and wherever to', () => {
    const all = fc.array(fc.tuple(fc.nat(1), fc.constantFrom(5, -5, 3, -8, 100)), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(all, fc.nat(8), fc.nat(11), fc.boolean(), fc.nat(9), (each, which, where, isBalanceAtEnd, seed) => {
        let day = 1
        const plain = each.map(([later, amount], place) => [(day += later), amount, `TRF ${place}`] as const)
        const file = (rows: readonly (readonly [number, number, string])[]) => {
          const sorted = [[0, 40, 'A'] as const, ...rows, [day + 2, 40, 'Z'] as const].toSorted(([a], [b]) => a - b)
          return history(sorted.map(([on, amount]) => [on, amount] as const), (place) => sorted[place]?.[2] ?? '') // prettier-ignore
        }
        const place = which % plain.length
        const moved = plain.map((row, at) => (at === place ? ([1 + (where % (day + 1)), row[1], row[2]] as const) : row)) // prettier-ignore
        const bank = account('known')
        const write = (lines: Line[]) => (isBalanceAtEnd ? shuffled(lines, seed) : lines)
        bank.upload(write(file(plain)), isBalanceAtEnd)
        expect(bank.upload(write(file(moved)), isBalanceAtEnd)).toEqual([plain.length + 2, 0])
        const told = (lines: readonly Line[]) => lines.map(({ on, amount, narration }) => `${on} ${amount} ${narration}`).toSorted() // prettier-ignore
        const amounts = (lines: readonly Line[]) => lines.map(({ on, amount }) => `${on} ${amount}`).toSorted()
        // Of lines of one amount it does not matter which was moved.
        const key = new Set(plain.map(([, amount]) => amount)).size === plain.length ? told : amounts
        expect(key(bank.stored)).toEqual(key(file(moved)))
        expect(bank.upload(write(file(moved)), isBalanceAtEnd)).toEqual([plain.length + 2, 0])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the reference of a line', () => {
  /** The same with a reference of each, an empty one for none. */
  const withReferences = (lines: readonly Line[], references: readonly string[]) =>
    lines.map((line, place) => ({ ...line, ...(references[place] && { reference: references[place] }) }))

  test.each([
    ['in a file with balances', false],
    ['in one whose balance is at the end alone', true],
  ])('makes a line and its reversal known, %s', (_, isBalanceAtEnd) => {
    const moves = history([[0, 500], [0, -500], [0, 70], [1, 5]]) // prettier-ignore
    for (const references of [
      ['A-1', 'A-2', 'A-3', 'A-4'],
      ['A-1', 'A-1', 'A-3', 'A-4'],
    ]) {
      const bank = account()
      expect(bank.upload(moves.slice(0, 2), isBalanceAtEnd)).toEqual([0, 2])
      expect(bank.upload(moves, isBalanceAtEnd)).toBe('unclear')
      const other = account()
      const lines = withReferences(moves, references)
      expect(other.upload(lines.slice(0, 2), isBalanceAtEnd)).toEqual([0, 2])
      expect(other.upload(lines, isBalanceAtEnd)).toEqual([2, 2])
    }
  })

  test('makes a line known whatever its balance, after a charge that was valued back', () => {
    const month = history([[0, 100], [1, 500], [2, 30]]) // prettier-ignore
    const later = history([[0, 100], [0, -10], [1, 500], [2, 30]]) // prettier-ignore
    for (const isBalanceAtEnd of [false, true]) {
      const bank = account()
      bank.upload(withReferences(month, ['A-1', 'A-2', 'A-3']), isBalanceAtEnd)
      expect(bank.upload(withReferences(later, ['A-1', 'A-9', 'A-2', 'A-3']), isBalanceAtEnd)).toEqual([3, 1])
    }
  })

  test('makes no line another one: of a day that is alike all are known under whatever references', () => {
    const lines = history([[0, 100], [1, 500], [2, 30]]) // prettier-ignore
    for (const isBalanceAtEnd of [false, true]) {
      const bank = account()
      bank.upload(withReferences(lines, ['A-1', '0000132603021234', 'A-3']), isBalanceAtEnd)
      expect(bank.upload(withReferences(lines, ['A-1', '132603021239', 'A-3']), isBalanceAtEnd)).toEqual([3, 0])
    }
  })

  test('is no line of another day: a standing order, and what was taken back and came again, under one reference', () => {
    const weekly = withReferences(history([[0, 100], [7, -100], [7, 100], [14, -100]]), ['STO-1', 'STO-2', 'STO-1', 'STO-2']) // prettier-ignore
    for (const isBalanceAtEnd of [false, true]) {
      const bank = account()
      expect(bank.upload(weekly.slice(0, 1), isBalanceAtEnd)).toEqual([0, 1])
      expect(bank.upload(weekly.slice(1), isBalanceAtEnd)).toEqual([0, 3])
      expect(bank.upload(weekly, isBalanceAtEnd)).toEqual([4, 0])
    }
  })

  test('that changes with each download leaves a day to be asked about that amounts leave open', () => {
    const whole = history([[0, 500], [0, -500], [0, 70], [1, 5]]) // prettier-ignore
    const bank = account()
    bank.upload(withReferences(whole.slice(0, 2), ['X-1', 'X-2']), true)
    expect(bank.upload(withReferences(whole, ['Y-1', 'Y-2', 'Y-3', 'Y-4']), true)).toBe('unclear')
  })

  test('says nothing where the bank writes others in each download', () => {
    const lines = history([[0, 500], [0, -500], [1, 70], [1, 20]]) // prettier-ignore
    const bank = account()
    bank.upload(withReferences(lines, ['X-1', 'X-2', 'X-3', 'X-4']), true)
    expect(bank.upload(withReferences(lines, ['Y-1', 'Y-2', 'Y-3', 'Y-4']), true)).toEqual([4, 0])
  })

  test.each([
    ['the same of all lines', (place: number) => (place < 0 ? '' : 'NIP-7781')],
    ['zeros', () => '000000'],
    ['the number of its row', (place: number) => `${place + 1}`],
  ])('says nothing where it is %s', (_, reference) => {
    const whole = history([[0, 500], [0, -500], [0, 500], [0, 70]], () => 'TRF') // prettier-ignore
    const lines = withReferences(whole, [...whole.keys()].map(reference))
    const bank = account()
    bank.upload(lines.slice(0, 2), false)
    expect(bank.upload(withReferences(whole.slice(2), [...whole.keys()].map(reference)), false)).not.toEqual([1, 1]) // prettier-ignore
  })
})

describe('one day at noon and again in the evening', () => {
  const day = fc.array(fc.constantFrom(5, -5, 3, -8, 100), { minLength: 2, maxLength: 9 })

  test.each([
    ['with balances', false],
    ['with the balance at the end alone', true],
  ])('adds what is new and repeats nothing, %s, by the references', (_, isBalanceAtEnd) => {
    fc.assert(
      fc.property(day, fc.nat(8), fc.nat(20), (amounts, until, seed) => {
        const lines = history(amounts.map((amount) => [0, amount] as const), () => 'TRF').map((line, place) => ({ ...line, reference: `N-${place + 1}` })) // prettier-ignore
        const noon = lines.slice(0, 1 + (until % lines.length))
        const bank = account()
        bank.upload(isBalanceAtEnd ? shuffled(noon, seed) : noon, isBalanceAtEnd)
        const evening = bank.upload(isBalanceAtEnd ? shuffled(lines, seed + 1) : lines, isBalanceAtEnd)
        expect(evening).toEqual([noon.length, lines.length - noon.length])
      }),
    )
  })

  test('needs none where the balance decides', () => {
    const lines = history([[0, 500], [0, -20], [0, 70], [0, -20]], () => 'TRF') // prettier-ignore
    for (const isBalanceAtEnd of [false, true]) {
      const bank = account()
      bank.upload(lines.slice(0, 2), isBalanceAtEnd)
      expect(bank.upload(lines, isBalanceAtEnd)).toEqual([2, 2])
    }
  })
})

describe('overlapping files of one account', () => {
  const moves = fc.array(
    fc.tuple(fc.constantFrom(0, 0, 0, 1), fc.constantFrom(5, -5, 5, -5, 3, -8, 100)),
    { minLength: 1, maxLength: 14 }, // prettier-ignore
  )
  const file = fc.record({ from: fc.nat(14), to: fc.nat(14), seed: fc.nat(20), isBalanceAtEnd: fc.boolean() })
  const told = (each: readonly Line[]) =>
    each.map(({ on, amount, narration }) => `${on} ${amount} ${narration}`).toSorted()

  test.each([
    ['each with a narration of its own', (place: number) => `TRF ${place}`],
    ['all with one narration', () => 'TRF'],
  ])('end in exactly what happened or are asked about, and whole days are always clear, %s', (_, narration) => {
    fc.assert(
      fc.property(moves, fc.array(file, { minLength: 2, maxLength: 6 }), fc.nat(20), (all, files, mixed) => {
        let day = 1
        const moved = all.map(([later, amount]) => [(day += later), amount] as const)
        const whole = history([[0, 40], ...moved, [day + 1, 40]], narration)
        const lines = whole.slice(1, -1)
        const bank = account()
        let [start, end] = [-1, -1]
        for (const { from, to, seed, isBalanceAtEnd } of files) {
          const [one, other] = [Math.min(from, to), Math.min(lines.length, Math.max(from, to) + 1)]
          // No file leaves out what is between it and what is stored.
          const [low, high] = start === -1 ? [one, other] : [Math.min(one, end), Math.max(other, start)]
          if (low >= high) continue
          const read = lines.slice(low, high)
          const outcome = bank.upload(isBalanceAtEnd ? shuffled(read, seed) : read, isBalanceAtEnd)
          // What looks like the same file once more is refused, as what is unclear is.
          if (outcome === 'unclear' || outcome[1] === 0) continue
          ;[start, end] = start === -1 ? [low, high] : [Math.min(start, low), Math.max(end, high)]
          expect(told(bank.stored)).toEqual(told(lines.slice(start, end)))
        }
        const isBalanceAtEnd = mixed % 3 === 0
        const outcome = bank.upload(isBalanceAtEnd ? shuffled(whole, mixed) : whole, isBalanceAtEnd)
        expect(outcome).toEqual([end - start, whole.length - (end - start)])
        expect(told(bank.stored)).toEqual(told(whole))
      }),
      { numRuns: 1500 },
    )
  })

  test.each([
    ['each with its own', 'own'],
    ['some without one, some of a line and its charge or reversal', 'shared'],
    ['one and the same of all', 'same'],
  ])('end in exactly what happened by their references, %s', (_, kind) => {
    const shape = fc.record({
      all: moves,
      files: fc.array(file, { minLength: 2, maxLength: 6 }),
      dice: fc.array(fc.nat(5), { minLength: 14, maxLength: 14 }),
      mixed: fc.nat(20),
    })
    // Which of two lines that differ in the reference alone is new does not matter.
    const toldOf = (each: readonly Line[]) =>
      kind === 'own' ? each.map((line) => `${told([line]).join()} ${line.reference}`).toSorted() : told(each)
    fc.assert(
      fc.property(shape, ({ all, files, dice, mixed }) => {
        let day = 1
        const moved = all.map(([later, amount]) => [(day += later), amount] as const)
        const plain = history([[0, 40], ...moved, [day + 1, 40]], kind === 'own' ? undefined : () => 'TRF')
        let group: Line[] = []
        const whole = plain.map((line, place): Line => {
          const isWith = dice[place] === 0 && group[0]?.on === line.on && !group.some(({ amount }) => amount === line.amount) // prettier-ignore
          if (kind === 'same') return { ...line, reference: 'NIP-7781' }
          const reference = (kind === 'shared' && isWith && group[0]?.reference) || `NIP-${place + 1}`
          group = [...(isWith ? group : []), { ...line, reference }]
          return kind === 'shared' && dice[place] === 1 ? line : { ...line, reference }
        })
        const lines = whole.slice(1, -1)
        const bank = account()
        const upload = (read: Line[], seed: number, isBalanceAtEnd: boolean) =>
          bank.upload(isBalanceAtEnd ? shuffled(read, seed) : read, isBalanceAtEnd)
        let [start, end] = [-1, -1]
        for (const { from, to, seed, isBalanceAtEnd } of files) {
          const [one, other] = [Math.min(from, to), Math.min(lines.length, Math.max(from, to) + 1)]
          const [low, high] = start === -1 ? [one, other] : [Math.min(one, end), Math.max(other, start)]
          if (low >= high) continue
          const outcome = upload(lines.slice(low, high), seed, isBalanceAtEnd)
          if (outcome === 'unclear' || (kind !== 'own' && outcome[1] === 0)) continue
          ;[start, end] = start === -1 ? [low, high] : [Math.min(start, low), Math.max(end, high)]
          expect(toldOf(bank.stored)).toEqual(toldOf(lines.slice(start, end)))
        }
        expect(upload(whole, mixed, mixed % 3 === 0)).toEqual([end - start, whole.length - (end - start)])
        expect(toldOf(bank.stored)).toEqual(toldOf(whole))
      }),
      { numRuns: 1500 },
    )
  })

  const growing = fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 1), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 14,
  })

  test.each([
    ['are clear where no day comes back to a balance that it had', false],
    ['lose no line and bring none twice where lines are missing between them', true],
  ])('%s', (_, hasGaps) => {
    fc.assert(
      fc.property(growing, fc.array(file, { minLength: 2, maxLength: 6 }), (all, files) => {
        let day = 0
        const lines = history(all.map(([later, amount]) => [(day += later), amount] as const))
        const bank = account()
        const seen = new Set<number>()
        for (const { from, to } of files) {
          const places = [...lines.keys()].slice(Math.min(from, to), Math.max(from, to) + 1)
          if (places.length === 0) continue
          if (!hasGaps && seen.size > 0 && !places.some((place) => seen.has(place))) continue
          const added = places.filter((place) => !seen.has(place)).length
          const outcome = bank.upload(places.flatMap((place) => lines[place] ?? []))
          if (hasGaps && outcome === 'unclear') continue
          expect(outcome).toEqual([places.length - added, added])
          for (const place of places) seen.add(place)
        }
      }),
      { numRuns: 1500 },
    )
  })
})

describe('with an officer who says what is so', () => {
  type Moved = { id: number; day: number; amount: number; narration: string }
  type Own = Line & { id: number }
  const words = ['TRF', 'CASH DEP', 'NIP']
  const linesOf = (moves: readonly Moved[]): Own[] => {
    const sorted = moves.toSorted((one, other) => one.day - other.day || one.id - other.id)
    const lines = history(sorted.map(({ day, amount }) => [day, amount] as const), (place) => sorted[place]?.narration ?? '') // prettier-ignore
    return lines.map((line, place) => ({ ...line, id: sorted[place]?.id ?? -1 }))
  }
  const told = (lines: readonly Line[]) => lines.map(({ on, amount }) => `${on} ${amount}`).toSorted()

  /** Reads a file and answers what is asked, one row after another. A stored line that is on its day under other words is the one that the bank has there now. */
  function officer(bank: ReturnType<typeof account>) {
    const ids = new Map<BankLineId, number>()
    return (file: readonly Own[], all: readonly Own[], isBalanceAtEnd: boolean) => {
      const answers: Answer[] = []
      for (let round = 0; ; round += 1) {
        const { doubts, unused } = bank.read(file, isBalanceAtEnd, answers)
        if (unused.length > 0 || round > 99) throw new Error('An answer is not used')
        const doubt = doubts.find(({ answer }) => answer === undefined)
        if (!doubt) break
        const { place, stored } = doubt
        const id = file[place]?.id
        const isHere = bank.stored.some((line) => !line.isGone && ids.get(line.lineId) === id)
        if (stored.length === 0) answers.push({ place, lineId: null, is: isHere ? 'known' : 'fresh' })
        const same = stored.find(({ lineId }) => ids.get(lineId) === id)
        for (const { lineId } of same ? [same] : stored) answers.push({ place, lineId, is: same ? 'known' : 'fresh' })
      }
      const before = bank.stored.length
      const outcome = bank.upload(file, isBalanceAtEnd, answers)
      for (const { lineId, place } of bank.stored.slice(before)) ids.set(lineId, file[place - 1]?.id ?? -1)
      for (const [key, here] of Map.groupBy(
        bank.stored.filter(({ isGone }) => !isGone),
        ({ on, amount }) => `${on} ${amount}`,
      )) {
        const left = new Set(all.filter(({ on, amount }) => `${on} ${amount}` === key).map(({ id }) => id))
        const other = here.filter(({ lineId }) => !left.delete(ids.get(lineId) ?? -1))
        for (const line of other) {
          const [id] = left
          if (id === undefined) continue
          left.delete(id)
          ids.set(line.lineId, id)
        }
      }
      return outcome
    }
  }

  const shape = fc.record({
    moves: fc.array(fc.tuple(fc.constantFrom(0, 0, 1, 1, 2), fc.constantFrom(70, 70, 70, 50, 20), fc.nat(2)), { minLength: 2, maxLength: 10 }),
    files: fc.array(fc.record({ from: fc.nat(11), to: fc.nat(11), reworded: fc.array(fc.nat(4), { minLength: 12, maxLength: 12 }), isBalanceAtEnd: fc.constantFrom(false, false, true), moved: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -3, max: 3 })), { maxLength: 2 }) }), { minLength: 2, maxLength: 5 }),
  }) // prettier-ignore
  type Shape = typeof shape extends fc.Arbitrary<infer Each> ? Each : never

  const movesOf = ({ moves }: Shape): Moved[] => {
    let day = 6
    const all = moves.map(([later, amount, word], id) => ({ id, day: (day += later), amount, narration: words[word] ?? '' })) // prettier-ignore
    return [{ id: 90, day: 0, amount: 5, narration: 'OPEN' }, ...all, { id: 91, day: day + 6, amount: 9, narration: 'END' }] // prettier-ignore
  }
  const inOtherWords = (moves: readonly Moved[], reworded: readonly number[]) =>
    moves.map((move, place) => ({ ...move, narration: words[reworded[place] ?? 9] ?? move.narration }))

  test('every line is stored once, whatever words the bank has for it', () => {
    fc.assert(
      fc.property(shape, (given) => {
        const bank = account()
        const read = officer(bank)
        const moves = movesOf(given)
        let [start, end] = [-1, -1]
        for (const { from, to, reworded, isBalanceAtEnd } of given.files) {
          const all = linesOf(inOtherWords(moves, reworded))
          const [one, other] = [Math.min(from, to, all.length - 1), Math.min(all.length, Math.max(from, to) + 1)]
          const [low, high] = start === -1 ? [one, other] : [Math.min(one, end), Math.max(other, start)]
          if (low >= high) continue
          read(all.slice(low, high), all, isBalanceAtEnd)
          ;[start, end] = start === -1 ? [low, high] : [Math.min(start, low), Math.max(end, high)]
          expect(told(bank.stored.filter(({ isGone }) => !isGone))).toEqual(told(all.slice(start, end)))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('what is stored comes to what the bank has, whichever lines it moves', () => {
    fc.assert(
      fc.property(shape, (given) => {
        const bank = account()
        const read = officer(bank)
        let moves = movesOf(given)
        const last = moves.at(-1)?.day ?? 0
        for (const { reworded, isBalanceAtEnd, moved } of given.files) {
          for (const [which, days] of new Map(moved))
            moves = moves.map((move) => move.id === which ? { ...move, day: Math.min(last - 1, Math.max(1, move.day + days)) } : move) // prettier-ignore
          const all = linesOf(inOtherWords(moves, reworded))
          read(all, all, isBalanceAtEnd)
          expect(told(bank.stored.filter(({ isGone }) => !isGone))).toEqual(told(all))
          // What the bank moves next to one that is gone, in its words, would open it again.
          if (bank.stored.some(({ isGone }) => isGone)) return
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a line that is gone', () => {
  const [a, b] = [
    [[0, 100, 'O'], [1, 20, 'A'], [1, 50, 'X'], [3, 7, 'B'], [6, 9, 'C']],
    [[0, 100, 'O'], [1, 20, 'A'], [3, 7, 'B'], [6, 9, 'C'], [11, 3, 'D']],
  ] as const // prettier-ignore
  const linesOf = (rows: readonly (readonly [number, number, string])[]) =>
    history(rows.map(([day, amount]) => [day, amount] as const), (place) => rows[place]?.[2] ?? '') // prettier-ignore
  const later = (narration: string) => linesOf([...a.slice(0, 2), [1, 50, narration], ...a.slice(3), [11, 3, 'D'], [12, 4, 'E']]) // prettier-ignore
  /** Without what came between, the first lines after the others. */
  const unsorted = (narration: string) => [
    ...later(narration).slice(3, 5),
    ...later(narration).slice(0, 3),
    ...later(narration).slice(6),
  ]
  const read = (file: readonly Line[], isBalanceAtEnd = false) => {
    const bank = account('fresh')
    bank.upload(linesOf(a))
    const gone = bank.stored[2]!
    bank.upload(linesOf(b))
    gone.isGone = true
    const outcome = bank.upload(file, isBalanceAtEnd)
    const here = bank.stored.filter((line) => !line.isGone)
    return [outcome, gone.isGone, here.reduce((sum, { amount }) => sum + Number(amount), 0)]
  }

  test.each([
    ['of which it has a part alone', later('X').slice(2), 4, 1],
    ['that it has whole', later('X'), 6, 1],
    ['out of the order of its days', unsorted('X'), 5, 1],
  ])('is here again with a file that has it on a day %s', (_, file, known, added) => {
    expect(read(file)).toEqual([[known, added], false, 193])
  })

  test.each([
    ['of which it has a part alone', later('Y BOLA').slice(2), 3, 2],
    ['that it has whole', later('Y BOLA'), 5, 2],
    ['out of the order of its days', unsorted('Y BOLA'), 4, 2],
  ])('is not another of its amount, on a day %s', (_, file, known, added) => {
    expect(read(file)).toEqual([[known, added], true, 193])
  })
})
