import { describe, expect, test } from 'vitest'
import {
  type SupportAccess,
  supportStatusOf,
  whyNotDecideSupport,
  whyNotEndSupport,
  whyNotOpenSupport,
} from './support-access.ts'

const at = (time: string) => new Date(`2026-11-25T${time}:00Z`)
const asked: SupportAccess = { askedAt: at('10:00'), allowed: null, expiresAt: null, endedAt: null }
const allowed = { ...asked, allowed: true, expiresAt: at('10:40') }

describe('support access', () => {
  test.each([
    ['waiting', asked, at('10:05'), [undefined, 'support_access_not_allowed', undefined]],
    [
      'expired',
      asked,
      new Date(at('10:00').getTime() + 86_400_000),
      ['support_access_over', 'support_access_over', 'support_access_over'],
    ],
    [
      'declined',
      { ...asked, allowed: false },
      at('10:05'),
      ['support_access_decided', 'support_access_not_allowed', 'support_access_over'],
    ],
    ['open', allowed, at('10:39'), ['support_access_decided', undefined, undefined]],
    ['expired', allowed, at('10:40'), ['support_access_decided', 'support_access_over', 'support_access_over']],
    [
      'ended',
      { ...allowed, endedAt: at('10:20') },
      at('10:21'),
      ['support_access_decided', 'support_access_over', 'support_access_over'],
    ],
    [
      'ended',
      { ...asked, endedAt: at('10:20') },
      at('10:21'),
      ['support_access_over', 'support_access_over', 'support_access_over'],
    ],
  ] as const)('is %s', (status, access, now, reasons) => {
    expect(supportStatusOf(access, now)).toBe(status)
    expect([whyNotDecideSupport, whyNotOpenSupport, whyNotEndSupport].map((why) => why(access, now)?.message)).toEqual(
      reasons,
    )
  })
})
