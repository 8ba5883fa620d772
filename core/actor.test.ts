import { describe, expect, test } from 'vitest'
import { may, officeOf, offices, type Permission, permissionsOf, rolesThatMay } from './actor.ts'

const changing =
  /\.(post|update|create|delete|manage|decide|apply|disburse|repay|recover|write_off|roles|pay|run|record|place|upload|send|share|views|oversee|answer|ask|send_again|take_back)$/
const asOfficer = (office: (typeof offices)[number] | 'admin', permission: Permission) =>
  may({ role: 'coop_admin', office }, permission)

describe('who may do what in the admin area', () => {
  test('an auditor has no permission that changes anything but to raise queries, and each that an admin reads with', () => {
    expect(permissionsOf('auditor').filter((permission) => changing.test(permission))).toEqual(['enquiry.ask'])
    // Where members are paid is for those who pay out or edit members; all records at once are for admins.
    expect(
      permissionsOf('admin')
        .filter((permission) => !changing.test(permission))
        .toSorted(),
    ).toEqual(
      [
        ...permissionsOf('auditor').filter((permission) => !changing.test(permission)),
        'member.bank_details',
        'cooperative.export',
      ].toSorted(),
    )
  })

  test('no office has what an admin has not, but that an auditor raises queries which an admin answers', () => {
    for (const office of offices)
      expect(permissionsOf(office).filter((permission) => !asOfficer('admin', permission))).toEqual(
        office === 'auditor' ? ['enquiry.ask'] : [],
      )
  })

  test.each<[Permission, string[]]>([
    ['member.roles', ['admin']],
    ['configuration.update', ['admin']],
    ['books.manage', ['admin']],
    ['loan.write_off', ['admin']],
    ['member.create', ['admin', 'secretary']],
    ['meeting.manage', ['admin', 'secretary']],
    ['contribution.post', ['admin', 'treasurer']],
    ['transaction.decide', ['admin', 'treasurer']],
    ['change.take_back', ['admin', 'treasurer', 'secretary', 'loan_committee']],
    ['loan.disburse', ['admin', 'treasurer']],
    ['loan.decide', ['admin', 'loan_committee']],
    ['audit.read', ['admin', 'auditor']],
    ['books.read', ['admin', 'treasurer', 'auditor']],
    ['transaction.list', ['admin', 'treasurer', 'loan_committee', 'auditor']],
    ['member.read', ['admin', 'treasurer', 'secretary', 'loan_committee', 'auditor']],
  ])('%s belongs to %s', (permission, who) => {
    expect(rolesThatMay(permission)).toEqual(who)
  })

  test('no one in an office does what members or the super admin do in their own areas', () => {
    for (const permission of [
      'portal.read',
      'portal.ask',
      'guarantee.answer',
      'cooperative.oversee',
      'platform.watch',
    ] as const)
      expect(rolesThatMay(permission)).toEqual([])
    expect(may({ role: 'member' }, 'books.read')).toBe(false)
    expect(may({ role: 'superadmin' }, 'member.list')).toBe(false)
  })

  test('admin counts above an office, and a member has none', () => {
    expect(officeOf(['member', 'treasurer', 'admin'])).toBe('admin')
    expect(officeOf(['member', 'loan_committee'])).toBe('loan_committee')
    expect(officeOf(['member'])).toBeUndefined()
  })
})
