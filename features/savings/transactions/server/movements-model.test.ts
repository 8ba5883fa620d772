import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

/** One step of officers and members; `who` names one of two members, `which` one of the transactions or pledges so far. */
type Move =
  | {
      kind: 'deposit' | 'withdraw' | 'report' | 'request' | 'contribute' | 'transfer' | 'charge' | 'fee'
      who: number
      naira: number
      bank: boolean
    }
  | { kind: 'buy' | 'give' | 'redeem'; who: number; shares: number; bank: boolean }
  | { kind: 'journal'; naira: number }
type Command =
  | Move
  | { kind: 'pledge'; who: number; naira: number }
  | { kind: 'approve' | 'reject' | 'reverse' | 'release'; which: number }
  | { kind: 'month'; naira: number }

const who = fc.nat(1)
const naira = fc.integer({ min: 1, max: 500 })
const bank = fc.boolean()
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'deposit' as const,
        'withdraw' as const,
        'report' as const,
        'request' as const,
        'contribute' as const,
      ),
      who,
      naira,
      bank,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('transfer' as const, 'charge' as const, 'fee' as const),
      who,
      naira,
      bank,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pledge' as const), who, naira }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('buy' as const, 'give' as const, 'redeem' as const),
      who,
      shares: fc.integer({ min: 1, max: 6 }),
      bank,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve' as const, 'reject' as const, 'reverse' as const, 'release' as const),
      which: fc.nat(30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('month' as const), naira }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('journal' as const), naira }) },
)

const parValue = 50
/** The control account behind each letter of a member's accounts, and the society's own; assets and costs count debits. */
const codes: Record<string, string> = {
  o: '2110',
  s: '2120',
  h: '3110',
  cash: '1010',
  bank: '1020',
  fines: '4230',
  fees: '4210',
  office: '5710',
  sundry: '4910',
}

/** What an act changes: members' accounts are o0, s0, h0 (ordinary, special, shares of the first) and so on. */
type Deltas = Record<string, number>
type Known = {
  id: string
  deltas: Deltas
  status: 'pending' | 'approved' | 'rejected' | 'reversed'
  contributed: number
}

/** What the society should hold, kept in a few lines. */
class Model {
  readonly balances: Record<string, number> = {}
  readonly pledged: Record<string, number> = {}
  readonly all: Known[] = []
  readonly pledges: { id: string; key: string; amount: number; open: boolean }[] = []

  balance(key: string): number {
    return this.balances[key] ?? 0
  }

  /** What withdrawals that wait would take from an account. */
  waiting(key: string): number {
    return this.all
      .filter(({ status }) => status === 'pending')
      .reduce((sum, { deltas }) => sum + Math.max(0, -(deltas[key] ?? 0)), 0)
  }

  fits(deltas: Deltas, spokenFor = 0): boolean {
    return Object.entries(deltas).every(
      ([key, by]) =>
        by >= 0 || !/^[osh]\d$/.test(key) || this.balance(key) + by - spokenFor >= (this.pledged[key] ?? 0),
    )
  }

  move(deltas: Deltas, times: 1 | -1): void {
    for (const [key, by] of Object.entries(deltas)) this.balances[key] = this.balance(key) + times * by
  }

  get contributed(): number {
    return this.all.filter(({ status }) => status === 'approved').reduce((sum, known) => sum + known.contributed, 0)
  }
}

type Society = {
  cooperative: TestCooperative
  members: TestMember[]
  tokens: string[]
  types: Record<string, string>
  chart: Record<string, string>
}

describe('movements against a model of them', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  test(
    'random sequences of every way in which money moves, of deciding, pledging and reversing keep the books true',
    { timeout: 1_200_000 },
    async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 45 }), async (commands) => {
          const society = await makeSociety(app)
          const model = new Model()
          await fundCash(app, society.cooperative, { naira: 1_000_000, on: '2020-01-01' })
          model.move({ cash: 1_000_000, sundry: 1_000_000 }, 1)
          for (const each of commands) await obey(app, society, model, each)
          await expectSame(app, society, model)
        }),
        { numRuns: atSize(5, 12), seed, endOnFailure: true },
      )
      expect(await app.checks()).toEqual([])
    },
  )
})

async function makeSociety(app: TestApp): Promise<Society> {
  const cooperative = await buildCooperative(app)
  const { token } = cooperative
  const members = [
    await buildMember(app, cooperative, { firstName: 'Ada' }),
    await buildMember(app, cooperative, { firstName: 'Bayo' }),
  ]
  const tokens = [await loginMember(app, members[0] as TestMember), await loginMember(app, members[1] as TestMember)]
  // The rules on shares have tests of their own; here only the money counts.
  dataOf(
    await app.call('PUT', '/financial/config', {
      token,
      body: { shareParValue: parValue, sharesMin: 0, shareCeilingPercent: 100, shareApprovals: 0 },
    }),
  )
  const byCode = async (path: string) =>
    Object.fromEntries(
      dataOf(await app.call('GET', path, { token })).map(({ code, id }: Record<string, string>) => [code, id]),
    )
  return {
    cooperative,
    members,
    tokens,
    types: await byCode('/financial/account-types'),
    chart: await byCode('/financial/posting-accounts'),
  }
}

