import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative, type TestMember } from '#server/testing/builders.ts'

/** One step of officers and members; `who` names one of two members, `which` one of the transactions so far. */
type Command =
  | { kind: 'deposit' | 'withdraw' | 'report' | 'request' | 'contribute'; who: number; naira: number }
  | { kind: 'approve' | 'reject' | 'reverse'; which: number }
  | { kind: 'month'; naira: number }

const who = fc.nat(1)
const naira = fc.integer({ min: 1, max: 500 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('deposit' as const, 'withdraw' as const, 'report' as const, 'request' as const, 'contribute' as const), who, naira }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('approve' as const, 'reject' as const, 'reverse' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('month' as const), naira }) },
)

type Known = { id: string; who: number[]; naira: number; sign: 1 | -1; status: 'pending' | 'approved' | 'rejected' | 'reversed'; contribution: boolean }

/** What the society should hold, kept in a few lines. */
class Model {
  readonly balances = [0, 0]
  readonly all: Known[] = []

  waiting(member: number): number {
    return this.all.filter((each) => each.status === 'pending' && each.sign === -1 && each.who.includes(member)).reduce((sum, each) => sum + each.naira, 0)
  }

  fits(member: number, change: number): boolean {
    return (this.balances[member] ?? 0) + change >= 0
  }

  move({ who: members, naira: amount, sign }: Known, times: 1 | -1): void {
    for (const member of members) this.balances[member] = (this.balances[member] ?? 0) + sign * times * amount
  }

  get paid(): number {
    return this.all.filter((each) => each.contribution && each.status === 'approved').reduce((sum, each) => sum + each.naira * each.who.length, 0)
  }
}

type Society = { cooperative: TestCooperative; members: TestMember[]; tokens: string[] }

describe('movements against a model of them', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('random sequences of recording, asking, approving, rejecting and reversing keep the books true', { timeout: 300_000 }, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 30 }), async (commands) => {
        const society = await makeSociety(app)
        const model = new Model()
        for (const each of commands) await obey(app, society, model, each)
        await expectSame(app, society, model)
      }),
      { numRuns: 12, seed, endOnFailure: true },
    )
    expect(await app.checks()).toEqual([])
  })
})

async function makeSociety(app: TestApp): Promise<Society> {
  const cooperative = await buildCooperative(app)
  const members = [await buildMember(app, cooperative, { firstName: 'Ada' }), await buildMember(app, cooperative, { firstName: 'Bayo' })]
  const tokens = [await loginMember(app, members[0] as TestMember), await loginMember(app, members[1] as TestMember)]
  return { cooperative, members, tokens }
}

async function obey(app: TestApp, society: Society, model: Model, each: Command): Promise<void> {
  if ('which' in each) return decide(app, society, model, each)
  if (each.kind === 'month') return postMonth(app, society, model, each.naira)
  const { cooperative, members, tokens } = society
  const own = each.kind === 'report' || each.kind === 'request'
  const sign = each.kind === 'withdraw' || each.kind === 'request' ? -1 : 1
  const contribution = each.kind === 'contribute'
  const type = sign === 1 ? 'deposit' : 'withdrawal'
  const token = own ? tokens[each.who] : cooperative.token
  const memberId = members[each.who]?.id
  const reply = contribution
    ? await app.call('POST', '/financial/contributions', { token: cooperative.token, body: { memberId, amount: each.naira } })
    : await app.call('POST', '/financial/transactions', { token: token as string, body: { type, amount: each.naira, ...(own ? {} : { memberId }) } })
  const spokenFor = own ? model.waiting(each.who) : 0
  const fits = sign === 1 || model.fits(each.who, -each.naira - spokenFor)
  expectStatus(each, reply, fits ? 201 : 409)
  if (!fits) return
  const known: Known = { id: reply.body.data.id, who: [each.who], naira: each.naira, sign, status: own ? 'pending' : 'approved', contribution }
  model.all.push(known)
  if (!own) model.move(known, 1)
}

/** Both members' payments on one voucher: known to the model as one thing, because it is reversed as one. */
async function postMonth(app: TestApp, { cooperative, members }: Society, model: Model, amount: number): Promise<void> {
  const rows = members.map(({ id }) => ({ memberId: id, amount }))
  const { entryNumber } = dataOf(await app.call('POST', '/financial/contributions/bulk', { token: cooperative.token, body: { rows } }), 201)
  const { data } = (await app.call('GET', '/financial/transactions?sort=-entryNumber&limit=5', { token: cooperative.token })).body
  const id = data.find((row: { entryNumber: number }) => row.entryNumber === entryNumber).id
  const known: Known = { id, who: [0, 1], naira: amount, sign: 1, status: 'approved', contribution: true }
  model.all.push(known)
  model.move(known, 1)
}

async function decide(app: TestApp, { cooperative }: Society, model: Model, { kind, which }: { kind: 'approve' | 'reject' | 'reverse'; which: number }): Promise<void> {
  const known = model.all[which % Math.max(1, model.all.length)]
  if (!known) return
  const body = kind === 'approve' ? {} : { reason: 'Model', ...(kind === 'reverse' && { voucher: true }) }
  const reply = await app.call('POST', `/financial/transactions/${known.id}/${kind}`, { token: cooperative.token, body })
  const change = kind === 'reverse' ? -known.sign : known.sign
  const open = kind === 'reverse' ? known.status === 'approved' : known.status === 'pending'
  const fits = kind === 'reject' || known.who.every((member) => model.fits(member, change * known.naira))
  expectStatus({ kind, known }, reply, open && fits ? 200 : 409)
  if (!open || !fits) return
  known.status = ({ approve: 'approved', reject: 'rejected', reverse: 'reversed' } as const)[kind]
  if (kind !== 'reject') model.move(known, kind === 'approve' ? 1 : -1)
}

function expectStatus(of: unknown, reply: Reply, status: number): void {
  expect({ of, status: reply.status, text: reply.text }).toEqual({ of, status, text: reply.text })
}

async function expectSame(app: TestApp, { cooperative, members }: Society, model: Model): Promise<void> {
  const { token } = cooperative
  const savings = await Promise.all(members.map(async ({ id }) => dataOf(await app.call('GET', `/cooperatives/members/${id}`, { token })).savings))
  expect(savings).toEqual(model.balances)
  const trial = dataOf(await app.call('GET', '/financial/reports/trial-balance', { token }))
  const total = model.balances.reduce((sum, balance) => sum + balance, 0)
  expect(trial.balanced).toBe(true)
  expect(trial.accounts.map(({ code, debit, credit }: Record<string, unknown>) => [code, debit, credit])).toEqual(
    total === 0 ? [] : [['1010', total, 0], ['2110', 0, total]],
  )
  const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
  const { meta } = (await app.call('GET', `/financial/contributions?period=${month}`, { token })).body
  expect(meta.summary.paid).toBe(model.paid)
  for (const [index, { id }] of members.entries()) {
    const { meta: records } = (await app.call('GET', `/financial/members/${id}/financial-records`, { token })).body
    expect(records.summary.savings).toBe(model.balances[index])
  }
}
