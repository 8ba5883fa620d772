import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildOfficer, dataOf, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
let society: TestCooperative
let other: { token: string }
let accounts: Map<string, string>

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const read = async (path: string) => dataOf(await ask('GET', path))
const historyLines = async () => {
  const { rows } = await app.admin.query<{ fields: unknown }>(
    'select fields from app.configuration_change where cooperative_id = $1',
    [society.id],
  )
  return rows.map(({ fields }) => JSON.stringify(fields))
}

const voting = {
  ...{ majority: 'simple', tieRule: 'lost', memberForDays: 30, arrearsExcluded: false },
  ...{ majorityClause: 'Clause 1', tieClause: 'Clause 2', memberForClause: '', arrearsClause: '' },
}
const elections = {
  ...{ termYears: 2, termsMax: 2, seconders: 1, memberForDays: 30, arrearsExcluded: false, turnoutMin: 10 },
  ...{ unopposed: 'declared', tieRule: 'lots', termClause: 'Clause 3', termsClause: 'Clause 4' },
}
const quorum = { quorumMembers: 5, quorumPercent: null, quorumClause: 'Clause 6' }
const meetings = {
  general: { noticeDays: 14, noticeClause: 'Clause 5', ...quorum },
  special: { noticeDays: 14, noticeClause: '', ...quorum },
  committee: { noticeDays: 0, noticeClause: '', quorumMembers: null, quorumClause: '' },
}
const dividend = {
  ...{ basis: 'interest_paid', method: null, heldMonths: 0, capPercent: 10 },
  ...{ basisClause: 'Clause 7', methodClause: '', heldClause: '', capClause: 'Clause 8' },
}
const surplus = (clause: string) => ({
  heads: [{ accountId: accounts.get('2320'), percent: 40, isLeast: false, clause }],
  directorApproves: false,
})

beforeAll(async () => {
  app = await sharedTestApp()
  society = await buildCooperative(app, { name: 'Clause Society' })
  const chart = (await ask('GET', '/financial/accounts?limit=100')).body.data as { id: string; code: string }[]
  accounts = new Map(chart.map(({ id, code }) => [code, id]))
  for (const [path, rules] of [
    ['/governance/voting-rules', voting],
    ['/governance/election-rules', elections],
    ['/governance/meeting-rules', meetings],
    ['/financial/dividend-rules', dividend],
    ['/financial/surplus-rules', surplus('Clause 9')],
  ] as const)
    dataOf(await ask('PUT', path, rules))
  other = await buildOfficer(app, society)
})
afterAll(() => app.stop())

test.each<[name: string, path: string, changed: () => unknown, said: string]>([
  ['votes', '/governance/voting-rules', () => ({ ...voting, arrearsClause: 'Clause 51' }), 'may vote (Clause 51)'],
  ['elections', '/governance/election-rules', () => ({ ...elections, turnoutClause: 'Clause 52' }), '10 % (Clause 52)'],
  [
    'notice of meetings',
    '/governance/meeting-rules',
    () => ({ ...meetings, special: { ...meetings.special, noticeClause: 'Clause 53' } }),
    '14 days of notice (Clause 53)',
  ],
  ['heads of the surplus', '/financial/surplus-rules', () => surplus('Clause 54'), '40 % (Clause 54)'],
  // The clauses are the same ones, each at the other rule.
  [
    'the dividend',
    '/financial/dividend-rules',
    () => ({ ...dividend, basisClause: 'Clause 8', capClause: 'Clause 7' }),
    '10 % a year (Clause 7)',
  ],
  [
    'the patronage refund',
    '/financial/dividend-rules',
    () => ({ ...dividend, patronageClause: 'Clause 55' }),
    'each time (Clause 55)',
  ],
])(
  'another clause alone of the bye-laws on %s waits for a second officer, who reads it',
  async (_, path, changed, said) => {
    const before = await read(path)
    const asked = await ask('PUT', path, changed())
    expect(asked.status).toBe(202)
    expect(await read(path)).toEqual(before)
    const waiting = (await ask('GET', '/financial/approvals', undefined, other.token)).body.data
    expect(waiting).toMatchObject([{ description: expect.stringContaining(said) }])
    expect((await historyLines()).filter((line) => line.includes(said))).toEqual([])
    dataOf(await ask('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {}, other.token))
    expect(await read(path)).not.toEqual(before)
    expect((await historyLines()).filter((line) => line.includes(said))).toHaveLength(1)
    // The same once more changes nothing, and waits for no one.
    expect((await ask('PUT', path, changed())).status).toBe(200)
  },
)