async function obey(app: TestApp, society: Society, model: Model, each: Command): Promise<void> {
  if ('which' in each)
    return each.kind === 'release'
      ? release(app, society, model, each.which)
      : decide(app, society, model, each as typeof each & { kind: 'approve' | 'reject' | 'reverse' })
  if (each.kind === 'month') return postMonth(app, society, model, each.naira)
  if (each.kind === 'pledge') return pledge(app, society, model, each)
  const { body, deltas, path = '/financial/transactions', contributed = 0 } = requestOf(society, each)
  const own = each.kind === 'report' || each.kind === 'request'
  const token = own && 'who' in each ? (society.tokens[each.who] as string) : society.cooperative.token
  const reply = await app.call('POST', path, { token, body })
  const fits = model.fits(deltas, each.kind === 'request' ? model.waiting(`o${each.who}`) : 0)
  expectStatus(each, reply, fits ? 201 : 409)
  if (!fits) return
  model.all.push({ id: reply.body.data.id, deltas, status: own ? 'pending' : 'approved', contributed })
  if (!own) model.move(deltas, 1)
}

type Asked = { body: object; deltas: Deltas; path?: string; contributed?: number }

/** The request that a command is for, and what it should change. */
function requestOf({ members, types, chart }: Society, each: Move): Asked {
  if (each.kind === 'journal') {
    return {
      body: {
        type: 'journal',
        description: 'Model',
        lines: [
          { accountId: chart['5710'], debit: each.naira },
          { accountId: chart['1010'], credit: each.naira },
        ],
      },
      deltas: { office: each.naira, cash: -each.naira },
    }
  }
  const n = each.who
  const memberId = members[n]?.id
  const money = each.bank ? 'bank' : 'cash'
  const paidThrough = chart[each.bank ? '1020' : '1010']
  if ('shares' in each) {
    const worth = each.shares * parValue
    const { shares } = each
    if (each.kind === 'give')
      return {
        body: { type: 'share_transfer', memberId, toMemberId: members[1 - n]?.id, shares },
        deltas: { [`h${n}`]: -worth, [`h${1 - n}`]: worth },
      }
    if (each.kind === 'redeem')
      return {
        body: {
          type: 'share_redemption',
          memberId,
          shares,
          ...(each.bank ? { paidThrough } : { toAccountTypeId: types['ordinary'] }),
        },
        deltas: { [`h${n}`]: -worth, ...(each.bank ? { bank: -worth } : { [`o${n}`]: worth }) },
      }
    return {
      body: {
        type: 'share_purchase',
        memberId,
        shares,
        ...(each.bank ? { paidThrough } : { accountTypeId: types['ordinary'] }),
      },
      deltas: { [`h${n}`]: worth, ...(each.bank ? { bank: worth } : { [`o${n}`]: -worth }) },
    }
  }
  const { naira: amount } = each
  const [ordinary, special] = [`o${n}`, `s${n}`]
  switch (each.kind) {
    case 'contribute':
      return {
        path: '/financial/contributions',
        body: { memberId, amount, paidThrough, anotherPayment: true },
        deltas: { [ordinary]: amount, [money]: amount },
        contributed: amount,
      }
    case 'deposit':
      return {
        body: { type: 'deposit', memberId, amount, paidThrough, anotherPayment: true },
        deltas: { [ordinary]: amount, [money]: amount },
      }
    case 'withdraw':
      return {
        body: { type: 'withdrawal', memberId, amount, paidThrough },
        deltas: { [ordinary]: -amount, [money]: -amount },
      }
    case 'report':
      return { body: { type: 'deposit', amount, anotherPayment: true }, deltas: { [ordinary]: amount, cash: amount } }
    case 'request':
      return { body: { type: 'withdrawal', amount }, deltas: { [ordinary]: -amount, cash: -amount } }
    case 'transfer':
      return {
        body: {
          type: 'transfer',
          memberId,
          accountTypeId: types['ordinary'],
          toAccountTypeId: types['special'],
          amount,
        },
        deltas: { [ordinary]: -amount, [special]: amount },
      }
    case 'charge':
      return {
        body: { type: 'charge', memberId, accountTypeId: types['ordinary'], incomeAccountId: chart['4230'], amount },
        deltas: { [ordinary]: -amount, fines: amount },
      }
    case 'fee':
      return {
        body: { type: 'charge', memberId, incomeAccountId: chart['4210'], amount, paidThrough },
        deltas: { fees: amount, [money]: amount },
      }
  }
}

