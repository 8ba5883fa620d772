import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

describe('the register', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let seun: TestMember
  let ada: TestMember
  let musa: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    seun = await buildMember(app, cooperative, {
      firstName: 'Olúwaṣeun',
      lastName: 'Adébáyọ̀',
      registrationDate: '2025-03-01',
    })
    ada = await buildMember(app, cooperative, {
      firstName: 'Ada',
      lastName: 'Zubair',
      registrationDate: '2024-01-10',
      roles: ['admin'],
    })
    musa = await buildMember(app, cooperative, {
      firstName: 'Musa',
      lastName: 'Ɗanladi',
      registrationDate: '2024-06-20',
    })
    const post = (memberId: string, amount: number) =>
      app.call('POST', '/financial/contributions', { token: cooperative.token, body: { memberId, amount } })
    dataOf(await post(ada.id, 300), 201)
    dataOf(await post(musa.id, 900.25), 201)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${musa.id}`, {
        token: cooperative.token,
        body: { status: 'inactive' },
      }),
    )
    await buildMember(app, await buildCooperative(app), { firstName: 'Foreign' })
  })
  afterAll(() => app.stop())

  const list = (query = '', path = '/members') => app.call('GET', `${path}${query}`, { token: cooperative.token })
  const names = async (query: string, path?: string) =>
    (await list(query, path)).body.data.map(({ firstName }: { firstName: string }) => firstName)
  const find = (q: string) => names(`?q=${encodeURIComponent(q)}`, '/members/search')

  test('begins with the first number and says what each has saved', async () => {
    const { body } = await list()
    expect(body.meta).toEqual({ page: 1, limit: 10, total: 3, totalPages: 1 })
    expect(
      body.data.map(({ firstName, savings, shares, status }: Record<string, unknown>) => [
        firstName,
        savings,
        shares,
        status,
      ]),
    ).toEqual([
      ['Olúwaṣeun', 0, 0, 'active'],
      ['Ada', 300, 0, 'active'],
      ['Musa', 900.25, 0, 'inactive'],
    ])
  })

  test('says how many a search has found', async () => {
    const message = async (query: string, path?: string) => (await list(query, path)).body.message
    expect([
      await message('?q=ada'),
      await message('?q=a'),
      await message('?q=no-such-name'),
      await message(''),
    ]).toEqual(['Found 1 result', 'Found 3 results', 'Found 0 results', 'OK'])
    expect(await message('?q=ada', '/members/search')).toBe('Found 1 result')
  })

  test('answers at the path of the registration too', async () => {
    expect((await list('', '/cooperatives/members')).body).toEqual((await list()).body)
    expect((await list('', '/api/members')).body).toEqual((await list()).body)
  })

  test.each([
    ['membershipno', ['Olúwaṣeun', 'Ada', 'Musa']],
    ['-membershipno', ['Musa', 'Ada', 'Olúwaṣeun']],
    ['lastName', ['Olúwaṣeun', 'Ada', 'Musa']],
    ['-lastName', ['Musa', 'Ada', 'Olúwaṣeun']],
    ['firstName', ['Ada', 'Musa', 'Olúwaṣeun']],
    ['-firstName', ['Olúwaṣeun', 'Musa', 'Ada']],
    ['registrationDate', ['Ada', 'Musa', 'Olúwaṣeun']],
    ['-registrationDate', ['Olúwaṣeun', 'Musa', 'Ada']],
    ['savings', ['Olúwaṣeun', 'Ada', 'Musa']],
    ['-savings', ['Musa', 'Ada', 'Olúwaṣeun']],
  ])('is sorted by %s, on one page and over several', async (sort, expected) => {
    expect(await names(`?sort=${sort}`)).toEqual(expected)
    const pages = [await names(`?sort=${sort}&limit=2`), await names(`?sort=${sort}&limit=2&page=2`)]
    expect(pages.flat()).toEqual(expected)
  })

  test('is filtered by status and role', async () => {
    expect(await names('?status=active')).toEqual(['Olúwaṣeun', 'Ada'])
    expect(await names('?status=inactive')).toEqual(['Musa'])
    expect(await names('?role=admin')).toEqual(['Ada'])
    expect(await names('?role=admin&status=inactive')).toEqual([])
  })

  test.each([
    ['a name without its marks', 'oluwa', ['Olúwaṣeun']],
    ['a name with its marks', 'Olúwaṣeun', ['Olúwaṣeun']],
    ['a name in capitals', 'ADEBAYO', ['Olúwaṣeun']],
    ['a Hausa letter', 'danladi', ['Musa']],
    ['both names', 'ada zubair', ['Ada']],
    ['both names, the last first', 'zubair ada', ['Ada']],
    ['no one', 'no one', []],
    ['a pattern, which is only letters', '%', []],
    ['another pattern', '_da', []],
    ["another cooperative's member", 'Foreign', []],
  ])('is searched by %s', async (_, q, expected) => {
    expect(await find(q)).toEqual(expected)
  })

  test('is searched by phone in every form that people type, and by number', async () => {
    const local = ada.phone.replace('+234', '0')
    for (const q of [
      ada.phone,
      local,
      ada.phone.slice(1),
      `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`,
      `+234 ${local.slice(1, 4)} ${local.slice(4)}`,
    ]) {
      expect({ q, found: await find(q) }).toEqual({ q, found: ['Ada'] })
    }
    expect(await find(local.slice(0, 5))).toHaveLength(3)
    expect(await find(musa.membershipno.toLowerCase())).toEqual(['Musa'])
    expect(await find('00003')).toContain('Musa')
  })

  test('shows whoever has a membership number before those who have its digits in a phone, and knows the number alone', async () => {
    const society = await buildCooperative(app)
    const first = await buildMember(app, society, { firstName: 'First', phone: '+2348030000301' })
    for (const [firstName, phone] of [
      ['Second', '+2348030000302'],
      ['Third', '+2348030000303'],
    ] as const)
      await buildMember(app, society, { firstName, phone })
    const found = async (q: string) =>
      (await app.call('GET', `/cooperatives/members?q=${q}`, { token: society.token })).body.data.map(
        ({ firstName }: { firstName: string }) => firstName,
      )
    for (const q of ['00003', '3', '003'])
      expect({ q, found: await found(q) }).toEqual({ q, found: ['Third', 'First', 'Second'] })
    expect((await found('00002'))[0]).toBe('Second')
    expect(dataOf(await app.call('GET', '/cooperatives/members/00001', { token: society.token })).memberid).toBe(
      first.id,
    )
    expect(dataOf(await app.call('GET', '/cooperatives/members/3', { token: society.token })).firstName).toBe('Third')
    expect((await app.call('GET', '/cooperatives/members/4', { token: society.token })).status).toBe(404)
  })

  test.each(['page=0', 'limit=1000', 'sort=phone', 'status=gone', 'role=superadmin', 'q=%00'])(
    'refuses %s',
    async (query) => {
      expect((await list(`?${query}`)).status).toBe(422)
    },
  )

  test('shows one member by id and by number, its slash written as the address asks', async () => {
    const get = (id: string) => app.call('GET', `/cooperatives/members/${id}`, { token: cooperative.token })
    expect(dataOf(await get(seun.id))).toMatchObject({ memberid: seun.id, firstName: 'Olúwaṣeun', savings: 0 })
    expect(dataOf(await get(encodeURIComponent(ada.membershipno)))).toMatchObject({ memberid: ada.id, savings: 300 })
    expect(dataOf(await get(encodeURIComponent(ada.membershipno.toLowerCase()))).memberid).toBe(ada.id)
    expect(dataOf(await get(seun.id.toUpperCase())).memberid).toBe(seun.id)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'AJO-NONE22%2F00001', 'no one'])
      expect((await get(id)).status).toBe(404)
  })
})
