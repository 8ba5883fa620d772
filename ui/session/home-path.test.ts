import { describe, expect, it } from 'vitest'
import { homePath } from './home-path.ts'

describe('after login a person lands where the specification says, in its order', () => {
  it('leads a pending cooperative to the waiting screen whatever its role', () => {
    expect(homePath({ status: 'pending', role: 'coop_admin' })).toBe('/pending-verification')
    expect(homePath({ status: 'pending', role: 'superadmin' })).toBe('/pending-verification')
  })

  it('leads each role to its own area', () => {
    expect(homePath({ role: 'coop_admin', status: 'active' })).toBe('/coop/dashboard')
    expect(homePath({ role: 'cooperative_admin' })).toBe('/coop/dashboard')
    expect(homePath({ userType: 'cooperative', role: 'member' })).toBe('/coop/dashboard')
    expect(homePath({ role: 'member' })).toBe('/member/dashboard')
    expect(homePath({ role: 'super_admin' })).toBe('/superadmin/dashboard')
    expect(homePath({ role: 'superadmin' })).toBe('/superadmin/dashboard')
  })

  it('never opens the platform to the bare word admin', () => {
    expect(homePath({ role: 'admin' })).toBe('/coop/dashboard')
    expect(homePath({ role: 'admin', cooperativeId: 'c' })).toBe('/member/dashboard')
  })

  it('falls back on what came with the answer', () => {
    expect(homePath({ cooperative: {}, accessToken: 'a', cooperativeId: 'c' })).toBe('/coop/dashboard')
    expect(homePath({ cooperativeId: 'c' })).toBe('/member/dashboard')
    expect(homePath({ cooperativeId: 'c', isAdmin: true })).toBe('/coop/dashboard')
    expect(homePath({ cooperativeId: 'c', permissions: ['admin'] })).toBe('/coop/dashboard')
    expect(homePath({})).toBe('/coop/dashboard')
  })
})