/** Both members' payments on one voucher: known to the model as one thing, because it is reversed as one. */
async function postMonth(app: TestApp, { cooperative, members }: Society, model: Model, amount: number): Promise<void> {
  const rows = members.map(({ id }) => ({ memberId: id, amount }))
  const { entryNumber } = dataOf(
    await app.call('POST', '/financial/contributions/bulk', {
      token: cooperative.token,
      body: { rows, anotherPayment: true },
    }),
    201,
  )
  const { data } = (
    await app.call('GET', '/financial/transactions?sort=-entryNumber&limit=5', { token: cooperative.token })
  ).body
  const id = data.find((row: { entryNumber: number }) => row.entryNumber === entryNumber).id
  const known: Known = {
    id,
    deltas: { o0: amount, o1: amount, cash: 2 * amount },
    status: 'approved',
    contributed: 2 * amount,
  }
  model.all.push(known)
  model.move(known.deltas, 1)
}

async function pledge(
  app: TestApp,
  { cooperative, members }: Society,
  model: Model,
  { who: n, naira: amount }: { who: number; naira: number },
): Promise<void> {
  const key = `o${n}`
  const reply = await app.call('POST', '/financial/pledges', {
    token: cooperative.token,
    body: { memberId: members[n]?.id, amount, reason: 'Model' },
  })
  const fits = model.fits({ [key]: -amount })
  expectStatus({ pledge: n, amount }, reply, fits ? 201 : 409)
  if (!fits) return
  model.pledges.push({ id: reply.body.data.id, key, amount, open: true })
  model.pledged[key] = (model.pledged[key] ?? 0) + amount
}

async function release(app: TestApp, { cooperative }: Society, model: Model, which: number): Promise<void> {
  const known = model.pledges[which % Math.max(1, model.pledges.length)]
  if (!known) return
  expectStatus(
    { release: known },
    await app.call('POST', `/financial/pledges/${known.id}/release`, {
      token: cooperative.token,
      body: { reason: 'Model' },
    }),
    known.open ? 200 : 409,
  )
  if (known.open) model.pledged[known.key] = (model.pledged[known.key] ?? 0) - known.amount
  known.open = false
}

async function decide(
  app: TestApp,
  { cooperative }: Society,
  model: Model,
  { kind, which }: { kind: 'approve' | 'reject' | 'reverse'; which: number },
): Promise<void> {
  const known = model.all[which % Math.max(1, model.all.length)]
  if (!known) return
  const body = kind === 'approve' ? {} : { reason: 'Model', ...(kind === 'reverse' && { voucher: true }) }
  const reply = await app.call('POST', `/financial/transactions/${known.id}/${kind}`, {
    token: cooperative.token,
    body,
  })
  const open = kind === 'reverse' ? known.status === 'approved' : known.status === 'pending'
  const change = Object.fromEntries(
    Object.entries(known.deltas).map(([key, by]) => [key, kind === 'reverse' ? -by : by]),
  )
  const fits = kind === 'reject' || model.fits(change)
  expectStatus({ kind, known }, reply, open && fits ? 200 : 409)
  if (!open || !fits) return
  known.status = ({ approve: 'approved', reject: 'rejected', reverse: 'reversed' } as const)[kind]
  if (kind !== 'reject') model.move(change, 1)
}

function expectStatus(of: unknown, reply: Reply, status: number): void {
  expect({ of, status: reply.status, text: reply.text }).toEqual({ of, status, text: reply.text })
}

async function expectSame(app: TestApp, { cooperative, members }: Society, model: Model): Promise<void> {
  const { token } = cooperative
  for (const [n, { id }] of members.entries()) {
    const accounts: { name: string; balance: number; pledged: number }[] = dataOf(
      await app.call('GET', `/financial/members/${id}/accounts`, { token }),
    )
    const held = (name: string) => accounts.find((account) => account.name === name)?.balance
    expect([held('Ordinary savings'), held('Special savings'), held('Shares')]).toEqual([
      model.balance(`o${n}`),
      model.balance(`s${n}`),
      model.balance(`h${n}`),
    ])
    expect(accounts.find(({ name }) => name === 'Ordinary savings')?.pledged).toBe(model.pledged[`o${n}`] ?? 0)
  }
  const trial = dataOf(await app.call('GET', '/financial/reports/trial-balance', { token }))
  expect(trial.balanced).toBe(true)
  const expected: Record<string, number> = {}
  for (const [key, balance] of Object.entries(model.balances)) {
    const code = codes[key.replace(/\d$/, '')] ?? ''
    const debit = /^[15]/.test(code) ? balance : -balance
    expected[code] = (expected[code] ?? 0) + debit
  }
  const stands = Object.entries(expected)
    .filter(([, debit]) => debit !== 0)
    .toSorted(([a], [b]) => a.localeCompare(b))
  expect(
    trial.accounts
      .map(({ code, debit, credit }: { code: string; debit: number; credit: number }) => [code, debit - credit])
      .filter(([, net]: [string, number]) => net !== 0),
  ).toEqual(stands)
  const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
  const { meta } = (await app.call('GET', `/financial/contributions?period=${month}`, { token })).body
  expect(meta.summary.paid).toBe(model.contributed)
}
