import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { koboFromNaira } from '#domain/money.ts'
import type { User, World } from './records.ts'
import { restoredUser } from './restore-user.ts'
import { sampleWorld } from './sample-society.ts'
import { keepCurrentUser, loadWorld, saveWorld, startOver, type Store } from './storage.ts'

const now = new Date('2026-11-21T09:00:00Z')

function storeWith(entries: Record<string, string> = {}): Store & { map: Map<string, string> } {
  const map = new Map(Object.entries(entries))
  return { map, getItem: (key) => map.get(key) ?? null, setItem: (key, text) => void map.set(key, text), removeItem: (key) => void map.delete(key) }
}

describe('what is stored', () => {
  const warn = vi.spyOn(console, 'warn')
  beforeEach(() => {
    warn.mockReset().mockImplementation(() => undefined)
  })
  afterAll(() => warn.mockRestore())

  test('begins with the sample and comes back as it was kept, kobo as kobo', () => {
    const store = storeWith()
    const world = loadWorld(store, now)
    expect(warn).not.toHaveBeenCalled()
    expect(loadWorld(store, now)).toEqual(world)
    expect(world).toEqual(sampleWorld(now))
    world.societies[0]!.name = 'Changed'
    saveWorld(store, world, now)
    expect(loadWorld(store, now).societies[0]?.name).toBe('Changed')
  })

  test.each<[string, (store: ReturnType<typeof storeWith>) => void]>([
    ['no JSON', (store) => store.map.set('users', '{oops')],
    ['no list', (store) => store.map.set('users', '{"0":1}')],
    ['an empty list', (store) => store.map.set('users', '[]')],
    ['a list of something else', (store) => store.map.set('users', '[null, 7]')],
    ['no users at all beside societies', (store) => store.map.delete('users')],
    ['broken societies', (store) => store.map.set('societies', '{"societies":[{}]}')],
    ['records of another shape', (store) => store.map.set('societies', (store.map.get('societies') ?? '').replace(/"shape":\d+/, '"shape":0'))],
    ['null', (store) => store.map.set('societies', 'null')],
  ])('a failure to read it, such as %s, is logged and falls back to the sample users', (_, breakIt) => {
    const store = storeWith()
    loadWorld(store, now)
    breakIt(store)
    expect(loadWorld(store, now)).toEqual(sampleWorld(now))
    expect(warn).toHaveBeenCalledTimes(1)
    expect(loadWorld(store, now).users).toHaveLength(16)
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('starting over leaves nothing but the theme, and the current user is kept without his password', () => {
    const store = storeWith({ theme: 'dark', auth_token: 't', refresh_token: 't', user_data: '{}', user: '{}', notifications: '[]' })
    keepCurrentUser(store, loadWorld(store, now).users[2]!)
    expect(store.map.get('current_user')).toContain('Ekwueme')
    expect(store.map.get('current_user')).not.toContain('demo-member')
    startOver([store])
    expect([...store.map.keys()]).toEqual(['theme'])
  })
})

describe('the sample records', () => {
  const { users } = sampleWorld(now)
  const members = users.filter(({ role }) => role === 'member')
  const kobo = (naira: number) => koboFromNaira(naira) ?? fail(naira)
  const fail = (naira: number): never => {
    throw new Error(`${naira} is no amount of naira`)
  }
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + kobo(amount), 0n)

  test('have the fields and values of the specification', () => {
    for (const member of members) {
      expect(member).toMatchObject({ currentCoopPlan: 50_000, nominee: { sharePercentage: 60, inheritsPortfolio: true }, secondaryNominee: { sharePercentage: 40 }, useNokAsNominee: false, nextOfKin: { relationship: 'sister' } })
      expect(member.coopPerformanceData.labels).toHaveLength(12)
      expect(member.coopPerformanceData.data).toHaveLength(12)
      expect(member.coopPerformanceData.data.at(-1)).toBe(member.portfolios.Savings.balance)
      expect(member.portfolios.Shares.pricePerShare).toBe(500)
    }
    const { activeLoans, completedLoans } = members[0]!.portfolios.Loans
    expect(activeLoans.map(({ interestRate, term, monthlyPayment, status }) => [interestRate, term, monthlyPayment, status])).toEqual([[12, 24, 25_000, 'Active'], [10, 18, 20_000, 'Active']])
    expect(completedLoans).toMatchObject([{ interestRate: 8, term: 12, status: 'Completed' }])
    expect(new Set(users.map(({ phone }) => phone)).size).toBe(users.length)
    expect(users.map(({ id }) => id)).toEqual(users.map((_, index) => index + 1))
  })

  test('add up: every balance is the sum of what went before', () => {
    for (const { portfolios } of members) {
      for (const book of [portfolios.Savings, portfolios.Shares]) {
        let balance: bigint = 0n
        for (const line of book.transactions) {
          balance += line.type === 'Withdrawal' ? -kobo(line.amount) : kobo(line.amount)
          expect(kobo(line.balance)).toBe(balance)
          expect(balance >= 0n).toBe(true)
        }
        expect(kobo(book.balance)).toBe(balance)
        expect(kobo(book.totalContributions) - kobo(book.totalWithdrawals)).toBe(balance)
      }
      for (const line of portfolios.Shares.transactions) expect(line.units * 500).toBe(line.amount)
      expect(portfolios.Shares.shareUnits * 500).toBe(portfolios.Shares.balance)
    }
  })

  test('have loans whose schedules add up', () => {
    for (const { portfolios: { Loans } } of members) {
      for (const loan of Loans.activeLoans) {
        let owed: bigint = kobo(loan.amount)
        for (const { amount, principal, interest, balance } of loan.repaymentHistory) {
          expect(kobo(principal) + kobo(interest)).toBe(kobo(amount))
          expect(Math.abs(Number(kobo(interest)) - (Number(owed) * loan.interestRate) / 1200)).toBeLessThanOrEqual(0.5)
          expect(amount).toBe(loan.monthlyPayment)
          owed -= kobo(principal)
          expect(kobo(balance)).toBe(owed)
        }
        expect(kobo(loan.balance)).toBe(owed)
        expect(loan.dueDate > '2026-11-21').toBe(true)
      }
      expect(sum(Loans.activeLoans.map(({ balance }) => balance))).toBe(kobo(Loans.outstandingBalance))
      expect(sum([...Loans.activeLoans, ...Loans.completedLoans].map(({ amount }) => amount))).toBe(kobo(Loans.totalBorrowed))
      expect(sum([...Loans.activeLoans.flatMap(({ repaymentHistory }) => repaymentHistory.map(({ amount }) => amount)), ...Loans.completedLoans.map(({ totalRepaid }) => totalRepaid)])).toBe(kobo(Loans.totalRepaid))
    }
  })

  test('stand on whatever day it is', () => {
    for (const [day, time] of [['2026-01-01', '06:30'], ['2028-02-29', '22:30'], ['2027-03-31', '00:00'], ['2026-12-31', '22:59']] as const) {
      const at = `${day}T${time}:00.000Z`
      const world = sampleWorld(new Date(at))
      expect(world.societies[0]?.movements.every(({ occurredOn, createdAt }) => occurredOn <= day && createdAt <= at && createdAt.length === 24)).toBe(true)
      expect(world.users.every(({ joinDate }) => joinDate <= day)).toBe(true)
      expect(world.societies[0]?.loans[2]?.status).toBe('completed')
    }
  })
})

describe('restoring the session', () => {
  const world: World = sampleWorld(now)
  const restore = (stored: unknown, token: string | null = 'mock-token-3') => restoredUser(typeof stored === 'string' ? stored : JSON.stringify(stored), token, world)
  const cooperativeId = world.societies[0]?.id

  test.each<[string, unknown, Partial<User> | object]>([
    ['a super admin by his stored name', { role: 'superadmin', name: 'Ngozi', username: 'root' }, { role: 'superadmin', name: 'Ngozi' }],
    ['a super admin by his username', { role: 'superadmin', username: 'root' }, { role: 'superadmin', name: 'root' }],
    ['a super admin who has neither', { role: 'superadmin', name: ' ' }, { role: 'superadmin', name: 'Super Admin' }],
    ['a stored user with a cooperativeId as he is', { role: 'member', cooperativeId, name: 'Somebody Else', phone: '1' }, { role: 'member', name: 'Somebody Else', phone: '1' }],
    ['a stored user by his cooperative’s name', { role: 'coop_admin', cooperative: { name: 'Unity' } }, { role: 'coop_admin', name: 'Unity' }],
    ['a stored user by his first and last name', { role: 'member', cooperativeId, firstName: 'Ada', lastName: 'Obi' }, { name: 'Ada Obi' }],
    ['a stored user with one name', { role: 'member', cooperativeId, lastName: 'Obi' }, { name: 'Obi' }],
    ['a stored user without any name', { role: 'member', cooperativeId }, { name: 'User' }],
    ['anybody else by the token', { role: 'member', name: 'Stranger' }, { name: 'Adaeze Ekwueme', membershipId: 'AJO-TRY234/00001', cooperativeId }],
    ['text that is no JSON by the token', '{oops', { name: 'Adaeze Ekwueme', role: 'member' }],
    ['nothing by the token', 'null', { name: 'Adaeze Ekwueme' }],
  ])('takes %s', (_, stored, expected) => expect(restore(stored)).toMatchObject(expected))

  test('matches an officer and the super admin by token too', () => {
    expect(restore(null, 'mock-token-1')).toMatchObject({ role: 'coop_admin', name: world.societies[0]?.name, coopId: 'AJO-TRY234', cooperativeStatus: 'active' })
    expect(restore(null, 'mock-token-2')).toMatchObject({ role: 'superadmin', name: 'Tunde Oyinlola' })
  })

  test('restores nobody without a token, or with one that nobody has', () => {
    expect(restore({ role: 'superadmin' }, null)).toBeUndefined()
    expect(restore({ name: 'Stranger' }, 'mock-token-999')).toBeUndefined()
  })
})
