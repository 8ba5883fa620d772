import { plainSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

type Type = { id: string; name: string; code: string; isDefault: boolean; retired: boolean }

describe('account types', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
  const types = async (query = ''): Promise<Type[]> => dataOf(await ask('GET', `/financial/account-types${query}`))
  const named = async (name: string): Promise<Type> =>
    (await types('?retired=true')).find((type) => type.name === name) as Type
  const deposit = (accountTypeId: string, amount = 500) =>
    ask('POST', '/financial/transactions', { type: 'deposit', memberId: member.id, accountTypeId, amount })
  const trial = async () =>
    dataOf(await ask('GET', '/financial/reports/trial-balance')).accounts.map(
      ({ code, name }: { code: string; name: string }) => `${code} ${name}`,
    )

  test('a new one opens its own control account, takes money at once, and its name follows into the books', async () => {
    const made = dataOf(
      await ask('POST', '/financial/account-types', { name: 'Christmas savings', kind: 'savings' }),
      201,
    )
    expect(made).toEqual({
      id: expect.any(String),
      code: 'christmas-savings',
      name: 'Christmas savings',
      kind: 'savings',
      isDefault: false,
      retired: false,
      releaseOn: null,
      earlyRelease: false,
      interest: null,
      fixedDeposit: null,
    })
    dataOf(await deposit(made.id), 201)
    expect(await trial()).toContain('2140 Christmas savings')
    dataOf(await ask('PUT', `/financial/account-types/${made.id}`, { name: 'Sallah and Christmas' }))
    expect(await trial()).toContain('2140 Sallah and Christmas')
    const shares = dataOf(
      await ask('POST', '/financial/account-types', { name: 'Building shares', kind: 'shares' }),
      201,
    )
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'share_purchase',
        memberId: member.id,
        toAccountTypeId: shares.id,
        shares: 20,
      }),
      201,
    )
    expect(await trial()).toContain('3120 Building shares')
  })

  test.each([
    ['a name that is taken, however it is written', { name: 'ORDINARY  savings', kind: 'savings' }, 409, 'name'],
    ['no name', { name: ' ', kind: 'savings' }, 422, 'name'],
    ['another kind', { name: 'Gold', kind: 'gold' }, 422, 'kind'],
  ])('refuses %s', async (_, body, status, field) => {
    expect((await ask('POST', '/financial/account-types', body)).body).toMatchObject({ status, errors: [{ field }] })
  })

  // Remedy: account_type_retired
  test('a retired one leaves the pickers and takes no money, but its money stays in the books and is paid out', async () => {
    const special = await named('Special savings')
    dataOf(await deposit(special.id, 900), 201)
    dataOf(await ask('PUT', `/financial/account-types/${special.id}`, { retired: true }))
    expect((await types()).map(({ name }) => name)).not.toContain('Special savings')
    expect((await named('Special savings')).retired).toBe(true)
    expect((await deposit(special.id)).body).toMatchObject({
      status: 409,
      message: 'Special savings is retired and takes no more money. Bring it back in Configuration first.',
    })
    expect(
      (await ask('POST', '/financial/contributions', { memberId: member.id, amount: 5, accountTypeId: special.id }))
        .status,
    ).toBe(422)
    expect(await trial()).toContain('2120 Special savings')
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'withdrawal',
        memberId: member.id,
        accountTypeId: special.id,
        amount: 900,
      }),
      201,
    )
    dataOf(await ask('PUT', `/financial/account-types/${special.id}`, { retired: false }))
    dataOf(await deposit(special.id), 201)
  })

  // Remedy: default_is_needed
  test('there is always one default on offer', async () => {
    const ordinary = await named('Ordinary savings')
    const target = await named('Target savings')
    expect((await ask('PUT', `/financial/account-types/${ordinary.id}`, { retired: true })).body).toMatchObject({
      status: 409,
      message: 'Ordinary savings is the default. Make another one the default first.',
    })
    expect((await ask('PUT', `/financial/account-types/${target.id}`, { retired: true, isDefault: true })).status).toBe(
      409,
    )
    expect((await ask('PUT', `/financial/account-types/${ordinary.id}`, { isDefault: false })).status).toBe(422)
    const replies = await Promise.all(
      [ordinary, target, ordinary, target].map(({ id }) =>
        ask('PUT', `/financial/account-types/${id}`, { isDefault: true }),
      ),
    )
    expect(statusesOf(replies)).toEqual([200, 200, 200, 200])
    expect((await types('?retired=true')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    dataOf(await ask('PUT', `/financial/account-types/${target.id}`, { isDefault: true }))
    const posted = dataOf(
      await ask('POST', '/financial/transactions/deposits', { memberId: member.id, amount: 70 }),
      201,
    )
    expect(posted.account).toBe('Target savings')
  })

  // Remedy: default_is_released
  test('the default waits for no day until another is the default', async () => {
    const { id } = (await types()).find(({ isDefault }) => isDefault) as Type
    const release = () => ask('PUT', `/financial/account-types/${id}`, { releaseOn: '2099-12-01' })
    expect((await release()).body).toMatchObject({
      status: 422,
      message: 'The default account type can always be withdrawn from. Make another the default first.',
    })
    const special = await named('Special savings')
    dataOf(await ask('PUT', `/financial/account-types/${special.id}`, { isDefault: true }))
    expect(dataOf(await release())).toMatchObject({ isDefault: false, releaseOn: '2099-12-01' })
  })

  // Remedy: no_shares_offered
  test('shares are bought again once the configuration offers an account type for them', async () => {
    const other = await buildCooperative(app)
    const { id: memberId } = await buildMember(app, other)
    const asked = (method: string, path: string, body?: object) =>
      app.call(method, path, { token: other.token, ...(body && { body }) })
    for (const { id, kind } of dataOf(await asked('GET', '/financial/account-types')))
      if (kind === 'shares') dataOf(await asked('PUT', `/financial/account-types/${id}`, { retired: true }))
    const buy = () => asked('POST', '/financial/transactions', { type: 'share_purchase', memberId, shares: 20 })
    expect((await buy()).body).toMatchObject({
      status: 409,
      message: 'No account type for shares is offered. Add one in the configuration first.',
    })
    dataOf(await asked('POST', '/financial/account-types', { name: 'New shares', kind: 'shares' }), 201)
    dataOf(await buy(), 201)
  })

  test('two that are added at once get accounts of their own', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        ask('POST', '/financial/account-types', { name: `Scheme ${n % 5}`, kind: 'savings' }),
      ),
    )
    expect(statusesOf(replies)).toEqual([201, 201, 201, 201, 201, 409])
    const { rows } = await app.admin.query(
      `select count(*)::int as types, count(distinct control_id)::int as controls from app.account_type where cooperative_id = $1`,
      [cooperative.id],
    )
    expect(rows[0].controls).toBe(rows[0].types)
  })

  test("another cooperative's is as missing as one that never was", async () => {
    const other = await buildCooperative(app)
    const [theirs] = dataOf(await app.call('GET', '/financial/account-types', { token: other.token }))
    const shape = ({ body }: { body: object }) => ({ ...body, requestId: '' })
    const foreign = await ask('PUT', `/financial/account-types/${theirs.id}`, { name: 'Mine' })
    const missing = await ask('PUT', '/financial/account-types/00000000-0000-4000-8000-000000000001', { name: 'Mine' })
    expect(foreign.status).toBe(404)
    expect(shape(foreign)).toEqual(shape(missing))
    expect((await deposit(theirs.id)).status).toBe(422)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})

