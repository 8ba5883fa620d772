import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemberId } from '#domain/ids.ts'
import { kobo } from '#domain/money.ts'
import { shareDividend, totalsOf } from './dividend.ts'
import { exclusionOf, exclusionRules, splitByExclusion } from './exclusion.ts'

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

test('by any rule each member is on one side, and the parts of the others come to the pool', () => {
  const member = fc.record({
    basis: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    standing: fc.option(fc.record({ isActive: fc.boolean(), isInArrears: fc.boolean() }), { nil: undefined }),
  })
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(...exclusionRules),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      (found, rule, pool) => {
        const members = found.map((each, n) => ({ ...each, memberId: `member ${n}` as MemberId }))
        const standings = new Map(
          members.flatMap((each) => (each.standing ? [[each.memberId, each.standing] as const] : [])),
        )
        const { sharing, excluded } = splitByExclusion(members, rule, standings)
        expect([...sharing, ...excluded].map(({ memberId }) => memberId).toSorted()).toEqual(
          members.map(({ memberId }) => memberId).toSorted(),
        )
        const wrong = { in_arrears: /arrears/, not_active: /not_active/ }
        for (const { exclusion, standing } of excluded) {
          expect(rule).toMatch(wrong[exclusion])
          expect(exclusion === 'in_arrears' ? standing?.isInArrears : standing?.isActive === false).toBe(true)
        }
        for (const { standing } of sharing) {
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
