import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemberId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { shareDividend, totalsOf } from './dividend.ts'
import {
  excludedBy,
  exclusionOf,
  exclusionRules,
  splitByExclusion,
  whyNotNamed,
  dividendExclusionTwice,
} from './exclusion.ts'

test('a rule excludes whom it names and no one else, and who is both is not active first', () => {
  const standings = [
    { isActive: true, isInArrears: false },
    { isActive: true, isInArrears: true },
    { isActive: false, isInArrears: false },
    { isActive: false, isInArrears: true },
  ]
  expect(
    Object.fromEntries(exclusionRules.map((rule) => [rule, standings.map((standing) => exclusionOf(rule, standing))])),
  ).toEqual({
    none: [undefined, undefined, undefined, undefined],
    in_arrears: [undefined, 'in_arrears', undefined, 'in_arrears'],
    not_active: [undefined, undefined, 'not_active', 'not_active'],
    in_arrears_or_not_active: [undefined, 'in_arrears', 'not_active', 'not_active'],
  })
})

test('by any rule and any names each member is on one side, a name counts before the rule, and the parts of the others come to the pool', () => {
  const member = fc.record({
    basis: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    standing: fc.option(fc.record({ isActive: fc.boolean(), isInArrears: fc.boolean() }), { nil: undefined }),
    named: fc.option(fc.string({ minLength: 3, maxLength: 200 }), { nil: undefined, freq: 3 }),
  })
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(...exclusionRules),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      (found, rule, pool) => {
        const members = found.map((each, n) => ({ ...each, memberId: `member ${n}` as MemberId }))
        const given = <Value>(valueOf: (each: (typeof members)[number]) => Value | undefined) =>
          new Map(
            members.flatMap((each) => {
              const value = valueOf(each)
              return value === undefined ? [] : [[each.memberId, value] as const]
            }),
          )
        const standings = given(({ standing }) => standing)
        const named = given((each) => each.named)
        const { sharing, excluded } = splitByExclusion(members, { rule, standings, named })
        expect([...sharing, ...excluded].map(({ memberId }) => memberId).toSorted()).toEqual(
          members.map(({ memberId }) => memberId).toSorted(),
        )
        for (const { exclusion, standing, reason, named: own } of excluded) {
          expect(exclusion === 'by_name').toBe(own !== undefined)
          expect(reason).toBe(own ?? null)
          if (exclusion === 'by_name') continue
          expect(rule).toContain(exclusion)
          expect(exclusion === 'in_arrears' ? standing?.isInArrears : standing?.isActive === false).toBe(true)
        }
        for (const { standing, named: own } of sharing) {
          expect(own).toBeUndefined()
          expect(/arrears/.test(rule) && standing?.isInArrears === true).toBe(false)
          expect(/not_active/.test(rule) && standing?.isActive === false).toBe(false)
        }
        if (sharing.length === 0) return
        const lines = shareDividend(
          kobo(pool),
          sharing.map(({ basis }) => basis),
          0,
        )
        expect(totalsOf(lines).gross).toBe(pool)
      },
    ),
  )
})

test('a member is excluded by name once', () => {
  const named = (...ids: string[]) => ids.map((id) => ({ memberId: id as MemberId, reason: 'Left the area' }))
  expect(whyNotNamed(named('a', 'b'))).toBeUndefined()
  expect(whyNotNamed(named('a', 'b', 'a'))).toMatchObject({
    code: dividendExclusionTwice,
    detail: { field: 'excludedByName.2.memberId' },
  })
})

test('who is excluded is said by the rule, by name, or both', () => {
  const said = (excludedMembers: number, excludedByName: number) =>
    excludedBy({ excluding: 'in_arrears', excludedMembers, excludedByName })
  expect([said(3, 0), said(2, 2), said(3, 2), said(0, 0)]).toEqual([
    'members in arrears',
    'by name',
    'members in arrears, 2 by name',
    '',
  ])
})
