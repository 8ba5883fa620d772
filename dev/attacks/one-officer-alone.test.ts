import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonthsToDay, dayIn, dayText } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { koboFromNaira, moneyText, zeroKobo } from '#core/money.ts'
import { chargePenalties } from '#features/loans/penalties/server/jobs.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  newPhone,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp

type Society = Awaited<ReturnType<typeof buildSociety>>
type Ask = (method: string, path: string, body?: unknown) => ReturnType<TestApp['call']>

const asker =
  (token: string): Ask =>
  (method, path, body) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })

/** A society with the settings of its first day, but for guarantors and shares. Its officers are the shared login and an admin, who may not have opened the portal yet. */
async function buildSociety({
  secondOpens,
  office = 'admin',
  adminSaves = false,
  hasThird = false,
  settings = {},
}: {
  secondOpens: boolean
  office?: 'admin' | 'treasurer'
  adminSaves?: boolean
  hasThird?: boolean
  settings?: object
}) {
  const cooperative = await buildCooperative(app)
  await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
  const alone = asker(cooperative.token)
  dataOf(
    await alone('PUT', '/financial/config', {
      guarantorsRequired: 0,
      sharesMin: 0,
      shareCeilingPercent: 100,
      ...settings,
    }),
  )
  const admin = await buildMember(app, cooperative, { firstName: 'Bisi', lastName: 'Second' })
  const accounts = dataOf(await alone('GET', '/financial/accounts?limit=100'))
  const accountId = (code: string): string => accounts.find((each: { code: string }) => each.code === code).id
  const loanConfigId: string = dataOf(await alone('GET', '/financial/loan-config')).id
  if (adminSaves)
    dataOf(
      await alone('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: admin.id,
        amount: 100_000,
        occurredOn: '2026-02-01',
      }),
      201,
    )
  const portal = secondOpens ? await loginMember(app, admin) : undefined
  dataOf(await alone('PUT', `/cooperatives/members/${admin.id}/roles`, { roleIds: ['member', office] }))
  const officeOf = async (token: string): Promise<string> =>
    dataOf(
      await app.call('POST', '/member-auth/switch', {
        token,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    ).accessToken
  const secondToken = portal && (await officeOf(portal))
  const second = secondToken ? asker(secondToken) : alone
  let third = second
  if (hasThird && secondToken) {
    const another = await buildMember(app, cooperative, { firstName: 'Chidi', lastName: 'Third' })
    const opened = await loginMember(app, another)
    dataOf(
      await agreed(
        app,
        await alone('PUT', `/cooperatives/members/${another.id}/roles`, { roleIds: ['member', 'admin'] }),
        secondToken,
      ),
    )
    third = asker(await officeOf(opened))
  }
  const cash = async (): Promise<number> => {
    const { accounts: rows } = dataOf(await alone('GET', '/financial/reports/trial-balance'))
    return rows
      .filter(({ code }: { code: string }) => code === '1010')
      .reduce((sum: number, { debit, credit }: { debit: number; credit: number }) => sum + debit - credit, 0)
  }
  return { cooperative, alone, second, secondToken, third, admin, accountId, loanConfigId, cash }
}

async function buildSaver({ cooperative, alone }: { cooperative: TestCooperative; alone: Ask }): Promise<TestMember> {
  const member = await buildMember(app, cooperative)
  dataOf(
    await alone('POST', '/financial/transactions', {
      type: 'deposit',
      memberId: member.id,
      amount: 100_000,
      occurredOn: '2026-02-01',
    }),
    201,
  )
  return member
}

/** How one officer tries to get money out: what was in cash before, what leaves, and the approval that it waits for where two officers can give it. */
type Attempt = { held: number; out: number; approve: (ask: Ask) => ReturnType<Ask> }

const recorded = async ({ alone }: Society, body: object) =>
  dataOf(await alone('POST', '/financial/transactions', body), 201)
const approval = (id: string) => (ask: Ask) => ask('POST', `/financial/transactions/${id}/approve`, {})

const attempts: Record<string, (society: Society) => Promise<Attempt>> = {
  'a withdrawal': async (society) => {
    const member = await buildSaver(society)
    const held = await society.cash()
    const { id } = await recorded(society, { type: 'withdrawal', memberId: member.id, amount: 40_000 })
    return { held, out: 40_000, approve: approval(id) }
  },
  'a journal': async (society) => {
    const held = await society.cash()
    const lines = [
      { accountId: society.accountId('5710'), debit: 900 },
      { accountId: society.accountId('1010'), credit: 900 },
    ]
    const { id } = await recorded(society, { type: 'journal', description: 'Generator fuel', lines })
    return { held, out: 900, approve: approval(id) }
  },
  'an expense': async (society) => {
    const held = await society.cash()
    const { id } = await recorded(society, {
      type: 'expense',
      party: 'Own Stores',
      expenseAccountId: society.accountId('5710'),
      amount: 900,
    })
    return { held, out: 900, approve: approval(id) }
  },
  'the redemption of shares': async (society) => {
    const member = await buildSaver(society)
    await recorded(society, { type: 'share_purchase', memberId: member.id, shares: 30 })
    const held = await society.cash()
    const { id } = await recorded(society, { type: 'share_redemption', memberId: member.id, shares: 10 })
    return { held, out: 5000, approve: approval(id) }
  },
  'the reversal of money that came in': async (society) => {
    const member = await buildMember(app, society.cooperative)
    const deposit = await recorded(society, { type: 'deposit', memberId: member.id, amount: 7000 })
    const held = await society.cash()
    dataOf(
      await society.alone('POST', `/financial/transactions/${deposit.id}/reverse`, { reason: 'It was never paid' }),
    )
    const { reversal } = dataOf(await society.alone('GET', `/financial/transactions/${deposit.id}`))
    return { held, out: 7000, approve: (ask) => ask('POST', `/financial/reversals/${reversal.id}/approve`, {}) }
  },
  'the exit of a member': async (society) => {
    const member = await buildSaver(society)
    const held = await society.cash()
    const {
      leaving: { id },
      statement: { net: out },
      payees,
    } = dataOf(await society.alone('POST', `/cooperatives/members/${member.id}/leaving`, { reason: 'expulsion' }), 201)
    const paid = payees.map(({ number }: { number: number }) => ({ number, paidThrough: society.accountId('1010') }))
    dataOf(await society.alone('POST', `/cooperatives/leavings/${id}/settle`, { net: out, payees: paid }))
    return { held, out, approve: (ask) => ask('POST', `/cooperatives/leavings/${id}/approve`, {}) }
  },
}

/** A loan of a member who saved: recorded by one officer, approved by the other where there is one, and paid out. */
async function lend(society: Society, principal: number, on?: string): Promise<{ member: TestMember; loanId: string }> {
  const { alone, second, loanConfigId } = society
  const member = await buildSaver(society)
  const { id: loanId } = dataOf(
    await alone('POST', '/financial/loans', { memberId: member.id, loanConfigId, principal, instalments: 6 }),
    201,
  )
  dataOf(await second('POST', `/financial/loans/${loanId}/approve`, {}))
  dataOf(await alone('POST', `/financial/loans/${loanId}/disburse`, { to: 'cash', on }), 201)
  return { member, loanId }
}

beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

describe('one officer alone, where another can log in,', () => {
  let society: Society
  beforeAll(async () => {
    society = await buildSociety({ secondOpens: true })
  })

  test.each(Object.entries(attempts))('gets no money out by %s', async (_name, attempt) => {
    const { held, out, approve } = await attempt(society)
    expect(await society.cash()).toBe(held)
    expect((await approve(society.alone)).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect(await society.cash()).toBe(held)
    expect((await approve(society.second)).status).toBe(200)
    expect(await society.cash()).toBe(held - out)
  })

  test('gets no loan out that they recorded: the other approves it, and then either pays it out', async () => {
    const { alone, second, loanConfigId, cash } = society
    const member = await buildSaver(society)
    const held = await cash()
    const { id } = dataOf(
      await alone('POST', '/financial/loans', { memberId: member.id, loanConfigId, principal: 90_000, instalments: 6 }),
      201,
    )
    const yours = 'You recorded this yourself, so another officer has to approve it.'
    expect((await alone('POST', `/financial/loans/${id}/approve`, {})).body).toMatchObject({
      status: 409,
      message: yours,
    })
    expect((await alone('POST', `/financial/loans/${id}/disburse`, { to: 'cash' })).status).toBe(409)
    expect(await cash()).toBe(held)
    expect(dataOf(await alone('GET', `/financial/loans/${id}`))).toMatchObject({
      approvals: { asked: 1, given: [] },
      forAnotherOfficer: yours,
    })
    dataOf(await second('POST', `/financial/loans/${id}/approve`, {}))
    expect(dataOf(await alone('GET', `/financial/loans/${id}`)).forAnotherOfficer).toBeNull()
    dataOf(await alone('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
    expect(await cash()).toBe(held - 90_000)
  })

  test('pays out no loan that a member asked for and only they approved', async () => {
    const { alone, second, loanConfigId, cash } = society
    const member = await buildSaver(society)
    const portal = asker(await loginMember(app, member))
    const { id } = dataOf(
      await portal('POST', '/financial/loans', { loanConfigId, principal: 90_000, instalments: 6 }),
      201,
    )
    const held = await cash()
    dataOf(await alone('POST', `/financial/loans/${id}/approve`, {}))
    const yours = 'You approved this loan. Another officer pays it out.'
    for (const body of [{ to: 'cash' }, { to: 'cash', amount: 100 }, { to: 'savings' }])
      expect((await alone('POST', `/financial/loans/${id}/disburse`, body)).body).toMatchObject({
        status: 409,
        message: yours,
      })
    expect(await cash()).toBe(held)
    expect(dataOf(await alone('GET', `/financial/loans/${id}`)).forAnotherOfficer).toBe(yours)
    for (const other of [second, portal])
      expect(dataOf(await other('GET', `/financial/loans/${id}`)).forAnotherOfficer).toBeNull()
    dataOf(await second('POST', `/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
    expect(await cash()).toBe(held - 90_000)
  })

  test('writes no loan off', async () => {
    const { alone, second } = society
    const { member, loanId } = await lend(society, 50_000)
    const { id } = await recorded(society, { type: 'withdrawal', memberId: member.id, amount: 100_000 })
    dataOf(await approval(id)(second))
    dataOf(
      await alone('POST', `/financial/loans/${loanId}/write-off`, {
        reason: 'Left the country',
        releasesPledges: true,
      }),
      201,
    )
    const { writeOff, status } = dataOf(await alone('GET', `/financial/loans/${loanId}`))
    expect([status, writeOff.status, writeOff.approvals.open]).toEqual(['active', 'pending', false])
    const approve = (ask: Ask) => ask('POST', `/financial/write-offs/${writeOff.id}/approve`, {})
    expect((await approve(alone)).status).toBe(409)
    expect(dataOf(await approve(second)).status).toBe('written_off')
  })

  test('pays out at once only where the society chose so: without approvals, or below an amount', async () => {
    const chosen = await buildSociety({
      secondOpens: true,
      settings: { withdrawalApprovals: 0, journalApprovalsFrom: 1000 },
    })
    const member = await buildSaver(chosen)
    expect(await recorded(chosen, { type: 'withdrawal', memberId: member.id, amount: 50_000 })).toMatchObject({
      status: 'approved',
    })
    const journal = (amount: number) =>
      recorded(chosen, {
        type: 'journal',
        description: 'Fuel',
        lines: [
          { accountId: chosen.accountId('5710'), debit: amount },
          { accountId: chosen.accountId('1010'), credit: amount },
        ],
      })
    expect([(await journal(999.99)).status, (await journal(1000)).status]).toEqual(['approved', 'pending'])
  })
})

describe('the only officer who can log in', () => {
  let society: Society
  beforeAll(async () => {
    society = await buildSociety({ secondOpens: false })
  })

  test.each(Object.entries(attempts).filter(([name]) => !name.includes('reversal')))(
    'pays out by %s at once',
    async (_name, attempt) => {
      const { held, out } = await attempt(society)
      expect(await society.cash()).toBe(held - out)
    },
  )

  test('reverses at once what came in', async () => {
    const { cash, alone } = society
    const held = await cash()
    const deposit = await recorded(society, {
      type: 'deposit',
      memberId: (await buildMember(app, society.cooperative)).id,
      amount: 7000,
    })
    dataOf(await alone('POST', `/financial/transactions/${deposit.id}/reverse`, { reason: 'It was never paid' }))
    expect(await cash()).toBe(held)
  })

  test('sets a rate and records a deposit of last year at once', async () => {
    const { alone, cooperative } = society
    const fixedDeposit = {
      ...{ annualRatePercent: 100, months: 12, leastAmount: 1000, atMaturity: 'pay_out', breakRule: 'forfeit' },
    }
    const type = { name: 'Golden deposit', kind: 'fixed_deposit', fixedDeposit }
    const { id: accountTypeId } = dataOf(await alone('POST', '/financial/account-types', type), 201)
    const { id: memberId } = await buildMember(app, cooperative)
    const occurredOn = addMonthsToDay(dayIn(new Date()), -12)
    const deposit = { memberId, accountTypeId, amount: 1000, occurredOn }
    expect(dataOf(await alone('POST', '/financial/fixed-deposits', deposit), 201).matured).toBe(true)
  })

  test('approves alone the loan that they recorded, which the record says, and pays it out', async () => {
    const { loanId } = await lend(society, 50_000)
    const { rows } = await app.admin.query(
      'select alone, approved_by = maker_id as own from app.approval where subject_id = $1',
      [loanId],
    )
    expect(rows).toEqual([{ alone: true, own: true }])
  })

  test('writes a loan off at once', async () => {
    const { alone } = society
    const { member, loanId } = await lend(society, 50_000)
    await recorded(society, { type: 'withdrawal', memberId: member.id, amount: 100_000 })
    dataOf(
      await alone('POST', `/financial/loans/${loanId}/write-off`, {
        reason: 'Left the country',
        releasesPledges: true,
      }),
      201,
    )
    expect(dataOf(await alone('GET', `/financial/loans/${loanId}`)).status).toBe('written_off')
  })

  test('approves alone where the society asks for an approval, and the record says so', async () => {
    const { alone } = society
    expect(dataOf(await alone('GET', '/financial/config'))).toMatchObject({
      withdrawalApprovals: null,
      shareApprovals: null,
      journalApprovals: null,
      reversalApprovals: null,
      writeOffApprovals: null,
    })
    dataOf(await alone('PUT', '/financial/config', { withdrawalApprovals: 1 }))
    const member = await buildSaver(society)
    const { id, status } = await recorded(society, { type: 'withdrawal', memberId: member.id, amount: 100 })
    expect(status).toBe('pending')
    dataOf(await approval(id)(alone))
    expect(dataOf(await alone('GET', `/financial/transactions/${id}`)).approvals).toMatchObject({
      given: [{ alone: true }],
    })
  })
})

/** What one officer records about the account of another: the subject, how it is approved, and where its status says so. */
type OnAccount = { id: string; approve: string; status: (ask: Ask) => Promise<string>; done: string }

const onTransaction = (id: string): OnAccount => ({
  id,
  approve: `/financial/transactions/${id}/approve`,
  done: 'approved',
  status: async (ask) => dataOf(await ask('GET', `/financial/transactions/${id}`)).status,
})

const onAccountOf: Record<string, (society: Society, owner: TestMember, other: Ask) => Promise<OnAccount>> = {
  'a withdrawal': async (society, { id: memberId }) =>
    onTransaction((await recorded(society, { type: 'withdrawal', memberId, amount: 500 })).id),
  'the redemption of shares': async (society, { id: memberId }) => {
    await recorded(society, { type: 'share_purchase', memberId, shares: 5 })
    return onTransaction((await recorded(society, { type: 'share_redemption', memberId, shares: 5 })).id)
  },
  'the reversal of a withdrawal': async (society, { id: memberId }, other) => {
    const { alone } = society
    const { id: withdrawal } = await recorded(society, { type: 'withdrawal', memberId, amount: 500 })
    dataOf(await approval(withdrawal)(other))
    dataOf(await alone('POST', `/financial/transactions/${withdrawal}/reverse`, { reason: 'It was never paid' }))
    const {
      reversal: { id },
    } = dataOf(await alone('GET', `/financial/transactions/${withdrawal}`))
    return { ...onTransaction(withdrawal), id, approve: `/financial/reversals/${id}/approve`, done: 'reversed' }
  },
  'a loan': async ({ alone, loanConfigId }, { id: memberId }) => {
    const { id } = dataOf(
      await alone('POST', '/financial/loans', { memberId, loanConfigId, principal: 50_000, instalments: 6 }),
      201,
    )
    return {
      id,
      approve: `/financial/loans/${id}/approve`,
      done: 'approved',
      status: async (ask) => dataOf(await ask('GET', `/financial/loans/${id}`)).status,
    }
  },
  'a write-off': async (society, { id: memberId }, other) => {
    const { alone, loanConfigId } = society
    const { id: loanId } = dataOf(
      await alone('POST', '/financial/loans', { memberId, loanConfigId, principal: 50_000, instalments: 6 }),
      201,
    )
    dataOf(await other('POST', `/financial/loans/${loanId}/approve`, {}))
    dataOf(await alone('POST', `/financial/loans/${loanId}/disburse`, { to: 'cash' }), 201)
    const { id: withdrawal } = await recorded(society, { type: 'withdrawal', memberId, amount: 100_000 })
    dataOf(await approval(withdrawal)(other))
    dataOf(
      await alone('POST', `/financial/loans/${loanId}/write-off`, {
        reason: 'Left the country',
        releasesPledges: true,
      }),
      201,
    )
    const {
      writeOff: { id },
    } = dataOf(await alone('GET', `/financial/loans/${loanId}`))
    return {
      id,
      approve: `/financial/write-offs/${id}/approve`,
      done: 'written_off',
      status: async (ask) => dataOf(await ask('GET', `/financial/loans/${loanId}`)).status,
    }
  },
}

describe('what an officer records about the account of the only other officer', () => {
  test.each(Object.entries(onAccountOf))('waits for their word: %s', async (_name, record) => {
    const society = await buildSociety({ secondOpens: true, adminSaves: true })
    const { alone, second, admin } = society
    const { id, approve, status, done } = await record(society, admin, second)
    expect(await status(alone)).not.toBe(done)
    expect((await alone('POST', approve, {})).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    const openTo = async (ask: Ask) =>
      dataOf(await ask('GET', '/financial/approvals?limit=100')).map(
        ({ approvals }: { approvals: { open: boolean } }) => approvals.open,
      )
    expect([await openTo(second), await openTo(alone)]).toEqual([[true], [false]])
    dataOf(await second('POST', approve, {}))
    expect(await status(alone)).toBe(done)
    const { rows } = await app.admin.query(
      'select alone, approved_by = maker_id as own from app.approval where subject_id = $1',
      [id],
    )
    expect(rows).toEqual([{ alone: false, own: false }])
  })

  test('is the money of two: savings moved to them and drawn from there take their word both times', async () => {
    const society = await buildSociety({ secondOpens: true, adminSaves: true })
    const { alone, second, admin } = society
    const saver = await buildSaver(society)
    for (const body of [
      { type: 'transfer', memberId: saver.id, toMemberId: admin.id, amount: 700, description: 'Dues' },
      { type: 'withdrawal', memberId: admin.id, amount: 700 },
    ]) {
      const { id } = await recorded(society, body)
      expect((await approval(id)(alone)).body).toMatchObject({
        status: 409,
        message: 'You recorded this yourself, so another officer has to approve it.',
      })
      dataOf(await approval(id)(second))
    }
  })

  test('is turned down by them too', async () => {
    const society = await buildSociety({ secondOpens: true, adminSaves: true })
    const { second, admin } = society
    const { id } = await recorded(society, { type: 'withdrawal', memberId: admin.id, amount: 700 })
    const turned = dataOf(await second('POST', `/financial/transactions/${id}/reject`, { reason: 'I asked for none' }))
    expect(turned.status).toBe('rejected')
  })

  test.each(Object.entries(onAccountOf))('takes the third officer where there is one: %s', async (_name, record) => {
    const society = await buildSociety({ secondOpens: true, adminSaves: true, hasThird: true })
    const { alone, second, third, admin } = society
    const { id, approve, status, done } = await record(society, admin, third)
    expect((await alone('POST', approve, {})).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect([403, 409]).toContain((await second('POST', approve, {})).status)
    dataOf(await third('POST', approve, {}))
    expect(await status(alone)).toBe(done)
    const { rows } = await app.admin.query(
      'select alone, approved_by = maker_id as own from app.approval where subject_id = $1',
      [id],
    )
    expect(rows).toEqual([{ alone: false, own: false }])
  })
})

/** A reversal or payment that one officer asks for: the request, and whether it is done. */
type Asked = { request: (ask: Ask) => ReturnType<Ask>; isDone: () => Promise<boolean> }

/** The reversal of the latest movement of a loan. */
async function reversalOfLatest({ alone }: Society, loanId: string): Promise<Asked> {
  const movements = async () =>
    dataOf(await alone('GET', `/financial/loans/${loanId}`)).movements as { id: string; status: string }[]
  const id = (await movements()).at(-1)?.id
  return {
    request: (ask) => ask('POST', `/financial/loans/${loanId}/movements/${id}/reverse`, { reason: 'It never came' }),
    isDone: async () => (await movements()).some((each) => each.id === id && each.status === 'reversed'),
  }
}

/** The exit of a member, settled and owed; both officers have agreed to that. */
async function settleOwing(society: Society) {
  const { alone, second } = society
  const { id: memberId } = await buildSaver(society)
  const {
    leaving: { id },
    statement: { net },
    payees,
  } = dataOf(await alone('POST', `/cooperatives/members/${memberId}/leaving`, { reason: 'expulsion' }), 201)
  dataOf(
    await alone('POST', `/cooperatives/leavings/${id}/settle`, {
      net,
      payees: payees.map(({ number }: { number: number }) => ({ number, paidThrough: null })),
    }),
  )
  if (second !== alone) dataOf(await second('POST', `/cooperatives/leavings/${id}/approve`, {}))
  const isPaid = async () =>
    dataOf(await alone('GET', `/cooperatives/members/${memberId}/leaving`)).payees[0].paidOn !== null
  const pay = (ask: Ask) =>
    ask('POST', `/cooperatives/leavings/${id}/payees/1/pay`, { paidThrough: society.accountId('1010') })
  return { id, pay, isPaid }
}

/** Done at once, or sent for approval and approved by the other officer. */
async function agree({ alone, second }: Society, request: Asked['request']): Promise<void> {
  const { status, body } = await request(alone)
  if (status === 202) dataOf(await second('POST', `/change-requests/${body.data.changeRequestId}/approve`, {}))
}

const asked: Record<string, (society: Society) => Promise<Asked>> = {
  'the reversal of a disbursement': async (society) => reversalOfLatest(society, (await lend(society, 50_000)).loanId),
  'the reversal of a repayment': async (society) => {
    const { loanId } = await lend(society, 50_000)
    dataOf(await society.alone('POST', `/financial/loans/${loanId}/repayments`, { amount: 5000 }), 201)
    return reversalOfLatest(society, loanId)
  },
  'a recovery from savings': async (society) => {
    const { alone } = society
    const { loanId } = await lend(society, 50_000, '2026-05-31')
    const told = dataOf(await alone('GET', `/financial/loans/${loanId}/recovery?scope=overdue`)).parts as {
      memberId: string
      source: string
      amount: number
    }[]
    const parts = told
      .filter(({ amount }) => amount > 0)
      .map(({ memberId, source, amount }) => ({ memberId, source, amount }))
    return {
      request: (ask) =>
        ask('POST', `/financial/loans/${loanId}/recovery`, { scope: 'overdue', parts, reason: 'Stopped paying' }),
      isDone: async () =>
        dataOf(await alone('GET', `/financial/loans/${loanId}`)).movements.some(
          ({ way }: { way: string }) => way === 'recovery',
        ),
    }
  },
  'taking back the waiver of a penalty': async (society) => {
    const { alone, loanConfigId, cooperative } = society
    dataOf(
      await alone('PUT', `/financial/loan-config/${loanConfigId}`, {
        penalty: { of: 'principal', percent: 1.5, graceDays: 5, repeats: 'once', cap: null },
      }),
    )
    const { loanId } = await lend(society, 50_000, '2026-05-31')
    dataOf(await alone('PUT', `/financial/loan-config/${loanConfigId}`, { penalty: null }))
    // This society's alone: the job would be done with the other one for today.
    while (
      await app.services.database.tenant({ cooperativeId: cooperative.id as CooperativeId, role: 'job' }, (tx) =>
        chargePenalties(tx, cooperative.id as CooperativeId, dayIn(new Date())),
      )
    );
    const {
      waivers: [{ id }],
    } = dataOf(await alone('POST', `/financial/loans/${loanId}/penalties/waive`, { reason: 'In hospital' }), 201)
    return {
      request: (ask) =>
        ask('POST', `/financial/loans/${loanId}/penalties/waivers/${id}/reverse`, { reason: 'Was not in hospital' }),
      isDone: async () => dataOf(await alone('GET', `/financial/loans/${loanId}`)).waivers[0].status === 'reversed',
    }
  },
  'the reversal of a write-off': async (society) => {
    const { alone, second } = society
    const { member, loanId } = await lend(society, 50_000)
    const { id, status } = await recorded(society, { type: 'withdrawal', memberId: member.id, amount: 100_000 })
    if (status === 'pending') dataOf(await approval(id)(second))
    dataOf(
      await alone('POST', `/financial/loans/${loanId}/write-off`, {
        reason: 'Left the country',
        releasesPledges: true,
      }),
      201,
    )
    const { writeOff } = dataOf(await alone('GET', `/financial/loans/${loanId}`))
    if (writeOff.status === 'pending') dataOf(await second('POST', `/financial/write-offs/${writeOff.id}/approve`, {}))
    return reversalOfLatest(society, loanId)
  },
  'the new terms of a loan': async (society) => {
    const { loanId } = await lend(society, 50_000)
    const terms = { instalments: 12, reason: 'Lost the job' }
    return {
      request: (ask) => ask('POST', `/financial/loans/${loanId}/reschedule`, terms),
      isDone: async () => dataOf(await society.alone('GET', `/financial/loans/${loanId}`)).reschedulings.length > 0,
    }
  },
  'taking back the new terms of a loan': async (society) => {
    const { alone } = society
    const { loanId } = await lend(society, 50_000)
    await agree(society, (ask) =>
      ask('POST', `/financial/loans/${loanId}/reschedule`, { instalments: 12, reason: 'Lost the job' }),
    )
    const terms = async () => dataOf(await alone('GET', `/financial/loans/${loanId}`)).reschedulings[0]
    const { id } = await terms()
    return {
      request: (ask) =>
        ask('POST', `/financial/loans/${loanId}/reschedulings/${id}/reverse`, { reason: 'Found a job' }),
      isDone: async () => (await terms()).status === 'reversed',
    }
  },
  'paying what an exit owed': async (society) => {
    const { pay, isPaid } = await settleOwing(society)
    return { request: pay, isDone: isPaid }
  },
  'the reversal of what an exit owed and paid': async (society) => {
    const { id, pay, isPaid } = await settleOwing(society)
    await agree(society, pay)
    return {
      request: (ask) =>
        ask('POST', `/cooperatives/leavings/${id}/payees/1/reverse`, { reason: 'The cheque came back' }),
      isDone: async () => !(await isPaid()),
    }
  },
}

describe('what one officer reverses or pays', () => {
  let society: Society
  let single: Society
  beforeAll(async () => {
    society = await buildSociety({ secondOpens: true })
    single = await buildSociety({ secondOpens: false })
  })

  test.each(Object.entries(asked))('waits for another officer, also after seven days: %s', async (name, ask) => {
    const { alone, second, cash } = society
    const { request, isDone } = await ask(society)
    const held = await cash()
    const reply = await request(alone)
    expect([reply.status, reply.body.message]).toEqual([
      202,
      'Sent for approval. Another officer has to approve this; the other officers have been told.',
    ])
    const id = reply.body.data.changeRequestId as string
    expect([await isDone(), await cash()]).toEqual([false, held])
    const [row] = dataOf(await second('GET', '/financial/approvals?kind=change'))
    expect(row).toMatchObject({ changeRequestId: id, approvals: { asked: 1, open: true } })
    expect(row.amount !== null).toBe(!name.includes('terms'))
    await app.admin.query(
      "update app.change_request set asked_at = now() - interval '8 days' where change_request_id = $1",
      [id],
    )
    expect((await alone('POST', `/change-requests/${id}/approve`, {})).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect(await isDone()).toBe(false)
    dataOf(await second('POST', `/change-requests/${id}/approve`, {}))
    expect(await isDone()).toBe(true)
  })

  test.each(Object.entries(asked))('is done at once where no one else can approve it: %s', async (_name, ask) => {
    const { request, isDone } = await ask(single)
    expect([200, 201]).toContain((await request(single.alone)).status)
    expect(await isDone()).toBe(true)
  })

  test('is done at once below the amount that the society chose, and takes two approvals where it chose two', async () => {
    const chosen = await buildSociety({
      secondOpens: true,
      hasThird: true,
      settings: { reversalApprovals: 2, reversalApprovalsFrom: 1000, withdrawalApprovals: 0 },
    })
    const { alone, second, third } = chosen
    const { loanId } = await lend(chosen, 50_000)
    expect(dataOf(await alone('GET', `/financial/loans/${loanId}`))).toMatchObject({
      changesWait: true,
      reversalsWaitFrom: 1000,
    })
    const repaid = async (amount: number) => {
      dataOf(await alone('POST', `/financial/loans/${loanId}/repayments`, { amount }), 201)
      return reversalOfLatest(chosen, loanId)
    }
    const small = await repaid(999.99)
    dataOf(await small.request(alone))
    expect(await small.isDone()).toBe(true)
    const large = await repaid(1000)
    const { changeRequestId } = (await large.request(alone)).body.data
    dataOf(await second('POST', `/change-requests/${changeRequestId}/approve`, {}))
    expect(await large.isDone()).toBe(false)
    dataOf(await third('POST', `/change-requests/${changeRequestId}/approve`, {}))
    expect(await large.isDone()).toBe(true)
    const { pay, isPaid } = await settleOwing({ ...chosen, second: alone })
    dataOf(await pay(alone))
    expect(await isPaid()).toBe(true)
  })
})

describe('the interest that members get, where a treasurer can log in besides the admin,', () => {
  let society: Society
  beforeAll(async () => {
    society = await buildSociety({ secondOpens: true, office: 'treasurer', adminSaves: true })
  })
  const today = dayIn(new Date())
  const aYearAgo = addMonthsToDay(today, -12)
  const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
  const terms = (annualRatePercent: number, more: object = {}) => ({
    ...{ annualRatePercent, months: 12, leastAmount: 1000, atMaturity: 'pay_out', breakRule: 'forfeit' },
    ...more,
  })
  const addType = (ask: Ask, name: string, fixedDeposit: object) =>
    ask('POST', '/financial/account-types', { name, kind: 'fixed_deposit', fixedDeposit })
  const typeNamed = async (name: string) =>
    dataOf(await society.alone('GET', '/financial/account-types?retired=true')).find(
      (type: { name: string }) => type.name === name,
    )
  const waiting = async (reply: Awaited<ReturnType<Ask>>): Promise<{ id: string; description: string }> => {
    expect([reply.status, reply.body.message]).toEqual([
      202,
      'Sent for approval. Another officer has to approve this; the other officers have been told.',
    ])
    const id = reply.body.data.changeRequestId as string
    const rows = dataOf(await society.alone('GET', '/financial/approvals?kind=change&limit=100'))
    return { id, ...rows.find((row: { changeRequestId: string }) => row.changeRequestId === id) }
  }
  const approve = (ask: Ask, id: string) => ask('POST', `/change-requests/${id}/approve`, {})
  const reject = async (ask: Ask, id: string) =>
    dataOf(await ask('POST', `/change-requests/${id}/reject`, { reason: 'Not agreed' }))
  /** A type on terms to which both officers agreed. */
  const agreedType = async (name: string, fixedDeposit: object): Promise<string> => {
    const reply = await agreed(app, await addType(society.alone, name, fixedDeposit), society.secondToken)
    expect([200, 201]).toContain(reply.status)
    return (await typeNamed(name)).id
  }

  test('is set by no officer alone on a new account type', async () => {
    const { alone, second } = society
    const { id, description } = await waiting(await addType(alone, 'Golden deposit', terms(100)))
    expect(description).toContain('New account type Golden deposit. Interest a year, percent: none → 100')
    expect(await typeNamed('Golden deposit')).toBeUndefined()
    expect((await approve(alone, id)).status).toBe(409)
    dataOf(await approve(second, id))
    expect((await typeNamed('Golden deposit')).fixedDeposit.annualRatePercent).toBe(100)
    const savings = { annualRatePercent: 90, method: 'daily', every: 'month' }
    await reject(
      second,
      (
        await waiting(
          await alone('POST', '/financial/account-types', { name: 'Silver', kind: 'savings', interest: savings }),
        )
      ).id,
    )
    // What earns nothing waits for no one.
    dataOf(await alone('POST', '/financial/account-types', { name: 'Plain savings', kind: 'savings' }), 201)
  })

  test('is raised by no officer alone on a type that is there, also through the guided set-up', async () => {
    const { alone, second } = society
    const id = await agreedType('Yearly deposit', terms(8, { breakRule: 'lower_rate', breakRatePercent: 2 }))
    const change = (body: object) => alone('PUT', `/financial/account-types/${id}`, body)
    const ways: [object, string][] = [
      [terms(80, { breakRule: 'lower_rate', breakRatePercent: 2 }), 'Interest a year, percent: 8 → 80'],
      [terms(8, { breakRule: 'lower_rate', breakRatePercent: 70 }), 'Rate when it is broken, percent: 2 → 70'],
    ]
    for (const [fixedDeposit, said] of ways) {
      const request = await waiting(await change({ fixedDeposit }))
      expect(request.description).toBe(`Account type Yearly deposit. ${said}`)
      await reject(second, request.id)
    }
    const setUp = (fixedDeposit: object) =>
      alone('POST', '/financial/setup', {
        ...{ societyKind: 'general', settings: {}, loanConfigurations: [] },
        accountTypes: [{ name: 'Yearly deposit', kind: 'fixed_deposit', fixedDeposit }],
      })
    const request = await waiting(await setUp(terms(60, { breakRule: 'lower_rate', breakRatePercent: 2 })))
    expect(request.description).toContain('Interest a year, percent: 8 → 60')
    await reject(second, request.id)
    expect((await typeNamed('Yearly deposit')).fixedDeposit).toMatchObject({
      annualRatePercent: 8,
      breakRatePercent: 2,
    })
    expect(
      dataOf(
        await change({
          name: 'Deposit for a year',
          fixedDeposit: terms(8, { breakRule: 'lower_rate', breakRatePercent: 2 }),
        }),
      ).name,
    ).toBe('Deposit for a year')
  })

  test('is not made out of a day: a deposit that began before today waits, one of today does not', async () => {
    const { alone, second, cooperative } = society
    const accountTypeId = await agreedType('Double deposit', terms(100))
    const { id: memberId } = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Friend' })
    const open = (ask: Ask, occurredOn?: string, amount = 200_000) =>
      ask('POST', '/financial/fixed-deposits', { memberId, accountTypeId, amount, occurredOn })
    const deposits = async () => dataOf(await alone('GET', `/financial/fixed-deposits?memberId=${memberId}`))
    const interest = Math.round((200_000 * 100 * daysBetween(aYearAgo, today)) / 365) / 100
    // The treasurer alone, on a type that is there, and the admin alone.
    const { id, description } = await waiting(await open(second, aYearAgo))
    expect(description).toBe(
      `Double deposit of Ada Friend: ₦200,000.00 from ${dayText(aYearAgo)} to ${dayText(today)} at 100 % a year, with ${moneyText(koboFromNaira(interest) ?? zeroKobo)} of interest`,
    )
    const other = await waiting(await open(alone, aYearAgo, 300_000))
    expect(await deposits()).toEqual([])
    const mature = (ask: Ask) => ask('POST', '/financial/fixed-deposits/mature', {})
    expect((await mature(second)).status).toBe(409)
    expect((await approve(second, id)).status).toBe(409)
    await reject(second, other.id)
    dataOf(await approve(alone, id))
    expect(await deposits()).toMatchObject([{ principal: 200_000, openedOn: aYearAgo, matured: true }])
    expect(dataOf(await mature(second))).toMatchObject({ paidOut: 1, principal: 200_000, interest })
    expect(dataOf(await open(second), 201)).toMatchObject({ openedOn: today, matured: false })
  })

  test('is agreed to by whose deposit it is, where no one else can, and never asked for by them', async () => {
    const { alone, second, admin: treasurer } = society
    const accountTypeId = await agreedType('Old deposit', terms(10))
    const open = (ask: Ask) =>
      ask('POST', '/financial/fixed-deposits', {
        ...{ memberId: treasurer.id, accountTypeId, amount: 5000, occurredOn: aYearAgo },
      })
    expect((await open(second)).body).toMatchObject({
      status: 409,
      message: 'You can’t record or decide on your own money. Ask another officer.',
    })
    const { id } = await waiting(await open(alone))
    dataOf(await approve(second, id))
  })

  test('is not taken by a day of notice that the depositor typed: the other officer breaks their deposit', async () => {
    const { alone, second, admin: treasurer } = society
    const accountTypeId = await agreedType(
      'Notice deposit',
      terms(10, { breakRule: 'lower_rate', breakRatePercent: 4, noticeDays: 60 }),
    )
    const opened = await alone('POST', '/financial/fixed-deposits', {
      ...{ memberId: treasurer.id, accountTypeId, amount: 5000, occurredOn: addMonthsToDay(today, -6) },
    })
    expect([200, 201]).toContain((await agreed(app, opened, society.secondToken)).status)
    const [{ id }] = dataOf(
      await alone('GET', `/financial/fixed-deposits?memberId=${treasurer.id}&sort=-openedOn&status=open`),
    )
    const breakIt = (ask: Ask) =>
      ask('POST', `/financial/fixed-deposits/${id}/break`, {
        ...{ reason: 'School fees', noticeOn: addMonthsToDay(today, -3) },
      })
    expect((await breakIt(second)).body).toMatchObject({
      status: 409,
      message: 'You can’t record or decide on your own money. Ask another officer.',
    })
    expect(dataOf(await breakIt(alone)).status).toBe('broken')
  })

  test('a hold on their own savings is neither released nor placed by the officer', async () => {
    const { alone, second, admin: treasurer } = society
    const place = (ask: Ask) =>
      ask('POST', '/financial/pledges', { memberId: treasurer.id, amount: 4000, reason: 'Court order' })
    const { id } = dataOf(await place(alone), 201)
    const release = (ask: Ask) => ask('POST', `/financial/pledges/${id}/release`, { reason: 'Settled' })
    const yours = { status: 409, message: 'You can’t record or decide on your own money. Ask another officer.' }
    expect((await release(second)).body).toMatchObject(yours)
    expect((await place(second)).body).toMatchObject(yours)
    const [{ releasedAt }] = dataOf(await alone('GET', `/financial/pledges?memberId=${treasurer.id}`))
    expect(releasedAt).toBeNull()
    expect(dataOf(await release(alone)).releasedReason).toBe('Settled')
  })
})

test('and the books hold', async () => {
  expect(await app.checks()).toEqual([])
})

describe('one admin, where only a treasurer can log in besides,', () => {
  let society: Society
  beforeAll(async () => {
    society = await buildSociety({ secondOpens: true, office: 'treasurer' })
  })
  const changes = async (ask: Ask) => dataOf(await ask('GET', '/financial/approvals?kind=change'))
  const idOf = ({ status, body }: Awaited<ReturnType<Ask>>): string => {
    expect(status).toBe(202)
    return body.data.changeRequestId
  }

  test('changes no approval rule', async () => {
    const { alone, second } = society
    const id = idOf(await alone('PUT', '/financial/config', { withdrawalApprovals: 0 }))
    expect((await alone('POST', `/change-requests/${id}/approve`, {})).status).toBe(409)
    expect(dataOf(await alone('GET', '/financial/config')).withdrawalApprovals).toBeNull()
    expect((await changes(second))[0]).toMatchObject({
      changeRequestId: id,
      needs: 'transaction.decide',
      approvals: { asked: 1, open: true },
    })
    dataOf(await second('POST', `/change-requests/${id}/approve`, {}))
    expect(dataOf(await alone('GET', '/financial/config')).withdrawalApprovals).toBe(0)
    dataOf(
      await agreed(
        app,
        await alone('PUT', '/financial/config', { withdrawalApprovals: null }),
        society.secondToken ?? '',
      ),
    )
  })

  test('takes over neither the treasurer’s phone nor their login', async () => {
    const { alone, second, admin: treasurer } = society
    const replies = [
      await alone('PUT', `/cooperatives/members/${treasurer.id}`, { phone: newPhone() }),
      await alone('POST', `/cooperatives/members/${treasurer.id}/activation`, {}),
    ]
    for (const reply of replies)
      dataOf(await second('POST', `/change-requests/${idOf(reply)}/reject`, { reason: 'Not I' }))
    expect(dataOf(await alone('GET', `/cooperatives/members/${treasurer.id}`)).phone).toBe(treasurer.phone)
  })

  /** A loan with one repayment. The admin alone decides about loans here, and so the treasurer pays it out. */
  const repaying = async (): Promise<{ loanId: string; request: (ask: Ask, reason: string) => ReturnType<Ask> }> => {
    const { alone, second, loanConfigId } = society
    const member = await buildSaver(society)
    const { id: loanId } = dataOf(
      await alone('POST', '/financial/loans', { memberId: member.id, loanConfigId, principal: 50_000, instalments: 6 }),
      201,
    )
    dataOf(await alone('POST', `/financial/loans/${loanId}/approve`, {}))
    dataOf(await second('POST', `/financial/loans/${loanId}/disburse`, { to: 'cash' }), 201)
    const { movements } = dataOf(await alone('POST', `/financial/loans/${loanId}/repayments`, { amount: 1000 }), 201)
    return {
      loanId,
      request: (ask, reason) =>
        ask('POST', `/financial/loans/${loanId}/movements/${movements[1].id}/reverse`, { reason }),
    }
  }

  test('reverses no repayment, however long it waits', async () => {
    const { alone, second } = society
    const { loanId, request } = await repaying()
    const id = idOf(await request(alone, 'It never came'))
    await app.admin.query(
      "update app.change_request set asked_at = now() - interval '8 days' where change_request_id = $1",
      [id],
    )
    expect((await alone('POST', `/change-requests/${id}/approve`, {})).status).toBe(409)
    dataOf(await second('POST', `/change-requests/${id}/approve`, {}))
    expect(dataOf(await alone('GET', `/financial/loans/${loanId}`)).movements).toMatchObject([
      { kind: 'disbursement' },
      { kind: 'repayment', status: 'reversed' },
    ])
  })

  test('asks twice for one reversal, and it is made once', async () => {
    const { alone, second } = society
    const { loanId, request } = await repaying()
    const [first, again] = [idOf(await request(alone, 'It never came')), idOf(await request(alone, 'Counted twice'))]
    dataOf(await second('POST', `/change-requests/${first}/approve`, {}))
    expect((await second('POST', `/change-requests/${again}/approve`, {})).status).toBe(409)
    dataOf(await second('POST', `/change-requests/${again}/reject`, { reason: 'Made already' }))
    expect(dataOf(await alone('GET', `/financial/loans/${loanId}`)).movements).toHaveLength(2)
  })

  test('ends the treasurer’s office, which a treasurer can’t stop', async () => {
    const { alone, second, admin: treasurer, cooperative } = society
    const member = await buildMember(app, cooperative, { firstName: 'Chidi', lastName: 'Third' })
    const portal = await loginMember(app, member)
    dataOf(await alone('PUT', `/cooperatives/members/${member.id}/roles`, { roleIds: ['member', 'admin'] }))
    const taken = idOf(await alone('PUT', `/cooperatives/members/${treasurer.id}/roles`, { roleIds: ['member'] }))
    for (const what of ['approve', 'reject'])
      expect(
        (await second('POST', `/change-requests/${taken}/${what}`, what === 'reject' ? { reason: 'I stay' } : {}))
          .status,
      ).toBe(403)
    expect((await changes(second))[0]).toMatchObject({
      changeRequestId: taken,
      needs: 'office.decide',
      approvals: { open: false },
    })
    const { accessToken } = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: portal,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    )
    dataOf(await asker(accessToken)('POST', `/change-requests/${taken}/approve`, {}))
    // The session in the office ended with it.
    expect((await second('GET', '/financial/approvals')).status).toBe(401)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
