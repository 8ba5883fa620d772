import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeUnpaidMonths } from '#platform/jobs/compute-unpaid-months.ts'
import { sumCooperatives } from '#platform/jobs/sum-cooperatives.ts'
import { writeSlips } from '#platform/files/table-file.ts'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  newPhone,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const ninth = (n: number, salt: number) => (n * 7919 + salt * 104_729) % 97
const firstNames = ['Ada', 'Bola', 'Chidi', 'Ọlá', 'Musa', 'Ngozi']
const lastNames = ['Obi', 'Adébáyọ̀', 'Garba', 'Eze', 'Ɗanladi']
const day = (n: number) =>
  `${2024 + (n % 2)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 27)).padStart(2, '0')}`
const size = 60

type Person = {
  n: number
  firstName: string
  lastName: string
  phone: string
  gender: string
  registrationDate: string
  monthly: number
  paid: number
  status: string
  role: string
  employer: string
  id: string
  membershipno: string
}

describe('the register', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let other: TestCooperative
  let foreign: TestMember
  let people: Person[]
  let employers: string[]

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    other = await buildCooperative(app)
    foreign = await buildMember(app, other)
    people = Array.from({ length: size }, (_, n) => ({
      n,
      firstName: firstNames[ninth(n, 1) % 6] ?? '',
      lastName: lastNames[ninth(n, 2) % 5] ?? '',
      phone: newPhone(),
      gender: ['female', 'male', 'other'][ninth(n, 3) % 3] ?? '',
      registrationDate: day(ninth(n, 4)),
      monthly: [0, 1000, 2500][ninth(n, 5) % 3] ?? 0,
      paid: ninth(n, 6) * 100,
      status: ninth(n, 7) % 4 === 0 ? 'inactive' : 'active',
      role: ninth(n, 8) % 9 === 0 ? 'admin' : 'member',
      employer: ['', 'North', 'South'][ninth(n, 9) % 3] ?? '',
      id: '',
      membershipno: '',
    }))
    const member = people.map(({ firstName, lastName, phone, gender, registrationDate, monthly, role }) => ({
      firstName,
      lastName,
      phone,
      gender,
      registrationDate,
      monthlyContributions: monthly,
      roles: [role],
    }))
    const registered: { memberid: string; membershipno: string }[] = dataOf(
      await post('/cooperatives/members', { member }),
      201,
    )
    for (const [n, { memberid, membershipno }] of registered.entries())
      Object.assign(people[n] ?? {}, { id: memberid, membershipno })
    employers = []
    for (const name of ['North', 'South']) {
      const { id } = dataOf(await post('/financial/employers', { name, code: name }), 201)
      employers.push(id)
      for (const person of people)
        if (person.employer === name)
          dataOf(
            await app.call('PUT', `/financial/members/${person.id}/employer`, {
              token: cooperative.token,
              body: { employerId: id, staffNumber: `S${person.n}` },
            }),
          )
    }
    const paying = people.filter(({ paid }) => paid > 0)
    dataOf(
      await post('/financial/contributions/bulk', {
        occurredOn: '2026-03-05',
        period: '2026-03',
        rows: paying.map(({ id, paid }) => ({ memberId: id, amount: paid })),
      }),
      201,
    )
    const away = people.filter(({ status }) => status === 'inactive')
    dataOf(
      await post('/members/status', {
        members: { ids: away.filter(({ role }) => role === 'member').map(({ id }) => id) },
        status: 'inactive',
        reason: 'Moved away',
      }),
    )
    for (const { id } of away.filter(({ role }) => role === 'admin'))
      dataOf(
        await app.call('PUT', `/cooperatives/members/${id}`, {
          token: cooperative.token,
          body: { status: 'inactive' },
        }),
      )
  })
  afterAll(() => app.stop())

  const post = (path: string, body: unknown, token = cooperative.token, key?: string) =>
    app.call('POST', path, { token, body, ...(key && { key }) })
  const list = async (query: Record<string, string>) => {
    const rows: string[] = []
    let total = 0
    for (let page = 1; page <= 3; page += 1) {
      const reply = await app.call(
        'GET',
        `/members?${new URLSearchParams({ ...query, limit: '25', page: String(page) }).toString()}`,
        { token: cooperative.token },
      )
      rows.push(...dataOf(reply).map(({ memberid }: { memberid: string }) => memberid))
      total = reply.body.meta.total
    }
    return { rows, total }
  }

  const text = (one: string, next: string) => Buffer.from(one).compare(Buffer.from(next))
  const orders: Record<string, (one: Person, next: Person) => number> = {
    membershipno: (one, next) => one.n - next.n,
    savings: (one, next) => one.paid - next.paid || one.n - next.n,
    registrationDate: (one, next) => text(one.registrationDate, next.registrationDate) || one.n - next.n,
  }
  const filters: [Record<string, string>, (person: Person) => boolean][] = [
    [{}, () => true],
    [{ status: 'inactive' }, ({ status }) => status === 'inactive'],
    [{ role: 'admin' }, ({ role }) => role === 'admin'],
    [{ role: 'member' }, () => true],
    [{ gender: 'female' }, ({ gender }) => gender === 'female'],
    [{ employer: 'North' }, ({ employer }) => employer === 'North'],
    [{ joinedFrom: '2024-06-01' }, ({ registrationDate }) => registrationDate >= '2024-06-01'],
    [
      { joinedTo: '2025-03-31', joinedFrom: '2024-03-01' },
      ({ registrationDate }) => registrationDate >= '2024-03-01' && registrationDate <= '2025-03-31',
    ],
    // No one paid more than one month of all since 2024, so whoever has a plan is behind.
    [{ arrears: 'contributions' }, ({ monthly }) => monthly > 0],
    [
      { arrears: 'contributions', gender: 'male', status: 'active' },
      ({ monthly, gender, status }) => monthly > 0 && gender === 'male' && status === 'active',
    ],
    [{ arrears: 'loans' }, () => false],
    [
      { q: 'ola', status: 'active' },
      ({ firstName, status }) => ['Ọlá', 'Bola'].includes(firstName) && status === 'active',
    ],
    [
      { employer: 'South', gender: 'female', q: 'ob' },
      ({ employer, gender, lastName, firstName }) =>
        employer === 'South' && gender === 'female' && /ob/i.test(`${firstName} ${lastName}`),
    ],
  ]

  test.each(
    filters.flatMap(([query, keeps]) =>
      Object.keys(orders).flatMap((name) => [name, `-${name}`].map((sort) => ({ query, sort, keeps }))),
    ),
  )('is the same as a plain list filtered by $query and sorted by $sort', async ({ query, sort, keeps }) => {
    const order = orders[sort.replace('-', '')] as (one: Person, next: Person) => number
    const expected = people
      .filter(keeps)
      .toSorted((one, next) => (sort.startsWith('-') ? order(next, one) : order(one, next)))
    const named = query['employer']
      ? { ...query, employer: employers[query['employer'] === 'North' ? 0 : 1] ?? '' }
      : query
    const found = await list({ ...named, sort })
    expect({ total: found.total, rows: found.rows.map((id) => people.find((person) => person.id === id)?.n) }).toEqual({
      total: expected.length,
      rows: expected.map(({ n }) => n),
    })
  })

  test('who owes is worked out once for each member whose month is stale, however many the register has', async () => {
    await app.admin.query(`alter system set track_functions = 'all'`)
    await app.admin.query('select pg_reload_conf()')
    const callsSoFar = async () => {
      await app.admin.query('select pg_stat_clear_snapshot()')
      const { rows } = await app.admin.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::int as calls from pg_stat_user_functions where funcname = 'first_unpaid_since'`,
      )
      return rows[0]?.calls ?? 0
    }
    // Of all: a payment in an early month makes what was worked out for its member stale.
    await app.admin.query(
      `insert into app.stale_unpaid_month (cooperative_id, member_id, month)
        select cooperative_id, member_id, '2023-01-01' from app.member where cooperative_id = $1`,
      [cooperative.id],
    )
    try {
      const before = await callsSoFar()
      dataOf(await app.call('GET', '/members?arrears=contributions&limit=100', { token: cooperative.token }))
      // A server process reports what it did within a second or so.
      await expect.poll(callsSoFar, { timeout: 30_000, interval: 500 }).toBeGreaterThan(before)
      expect((await callsSoFar()) - before).toBeLessThanOrEqual(2 * (size + 1))
    } finally {
      await app.admin.query('alter system reset track_functions')
      await app.admin.query('select pg_reload_conf()')
    }
  })

  test('a page behind the last still says how many there are', async () => {
    const reply = await app.call('GET', '/members?arrears=contributions&page=50', { token: cooperative.token })
    expect(reply.body).toMatchObject({ data: [], meta: { total: people.filter(({ monthly }) => monthly > 0).length } })
  })

  test('who owes is who owes on their own page, also after part payments, prepayments and a changed plan', async () => {
    const society = await buildCooperative(app)
    const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
    const before = (back: number) => {
      const date = new Date(`${month}-01T00:00:00Z`)
      date.setUTCMonth(date.getUTCMonth() - back)
      return date.toISOString().slice(0, 7)
    }
    const join = async () =>
      buildMember(app, society, { registrationDate: `${before(2)}-01`, monthlyContributions: 1000 })
    const pay = async (member: TestMember, back: number, amount: number) =>
      dataOf(
        await post('/financial/contributions', { memberId: member.id, period: before(back), amount }, society.token),
        201,
      )
    const [settled, part, twoParts, prepaid, thisMonthOnly, dearer, uneven] = [
      await join(),
      await join(),
      await join(),
      await join(),
      await join(),
      await join(),
      await join(),
    ] as const
    for (const back of [2, 1]) for (const member of [settled, thisMonthOnly, dearer]) await pay(member, back, 1000)
    for (const [member, back, amount] of [
      [part, 2, 1000],
      [part, 1, 400],
      [twoParts, 2, 1000],
      [twoParts, 1, 400],
      [twoParts, 1, 600],
      [uneven, 2, 1000],
      [uneven, 2, 500],
      [uneven, 1, 500],
    ] as const)
      await pay(member, back, amount)
    // Paid for one month, however much, is not paid for the other.
    await pay(prepaid, 2, 5000)
    // A dearer plan holds from this month on, and this month is not over.
    dataOf(
      await app.call('PUT', `/cooperatives/members/${dearer.id}`, {
        token: society.token,
        body: { monthlyContributions: 9000 },
      }),
    )
    const owing = async () =>
      dataOf(await app.call('GET', '/members?arrears=contributions', { token: society.token })).map(
        ({ memberid }: { memberid: string }) => memberid,
      )
    expect(await owing()).toEqual([part.id, prepaid.id, uneven.id])
    for (const member of [settled, part, twoParts, prepaid, dearer, uneven]) {
      const months = dataOf(
        await app.call('GET', `/financial/contributions?memberId=${member.id}`, { token: society.token }),
      )
      const owes = months.some(
        ({ period, outstanding }: { period: string; outstanding: number }) => period < month && outstanding > 0,
      )
      expect(owes).toBe((await owing()).includes(member.id))
    }
  })

  test('who owes and who saved most is the same before, between and after the jobs that calculate it', async () => {
    const society = await buildCooperative(app)
    const [thisYear = 0, thisMonth = 0] = new Date(Date.now() + 3_600_000).toISOString().split('-').map(Number)
    const before = (back: number) => new Date(Date.UTC(thisYear, thisMonth - 1 - back)).toISOString().slice(0, 7)
    const joined = 3
    const crowd: (TestMember & { paid: Map<string, number> })[] = []
    for (let n = 0; n < 7; n += 1)
      crowd.push({
        ...(await buildMember(app, society, { registrationDate: `${before(joined)}-01`, monthlyContributions: 1000 })),
        paid: new Map<string, number>(),
      })
    const known: { transactionId: string; who: number; period: string; amount: number }[] = []
    const reckonings = [
      async () => undefined,
      () => computeUnpaidMonths(app.services.database),
      () => sumCooperatives(app.services.database),
    ]
    for (let step = 0; step < 42; step += 1) {
      const who = ninth(step, 11) % crowd.length
      const [taken] = ninth(step, 12) % 4 === 0 ? known.splice(ninth(step, 13) % Math.max(known.length, 1), 1) : []
      if (taken) {
        dataOf(
          await post(
            `/financial/transactions/${taken.transactionId}/reverse`,
            { reason: 'Written for the wrong month' },
            society.token,
          ),
        )
        crowd[taken.who]?.paid.set(taken.period, (crowd[taken.who]?.paid.get(taken.period) ?? 0) - taken.amount)
      } else if (ninth(step, 17) % 9 === 0) {
        // A dearer plan holds from this month on, which is not over.
        dataOf(
          await app.call('PUT', `/cooperatives/members/${crowd[who]?.id}`, {
            token: society.token,
            body: { monthlyContributions: 1000 + step * 100 },
          }),
        )
      } else {
        const period = before((ninth(step, 14) % (joined + 2)) - 1)
        const amount = [1000, 1000, 400, 600, 2500][ninth(step, 15) % 5] ?? 0
        const { id: transactionId } = dataOf(
          await post(
            '/financial/contributions',
            { memberId: crowd[who]?.id, period, amount, anotherPayment: true },
            society.token,
          ),
          201,
        )
        known.push({ transactionId, who, period, amount })
        crowd[who]?.paid.set(period, (crowd[who]?.paid.get(period) ?? 0) + amount)
      }
      await reckonings[ninth(step, 16) % 3]?.()
      const found = async (query: string) =>
        dataOf(await app.call('GET', `/members?${query}`, { token: society.token })).map(
          ({ memberid }: { memberid: string }) => crowd.findIndex(({ id }) => id === memberid),
        )
      const owing = crowd.flatMap(({ paid }, n) =>
        Array.from({ length: joined }, (_, back) => paid.get(before(back + 1)) ?? 0).some((amount) => amount < 1000)
          ? [n]
          : [],
      )
      const saved = crowd.map(({ paid }) => [...paid.values()].reduce((sum, amount) => sum + amount, 0))
      expect({ step, owing: await found('arrears=contributions'), order: await found('sort=savings') }).toEqual({
        step,
        owing,
        order: crowd.map((_, n) => n).toSorted((one, next) => (saved[one] ?? 0) - (saved[next] ?? 0) || one - next),
      })
    }
    expect(await app.checks()).toEqual([])
    for (const [wrong, right, check] of [
      [
        "update app.first_unpaid_month set month = month - interval '1 month'",
        "update app.first_unpaid_month set month = month + interval '1 month'",
        'first_unpaid_months_agree',
      ],
      [
        'update app.member_savings set savings = savings + 1',
        'update app.member_savings set savings = savings - 1',
        'member_savings_agree',
      ],
    ] as const) {
      await app.admin.query(wrong)
      expect((await app.checks()).map((failure) => failure.check)).toEqual([check])
      await app.admin.query(right)
    }
    expect(await app.checks()).toEqual([])
  })

  test('a former member owes for no month from the one in which they left', async () => {
    const society = await buildCooperative(app)
    const left = await buildMember(app, society, { registrationDate: '2026-01-01', monthlyContributions: 1000 })
    dataOf(
      await post('/financial/contributions', { memberId: left.id, period: '2026-01', amount: 1000 }, society.token),
      201,
    )
    const owing = async () =>
      dataOf(await app.call('GET', '/members?arrears=contributions', { token: society.token })).length
    expect(await owing()).toBe(1)
    for (const [day, expected] of [
      ['2026-02-28', 0],
      ['2026-03-01', 1],
    ] as const) {
      await app.admin.query("update app.member set status = 'left', left_on = $2 where member_id = $1", [left.id, day])
      expect(await owing()).toBe(expected)
    }
    await app.admin.query("update app.member set status = 'active', left_on = null where member_id = $1", [left.id])
  })

  describe('saved views', () => {
    const views = async (token = cooperative.token) => dataOf(await app.call('GET', '/members/views', { token }))
    const shows = { status: 'inactive', joinedFrom: '2024-06-01', sort: '-savings', columns: ['name', 'savings'] }

    test('belong to one person: another officer of the same cooperative has their own', async () => {
      const { id } = dataOf(await post('/members/views', { name: 'Asleep', shows }), 201)
      expect(await views()).toEqual([{ id, name: 'Asleep', shows }])
      const officer = await buildMember(app, cooperative, { roles: ['admin'] })
      const own = await loginMember(app, officer)
      const token = dataOf(
        await app.call('POST', '/member-auth/switch', {
          token: own,
          body: { cooperativeId: cooperative.id, role: 'coop_admin' },
        }),
      ).accessToken
      expect(await views(token)).toEqual([])
      for (const method of ['PUT', 'DELETE'])
        expect(
          (
            await app.call(method, `/members/views/${id}`, {
              token,
              ...(method === 'PUT' && { body: { name: 'Mine' } }),
            })
          ).status,
        ).toBe(404)
      dataOf(await post('/members/views', { name: 'Asleep', shows: {} }, token), 201)
      dataOf(
        await agreed(
          app,
          await app.call('DELETE', `/cooperatives/members/${officer.id}`, { token: cooperative.token }),
          token,
        ),
      )
    })

    test('are renamed, changed and deleted; a name is once, whatever its capitals', async () => {
      const { id } = dataOf(await post('/members/views', { name: 'Women', shows: { gender: 'female' } }), 201)
      expect((await post('/members/views', { name: 'women', shows: {} })).body).toMatchObject({
        status: 409,
        errors: [{ field: 'name' }],
      })
      expect(
        dataOf(
          await app.call('PUT', `/members/views/${id}`, { token: cooperative.token, body: { name: 'Our women' } }),
        ),
      ).toEqual({ id, name: 'Our women', shows: { gender: 'female' } })
      dataOf(await app.call('DELETE', `/members/views/${id}`, { token: cooperative.token }))
      expect((await views()).map(({ name }: { name: string }) => name)).toEqual(['Asleep'])
    })

    // Remedy: views_too_many
    test('are at most twenty, also where two are saved at once', async () => {
      for (let n = 0; n < 18; n += 1) dataOf(await post('/members/views', { name: `View ${n}`, shows: {} }), 201)
      const statuses = (
        await Promise.all(['One', 'Two', 'Three'].map((name) => post('/members/views', { name, shows: {} })))
      ).map(({ status }) => status)
      expect(statuses.toSorted((one, next) => one - next)).toEqual([201, 409, 409])
      const save = () => post('/members/views', { name: 'Four', shows: {} })
      expect((await save()).body).toMatchObject({
        status: 409,
        message: 'You have 20 views, which is the most. Delete one first.',
      })
      const { id } = (await views()).find(({ name }: { name: string }) => name === 'View 0')
      dataOf(await app.call('DELETE', `/members/views/${id}`, { token: cooperative.token }))
      dataOf(await save(), 201)
    })

    test('refuses what the register does not know', async () => {
      for (const wrong of [
        { status: 'asleep' },
        { sort: 'phone' },
        { columns: ['password'] },
        { columns: [] },
        { nothing: 1 },
      ])
        expect((await post('/members/views', { name: 'Wrong', shows: wrong })).status).toBe(422)
    })
  })

  describe('a change of many', () => {
    test('makes members inactive with a reason, but for those who borrow, who are named', async () => {
      const society = await buildCooperative(app)
      dataOf(
        await app.call('PUT', '/financial/config', {
          token: society.token,
          body: { guarantorsRequired: 0, waitingMonths: 0 },
        }),
      )
      const [borrower, free, idle] = [
        await buildMember(app, society, { firstName: 'Bisi' }),
        await buildMember(app, society),
        await buildMember(app, society),
      ] as const
      dataOf(await post('/financial/contributions', { memberId: borrower.id, amount: 50_000 }, society.token), 201)
      const [config] = dataOf(await app.call('GET', '/financial/loan-configs', { token: society.token }))
      const loan = dataOf(
        await post(
          '/financial/loans',
          { memberId: borrower.id, loanConfigId: config.id, principal: 1000, instalments: 2 },
          society.token,
        ),
        201,
      )
      dataOf(await post(`/financial/loans/${loan.id}/approve`, {}, society.token))
      dataOf(
        await post(
          '/members/status',
          { members: { ids: [idle.id] }, status: 'inactive', reason: 'Died' },
          society.token,
        ),
      )
      const key = newKey()
      const asked = { members: { filter: {} }, status: 'inactive', reason: 'Left town' }
      const reply = await post('/members/status', asked, society.token, key)
      expect(dataOf(reply)).toEqual({
        changed: 1,
        unchanged: 1,
        refused: [{ memberId: borrower.id, membershipno: borrower.membershipno, name: 'Bisi Obi', why: 'has_loan' }],
      })
      expect((await post('/members/status', asked, society.token, key)).body).toEqual(reply.body)
      const changes = dataOf(
        await app.call('GET', `/cooperatives/members/${free.id}/status-changes`, { token: society.token }),
      )
      expect(changes).toEqual([
        { from: 'active', to: 'inactive', reason: 'Left town', by: 'Test Cooperative', at: expect.any(String) },
      ])
      // One at a time it is the same.
      expect(
        (
          await app.call('PUT', `/cooperatives/members/${borrower.id}`, {
            token: society.token,
            body: { status: 'inactive' },
          })
        ).status,
      ).toBe(409)
      expect(await app.checks()).toEqual([])
    })

    test('names no one of another cooperative, and then changes no one', async () => {
      const mine = people.find(({ status }) => status === 'active')
      const ids = [mine?.id, foreign.id]
      for (const [path, body] of [
        ['/members/status', { members: { ids }, status: 'inactive', reason: 'x' }],
        ['/members/activation-slips', { members: { ids } }],
        ['/members/export', { members: { ids }, format: 'csv', columns: ['name'] }],
        ['/notifications', { to: { ids }, message: 'Hello' }],
      ] as const) {
        const unknown = {
          ...body,
          ...('members' in body
            ? { members: { ids: [mine?.id, '00000000-0000-4000-8000-000000000000'] } }
            : { to: { ids: [mine?.id, '00000000-0000-4000-8000-000000000000'] } }),
        }
        const [theirs, none] = [await post(path, body), await post(path, unknown)]
        expect({ path, status: theirs.status, body: { ...theirs.body, requestId: '' } }).toEqual({
          path,
          status: 404,
          body: { ...none.body, requestId: '' },
        })
      }
      expect(
        dataOf(await app.call('GET', `/cooperatives/members/${mine?.id}`, { token: cooperative.token })).status,
      ).toBe('active')
    })

    test.each([
      [{ members: { ids: [] }, status: 'inactive', reason: 'x' }, 'members'],
      [{ members: 'all', status: 'inactive', reason: 'x' }, 'members'],
      [{ members: { filter: { status: 'asleep' } }, status: 'inactive', reason: 'x' }, 'members'],
      [{ members: { filter: {} }, status: 'gone', reason: 'x' }, 'status'],
      [{ members: { filter: {} }, status: 'inactive', reason: '  ' }, 'reason'],
    ])('refuses %j', async (body, field) => {
      const reply = await post('/members/status', body)
      expect(reply.status).toBe(422)
      expect(reply.body.errors[0].field.split('.')[0]).toBe(field)
    })

    test('a message goes to whom the filter finds', async () => {
      const reply = dataOf(
        await post('/notifications', {
          to: { filter: { gender: 'female', status: 'active' } },
          message: 'Women meet at four.',
        }),
        201,
      )
      expect(reply.recipients).toBe(
        people.filter(({ gender, status }) => gender === 'female' && status === 'active').length,
      )
    })
  })

  test('slips give new codes to those who have not activated, end the old ones, and are the same under the same key', async () => {
    const society = await buildCooperative(app, { name: 'Slip Society' })
    const [fresh, active] = [await buildMember(app, society), await buildMember(app, society)] as const
    await loginMember(app, active)
    const key = newKey()
    const first = await post('/members/activation-slips', { members: { filter: {} } }, society.token, key)
    const { slips, alreadyActive, pdf, fileName } = dataOf(first)
    expect({ slips, alreadyActive, fileName }).toEqual({
      slips: 1,
      alreadyActive: 1,
      fileName: expect.stringMatching(/^activation-slips-.*\.pdf$/),
    })
    expect((await post('/members/activation-slips', { members: { filter: {} } }, society.token, key)).body).toEqual(
      first.body,
    )
    const words = await textOf(Buffer.from(pdf, 'base64'))
    expect(words).toContain('Slip Society')
    expect(words).toContain(fresh.membershipno)
    expect(words).not.toContain(active.membershipno)
    const code = /\b(\d{4}) (\d{4})\b/.exec(words)?.slice(1).join('') ?? ''
    const activate = (given: string) =>
      app.call('POST', '/auth/reset-password', {
        body: { identifier: fresh.phone, code: given, password: 'member-password', confirmPassword: 'member-password' },
      })
    expect((await activate(fresh.activationCode)).status).toBe(422)
    expect((await activate(code)).status).toBe(200)
    expect((await post('/members/activation-slips', { members: { filter: {} } }, society.token)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('activated already'),
    })
  })

  test('slips are drawn without a lock on their members, and none counts where one of them activated meanwhile', async () => {
    const society = await buildCooperative(app, { name: 'Busy Society' })
    const [one, other] = [await buildMember(app, society), await buildMember(app, society)] as const
    // Both places in which papers are drawn are taken, so that the slips wait for one.
    let read = () => {}
    const hasRead = new Promise<void>((resolve) => (read = resolve))
    const many = Array.from({ length: 250 }, (_, n) => ({
      name: `Ada Obi ${n}`,
      membershipno: 'AJO-DEM234/00001',
      phone: one.phone,
      sharesPhone: false,
      code: '12345678',
    }))
    let isTaken = true
    const taking = Promise.all(
      [0, 1].map(() => writeSlips({ society: 'Another', until: '1 Jan 2027', slips: many })),
    ).finally(() => (isTaken = false))
    const { database } = app.services
    const making = new Promise<Reply>((resolve, reject) => {
      app.services.database = { ...database, tenant: (...given) => database.tenant(...given).finally(() => read()) }
      post('/members/activation-slips', { members: { filter: {} } }, society.token).then(resolve, reject)
    })
    // The transaction that reads the members ends before the drawing begins, and no other has begun.
    await Promise.race([hasRead, taking])
    app.services.database = database
    expect(isTaken).toBe(true)
    await loginMember(app, other)
    await taking
    expect((await making).body).toMatchObject({
      status: 409,
      message: 'A member activated or changed while the slips were made. No code was changed. Make the slips again.',
    })
    await loginMember(app, one)
  })

  test('a reset ends a member’s sessions and lets them in again with the code and the password that they have', async () => {
    const society = await buildCooperative(app)
    const ada = await buildMember(app, society)
    const token = await loginMember(app, ada)
    const { activationCode, activated } = dataOf(
      await post(`/cooperatives/members/${ada.id}/activation`, {}, society.token),
    )
    expect(activated).toBe(false)
    expect((await app.call('GET', '/member-portal/profile', { token })).status).toBe(401)
    expect((await app.outbox()).findLast(({ to }) => to === ada.phone)?.text).toMatch(/new code \d{8} for/)
    const activate = (password: string) =>
      app.call('POST', '/auth/reset-password', {
        body: { identifier: ada.phone, code: activationCode, password, confirmPassword: password },
      })
    expect((await activate('another-password')).status).toBe(409)
    dataOf(await activate('member-password'))
    dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: ada.phone, password: 'member-password' } }),
    )
  })

  describe('somebody who may be there already', () => {
    const similar = async (query: Record<string, string>, token = cooperative.token) =>
      dataOf(await app.call('GET', `/members/similar?${new URLSearchParams(query).toString()}`, { token })).map(
        ({ memberId, why }: { memberId: string; why: string }) => [memberId, why],
      )

    test('is found by phone in any form, by a name that reads alike, and by birthday with one name', async () => {
      const society = await buildCooperative(app)
      const seun = await buildMember(app, society, {
        firstName: 'Olúwaṣeun',
        lastName: 'Adébáyọ̀',
        dateOfBirth: '1980-05-17',
      })
      await buildMember(app, society, { firstName: 'Ngozi', lastName: 'Okafor' })
      const find = (query: Record<string, string>) => similar(query, society.token)
      expect(await find({ phone: seun.phone.replace('+234', '0') })).toEqual([[seun.id, 'phone']])
      expect(await find({ firstName: 'Adebayo', lastName: 'Oluwasuen' })).toEqual([[seun.id, 'name']])
      expect(await find({ firstName: 'Bola', lastName: 'Adebayo', dateOfBirth: '1980-05-17' })).toEqual([
        [seun.id, 'birth'],
      ])
      expect(await find({ firstName: 'Bola', lastName: 'Adebayo' })).toEqual([])
      expect(await find({})).toEqual([])
      expect(await similar({ phone: seun.phone })).toEqual([])
    })
  })

  describe('a file of it', () => {
    const exported = async (body: object) => app.call('POST', '/members/export', { token: cooperative.token, body })

    test('holds what the list shows, in its order and its columns, and leaves a line in the trail', async () => {
      const reply = await exported({
        members: { filter: { gender: 'female' } },
        format: 'csv',
        sort: '-savings',
        columns: ['name', 'savings', 'membershipno'],
      })
      expect(reply.headers.get('content-disposition')).toContain('members-')
      const [head, ...rows] = reply.text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/)
      const expected = people
        .filter(({ gender }) => gender === 'female')
        .toSorted((one, next) => next.paid - one.paid || next.n - one.n)
      expect(head).toBe('"Name","Savings","Number"')
      expect(
        rows
          .map((row) => row.replaceAll('"', '').split(','))
          .map(([name, savings, number]) => [name, Number(savings), number]),
      ).toEqual(
        expected.map(({ firstName, lastName, paid, membershipno }) => [`${firstName} ${lastName}`, paid, membershipno]),
      )
      const { rows: trail } = await app.admin.query(
        "select actor_name, detail from audit.event where cooperative_id = $1 and action = 'POST /members/export'",
        [cooperative.id],
      )
      expect(trail).toEqual([
        {
          actor_name: 'Test Cooperative',
          detail: {
            rows: expected.length,
            format: 'csv',
            columns: ['name', 'savings', 'membershipno'],
            filter: { gender: 'female' },
          },
        },
      ])
    })

    test('says on paper what it was narrowed to, an employer by its name', async () => {
      const reply = await fetch(`${app.url}/members/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${cooperative.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          members: { filter: { employer: employers[0], gender: 'male' } },
          format: 'pdf',
          columns: ['name'],
        }),
      })
      const words = await textOf(Buffer.from(await reply.arrayBuffer()))
      expect(words).toContain('Male · North')
      const named = people.filter(({ employer, gender }) => employer === 'North' && gender === 'male')
      expect(words).toContain(`${named.length} members on`)
    })

    test('is a workbook and a paper, too', async () => {
      for (const format of ['xlsx', 'pdf']) {
        const reply = await exported({
          members: { ids: people.slice(0, 3).map(({ id }) => id) },
          format,
          columns: ['name', 'joined', 'employer', 'loans', 'status'],
        })
        expect({ format, status: reply.status, type: reply.headers.get('content-type') }).toEqual({
          format,
          status: 200,
          type: expect.stringMatching(/sheet|pdf/),
        })
      }
    })
  })
})

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const words: string[] = []
  for (let page = 1; page <= document.numPages; page += 1)
    for (const item of (await (await document.getPage(page)).getTextContent()).items)
      if ('str' in item) words.push(item.str)
  return words.join(' ')
}
