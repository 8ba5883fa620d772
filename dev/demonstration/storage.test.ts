import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { koboFromNaira } from '#core/money.ts'
import { renamed, restoredUser, sessionUserOf } from './accounts.ts'
import { recorded } from './recorded.ts'
import { newUser, sampleUsers } from './sample-users.ts'
import { followCurrentUser, loadUsers, saveUsers, startOver, type Store } from './storage.ts'

const cooperativeId = '00000002-0000-4000-8000-000000000001'
const logins = {
  coop_admin: {
    cooperative: {
      id: cooperativeId,
      coop_id: 'AJO-DEM234',
      name: 'Unity "Staff"',
      phone: '+2348030000001',
      email: null,
      status: 'active',
    },
  },
  member: {
    member: {
      id: cooperativeId,
      firstName: 'Adaeze',
      lastName: 'Ekwueme',
      phone: '+2348030000002',
      email: null,
      membershipId: 'AJO-DEM234/00001',
      cooperativeId,
      cooperativeName: 'Unity "Staff"',
      cooperativeStatus: 'active',
      roles: ['member'],
    },
    memberships: [],
  },
  superadmin: {
    superAdmin: {
      id: cooperativeId,
      name: 'Root',
      username: 'superadmin',
      role: 'superadmin',
      passwordMissing: false,
      secondFactorMissing: false,
    },
  },
}
beforeAll(() => void Object.assign(recorded, { day: '2026-11-21', logins }))

function storeWith(entries: Record<string, string> = {}): Store & { map: Map<string, string> } {
  const map = new Map(Object.entries(entries))
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, text) => void map.set(key, text),
    removeItem: (key) => void map.delete(key),
  }
}

describe('what is stored', () => {
  const warn = vi.spyOn(console, 'warn')
  beforeEach(() => void warn.mockReset().mockImplementation(() => undefined))
  afterAll(() => warn.mockRestore())

  test('begins with the sample users and comes back as it was kept', () => {
    const store = storeWith()
    const users = loadUsers(store)
    expect(users).toEqual(sampleUsers())
    users[0]!.name = 'Changed'
    saveUsers(store, users)
    expect(loadUsers(store)[0]?.name).toBe('Changed')
    expect(warn).not.toHaveBeenCalled()
  })

  test.each(['{oops', '{"0":1}', '[null, 7]', '[{"phone":"1"}]', 'null'])(
    'a failure to read %s is logged and falls back to the sample users',
    (text) => {
      const store = storeWith({ users: text })
      expect(loadUsers(store)).toEqual(sampleUsers())
      expect(loadUsers(store)).toHaveLength(3)
      expect(warn).toHaveBeenCalledTimes(1)
    },
  )

  test('starting over leaves nothing but the theme, and the current user is kept without the password', () => {
    const store = storeWith({
      theme: 'dark',
      auth_token: 't',
      refresh_token: 't',
      user_data: '{}',
      user: '{}',
      notifications: '[]',
    })
    followCurrentUser(store, 'mock-token-3')
    expect(JSON.parse(store.map.get('current_user') ?? '')).toMatchObject({ lastName: 'Ekwueme', role: 'member' })
    expect(store.map.get('current_user')).not.toContain('demo-member')
    followCurrentUser(store, 'mock-token-99')
    expect(store.map.has('current_user')).toBe(false)
    startOver([store])
    expect([...store.map.keys()]).toEqual(['theme'])
  })
})

// The specification's records are read here as anyone finds them in the storage.
// oxlint-disable-next-line typescript/no-explicit-any -- their fields are the test's matter
const stored = (): any[] => JSON.parse(JSON.stringify(sampleUsers())) as any[]

