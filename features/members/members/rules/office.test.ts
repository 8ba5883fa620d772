import { describe, expect, test } from 'vitest'
import { hasEnded, type MemberRole } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import { officeNotice, rolesOn, whyNotGive } from '#features/access/login/rules/office.ts'

const day = (text: string) => text as Day
const today = day('2026-11-22')

describe('an office until a day', () => {
  test('is held through its last day, and is none from the next', () => {
    expect(hasEnded(day('2026-11-22'), today)).toBe(false)
    expect(hasEnded(day('2026-11-21'), today)).toBe(true)
    expect(hasEnded(null, today)).toBe(false)
    expect(rolesOn(['member', 'auditor'], day('2026-11-22'), today)).toEqual(['member', 'auditor'])
    expect(rolesOn(['member', 'auditor'], day('2026-11-21'), today)).toEqual(['member'])
  })

  test('a stray day never takes the role of a member or an admin', () => {
    expect(rolesOn(['member', 'admin'], day('2020-01-01'), today)).toEqual(['member', 'admin'])
  })

  test.each<[string, MemberRole[], string | null, string, string]>([
    ['two offices', ['member', 'treasurer', 'secretary'], null, 'one_office_only', 'roleIds'],
    ['an office beside admin', ['admin', 'auditor'], '2027-01-31', 'one_office_only', 'roleIds'],
    ['an auditor for ever', ['member', 'auditor'], null, 'office_end_missing', 'endsOn'],
    ['an office that ended yesterday', ['member', 'treasurer'], '2026-11-21', 'office_end_past', 'endsOn'],
    ['an admin with a last day', ['member', 'admin'], '2027-01-31', 'office_end_unused', 'endsOn'],
    ['a member with a last day', ['member'], '2027-01-31', 'office_end_unused', 'endsOn'],
  ])('refuses %s', (_, roles, endsOn, code, field) => {
    expect(whyNotGive(roles, endsOn as Day | null, today)).toMatchObject({ message: code, detail: { field } })
  })

  test('gives an office without end, to all but an auditor, and one that ends today', () => {
    expect(whyNotGive(['member', 'treasurer'], null, today)).toBeUndefined()
    expect(whyNotGive(['member', 'auditor'], today, today)).toBeUndefined()
    expect(whyNotGive(['member', 'admin'], null, today)).toBeUndefined()
  })
})

describe('what the member is told', () => {
  const none = { office: undefined, endsOn: null }
  const end = '2027-03-31' as Day
  const later = '2027-09-30' as Day
  test.each<[string, Parameters<typeof officeNotice>[0], Parameters<typeof officeNotice>[1], string | undefined]>([
    [
      'given',
      none,
      { office: 'treasurer', endsOn: null },
      'You are now the treasurer of your cooperative. The admin area is in the menu behind your name.',
    ],
    [
      'given until a day',
      none,
      { office: 'auditor', endsOn: end },
      'You are now an auditor of your cooperative. The admin area is in the menu behind your name. Your last day is 31 Mar 2027.',
    ],
    [
      'changed',
      { office: 'secretary', endsOn: null },
      { office: 'loan_committee', endsOn: null },
      'You are now on the loan committee of your cooperative. The admin area is in the menu behind your name.',
    ],
    [
      'longer',
      { office: 'auditor', endsOn: end },
      { office: 'auditor', endsOn: later },
      'The last day of your office is now 30 Sep 2027.',
    ],
    [
      'for good',
      { office: 'treasurer', endsOn: end },
      { office: 'treasurer', endsOn: null },
      'Your office no longer has a last day.',
    ],
    ['taken', { office: 'admin', endsOn: null }, none, 'You are no longer an admin of your cooperative.'],
    ['as it was', { office: 'treasurer', endsOn: end }, { office: 'treasurer', endsOn: end }, undefined],
    ['none before and after', none, none, undefined],
  ])('%s', (_name, before, after, message) => expect(officeNotice(before, after)).toBe(message))
})
