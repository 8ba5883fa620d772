import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, dayIn, periodName, periodOf } from '#core/calendar.ts'
import { monthsAheadMax } from '#features/members/requests/rules/member-request.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  newPhone,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('what a member asks for from their phone', () => {
  let app: TestApp
  let cooperative: TestCooperative
  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
  })
  afterAll(() => app.stop())

  const thisMonth = periodOf(dayIn(new Date()))
  const call = (method: string, url: string, token: string, body?: unknown, key?: string) =>
    app.call(method, url, { token, ...(body !== undefined && { body }), ...(key !== undefined && { key }) })
  const ask = (token: string, body: unknown, key?: string) => call('POST', '/member-portal/requests', token, body, key)
  const own = async (token: string, query = '') => dataOf(await call('GET', `/member-portal/requests${query}`, token))
  const listed = async (query = '', token = cooperative.token) =>
    dataOf(await call('GET', `/member-requests${query}`, token))
  const approve = (id: string, token = cooperative.token) => call('POST', `/member-requests/${id}/approve`, token)
  const decline = (id: string, reason = 'Bring the letter', token = cooperative.token) =>
    call('POST', `/member-requests/${id}/decline`, token, { reason })
  const withdraw = (id: string, token: string) => call('POST', `/member-portal/requests/${id}/withdraw`, token)
  const record = async ({ id }: TestMember) =>
    dataOf(await call('GET', `/cooperatives/members/${id}`, cooperative.token))
  const plans = async ({ id }: TestMember) =>
    (
      await app.admin.query(
        `select to_char(effective_from, 'YYYY-MM') as month, monthly::int from app.contribution_plan where member_id = $1 order by 1`,
        [id],
      )
    ).rows
  const someone = async (given: object = {}) => {
    const member = await buildMember(app, cooperative, {
      firstName: 'Ada',
      lastName: 'Obi',
      registrationDate: '2024-02-10',
      monthlyContributions: 5000,
      ...given,
    })
    return { member, token: await loginMember(app, member) }
  }
  const monthly = (amount: number, from: string = thisMonth) => ({ contribution: { monthly: amount, from } })

  test('waits with before and after, and the officers are told and find it on their dashboard', async () => {
    const { member, token } = await someone({ address: '3 Market Road', maritalStatus: 'single' })
    const made = dataOf(
      await ask(token, {
        profile: { address: '9 Hill Street', email: 'ada@example.org', maritalStatus: 'married' },
        note: 'I married\nlast month.',
      }),
      201,
    )
    expect(made).toEqual({
      id: expect.any(String),
      kind: 'profile',
      status: 'waiting',
      memberId: member.id,
      memberName: 'Ada Obi',
      membershipno: member.membershipno,
      contribution: null,
      nominees: null,
      needsPaper: false,
      fields: [
        { field: 'email', before: null, after: 'ada@example.org', now: null },
        { field: 'address', before: '3 Market Road', after: '9 Hill Street', now: '3 Market Road' },
        { field: 'maritalStatus', before: 'single', after: 'married', now: 'single' },
      ],
      note: 'I married\nlast month.',
      createdAt: expect.any(String),
      endedAt: null,
      decidedBy: null,
      reason: null,
    })
    expect(await own(token)).toEqual([made])
    expect(await listed(`?status=waiting&q=${encodeURIComponent(member.phone)}`)).toEqual([made])
    expect(dataOf(await call('GET', '/notifications', cooperative.token))[0]).toMatchObject({
      message: 'Ada Obi asks for changes of the own record.',
      link: '/coop/member-management/requests',
    })
    expect(dataOf(await call('GET', '/notifications', token))).toEqual([])
    const dashboard = dataOf(await call('GET', '/financial/dashboard', cooperative.token))
    const waiting = await listed('?status=waiting&limit=100')
    expect(dashboard.waiting).toContainEqual({ kind: 'memberRequests', count: waiting.length })
  })

  test('about the record is made by approving it, as an officer would, and told to the member', async () => {
    const { member, token } = await someone({ address: '3 Market Road', email: 'old@example.org' })
    const { id } = dataOf(
      await ask(token, {
        profile: { address: '9 Hill Street', email: '', employmentStatus: 'Retired', nextOfKinPhone: '08031234567' },
      }),
      201,
    )
    expect(dataOf(await approve(id))).toMatchObject({
      status: 'approved',
      decidedBy: expect.any(String),
      endedAt: expect.any(String),
    })
    expect(await record(member)).toMatchObject({
      address: '9 Hill Street',
      email: null,
      employmentStatus: 'retired',
      nextOfKinPhone: '08031234567',
      firstName: 'Ada',
      monthlyContributions: 5000,
    })
    expect(dataOf(await call('GET', '/notifications', token))[0]).toMatchObject({
      type: 'success',
      message: 'Your record was changed as you asked.',
      link: '/member/requests',
    })
    expect(await own(token)).toMatchObject([
      {
        status: 'approved',
        fields: expect.arrayContaining([
          { field: 'address', before: '3 Market Road', after: '9 Hill Street', now: '9 Hill Street' },
        ]),
      },
    ])
  })

  test('about the other phone needs no paper, and an empty one takes it away', async () => {
    const { member, token } = await someone()
    const otherPhone = newPhone()
    const first = dataOf(await ask(token, { profile: { otherPhone } }), 201)
    expect(first).toMatchObject({
      needsPaper: false,
      fields: [{ field: 'otherPhone', before: null, after: otherPhone, now: null }],
    })
    dataOf(await approve(first.id))
    expect(await record(member)).toMatchObject({ otherPhone, phone: member.phone, activated: true })
    expect((await ask(token, { profile: { otherPhone: '0803' } })).body.errors).toEqual([
      { field: 'profile.otherPhone', message: 'Phone number must be in format +234XXXXXXXXXX' },
    ])
    dataOf(await approve(dataOf(await ask(token, { profile: { otherPhone: null } }), 201).id))
    expect(await record(member)).toMatchObject({ otherPhone: null })
  })

  test('about name or phone is marked for a paper; an approved phone has to be proved again', async () => {
    const { member, token } = await someone()
    const phone = newPhone()
    const { id, needsPaper } = dataOf(await ask(token, { profile: { lastName: 'Okafor', phone } }), 201)
    expect(needsPaper).toBe(true)
    dataOf(await approve(id))
    expect(await record(member)).toMatchObject({ lastName: 'Okafor', phone, activated: false })
  })

  test('with a phone that another member has is taken like any other, and refused to the officer, and still waits', async () => {
    const { member, token } = await someone()
    const { member: other } = await someone()
    const { id } = dataOf(await ask(token, { profile: { phone: other.phone, address: 'New street' } }), 201)
    expect((await approve(id)).body).toMatchObject({ status: 409, errors: [{ field: 'phone' }] })
    expect(await own(token)).toMatchObject([{ id, status: 'waiting' }])
    expect(await record(member)).toMatchObject({ phone: member.phone, address: null })
    expect((await decline(id)).status).toBe(200)
  })

  test.each([
    ['a month that comes', addMonths(thisMonth, 2), addMonths(thisMonth, 2)],
    ['this month', thisMonth, thisMonth],
  ])('for another contribution from %s changes the plan from then on', async (_, from, holds) => {
    const { member, token } = await someone()
    const made = dataOf(await ask(token, monthly(7500.5, from)), 201)
    expect(made).toMatchObject({
      kind: 'contribution',
      contribution: { before: 5000, after: 7500.5, now: 5000, from },
      fields: [],
      needsPaper: false,
    })
    dataOf(await approve(made.id))
    expect(await plans(member)).toEqual([
      { month: '2024-02', monthly: 500_000 },
      { month: holds, monthly: 750_050 },
    ])
    expect(await record(member)).toMatchObject({ monthlyContributions: 7500.5 })
    expect(dataOf(await call('GET', '/notifications', token))[0].message).toBe(
      `Your monthly contribution is ₦7,500.50 from ${periodName(holds)}.`,
    )
  })

  test('whose month is over when it is approved holds from this month, never from a past one', async () => {
    const { member, token } = await someone()
    const { id } = dataOf(await ask(token, monthly(9000)), 201)
    await app.admin.query(`update app.member_request set month = '2025-01-01' where request_id = $1`, [id])
    dataOf(await approve(id))
    expect(await plans(member)).toEqual([
      { month: '2024-02', monthly: 500_000 },
      { month: thisMonth, monthly: 900_000 },
    ])
  })

  test('an amount that an officer sets afterwards holds for the months that come, too', async () => {
    const { member, token } = await someone()
    const later = addMonths(thisMonth, 3)
    dataOf(await approve(dataOf(await ask(token, monthly(8000, later)), 201).id))
    dataOf(await call('PUT', `/cooperatives/members/${member.id}`, cooperative.token, { monthlyContributions: 6000 }))
    expect(await plans(member)).toEqual([
      { month: '2024-02', monthly: 500_000 },
      { month: thisMonth, monthly: 600_000 },
      { month: later, monthly: 600_000 },
    ])
  })

  test('shows the officer when the record has changed since', async () => {
    const { member, token } = await someone({ address: 'First' })
    dataOf(await ask(token, { profile: { address: 'Second' } }), 201)
    dataOf(await ask(token, monthly(1)), 201)
    dataOf(
      await call('PUT', `/cooperatives/members/${member.id}`, cooperative.token, {
        address: 'Third',
        monthlyContributions: 77,
      }),
    )
    const rows = await listed(`?q=${encodeURIComponent(member.phone)}&sort=createdAt`)
    expect(rows).toMatchObject([
      { fields: [{ before: 'First', after: 'Second', now: 'Third' }] },
      { contribution: { before: 5000, after: 1, now: 77 } },
    ])
  })

  test('replaces one of its kind that waits, and leaves the other kind', async () => {
    const { token } = await someone()
    for (const body of [monthly(100), { profile: { address: 'A' } }, monthly(200), monthly(300)])
      dataOf(await ask(token, body), 201)
    expect((await own(token)).map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`)).toEqual(
      ['contribution waiting', 'contribution withdrawn', 'profile waiting', 'contribution withdrawn'],
    )
    expect(await own(token, '?status=waiting&limit=1&page=2')).toMatchObject([{ kind: 'profile' }])
  })

  test('many at once leave one that waits; one key is one request', async () => {
    const { token } = await someone()
    expect(statusesOf(await Promise.all([1, 2, 3, 4, 5].map((amount) => ask(token, monthly(amount)))))).toEqual([
      201, 201, 201, 201, 201,
    ])
    expect(await own(token, '?status=waiting')).toHaveLength(1)
    const [key, body] = [newKey(), { profile: { address: 'Once' } }]
    const [first, second] = [await ask(token, body, key), await ask(token, body, key)]
    expect(second.text).toBe(first.text)
    expect(await own(token)).toHaveLength(6)
  })

  test.each([
    ['names nothing', {}, 'profile', 'Ask either for another monthly contribution or for changes of your own record.'],
    [
      'names both',
      { ...monthly(1), profile: { address: 'B' } },
      'profile',
      'Ask either for another monthly contribution or for changes of your own record.',
    ],
    [
      'changes no field',
      { profile: { firstName: 'Ada', address: '', maritalStatus: '' } },
      'profile',
      'This is what is in your record already. Change something before you send it.',
    ],
    [
      'changes no amount',
      monthly(5000),
      'contribution.monthly',
      'This is what is in your record already. Change something before you send it.',
    ],
    [
      'is for a month that is over',
      monthly(1, addMonths(thisMonth, -1)),
      'contribution.from',
      `Choose a month from ${periodName(thisMonth)} to ${periodName(addMonths(thisMonth, monthsAheadMax))}.`,
    ],
    [
      'is for a month too far',
      monthly(1, addMonths(thisMonth, monthsAheadMax + 1)),
      'contribution.from',
      `Choose a month from ${periodName(thisMonth)} to ${periodName(addMonths(thisMonth, monthsAheadMax))}.`,
    ],
    ['has a bad amount', monthly(-1), 'contribution.monthly', 'Enter zero or more'],
    ['has a bad email', { profile: { email: 'at home' } }, 'profile.email', 'Invalid email format'],
    ['has a bad phone', { profile: { phone: '12' } }, 'profile.phone', 'Phone number must be in format +234XXXXXXXXXX'],
    ['has an empty name', { profile: { firstName: ' ' } }, 'profile.firstName', 'First name is required'],
    [
      'asks for what members do not ask',
      { profile: { status: 'inactive' } },
      'profile.status',
      'status is not a field of this request',
    ],
  ])('that %s is refused and nothing is kept', async (_, body, field, message) => {
    const { token } = await someone()
    const reply = await ask(token, body)
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([{ field, message }])
    expect(await own(token)).toEqual([])
  })

  test('is declined with a reason that the member reads; nothing changes', async () => {
    const { member, token } = await someone({ address: 'Here' })
    const { id } = dataOf(await ask(token, { profile: { address: 'There' } }), 201)
    expect((await decline(id, ' ')).body.errors).toEqual([{ field: 'reason', message: 'Say why, for the member' }])
    dataOf(await decline(id, 'Bring a paper with the new address.'))
    expect(await own(token)).toMatchObject([{ status: 'declined', reason: 'Bring a paper with the new address.' }])
    expect(await record(member)).toMatchObject({ address: 'Here' })
    expect(dataOf(await call('GET', '/notifications', token))[0]).toMatchObject({
      type: 'warning',
      message: 'What you asked for was declined: Bring a paper with the new address.',
      link: '/member/requests',
    })
  })

  test('is withdrawn by the member and can then not be approved', async () => {
    const { token } = await someone()
    const { id } = dataOf(await ask(token, monthly(1)), 201)
    expect(dataOf(await withdraw(id, token))).toMatchObject({ status: 'withdrawn', decidedBy: null })
    for (const reply of [await withdraw(id, token), await approve(id), await decline(id)]) {
      expect(reply.body).toMatchObject({
        status: 409,
        message: 'This request does not wait any more. Open it again to see how it ended.',
      })
    }
  })

  test('is decided once, also when two officers press at the same moment', async () => {
    const { member, token } = await someone({ address: 'Here' })
    const { id } = dataOf(await ask(token, { profile: { address: 'There' } }), 201)
    const replies = await Promise.all([approve(id), decline(id), approve(id), decline(id), withdraw(id, token)])
    expect(statusesOf(replies).filter((status) => status === 200)).toHaveLength(1)
    expect(statusesOf(replies).filter((status) => status === 409)).toHaveLength(4)
    const [{ status }] = await own(token)
    expect((await record(member)).address).toBe(status === 'approved' ? 'There' : 'Here')
  })

  test('is no one else’s: another member and another society find nothing', async () => {
    const { token } = await someone()
    const { token: otherToken } = await someone()
    const stranger = await buildCooperative(app)
    const { id } = dataOf(await ask(token, monthly(1)), 201)
    expect((await withdraw(id, otherToken)).status).toBe(404)
    expect((await approve(id, stranger.token)).status).toBe(404)
    expect((await decline(id, 'No', stranger.token)).status).toBe(404)
    expect(await own(otherToken)).toEqual([])
    expect(await listed('', stranger.token)).toEqual([])
    expect((await approve(id, token)).status).toBe(403)
  })

  test('a member’s session writes no request for another and no answer of its own, whatever the code does', async () => {
    const { member, token } = await someone()
    const { id } = dataOf(await ask(token, monthly(1)), 201)
    await app.admin.query('begin')
    try {
      await app.admin.query(
        `set local role coop_app; set local app.coop_id = '${cooperative.id}'; set local app.member_id = '${member.id}'; set local app.role = 'member'`,
      )
      await expect(
        app.admin.query(
          `update app.member_request set status = 'approved', ended_at = now(), decided_by = gen_random_uuid(), decided_by_name = 'me' where request_id = $1`,
          [id],
        ),
      ).rejects.toThrow(/row-level security/)
    } finally {
      await app.admin.query('rollback')
    }
  })

  test('that waits keeps the member from being removed', async () => {
    const { member, token } = await someone()
    const { id } = dataOf(await ask(token, monthly(1)), 201)
    const remove = () => call('DELETE', `/cooperatives/members/${member.id}`, cooperative.token)
    expect((await remove()).body).toMatchObject({
      status: 409,
      message: 'This member has 1 request that waits for a decision. Approve or reject it first.',
    })
    dataOf(await decline(id))
    expect((await remove()).status).toBe(200)
  })

  describe('for other nominees', () => {
    const bisi = {
      firstName: 'Bisi',
      lastName: 'Ade',
      relationship: 'Daughter',
      phone: '08030001111',
      sharePercent: 60,
    }
    const kunle = { firstName: 'Kunle', sharePercent: 40 }
    const named = async (id: string) =>
      dataOf(await call('GET', `/cooperatives/members/${id}/nominees`, cooperative.token)).map(
        ({ firstName, sharePercent }: { firstName: string; sharePercent: number }) => [firstName, sharePercent],
      )

    test('is the list as it would be, beside the list as it was, and names them once it is approved', async () => {
      const { member, token } = await someone({ nomineeFirstName: 'Chidi' })
      const request = dataOf(await ask(token, { nominees: [bisi, kunle] }), 201)
      const [before, after] = [
        [{ firstName: 'Chidi', sharePercent: 100 }],
        [{ ...bisi, relationship: 'daughter' }, kunle],
      ]
      expect(request).toMatchObject({
        kind: 'nominees',
        status: 'waiting',
        contribution: null,
        fields: [],
        needsPaper: false,
        nominees: { before, after, now: before },
      })
      expect(await named(member.id)).toEqual([['Chidi', 100]])
      expect(dataOf(await approve(request.id))).toMatchObject({
        status: 'approved',
        nominees: { before, after, now: after },
      })
      expect(await named(member.id)).toEqual([
        ['Bisi', 60],
        ['Kunle', 40],
      ])
      expect(dataOf(await call('GET', '/notifications', token))[0]).toMatchObject({
        type: 'success',
        message: 'Your nominees were changed as you asked.',
      })
    })

    test('shares whole percents that come to 100, and changes something', async () => {
      const { token } = await someone({ nomineeFirstName: 'Chidi' })
      expect((await ask(token, { nominees: [bisi] })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'nominees', message: expect.stringContaining('60 %') }],
      })
      for (const sharePercent of [0, 59.5, 101, -1])
        expect((await ask(token, { nominees: [{ ...bisi, sharePercent }, kunle] })).body.errors).toEqual([
          { field: 'nominees.0.sharePercent', message: 'Enter a whole share such as 50' },
        ])
      expect((await ask(token, { nominees: [{ ...bisi, firstName: ' ' }, kunle] })).body.errors).toEqual([
        { field: 'nominees.0.firstName', message: 'First name is required' },
      ])
      expect((await ask(token, { nominees: [{ firstName: 'Chidi', sharePercent: 100 }] })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'nominees' }],
      })
      expect((await ask(token, { nominees: [bisi, kunle], profile: { address: 'There' } })).status).toBe(422)
      expect(await own(token)).toEqual([])
      expect(dataOf(await ask(token, { nominees: [] }), 201)).toMatchObject({ nominees: { after: [] } })
    })

    test('takes the place of one that waits and leaves other kinds alone; what an officer changed since is shown', async () => {
      const { member, token } = await someone({ nomineeFirstName: 'Chidi', address: 'Here' })
      const record = dataOf(await ask(token, { profile: { address: 'There' } }), 201)
      const first = dataOf(await ask(token, { nominees: [{ ...bisi, sharePercent: 100 }] }), 201)
      const second = dataOf(await ask(token, { nominees: [bisi, kunle] }), 201)
      const statuses = Object.fromEntries(
        (await own(token)).map(({ id, status }: { id: string; status: string }) => [id, status]),
      )
      expect(statuses).toEqual({ [record.id]: 'waiting', [first.id]: 'withdrawn', [second.id]: 'waiting' })
      dataOf(
        await call('PUT', `/cooperatives/members/${member.id}/nominees`, cooperative.token, {
          nominees: [{ firstName: 'Ngozi', sharePercent: 100 }],
        }),
      )
      const [waiting] = dataOf(
        await call('GET', '/member-requests?status=waiting&kind=nominees&sort=-createdAt', cooperative.token),
      )
      expect(waiting).toMatchObject({
        id: second.id,
        nominees: { before: [{ firstName: 'Chidi' }], now: [{ firstName: 'Ngozi' }] },
      })
      expect(await app.checks()).toEqual([])
    })
  })
})
