import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type DemonstrationReply, respond } from './answering.ts'
import { answers } from './answers.ts'
import { refusedHere } from './refused.ts'
import type { Store } from './storage.ts'

const now = new Date('2026-11-21T09:00:00Z')
const contract = import.meta.glob<Record<string, unknown>>(['../../contract/**/*.ts', '!**/*.test.ts'], { eager: true })

/** Every endpoint of the contract, by its method and path. */
function endpoints(): Map<string, Endpoint> {
  const found = new Map<string, Endpoint>()
  for (const exported of Object.values(contract)) {
    for (const value of Object.values(exported)) {
      if (typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value) {
        const endpoint = value as Endpoint
        found.set(`${endpoint.method} ${endpoint.path}`, endpoint)
      }
    }
  }
  return found
}

/** A browser's storage as the demonstration sees it. */
function emptyStore(): Store & { map: Map<string, string> } {
  const map = new Map<string, string>()
  return { map, getItem: (key) => map.get(key) ?? null, setItem: (key, text) => void map.set(key, text), removeItem: (key) => void map.delete(key) }
}

let store = emptyStore()
beforeEach(() => {
  store = emptyStore()
})

// The envelope differs with each endpoint; a test reads what it expects there.
type Body = { message: string; status?: number; errors?: { field: string; message: string }[]; data: never; meta: never }
const read = (reply: DemonstrationReply) => ({ status: reply.status, body: JSON.parse(reply.body) as Body })
const ask = (token: string | null, method: string, path: string, body?: unknown, at = now) =>
  read(respond(answers, store, { method, path: `/api${path}`, token, body: body === undefined ? undefined : JSON.stringify(body) }, at))
// oxlint-disable-next-line typescript/no-explicit-any -- one reader for the data of every endpoint
const dataOf = ({ status, body }: ReturnType<typeof ask>): any => {
  expect({ status, message: body.message }).toEqual({ status: expect.toSatisfy((code: number) => code < 300), message: body.message })
  return body.data
}

const officer = 'mock-token-1'
const superAdmin = 'mock-token-2'
const member = 'mock-token-3'
const memberId = '00000001-0000-4000-8000-000000000003'

