import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SocietyKind, societyKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { societyPresets } from '#features/society/configuration/rules/society-presets.ts'
import { nairaNumber } from '#core/money.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

type Named = {
  id: string
  name: string
  isDefault: boolean
  retired: boolean
  annualRatePercent?: number
  interest?: unknown
  releaseOn?: string | null
}

/** What the guided set-up sends for a kind of society, amounts in naira. */
function bodyOf(kind: SocietyKind) {
  const {
    settings: { shareCeilingBasisPoints, savingsMultiplePercent, ...settings },
    accountTypes,
    loans,
  } = societyPresets[kind]
  return {
    societyKind: kind,
    settings: {
      ...inNaira(settings),
      shareCeilingPercent: shareCeilingBasisPoints / 100,
      savingsMultiple: savingsMultiplePercent / 100,
    },
    accountTypes: accountTypes.map(({ releaseEach, ...type }) => ({
      ...type,
      ...(type.fixedDeposit && { fixedDeposit: inNaira(type.fixedDeposit) }),
      ...(releaseEach && { releaseOn: '2030-12-01' }),
    })),
    loanConfigurations: loans,
  }
}

function inNaira(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? nairaNumber(value as never) : (value as unknown),
    ]),
  )
}

describe('setting a cooperative up', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  const callerOf = (cooperative: TestCooperative) => (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
  const start = async () => {
    const cooperative = await buildCooperative(app)
    const ask = callerOf(cooperative)
    const offered = async (what: 'account-types' | 'loan-configs', query = ''): Promise<Named[]> =>
      dataOf(await ask('GET', `/financial/${what}${query}`))
    /** All that a set-up may change, to see that nothing did. */
    const state = async () =>
      JSON.stringify([
        dataOf(await ask('GET', '/financial/config')),
        await offered('account-types', '?retired=true'),
        await offered('loan-configs', '?retired=true'),
        (await ask('GET', '/financial/configs')).body.meta.total,
      ])
    return { cooperative, ask, offered, state }
  }
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).toSorted()

  test.each(societyKinds)('a new society of %s offers exactly what was chosen, on those terms', async (kind) => {
    const { ask, offered } = await start()
    const body = bodyOf(kind)
    const done = dataOf(await ask('POST', '/financial/setup', body))
    expect(dataOf(await ask('GET', '/financial/config'))).toMatchObject({ societyKind: kind, ...body.settings })
    const types = await offered('account-types')
    const loans = await offered('loan-configs')
    expect(names(types)).toEqual(names(body.accountTypes))
    expect(names(loans)).toEqual(names(body.loanConfigurations))
    for (const chosen of body.loanConfigurations)
      expect(loans.find(({ name }) => name === chosen.name)).toMatchObject(inNaira(chosen))
    for (const { name, kind: typeKind } of body.accountTypes)
      expect(types.find((type) => type.name === name)).toMatchObject({ kind: typeKind })
    expect([...types.filter(({ isDefault }) => isDefault), ...loans.filter(({ isDefault }) => isDefault)]).toHaveLength(
      2,
    )
    expect(names([...done.added, ...done.changed, ...done.kept].map((name) => ({ name })))).toEqual(
      names([...body.accountTypes, ...body.loanConfigurations]),
    )
    const { data } = (await ask('GET', '/financial/configs?limit=100')).body
    const told = new Set(data.map(({ subjectName }: { subjectName: string }) => subjectName))
    for (const name of [...done.added, ...done.changed, ...done.retired]) expect(told).toContain(name)
    expect(told.has('Settings')).toBe(kind !== 'general')
  })

  test('a second time changes nothing and leaves no line', async () => {
    const { ask, offered, state } = await start()
    dataOf(await ask('POST', '/financial/setup', bodyOf('salary_earners')))
    const before = await state()
    const done = dataOf(await ask('POST', '/financial/setup', bodyOf('salary_earners')))
    expect(done).toMatchObject({ added: [], changed: [], retired: [] })
    expect(names(done.kept.map((name: string) => ({ name })))).toEqual(
      names([...(await offered('account-types')), ...(await offered('loan-configs'))]),
    )
    expect(await state()).toBe(before)
  })

  test('what members save on and borrow on stays as it is, and so does what the treasurer made themselves', async () => {
    const { cooperative, ask, offered } = await start()
    const member = await buildMember(app, cooperative)
    const find = async (what: 'account-types' | 'loan-configs', name: string) =>
      (await offered(what, '?retired=true')).find((each) => each.name === name) as Named
    const special = await find('account-types', 'Special savings')
    const target = await find('account-types', 'Target savings')
    for (const { id } of [special, target])
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId: member.id,
          accountTypeId: id,
          amount: 40_000,
        }),
        201,
      )
    dataOf(await ask('POST', '/financial/transactions/deposits', { memberId: member.id, amount: 100_000 }), 201)
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, waitingMonths: 0 }))
    const regular = await find('loan-configs', 'Regular')
    dataOf(
      await ask('POST', '/financial/loans', {
        memberId: member.id,
        loanConfigId: regular.id,
        principal: 10_000,
        instalments: 6,
        purpose: 'Stock',
      }),
      201,
    )
    dataOf(
      await ask('POST', '/financial/loan-configs', {
        name: 'School fees',
        interestMethod: 'flat',
        annualRatePercent: 7,
        instalmentsMax: 6,
        savingsMultiple: 1,
      }),
      201,
    )
    const done = dataOf(await ask('POST', '/financial/setup', bodyOf('salary_earners')))
    expect(done.kept).toEqual(expect.arrayContaining(['Target savings', 'Regular']))
    expect(await find('account-types', 'Target savings')).toEqual(target)
    expect(await find('account-types', 'Special savings')).toEqual(special)
    expect(await find('loan-configs', 'Regular')).toEqual(regular)
    expect(names(await offered('loan-configs'))).toEqual([
      'Commodity',
      'Emergency',
      'Long-term',
      'Regular',
      'School fees',
    ])
  })

  test('turning to non-interest asks for what bears interest and is in use, and back again is free', async () => {
    const { cooperative, ask, offered, state } = await start()
    const member = await buildMember(app, cooperative)
    dataOf(await ask('POST', '/financial/transactions/deposits', { memberId: member.id, amount: 100_000 }), 201)
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, waitingMonths: 0 }))
    const loans = await offered('loan-configs')
    const emergency = loans.find(({ name }) => name === 'Emergency') as Named
    dataOf(
      await ask('POST', '/financial/loans', {
        memberId: member.id,
        loanConfigId: emergency.id,
        principal: 10_000,
        instalments: 3,
        purpose: 'Stock',
      }),
      201,
    )
    const before = await state()
    expect((await ask('POST', '/financial/setup', bodyOf('non_interest'))).body).toMatchObject({
      status: 409,
      errors: [{ field: 'societyKind' }],
      message: expect.stringContaining('Emergency is a loan with interest'),
    })
    expect(await state()).toBe(before)
    dataOf(await ask('DELETE', `/financial/loan-config/${emergency.id}`))
    dataOf(await ask('POST', '/financial/setup', bodyOf('non_interest')))
    expect((await ask('PUT', `/financial/loan-config/${emergency.id}`, { retired: false })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('no loan bears interest'),
    })
    dataOf(await ask('PUT', `/financial/loan-config/${emergency.id}`, { name: 'Old emergency' }))
    dataOf(await ask('POST', '/financial/setup', bodyOf('market')))
    expect((await offered('loan-configs')).find(({ name }) => name === 'Regular')?.annualRatePercent).toBe(15)
  })

  test.each([
    [
      'a loan with interest',
      (body: ReturnType<typeof bodyOf>) => ({
        ...body,
        loanConfigurations: [
          ...body.loanConfigurations,
          { name: 'Regular', interestMethod: 'flat', annualRatePercent: 1, instalmentsMax: 6, savingsMultiple: 1 },
        ],
      }),
      409,
      'loanConfigurations.2.annualRatePercent',
    ],
    [
      'savings with interest',
      (body: ReturnType<typeof bodyOf>) => ({
        ...body,
        accountTypes: [
          { name: 'Gold', kind: 'savings', interest: { annualRatePercent: 1, method: 'daily', every: 'year' } },
        ],
      }),
      409,
      'accountTypes.0.interest',
    ],
    [
      'a fixed deposit',
      (body: ReturnType<typeof bodyOf>) => ({
        ...body,
        accountTypes: [...body.accountTypes, bodyOf('salary_earners').accountTypes[3]],
      }),
      409,
      'accountTypes.4.kind',
    ],
    [
      'a name twice',
      (body: ReturnType<typeof bodyOf>) => ({
        ...body,
        loanConfigurations: [...body.loanConfigurations, { ...body.loanConfigurations[0], name: 'QARD' }],
      }),
      422,
      'loanConfigurations',
    ],
    [
      'a name that another kind has',
      (body: ReturnType<typeof bodyOf>) => ({ ...body, accountTypes: [{ name: 'Shares', kind: 'savings' }] }),
      409,
      'accountTypes.0.name',
    ],
    [
      'another kind of society',
      (body: ReturnType<typeof bodyOf>) => ({ ...body, societyKind: 'bank' }),
      422,
      'societyKind',
    ],
    [
      'a wrong setting',
      (body: ReturnType<typeof bodyOf>) => ({ ...body, settings: { waitingMonths: -1 } }),
      422,
      'settings.waitingMonths',
    ],
    [
      'a list too long',
      (body: ReturnType<typeof bodyOf>) => ({
        ...body,
        accountTypes: Array.from({ length: 21 }, (_, n) => ({ name: `Scheme ${n}`, kind: 'savings' })),
      }),
      422,
      'accountTypes',
    ],
  ])('refuses %s in a non-interest society and stores nothing', async (_, wrong, status, field) => {
    const { ask, state } = await start()
    const before = await state()
    expect((await ask('POST', '/financial/setup', wrong(bodyOf('non_interest')))).body).toMatchObject({
      status,
      errors: [{ field }],
    })
    expect(await state()).toBe(before)
  })

  test('a non-interest society makes no loan product with interest, at 0 % and by murabaha it does', async () => {
    const { ask } = await start()
    dataOf(await ask('POST', '/financial/setup', bodyOf('non_interest')))
    const terms = { interestMethod: 'equal_instalment', annualRatePercent: 0, instalmentsMax: 6, savingsMultiple: 1 }
    const made = dataOf(await ask('POST', '/financial/loan-configs', { ...terms, name: 'Rent' }), 201)
    dataOf(
      await ask('POST', '/financial/loan-configs', {
        ...terms,
        name: 'Goods',
        interestMethod: 'murabaha',
        annualRatePercent: 10,
      }),
      201,
    )
    const refusals = [
      await ask('POST', '/financial/loan-configs', { ...terms, name: 'Other', annualRatePercent: 0.5 }),
      await ask('PUT', `/financial/loan-config/${made.id}`, { annualRatePercent: 2 }),
    ]
    for (const { body } of refusals)
      expect(body).toMatchObject({
        status: 409,
        errors: [{ field: 'annualRatePercent' }],
        message: expect.stringContaining('no loan bears interest'),
      })
  })

  test('two officers at once set it up one after the other, and members may not', async () => {
    const { cooperative, ask, offered } = await start()
    const replies = await Promise.all(
      ['salary_earners', 'salary_earners', 'market'].map((kind) =>
        ask('POST', '/financial/setup', bodyOf(kind as SocietyKind)),
      ),
    )
    expect(statusesOf(replies)).toEqual([200, 200, 200])
    const all = await offered('account-types', '?retired=true')
    expect(new Set(names(all)).size).toBe(all.length)
    const member = await loginMember(app, await buildMember(app, cooperative))
    expect((await app.call('POST', '/financial/setup', { token: member, body: bodyOf('market') })).status).toBe(403)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