describe('loan configurations', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
  const terms = {
    name: 'School fees',
    interestMethod: 'flat',
    annualRatePercent: 7.25,
    instalmentsMax: 6,
    savingsMultiple: 0.5,
  }

  // Remedy: default_is_needed
  test('are added, changed field by field, made the default, retired and brought back', async () => {
    const made = dataOf(await ask('POST', '/financial/loan-configs', terms), 201)
    expect(made).toEqual({
      id: expect.any(String),
      ...terms,
      isDefault: false,
      retired: false,
      limitOn: 'savings',
      yearSteps: [],
      waitingMonths: null,
      guarantorsRequired: null,
      guarantorsUnindebted: false,
      topUpAfterPercent: null,
      forGoods: false,
      repaidEvery: 'month',
      guarantorCoverPercent: 0,
      ownCoverPercent: 0,
      thirdOfSalary: false,
      overdueDaysMax: 30,
      writtenOffMayBorrow: false,
      loansMax: 0,
      sameLoansMax: 0,
      approvalSteps: [],
      fees: [],
      penalty: null,
      rateSteps: [],
      schedule: plainSchedule,
    })
    expect(dataOf(await ask('PUT', `/financial/loan-config/${made.id}`, { annualRatePercent: 8 }))).toEqual({
      ...made,
      annualRatePercent: 8,
    })
    expect(dataOf(await ask('GET', '/financial/loan-config')).name).toBe('Regular')
    dataOf(await ask('PUT', `/financial/loan-config/${made.id}`, { isDefault: true }))
    expect(dataOf(await ask('GET', '/financial/loan-config')).id).toBe(made.id)
    expect((await ask('DELETE', `/financial/loan-config/${made.id}`)).body).toMatchObject({
      status: 409,
      message: 'School fees is the default. Make another one the default first.',
    })
    const regular = dataOf(await ask('GET', '/financial/loan-configs')).find(
      ({ name }: { name: string }) => name === 'Regular',
    )
    dataOf(await ask('PUT', `/financial/loan-config/${regular.id}`, { isDefault: true }))
    expect((await ask('DELETE', `/financial/loan-config/${made.id}`)).body).toMatchObject({ success: true, data: null })
    const offered = dataOf(await ask('GET', '/financial/loan-configs')).map(({ name }: { name: string }) => name)
    expect(offered).not.toContain('School fees')
    expect(dataOf(await ask('GET', `/financial/loan-config/${made.id}`)).retired).toBe(true)
    expect(dataOf(await ask('PUT', `/financial/loan-config/${made.id}`, { retired: false })).retired).toBe(false)
    const { data } = (await ask('GET', '/financial/configs?kind=loan_configuration&limit=100')).body
    expect(
      data
        .filter(({ subjectName }: { subjectName: string }) => subjectName === 'School fees')
        .map(({ changes }: { changes: unknown[] }) => changes.length),
    ).toEqual([1, 1, 1, 1, 5])
  })

  test.each([
    [{ name: 'regular' }, 409, 'name'],
    [{ interestMethod: 'magic' }, 422, 'interestMethod'],
    [{ annualRatePercent: -1 }, 422, 'annualRatePercent'],
    [{ annualRatePercent: 1.12345 }, 422, 'annualRatePercent'],
    [{ schedule: { dueDay: 32 } }, 422, 'schedule.dueDay'],
    [{ schedule: { gracePrincipal: 6 } }, 422, 'schedule.gracePrincipal'],
    [{ schedule: { interestPaymentGrace: 1 } }, 422, 'schedule.interestPaymentGrace'],
    [{ schedule: { dueDay: 25 }, repaidEvery: 'week' }, 409, 'schedule.dueDay'],
    [{ schedule: { repayment: 'bullet', balloonPercent: 20 } }, 409, 'schedule.repayment'],
    [
      { schedule: { afterMaturity: { dailyPercent: 0.1, capPercent: null } }, interestMethod: 'murabaha' },
      409,
      'schedule.afterMaturity',
    ],
    [
      {
        rateSteps: [
          { instalments: 3, annualRatePercent: 6 },
          { instalments: 3, annualRatePercent: 7 },
        ],
      },
      422,
      'rateSteps',
    ],
    [{ instalmentsMax: 0 }, 422, 'instalmentsMax'],
    [{ savingsMultiple: null }, 422, 'savingsMultiple'],
  ])('with %j is refused', async (wrong, status, field) => {
    expect((await ask('POST', '/financial/loan-configs', { ...terms, name: 'Another', ...wrong })).body).toMatchObject({
      status,
      errors: [{ field }],
    })
  })
})