describe('the sample records', () => {
  const kobo = (naira: number) => koboFromNaira(naira) ?? expect.unreachable(`${naira} is no amount of naira`)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + kobo(amount), 0n)

  test('have the fields and values of the specification', () => {
    const fields =
      'id role email phone name firstName lastName address dob joinDate status loanStatus paymentStatus image membershipId employmentStatus maritalStatus gender occupation employer currentCoopPlan cooperativeId token password'
    for (const user of stored()) expect(Object.keys(user)).toEqual(expect.arrayContaining(fields.split(' ')))
    const kin = ['name', 'phone', 'relationship', 'address', 'email']
    const member = stored()[2]
    expect(member).toMatchObject({
      currentCoopPlan: 50_000,
      status: 'Active',
      paymentStatus: 'Current',
      nominee: { sharePercentage: 60, inheritsPortfolio: true },
      secondaryNominee: { sharePercentage: 40 },
      useNokAsNominee: false,
    })
    for (const one of [member.nextOfKin, member.nominee, member.secondaryNominee])
      expect(Object.keys(one)).toEqual(expect.arrayContaining(kin))
    expect([member.coopPerformanceData.labels, member.coopPerformanceData.data].map(({ length }) => length)).toEqual([
      12, 12,
    ])
    const { Savings, Shares, Loans } = member.portfolios
    expect(Savings.transactions[0]).toMatchObject({ type: 'Deposit', amount: 50_000, balance: 50_000 })
    expect(Shares).toMatchObject({ pricePerShare: 500, transactions: [{ type: 'Purchase' }] })
    const terms = Loans.activeLoans.map((loan: Record<string, unknown>) => [
      loan['interestRate'],
      loan['term'],
      loan['monthlyPayment'],
      loan['status'],
    ])
    expect(terms).toEqual([
      [12, 24, 25_000, 'Active'],
      [10, 18, 20_000, 'Active'],
    ])
    expect(Loans.completedLoans).toMatchObject([{ interestRate: 8, term: 12, status: 'Completed' }])
  })

  test('add up: every balance is the sum of what went before', () => {
    const { Savings, Shares, Loans } = stored()[2].portfolios
    for (const book of [Savings, Shares]) {
      const amounts = book.transactions.map((line: { amount: number }) => line.amount) as number[]
      expect(book.transactions.map(({ balance }: { balance: number }) => kobo(balance))).toEqual(
        amounts.map((_, n) => sum(amounts.slice(0, n + 1))),
      )
      expect([kobo(book.balance), kobo(book.totalContributions) - kobo(book.totalWithdrawals)]).toEqual([
        sum(amounts),
        sum(amounts),
      ])
    }
    expect(Shares.shareUnits * Shares.pricePerShare).toBe(Shares.balance)
    for (const {
      amount,
      balance,
      interestRate,
      monthlyPayment,
      repaymentHistory: [first],
    } of Loans.activeLoans) {
      expect(first).toMatchObject({
        amount: monthlyPayment,
        interest: (amount * interestRate) / 1200,
        balance,
        status: 'Paid',
      })
      expect([kobo(first.principal) + kobo(first.interest), kobo(amount) - kobo(first.principal)]).toEqual([
        kobo(monthlyPayment),
        kobo(balance),
      ])
    }
    expect(kobo(Loans.outstandingBalance)).toBe(
      sum(Loans.activeLoans.map(({ balance }: { balance: number }) => balance)),
    )
    expect(kobo(Loans.totalBorrowed)).toBe(
      sum([...Loans.activeLoans, ...Loans.completedLoans].map(({ amount }) => amount)),
    )
    expect(kobo(Loans.totalRepaid)).toBe(
      sum([
        ...Loans.activeLoans.map(({ monthlyPayment }: { monthlyPayment: number }) => monthlyPayment),
        ...Loans.completedLoans.map(({ totalRepaid }: { totalRepaid: number }) => totalRepaid),
      ]),
    )
  })
})

describe('restoring the session', () => {
  const restore = (text: unknown, token: string | null = 'mock-token-3') =>
    restoredUser(typeof text === 'string' ? text : JSON.stringify(text), token, sampleUsers())

  test.each<[string, unknown, object]>([
    [
      'a super admin by the stored name',
      { role: 'superadmin', name: 'Ngozi', username: 'root' },
      { role: 'superadmin', name: 'Ngozi' },
    ],
    ['a super admin by the username', { role: 'superadmin', username: 'root' }, { role: 'superadmin', name: 'root' }],
    ['a super admin who has neither', { role: 'superadmin', name: ' ' }, { role: 'superadmin', name: 'Super Admin' }],
    [
      'a stored user with a cooperativeId as it is',
      { role: 'member', cooperativeId, name: 'Somebody Else', phone: '1' },
      { role: 'member', name: 'Somebody Else', phone: '1' },
    ],
    [
      'a stored user by the cooperative’s name',
      { role: 'coop_admin', cooperative: { name: 'Unity' } },
      { role: 'coop_admin', name: 'Unity' },
    ],
    [
      'a stored user by first and last name',
      { role: 'member', cooperativeId, firstName: 'Ada', lastName: 'Obi' },
      { name: 'Ada Obi' },
    ],
    ['a stored user with one name', { role: 'member', cooperativeId, lastName: 'Obi' }, { name: 'Obi' }],
    ['a stored user without any name', { role: 'member', cooperativeId }, { name: 'User' }],
    [
      'anyone else by the token',
      { role: 'member', name: 'Stranger' },
      { name: 'Adaeze Ekwueme', membershipId: 'AJO-DEM234/00001', cooperativeId },
    ],
    ['text that is no JSON by the token', '{oops', { name: 'Adaeze Ekwueme', role: 'member' }],
    ['nothing by the token', 'null', { name: 'Adaeze Ekwueme' }],
  ])('takes %s', (_, text, expected) => expect(restore(text)).toMatchObject(expected))

  test('matches an officer and the super admin by token too, and restores no one without a token that a user has', () => {
    expect(restore(null, 'mock-token-1')).toMatchObject({
      role: 'coop_admin',
      name: 'Unity "Staff"',
      coopId: 'AJO-DEM234',
      cooperativeStatus: 'active',
    })
    expect(restore(null, 'mock-token-2')).toMatchObject({ role: 'superadmin', name: 'Tunde Oyinlola' })
    expect([restore({ role: 'superadmin' }, null), restore({ name: 'Stranger' }, 'mock-token-999')]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('an officer who signed up sees the recorded cooperative under the new name', () => {
    const cooperative = {
      id: '00000002-0000-4000-8000-000000000009',
      coop_id: 'AJO-DEM238',
      name: 'Hope \\ "Farmers"',
      phone: '+2348035550199',
    }
    const own = newUser({
      ...sampleUsers()[0]!,
      id: 4,
      token: 'mock-token-4-1',
      cooperativeId: cooperative.id,
      cooperative,
    })
    expect(sessionUserOf(own, [...sampleUsers(), own])).toMatchObject({
      id: cooperative.id,
      name: cooperative.name,
      coopId: 'AJO-DEM238',
      phone: cooperative.phone,
    })
    expect(renamed({ data: ['AJO-DEM234/00007 of Unity "Staff"'] }, cooperative)).toEqual({
      data: ['AJO-DEM238/00007 of Hope \\ "Farmers"'],
    })
  })
})
