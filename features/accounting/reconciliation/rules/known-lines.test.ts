import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { knownLines, type StoredLine } from './known-lines.ts'

const first = '2026-03-02' as Day
type Line = { on: Day; narration: string; amount: ReturnType<typeof kobo>; balance: ReturnType<typeof kobo> }

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

/** What is stored, and files that come one after another; answers how many of their lines were known and how many new. */
function account() {
  const stored: StoredLine[] = []
  const count = new Map<string, number>()
  const upload = (lines: readonly Line[], isBalanceAtEnd = false) => {
    const days = new Set(lines.map(({ on }) => on))
    const there = stored.filter(({ on }) => days.has(on))
    const { known, fresh, unclear } = knownLines(there, lines, isBalanceAtEnd)
    if (unclear !== undefined) return 'unclear'
    const statementId = `${stored.length}`
    const [from, to] = [lines[0]?.on ?? first, lines.at(-1)?.on ?? first]
    for (const { nth, ...line } of fresh) {
      count.set(keyOf(line), (count.get(keyOf(line)) ?? 0) + 1)
      if (nth !== count.get(keyOf(line))) throw new Error(`The line in place ${line.place} is stored twice`)
      stored.push({ ...line, statementId, from, to, isBalanceAtEnd })
    }
    return [known.size, fresh.length] as const
  }
  return { stored, upload }
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