describe('the endpoints of the contract', () => {
  test('are each answered or refused on purpose', () => {
    const asked = [...endpoints().keys()]
    const answered = new Set(answers.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    const forgotten = asked.filter((call) => !answered.has(call) && !(call in refusedHere))
    expect(forgotten, 'Answer these in web/demonstration/answers/, or give each a line in web/demonstration/refused.ts').toEqual([])
    expect(Object.keys(refusedHere).filter((call) => answered.has(call) || !asked.includes(call)), 'These lines of refused.ts speak of no call that is refused').toEqual([])
    expect(asked.length).toBeGreaterThan(60)
  })

  test('that are refused say so in one clear sentence, and one that nobody thought of too', () => {
    for (const call of [...Object.keys(refusedHere), 'GET /something/new', 'POST /something/:id/new']) {
      const [method = '', path = ''] = call.split(' ')
      const { status, body } = ask(officer, method, path.replaceAll(/:\w+/g, memberId).replace(/^\/api/, ''), method === 'GET' ? undefined : {})
      expect({ call, status }).toEqual({ call, status: 405 })
      expect(body.message).toMatch(/^The demonstration keeps everything in this browser and can't do this\. [A-Z].*\.$/)
    }
  })

  test('that only read answer in the shape of their contract', () => {
    const reads = [...endpoints().values()].filter(({ method, path, kind }) => kind !== 'file' && method === 'GET' && !(`GET ${path}` in refusedHere))
    const ids: Record<string, string> = { '/cooperatives/details/:id': '00000002-0000-4000-8000-000000000001', '/financial/loan-config/:id': '00000004-0000-4000-8000-000000000001', '/governance/meetings/:id': '00000006-0000-4000-8000-000000000001', '/governance/meetings/:id/attendance': '00000006-0000-4000-8000-000000000001', '/governance/meetings/:id/loans': '00000006-0000-4000-8000-000000000001' }
    for (const { path, access } of reads) {
      const id = ids[path] ?? (path.includes(':transactionId') ? '00000008-0000-4000-8000-000000000001' : path.includes(':entryId') ? dataOf(ask(officer, 'GET', '/financial/reports/cash-book?from=2020-01-01'))[0].entryId : path.includes(':loanId') ? '00000009-0000-4000-8000-000000000001' : memberId)
      const token = access === 'portal.read' || access === 'guarantee.read' ? member : ['cooperative.oversee', 'contact.answer', 'platform.watch'].includes(access) ? superAdmin : officer
      const query = path === '/financial/reports/general-ledger' ? '?accountId=0000000a-0000-4000-8000-000000001010' : path === '/financial/guarantors' ? '?named=%2B2348050002102' : path === '/financial/loans/eligibility' ? `?memberId=${memberId}` : ''
      expect({ path, status: ask(token, 'GET', path.replace(/^\/api/, '').replaceAll(/:\w+/g, id) + query).status }).toEqual({ path, status: 200 })
    }
  })

  test('are closed to whom the product closes them', () => {
    expect(ask(null, 'GET', '/members').status).toBe(401)
    expect(ask('mock-token-99', 'GET', '/members').status).toBe(401)
    expect(ask(member, 'GET', '/members').status).toBe(403)
    expect(ask(superAdmin, 'GET', '/members').status).toBe(403)
    const others = dataOf(ask(member, 'GET', '/financial/transactions?limit=100'))
    expect(new Set(others.map((row: { memberId: string }) => row.memberId))).toEqual(new Set([memberId]))
    expect(ask(member, 'GET', '/financial/loans/00000009-0000-4000-8000-000000000004').status).toBe(404)
  })
})

describe('logging in', () => {
  const coop = (identifier: string, password: string) => ask(null, 'POST', '/cooperatives/login', { identifier, password })
  const portal = (phoneNumber: string, password: string) => ask(null, 'POST', '/member-auth/login', { phoneNumber, password })
  const platform = (identifier: string, password: string) => ask(null, 'POST', '/super-admin/login', { identifier, password })

  test('matches the phone number and takes the password or the last name', () => {
    for (const secret of ['demo-officer', 'Onabanjo', 'onabanjo']) expect(dataOf(coop('0805 000 2001', secret)).accessToken).toBe(officer)
    expect(dataOf(coop('AJO-TRY234', 'demo-officer')).cooperative.status).toBe('active')
    for (const secret of ['demo-member', 'Ekwueme']) expect(dataOf(portal('+2348050002101', secret)).member).toMatchObject({ firstName: 'Adaeze', membershipId: 'AJO-TRY234/00001' })
    for (const secret of ['demo-platform', 'Oyinlola']) expect(dataOf(platform('superadmin', secret)).superAdmin.name).toBe('Tunde Oyinlola')
  })

  test.each([
    ['a wrong password', () => coop('+2348050002001', 'something')],
    ["another's last name", () => coop('+2348050002001', 'Ekwueme')],
    ['an unknown phone', () => coop('+2348099999999', 'demo-officer')],
    ['a member at the officers’ door', () => coop('+2348050002101', 'demo-member')],
    ['an officer at the portal', () => portal('+2348050002001', 'demo-officer')],
    ['a wrong password at the portal', () => portal('+2348050002101', 'nothing')],
    ['the super admin with another password', () => platform('superadmin', 'demo-officer')],
  ])('says "Invalid credentials" to %s', (_, attempt) => {
    expect(attempt().body).toMatchObject({ status: 400, message: 'Invalid credentials' })
  })
})

test('a suspended society lets nobody in or on, until it is opened again', () => {
  const id = '00000002-0000-4000-8000-000000000001'
  const enter = () => ask(null, 'POST', '/cooperatives/login', { identifier: '+2348050002001', password: 'demo-officer' })
  dataOf(ask(superAdmin, 'PUT', `/cooperatives/update/${id}`, { status: 'suspended', reason: 'Papers' }))
  expect(enter().body).toMatchObject({ status: 403, message: 'This cooperative is suspended. Contact support to reopen it.' })
  expect(ask(null, 'POST', '/member-auth/login', { phoneNumber: '+2348050002101', password: 'demo-member' }).status).toBe(403)
  expect(ask(officer, 'GET', '/members').status).toBe(403)
  const reopen = (reason?: string) => ask(superAdmin, 'PUT', `/cooperatives/update/${id}`, { status: 'active', reason })
  expect(reopen().body.errors).toEqual([{ field: 'reason', message: 'Give the reason' }])
  dataOf(reopen('Papers came'))
  expect(enter().status).toBe(200)
})

describe('signing up', () => {
  const body = { name: 'Hope Farmers', phone: '08031234567', password: 'secret-1', confirmpassword: 'secret-1' }
  const users = () => JSON.parse(store.map.get('users') ?? '[]') as { id: number; role: string; phone: string; token: string; name: string }[]

  test('always makes a coop_admin, numbered after the users, with a token of that moment', () => {
    ask(officer, 'GET', '/members')
    const before = users().length
    const made = dataOf(ask(null, 'POST', '/cooperatives/register', body))
    expect(made).toMatchObject({ name: 'Hope Farmers', phone: '+2348031234567', status: 'pending' })
    const after = users()
    expect(after).toHaveLength(before + 1)
    expect(after.at(-1)).toMatchObject({ id: before + 1, role: 'coop_admin', token: `mock-token-${now.getTime()}` })
    const { cooperative, accessToken } = dataOf(ask(null, 'POST', '/cooperatives/login', { identifier: '08031234567', password: 'secret-1' }))
    expect(cooperative.id).toBe(made.id)
    expect(ask(accessToken, 'GET', '/members').status).toBe(403)
    dataOf(ask(superAdmin, 'PUT', `/cooperatives/update/${made.id}`, { status: 'active' }))
    expect(dataOf(ask(accessToken, 'GET', '/members'))).toEqual([])
    expect(dataOf(ask(officer, 'GET', '/members'))).toHaveLength(10)
  })

  test.each(['+2348050002001', '0805 000 2101', '08050002099'])('is rejected for %s, which somebody has', (phone) => {
    const message = 'This phone number is already registered.'
    expect(ask(null, 'POST', '/cooperatives/register', { ...body, phone }).body).toMatchObject({ message, errors: [{ field: 'phone', message }] })
    expect(users()).toHaveLength(16)
  })
})

describe('the sample society', () => {
  test('agrees with itself: members, control accounts, trial balance, dashboard', () => {
    const { body } = ask(officer, 'GET', '/financial/reports/member-balances?limit=100')
    const { summary } = body.meta as { summary: { accountTypes: { agrees: boolean; name: string; members: number }[]; total: number } }
    expect(summary.accountTypes.every(({ agrees }) => agrees)).toBe(true)
    const trial = dataOf(ask(officer, 'GET', '/financial/reports/trial-balance'))
    expect(trial.balanced).toBe(true)
    for (const report of ['balance-sheet', 'receipts-and-payments']) expect({ report, balanced: dataOf(ask(officer, 'GET', `/financial/reports/${report}`)).balanced }).toEqual({ report, balanced: true })
    const ledger = ask(officer, 'GET', '/financial/reports/general-ledger?accountId=0000000a-0000-4000-8000-000000001010').body.meta as { summary: { closing: number } }
    const book = ask(officer, 'GET', '/financial/reports/cash-book').body.meta as { summary: { closing: number } }
    expect(book.summary.closing).toBe(ledger.summary.closing)
    const debit = (code: string) => trial.accounts.find((account: { code: string }) => account.code === code).debit
    const { cooperative } = dataOf(ask(officer, 'GET', '/cooperatives/statistics'))
    expect(cooperative.savings + cooperative.shares).toBe(summary.total)
    expect(cooperative.cashAndBank).toBe(debit('1010'))
    expect(cooperative.cashAndBank).toBeGreaterThan(0)
    const stored = JSON.parse(store.map.get('users') ?? '[]') as { role: string; portfolios: { Loans: { outstandingBalance: number } } }[]
    const owed = stored.reduce((sum, { portfolios }) => sum + Math.round(portfolios.Loans.outstandingBalance * 100), 0)
    expect(owed).toBe(Math.round(debit('1210') * 100))
    expect(ask(officer, 'GET', '/financial/contributions').body.meta).toMatchObject({ summary: { paid: cooperative.thisMonth.paid, outstanding: cooperative.thisMonth.outstanding } })
  })

  test('pages, sorts, searches and filters as the contract says', () => {
    const { body } = ask(officer, 'GET', '/members?page=2&sort=-savings')
    expect(body.meta).toMatchObject({ page: 2, limit: 10, total: 14, totalPages: 2 })
    expect(body.data).toHaveLength(4)
    const found = dataOf(ask(officer, 'GET', '/members/search?q=oluwaseun'))
    expect(found.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Akinyẹmi'])
    expect(dataOf(ask(officer, 'GET', '/members?status=inactive'))).toHaveLength(1)
    expect(ask(officer, 'GET', '/members?sort=phone').status).toBe(422)
    expect(dataOf(ask(officer, 'GET', `/cooperatives/members/${encodeURIComponent('AJO-TRY234/00002')}`)).lastName).toBe('Danjuma')
  })
})

describe('work in the sample society', () => {
  const savingsOf = (id: string) => dataOf(ask(officer, 'GET', `/cooperatives/members/${id}`)).savings as number

  test('a contribution is kept to the kobo, with its receipt, and tells the member', () => {
    const before = savingsOf(memberId)
    const posted = dataOf(ask(officer, 'POST', '/financial/contributions', { memberId, amount: 1234.56 }))
    expect(posted).toMatchObject({ memberId, amount: 1234.56, period: '2026-11', receiptNumber: expect.stringMatching(/^\d+-/) })
    expect(Math.round(savingsOf(memberId) * 100)).toBe(Math.round(before * 100) + 123_456)
    expect(dataOf(ask(member, 'GET', '/notifications'))[0].message).toContain('₦1,234.56')
    const own = (JSON.parse(store.map.get('users') ?? '[]') as { id: number; portfolios: { Savings: { balance: number } } }[]).find(({ id }) => id === 3)
    expect(own?.portfolios.Savings.balance).toBe(savingsOf(memberId))
    expect(dataOf(ask(officer, 'GET', '/financial/reports/trial-balance')).balanced).toBe(true)
  })

  test.each([
    [{ memberId, amount: 0 }, 422, 'Enter an amount above zero'],
    [{ memberId, amount: 1, occurredOn: '2026-11-22' }, 422, 'Choose today or an earlier date.'],
    [{ memberId: officer, amount: 1 }, 422, 'Use an identifier'],
    [{ memberId: memberId.replace(/3$/, '9').replace('000000009', '000000999'), amount: 1 }, 404, 'Not found'],
  ])('a contribution of %j is refused and nothing is stored', (body, status, message) => {
    ask(officer, 'GET', '/members')
    const before = store.map.get('societies')
    expect(ask(officer, 'POST', '/financial/contributions', body).body).toMatchObject({ status, message })
    expect(store.map.get('societies')).toBe(before)
  })

  test('a month posted together is all or nothing', () => {
    ask(officer, 'GET', '/members')
    const before = store.map.get('societies')
    const rows = [{ memberId, amount: 5 }, { membershipno: 'AJO-TRY234/99999', amount: 5 }]
    expect(ask(officer, 'POST', '/financial/contributions/bulk', { rows }).body).toMatchObject({ status: 404, errors: [{ field: 'rows.1.memberId' }] })
    expect(store.map.get('societies')).toBe(before)
    expect(dataOf(ask(officer, 'POST', '/financial/contributions/bulk', { rows: rows.slice(0, 1) }))).toMatchObject({ posted: 1, total: 5 })
  })

  test('a withdrawal that a member asks for waits, is approved, and is reversed', () => {
    const before = savingsOf(memberId)
    const asked = dataOf(ask(member, 'POST', '/financial/transactions', { type: 'withdrawal', amount: 10_000 }))
    expect(asked).toMatchObject({ status: 'pending', receiptNumber: null })
    expect(savingsOf(memberId)).toBe(before)
    expect(ask(member, 'POST', `/financial/transactions/${asked.id}/approve`, {}).status).toBe(403)
    expect(dataOf(ask(officer, 'POST', `/financial/transactions/${asked.id}/approve`, {})).status).toBe('approved')
    expect(savingsOf(memberId)).toBe(before - 10_000)
    expect(ask(officer, 'POST', `/financial/transactions/${asked.id}/reject`, { reason: 'No' }).status).toBe(409)
    expect(dataOf(ask(officer, 'POST', `/financial/transactions/${asked.id}/reverse`, { reason: 'Slip' }))).toMatchObject({ reversed: 1, total: 10_000 })
    expect(savingsOf(memberId)).toBe(before)
    expect(ask(officer, 'POST', `/financial/transactions/${asked.id}/reverse`, { reason: 'Slip' }).status).toBe(409)
    expect(ask(member, 'POST', '/financial/transactions', { type: 'withdrawal', amount: 9_999_999 }).body.message).toMatch(/^Only ₦[\d,.]+ is free/)
  })

  test('the cost of a loan is worked out as the server does', () => {
    const body = { principal: 120_000, annualRatePercent: 12, interestMethod: 'flat', instalments: 12, unit: 'month', startOn: '2026-01-31', dayCount: 'monthly' }
    expect(dataOf(ask(member, 'POST', '/financial/loans/preview', body))).toMatchObject({ monthlyInstalment: 11_200, nominalYearlyRatePercent: 21.457, totals: { total: 134_400 } })
    expect(ask(member, 'POST', '/financial/loans/preview', { ...body, gracePrincipal: 12 })).toMatchObject({ status: 422, body: { errors: [{ field: 'gracePrincipal' }] } })
  })

  test('an application for a loan keeps the rules and is decided once', () => {
    const id = '00000009-0000-4000-8000-000000000005'
    expect(dataOf(ask(officer, 'POST', `/financial/loans/${id}/approve`)).status).toBe('approved')
    expect(ask(officer, 'POST', `/financial/loans/${id}/reject`, { reason: 'Late' }).status).toBe(409)
    const loanConfigId = '00000004-0000-4000-8000-000000000001'
    const refused = ask(member, 'POST', '/financial/loans', { loanConfigId, principal: 90_000_000, instalments: 99 })
    expect(refused.body.errors?.map(({ field }) => field)).toEqual(['principal', 'instalments', 'guarantors'])
    const guarantors = ['4', '5'].map((n) => memberId.replace(/3$/, n))
    const asked = dataOf(ask(member, 'POST', '/financial/loans', { loanConfigId, principal: 50_000, instalments: 6, guarantors, purpose: 'Stock' }))
    expect(asked).toMatchObject({ status: 'submitted', guarantors: [{ name: 'Musa Danjuma' }, { name: 'Olúwaṣeun Akinyẹmi' }] })
    expect(dataOf(ask(officer, 'POST', `/financial/loans/${asked.id}/reject`, { reason: 'Not now' }))).toMatchObject({ status: 'rejected', decisions: [{ reason: 'Not now' }] })
  })

  test('a running loan is settled in full, and the books agree', () => {
    expect(dataOf(ask(officer, 'POST', '/financial/loans/00000009-0000-4000-8000-000000000001/mark-paid')).status).toBe('completed')
    expect(dataOf(ask(officer, 'GET', '/financial/reports/trial-balance')).balanced).toBe(true)
    expect(dataOf(ask(member, 'GET', '/member-portal/dashboard')).financialSummary.totalLoans).toBe(330_000)
  })

  test('members are added, changed and removed; what belongs to nobody else stays', () => {
    const added = dataOf(ask(officer, 'POST', '/members', { firstName: 'Ada', lastName: 'Obi', phone: '+2348031112222', monthlyContributions: 5000, nomineeFirstName: 'Uche', nomineeLastName: 'Obi' }))
    expect(added).toMatchObject({ membershipno: 'AJO-TRY234/00015', gender: 'male', maritalStatus: 'single', employmentStatus: 'employed', monthlyContributions: 5000, nomineeLastName: 'Obi' })
    expect(dataOf(ask(null, 'POST', '/member-auth/login', { phoneNumber: '+2348031112222', password: added.activationCode })).member.id).toBe(added.memberid)
    expect(ask(officer, 'POST', '/members', { firstName: 'Eve', lastName: 'Obi', phone: '+2348031112222' }).status).toBe(409)
    const changed = dataOf(ask(officer, 'PUT', `/cooperatives/members/${added.memberid}`, { address: '1 New Road', nextOfKinFirstName: 'Ngozi' }))
    expect(changed).toMatchObject({ address: '1 New Road', nextOfKinFirstName: 'Ngozi', nomineeFirstName: 'Uche' })
    expect(ask(officer, 'DELETE', `/cooperatives/members/${memberId}`).status).toBe(409)
    expect(dataOf(ask(officer, 'DELETE', `/cooperatives/members/${added.memberid}`))).toBeNull()
    expect(ask(officer, 'GET', `/cooperatives/members/${added.memberid}`).status).toBe(404)
  })

  test('a logo is kept as the picture that was given, until it is taken away', () => {
    const bytes = [1, 2, 250]
    const upload = (picture?: string) => read(respond(answers, store, { method: 'POST', path: '/api/cooperatives/logo', token: officer, ...(picture && { picture }) }, now))
    const take = (token: string) => respond(answers, store, { method: 'GET', path: '/api/cooperatives/logo?v=1', token }, now)
    expect(take(officer).status).toBe(404)
    expect(upload().body.message).toBe('Choose a file.')
    expect(dataOf(upload(`data:image/webp;base64,${btoa(String.fromCodePoint(...bytes))}`)).logo).toMatch(/^\/cooperatives\/logo\?v=\d+$/)
    expect(take(member)).toMatchObject({ status: 200, file: { fileName: 'logo.webp', mediaType: 'image/webp', content: Uint8Array.from(bytes) } })
    expect(dataOf(ask(member, 'GET', '/member-portal/profile')).personalInfo.cooperative.logo).toMatch(/\?v=/)
    expect(dataOf(ask(officer, 'DELETE', '/cooperatives/logo')).logo).toBeNull()
    expect(take(officer).status).toBe(404)
  })

  test('the profile is updated and stays', () => {
    expect(ask(officer, 'PUT', '/cooperatives/profile', { address: '2 Bank Road' }).body).toMatchObject({ message: 'Profile updated successfully!', data: { address: '2 Bank Road' } })
    expect(dataOf(ask(officer, 'GET', '/cooperatives/profile')).address).toBe('2 Bank Road')
  })

  test('settings change with their history, and there is always a default', () => {
    dataOf(ask(officer, 'PUT', '/financial/config', { waitingMonths: 3, shareParValue: 750 }))
    expect(dataOf(ask(officer, 'GET', '/financial/configs'))[0].changes).toEqual(expect.arrayContaining([{ field: 'waitingMonths', before: 6, after: 3 }, { field: 'shareParValue', before: 500, after: 750 }]))
    const [first] = dataOf(ask(officer, 'GET', '/financial/account-types'))
    expect(ask(officer, 'PUT', `/financial/account-types/${first.id}`, { retired: true }).body.message).toBe('Ordinary savings is the default. Make another one the default first.')
    expect(dataOf(ask(officer, 'POST', '/financial/account-types', { name: 'Christmas', kind: 'savings' }))).toMatchObject({ code: 'christmas', retired: false })
    expect(ask(officer, 'POST', '/financial/loan-configs', { name: 'regular', interestMethod: 'flat', annualRatePercent: 1, instalmentsMax: 1, savingsMultiple: 1 }).status).toBe(409)
  })

  test('a set-up adds, leaves what is in use, and stores nothing where it is refused', () => {
    const types = () => dataOf(ask(officer, 'GET', '/financial/account-types')).map(({ name }: { name: string }) => name)
    const body = { societyKind: 'market', settings: { exitNoticeMonths: 2 }, accountTypes: [{ name: 'Ordinary savings', kind: 'savings' }, { name: 'Sallah savings', kind: 'savings' }], loanConfigurations: [] }
    const before = types()
    expect(ask(officer, 'POST', '/financial/setup', { ...body, societyKind: 'non_interest' }).status).toBe(409)
    expect(types()).toEqual(before)
    const done = dataOf(ask(officer, 'POST', '/financial/setup', body))
    expect(done).toMatchObject({ added: ['Sallah savings'], changed: [], kept: ['Ordinary savings'] })
    expect(types()).toContain('Sallah savings')
    expect(dataOf(ask(officer, 'GET', '/financial/config'))).toMatchObject({ societyKind: 'market', exitNoticeMonths: 2 })
    expect(dataOf(ask(officer, 'POST', '/financial/setup', body))).toMatchObject({ added: [], changed: [], retired: [] })
  })

  test('a meeting is planned, called, attended, minuted and adopted', () => {
    const planned = dataOf(ask(officer, 'POST', '/governance/meetings', { kind: 'general', title: 'Extra', date: '2026-11-21', time: '10:00', place: 'Hall', quorum: 1 }))
    expect(dataOf(ask(officer, 'POST', `/governance/meetings/${planned.id}/notice`, {})).noticeRecipients).toBe(13)
    expect(dataOf(ask(officer, 'PUT', `/governance/meetings/${planned.id}/attendance`, { arrived: [memberId] }))).toEqual({ present: 1, quorum: 1, hasQuorum: true })
    dataOf(ask(officer, 'PUT', `/governance/meetings/${planned.id}/minutes`, { minutes: 'All agreed.' }))
    expect(dataOf(ask(officer, 'POST', `/governance/meetings/${planned.id}/adopt`)).adoptedBy).toContain('Traders')
    expect(ask(officer, 'PUT', `/governance/meetings/${planned.id}/minutes`, { minutes: 'Changed.' }).status).toBe(409)
  })

  test('messages reach the members, and are read, hidden and restored by each for himself', () => {
    expect(dataOf(ask(officer, 'POST', '/notifications', { message: 'Office closed on Monday', to: [memberId] })).recipients).toBe(1)
    const [latest] = dataOf(ask(member, 'GET', '/notifications'))
    expect(latest).toMatchObject({ message: 'Office closed on Monday', read: false })
    expect(ask('mock-token-4', 'PUT', `/notifications/${latest.id}/read`).status).toBe(404)
    dataOf(ask(member, 'PUT', `/notifications/${latest.id}/read`))
    dataOf(ask(member, 'DELETE', `/notifications/${latest.id}`))
    expect(dataOf(ask(member, 'GET', '/notifications'))).toHaveLength(1)
    dataOf(ask(member, 'PUT', `/notifications/${latest.id}/restore`))
    dataOf(ask(member, 'PUT', '/notifications/read-all', {}))
    expect(ask(member, 'GET', '/notifications').body.meta).toMatchObject({ total: 2, summary: { unread: 0 } })
  })

  test('a member with the role admin works in the officers’ area under his own name, but not on his own money', () => {
    const own = 'mock-token-5'
    const cooperativeId = '00000002-0000-4000-8000-000000000001'
    const asked = dataOf(ask(own, 'POST', '/financial/transactions', { type: 'withdrawal', amount: 500 }))
    const { accessToken, cooperative } = dataOf(ask(own, 'POST', '/member-auth/switch', { cooperativeId, role: 'coop_admin' }))
    expect(cooperative.memberId).toBe(asked.memberId)
    expect(ask(accessToken, 'POST', `/financial/transactions/${asked.id}/approve`, {}).body.message).toBe('You can’t record or decide on your own money. Ask another officer.')
    expect(dataOf(ask(accessToken, 'GET', '/members'))).toHaveLength(10)
    expect(ask(member, 'POST', '/member-auth/switch', { cooperativeId, role: 'coop_admin' }).status).toBe(403)
  })
})

describe('the own login', () => {
  const enter = (password: string) => ask(null, 'POST', '/member-auth/login', { phoneNumber: '+2348050002101', password }).status
  const change = (currentPassword: string, password: string, token = member) => ask(token, 'POST', '/auth/change-password', { currentPassword, password, confirmPassword: password })

  test('takes a new password, and then no longer the old one', () => {
    expect(change('wrong-one', 'brand-new-1').body.errors).toEqual([{ field: 'currentPassword', message: 'This is not your current password.' }])
    expect(enter('brand-new-1')).toBe(400)
    dataOf(change('demo-member', 'brand-new-1'))
    expect([enter('brand-new-1'), enter('demo-member'), enter('Ekwueme')]).toEqual([200, 400, 200])
    expect(change('brand-new-1', 'short').status).toBe(422)
    expect(change('demo-platform', 'eleven-long', superAdmin).body.errors?.[0]?.field).toBe('password')
    expect(change('x', 'y-and-more', '').status).toBe(401)
  })

  test('is open in this browser alone, and nobody else opens it', () => {
    expect(dataOf(ask(member, 'GET', '/auth/sessions'))).toMatchObject([{ role: 'member', current: true, lastUsedAt: now.toISOString() }])
    expect(dataOf(ask(member, 'DELETE', '/auth/sessions'))).toBeNull()
    expect(dataOf(ask(member, 'GET', '/auth/identities'))).toEqual([])
    expect(dataOf(ask(null, 'GET', '/auth/providers'))).toEqual([])
    expect(ask(null, 'GET', '/auth/sessions').status).toBe(401)
  })
})

describe('the super administrator', () => {
  const [own, waiting, ended] = [1, 2, 3].map((n) => `00000002-0000-4000-8000-00000000000${n}`) as [string, string, string]
  const details = (id: string) => dataOf(ask(superAdmin, 'GET', `/cooperatives/details/${id}`))
  const plan = (id: string, body: object) => ask(superAdmin, 'PUT', `/cooperatives/plan/${id}`, { reason: 'Agreed', ...body })
  const trail = (query = '') => dataOf(ask(superAdmin, 'GET', `/platform/audit-events${query}`)) as { action: string }[]

  test('sees the figures of the platform, which are those of the societies', () => {
    const { platform } = dataOf(ask(superAdmin, 'GET', '/cooperatives/statistics'))
    expect(platform).toMatchObject({ total: 3, pending: 1, active: 2, members: 14, trialsRunning: 0, trialsEnded: 1, openMessages: 1, summedAt: now.toISOString() })
    expect(platform.months).toHaveLength(12)
    expect(platform.months.at(-1)).toEqual({ month: '2026-11-01', registered: 1 })
    expect(platform.months.reduce((sum: number, { registered }: { registered: number }) => sum + registered, 0)).toBe(2)
    const { cooperative } = dataOf(ask(officer, 'GET', '/cooperatives/statistics'))
    expect(platform.savings).toBe(cooperative.savings)
    const before = platform.transactionsThisMonth
    dataOf(ask(officer, 'POST', '/financial/contributions', { memberId, amount: 10.5 }))
    const after = dataOf(ask(superAdmin, 'GET', '/cooperatives/statistics')).platform
    expect([after.transactionsThisMonth, Math.round((after.amountThisMonth - platform.amountThisMonth) * 100)]).toEqual([before + 1, 1050])
    expect(details(own).totals).toMatchObject({ savings: after.savings, shares: cooperative.shares, transactionsThisMonth: before + 1, lastEntryAt: now.toISOString() })
    expect(details(waiting).totals).toBeNull()
  })

  test('begins a trial with the approval, changes plans with a reason, and each act is a line', () => {
    expect(plan(waiting, { trialEndsOn: '2026-12-01' }).body.message).toBe('The trial begins when the cooperative is approved. Approve it first.')
    dataOf(ask(superAdmin, 'POST', `/cooperatives/request-documents/${waiting}`, { message: 'Send the second page.' }))
    expect(dataOf(ask(superAdmin, 'PUT', `/cooperatives/update/${waiting}`, { status: 'active' }))).toMatchObject({ status: 'active', plan: 'trial', trialEndsOn: '2026-12-21' })
    expect(plan(waiting, { plan: 'trial' }).status).toBe(409)
    expect(plan(waiting, { trialEndsOn: '2026-11-20' }).status).toBe(422)
    expect(dataOf(plan(waiting, { trialEndsOn: '2027-01-31' })).trialEndsOn).toBe('2027-01-31')
    expect(dataOf(plan(waiting, { plan: 'free' })).plan).toBe('free')
    expect(details(waiting).history.map(({ action, reason }: { action: string; reason: string | null }) => [action, reason])).toEqual([
      ['cooperative.plan', 'Agreed'], ['cooperative.plan', 'Agreed'], ['cooperative.status', null], ['cooperative.documents', 'Send the second page.'],
    ])
    expect(details(own).history).toEqual([])
    expect(trail(`?cooperativeId=${waiting}&action=cooperative.plan&sort=at`)).toMatchObject([
      { actorName: 'Tunde Oyinlola', cooperativeName: 'Market Women of Ojoo', before: { plan: 'trial', trialEndsOn: '2026-12-21' }, after: { plan: 'trial', trialEndsOn: '2027-01-31' } },
      { before: { plan: 'trial' }, after: { plan: 'free' } },
    ])
    expect(dataOf(ask(superAdmin, 'GET', '/cooperatives/list?trial=ended')).map(({ id }: { id: string }) => id)).toEqual([ended])
    expect(dataOf(ask(superAdmin, 'GET', '/cooperatives/list?sort=trialEndsOn'))).toHaveLength(3)
  })

  test('has his logging in, his answers to messages and his deleting in the trail, and the trail as a file', () => {
    dataOf(ask(null, 'POST', '/super-admin/login', { identifier: 'superadmin', password: 'demo-platform' }))
    const [message] = dataOf(ask(superAdmin, 'GET', '/contact-messages'))
    dataOf(ask(superAdmin, 'PUT', `/contact-messages/${message.id}`, { status: 'answered', note: 'Called her' }))
    dataOf(ask(superAdmin, 'DELETE', `/cooperatives/delete/${ended}`))
    expect(trail()).toMatchObject([
      { action: 'cooperative.delete', cooperativeName: 'Agbowo Teachers Thrift', before: { status: 'active' } },
      { action: 'contact_message.update', before: { status: 'open' }, after: { status: 'answered', noteChanged: true } },
      { action: 'session.login', actorName: 'Tunde Oyinlola' },
    ])
    expect(JSON.stringify(trail())).not.toContain('Called her')
    expect([trail('?q=agbowo').length, trail('?from=2026-11-22').length, trail('?to=2026-11-21').length]).toEqual([1, 0, 3])
    const { file } = respond(answers, store, { method: 'GET', path: '/api/platform/audit-events/csv?q=agbowo', token: superAdmin }, now)
    const lines = new TextDecoder().decode(file?.content).trim().split('\r\n')
    expect([file?.fileName, lines.length]).toEqual(['audit-trail-2026-11-21.csv', 2])
    expect(lines[1]).toContain('"cooperative.delete","Agbowo Teachers Thrift"')
    expect(trail()[0]).toMatchObject({ action: 'audit.export', after: { lines: 1 } })
    expect(ask(officer, 'GET', '/platform/audit-events').status).toBe(403)
  })
})
