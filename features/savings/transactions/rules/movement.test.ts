import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { movementTypes } from './movement-types.ts'
import { type MovementFacts, movementNotice, notReleasedYet, whyNotMove } from './movement.ts'

const today = '2026-06-30' as Day
const facts = (changes: Partial<MovementFacts['accountType']> = {}, free = 1000): MovementFacts => ({
  member: { name: 'Ada Obi', status: 'active', joinedOn: '2025-01-15' as Day },
  accountType: {
    name: 'Ordinary savings',
    kind: 'savings',
    isRetired: false,
    releaseOn: undefined,
    earlyRelease: false,
    ...changes,
  },
  free: kobo(free),
  booksBeginOn: '2024-01-01' as Day,
  closedThrough: undefined,
})
const moved = { type: 'withdrawal', direction: 'out', amount: kobo(100), occurredOn: today, byOfficer: true } as const

describe('one side of a movement', () => {
  test('takes out what is free and not a kobo more, whatever the movement', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('withdrawal' as const, 'transfer' as const, 'charge' as const, 'share_purchase' as const),
        fc.integer({ min: 0, max: 10 ** 9 }),
        (type, free) => {
          const ask = (amount: number) => whyNotMove(facts({}, free), { ...moved, type, amount: kobo(amount) }, today)
          expect(ask(free + 1)).toMatchObject({ code: 'below_floor' })
          expect(ask(free)).toBeUndefined()
        },
      ),
    )
  })

  test('to another member takes nothing from who has left, died or given notice, and brings them nothing', () => {
    const of = (member: Partial<MovementFacts['member']>, direction: 'in' | 'out', toAnother: boolean) =>
      whyNotMove(
        { ...facts(), member: { ...facts().member, ...member } },
        { ...moved, type: 'transfer', direction, toAnother },
        today,
      )?.code
    for (const status of ['left', 'deceased'] as const) {
      expect(of({ status }, 'out', true)).toBe(`member_${status}`)
      expect(of({ status }, 'in', true)).toBe(`member_${status}`)
    }
    expect(of({ status: 'left', mergedInto: 'GTU/00002' }, 'in', true)).toBe('member_merged')
    expect(of({ isLeaving: true }, 'out', true)).toBe('member_leaving')
    expect(of({ isLeaving: true }, 'out', false)).toBeUndefined()
    expect(of({ status: 'inactive' }, 'out', true)).toBeUndefined()
  })

  test('charges nothing to who has left or died, who is still paid what they hold', () => {
    for (const status of ['left', 'deceased'] as const) {
      const former = { ...facts(), member: { ...facts().member, status } }
      expect(whyNotMove(former, { ...moved, type: 'charge' }, today)).toMatchObject({
        code: `member_${status}`,
        detail: { field: 'memberId' },
      })
      expect(whyNotMove(former, moved, today)).toBeUndefined()
    }
  })

  test('is of the kind of account that the movement is made for', () => {
    const wanted = {
      deposit: [undefined, 'savings'],
      withdrawal: ['savings', undefined],
      transfer: ['savings', 'savings'],
      share_purchase: ['savings', 'shares'],
      share_transfer: ['shares', 'shares'],
      share_redemption: ['shares', 'savings'],
      charge: ['savings', undefined],
    } as const
    for (const type of movementTypes) {
      for (const [place, direction] of (['out', 'in'] as const).entries()) {
        for (const kind of ['savings', 'shares'] as const) {
          const refusal = whyNotMove(facts({ kind }), { ...moved, type, direction }, today)
          expect({ type, direction, kind, fits: refusal === undefined }).toEqual({
            type,
            direction,
            kind,
            fits: wanted[type][place] === kind,
          })
        }
      }
    }
  })

  test('leaves target and Christmas savings from their day on, and earlier only by an officer where the society allows it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.boolean(), fc.boolean(), (days, earlyRelease, byOfficer) => {
        const releaseOn = addDays(today, days)
        const refusal = whyNotMove(facts({ releaseOn, earlyRelease }), { ...moved, byOfficer }, today)
        expect(refusal?.code).toBe(days <= 0 || (earlyRelease && byOfficer) ? undefined : notReleasedYet)
        expect(whyNotMove(facts({ releaseOn }), { ...moved, type: 'deposit', direction: 'in' }, today)).toBeUndefined()
      }),
    )
  })

  test('comes in for active members and offered types only, and goes out for all', () => {
    const left = { ...facts({ isRetired: true }), member: { ...facts().member, status: 'inactive' as const } }
    expect(whyNotMove(left, moved, today)).toBeUndefined()
    expect(whyNotMove(left, { ...moved, type: 'deposit', direction: 'in' }, today)?.code).toBe('member_not_active')
    expect(whyNotMove(facts({ isRetired: true }), { ...moved, type: 'deposit', direction: 'in' }, today)?.code).toBe(
      'account_type_retired',
    )
  })

  test('is told to the member in one sentence', () => {
    expect(movementNotice('transfer', 'in', kobo(123_450), 'Target savings')).toBe(
      'Transfer: ₦1,234.50 into Target savings.',
    )
    expect(movementNotice('charge', 'out', kobo(100), undefined)).toBe('Charge: ₦1.00 paid in cash or by bank.')
  })
})
