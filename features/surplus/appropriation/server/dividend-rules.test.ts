import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildMember, buildOfficer, dataOf, postJournals, type TestCooperative } from '#dev/testing/builders.ts'
import { buildSurplusSociety, holdGeneralMeeting, naira } from '#dev/testing/surplus-society.ts'

let app: TestApp
let cooperative: TestCooperative
let members: { id: string }[]
let accounts: Map<string, string>
let sharesType: string
let savingsType: string
let decision: { meetingId: string; resolution: string }

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const post = async (path: string, body: object, status = 201) => dataOf(await ask('POST', path, body), status)

/** Shares in naira, and at how many of the twelve month ends of 2025 each member has them. */
const held = [
  { amount: 30_000, monthEnds: 12, on: '2024-12-01' },
  { amount: 20_000, monthEnds: 9, on: '2025-04-15' },
  { amount: 50_000, monthEnds: 2, on: '2025-11-20' },
] as const
/** In kobo: a tenth of the average, rounded down, of those members. */
const tenthOf = (counted: readonly { amount: number; monthEnds: number }[]) =>
  counted.reduce((sum, { amount, monthEnds }) => sum + BigInt(amount * 100 * monthEnds), 0n) / 12n / 10n

const noPatronage = { patronageBasis: null, patronageClause: '' }
const silent = {
  ...noPatronage,
  ...{ basis: null, accountTypeId: null, accountType: null, method: null, heldMonths: null, capPercent: null },
  ...{ basisClause: '', methodClause: '', heldClause: '', capClause: '' },
}
const ruled = () => ({
  ...{ basis: 'balance', accountTypeId: sharesType, basisClause: 'Bye-law 41' },
  ...{ method: 'month_counted', methodClause: 'Bye-law 42', heldMonths: 0, heldClause: '' },
  ...{ capPercent: 10, capClause: 'Bye-law 43' },
})
const setRules = (rules: object, token = cooperative.token) => ask('PUT', '/financial/dividend-rules', rules, token)

beforeAll(async () => {
  app = await sharedTestApp()
  ;({ cooperative, accounts, sharesType, savingsType } = await buildSurplusSociety(app))
  members = []
  for (const firstName of ['Ada', 'Bola', 'Chidi'])
    members.push(await buildMember(app, cooperative, { firstName, registrationDate: '2024-06-01' }))
  const { shareParValue } = dataOf(await ask('PUT', '/financial/config', { shareCeilingPercent: 100 }))
  for (const [index, { amount, on }] of held.entries())
    await post('/financial/transactions', {
      ...{ type: 'share_purchase', memberId: members[index]?.id, shares: amount / shareParValue },
      ...{ paidThrough: accounts.get('1010'), occurredOn: on },
    })
  await postJournals(app, cooperative, [{ on: '2025-02-01', lines: [['1010', '4110', 9000]] }])
  await post('/financial/books/close-year', { yearEnd: '2025-12-31' })
  const resolution = 'That the surplus of 2025 be shared.'
  const meetingId = await holdGeneralMeeting(app, cooperative, [resolution])
  decision = { meetingId, resolution }
})
afterAll(() => app.stop())

async function pdfText(path: string): Promise<string> {
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${cooperative.token}` } })
  const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

/** Appropriates this as dividend payable, and answers what a preview and a run are asked with. */
async function appropriate(amount: bigint) {
  const lines = [{ accountId: accounts.get('2320'), amount: naira(amount) }]
  const made = await post('/financial/surpluses/2025-12-31/appropriation', { lines, ...decision })
  const terms = {
    ...{ appropriationId: made.id as string, accountId: accounts.get('2320'), method: 'month_counted' },
    ...{ basis: 'balance', accountTypeId: sharesType },
  }
  return {
    terms,
    preview: async (more: object = {}) =>
      (await ask('POST', '/financial/dividends/preview', { ...terms, ...more })).body.meta.summary,
    run: (more: object = {}) =>
      ask('POST', '/financial/dividends', {
        ...{ ...terms, paidTo: savingsType, members: 3, net: naira(amount), ...more },
      }),
    undo: async () =>
      dataOf(await ask('POST', `/financial/transactions/${made.transactionId}/reverse`, { reason: 'Too much' })),
  }
}

test('the bye-laws say nothing until they are entered, are stored with their clauses, and a wrong one names its field', async () => {
  expect(dataOf(await ask('GET', '/financial/dividend-rules'))).toEqual(silent)
  for (const [wrong, field] of [
    [{ accountTypeId: null }, 'accountTypeId'],
    [{ accountTypeId: accounts.get('2320') }, 'accountTypeId'],
    [{ basis: 'named' }, 'basis'],
    [{ capPercent: 0 }, 'capPercent'],
    [{ capPercent: 100.01 }, 'capPercent'],
    [{ heldMonths: 13 }, 'heldMonths'],
    [{ capClause: 'x'.repeat(121) }, 'capClause'],
    [{ patronageBasis: 'balance' }, 'patronageBasis'],
    [{ patronageClause: 'x'.repeat(121) }, 'patronageClause'],
  ] as const)
    expect((await setRules({ ...ruled(), ...wrong })).body).toMatchObject({ success: false, errors: [{ field }] })
  expect(dataOf(await setRules(ruled()))).toEqual({ ...ruled(), ...noPatronage, accountType: 'Shares' })
  expect((await ask('GET', '/financial/configs')).body.data[0].changes).toEqual([
    {
      field: 'dividendRules',
      before: 'none',
      after:
        'shared by Shares (Bye-law 41), balance at each month end (Bye-law 42), held for any time, at most 10 % a year (Bye-law 43)',
    },
  ])
})

test('at exactly the cap a dividend is paid, a kobo more is refused, and those who are excluded do not count', async () => {
  const allowed = tenthOf(held)
  // Before anything is appropriated it is known already.
  const known = async () => dataOf(await ask('GET', '/financial/dividend-cap/2025-12-31')).cap
  expect(await known()).toEqual({
    ...{ percent: 10, clause: 'Bye-law 43' },
    of: { accountType: 'Shares', counted: 53_333.33, allowed: naira(allowed) },
  })
  dataOf(await setRules({ ...ruled(), heldMonths: 6 }))
  // What came within the last six months does not count.
  expect((await known()).of.allowed).toBe(naira(tenthOf(held.slice(0, 2))))
  dataOf(await setRules({ ...ruled(), basis: null, accountTypeId: null }))
  expect(await known()).toMatchObject({ percent: 10, of: null })
  for (const without of [{ basis: 'purchases', accountTypeId: null }, { capPercent: null }]) {
    dataOf(await setRules({ ...ruled(), ...without }))
    expect(await known()).toBeNull()
  }
  dataOf(await setRules(ruled()))
  expect((await ask('GET', '/financial/dividend-cap/2024-12-31')).body.message).toMatch(/closed/)
  const over = await appropriate(allowed + 1n)
  // 640,000 over twelve month ends.
  const cap = { percent: 10, clause: 'Bye-law 43', counted: 53_333.33, allowed: naira(allowed) }
  expect(await over.preview()).toMatchObject({ gross: naira(allowed + 1n), cap, departures: [] })
  expect((await over.run()).body).toMatchObject({
    status: 422,
    errors: [{ field: 'accountId' }],
    message:
      'Your bye-laws allow 10 % of ₦53,333.33, which is ₦5,333.33. This dividend is ₦5,333.34, ₦0.01 more. Reverse the appropriation and appropriate less, or change the bye-laws.',
  })
  await over.undo()

  const kept = await appropriate(allowed)
  const excludedByName = [{ memberId: members[2]?.id, reason: 'Sanctioned by the meeting' }]
  expect((await kept.preview({ excludedByName })).cap).toMatchObject({
    counted: 45_000,
    allowed: naira(tenthOf(held.slice(0, 2))),
  })
  expect((await kept.run({ excludedByName, members: 2 })).body).toMatchObject({ errors: [{ field: 'accountId' }] })
  // What is entered by name has no base, so neither cap nor choice of the bye-laws is about it.
  const named = [{ memberId: members[0]?.id, post: 'Chair', amount: naira(allowed) }]
  const byName = { accountTypeId: undefined, method: undefined, basis: 'named', named }
  expect(await kept.preview(byName)).toMatchObject({ cap: null, departures: [] })
  const paid = dataOf(await kept.run(), 201)
  expect((await ask('GET', '/financial/dividends')).body.data[0]).toMatchObject({ gross: 5333.33, departure: null })
  const undo = { reason: 'Once more', voucher: true }
  dataOf(await ask('POST', `/financial/transactions/${paid.transactionId}/reverse`, undo))
  await kept.undo()
  expect(await app.checks()).toEqual([])
})

test('another choice than the bye-laws’ takes a reason, which is stored with the dividend', async () => {
  const dividend = await appropriate(6000_00n)
  const other = { method: 'closing', heldMonths: 6 }
  // On the last day Ada and Bola have 50,000 that were there for six months.
  const over = await dividend.preview(other)
  expect(over).toMatchObject({ departures: ['method', 'heldMonths'], cap: { counted: 50_000, allowed: 5000 } })
  expect((await dividend.preview({ method: 'closing' })).cap).toMatchObject({ counted: 100_000, allowed: 10_000 })
  for (const departure of [undefined, null, '', 'no'])
    expect((await dividend.run({ method: 'closing', departure })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'departure' }],
      message: expect.stringContaining('otherwise on which balance counts.'),
    })
  const departure = 'The meeting decided so for 2025'
  dataOf(await ask('PUT', '/financial/config', { journalApprovals: 1 }))
  const { runId, transactionId, status } = dataOf(await dividend.run({ method: 'closing', departure }), 201)
  expect(status).toBe('pending')
  // Who approves it reads the reason before it is opened.
  expect((await ask('GET', '/financial/approvals')).body.data).toMatchObject([
    { transactionId, description: `Dividend, year to 31 Dec 2025. Not as in the bye-laws: ${departure}` },
  ])
  dataOf(await ask('POST', `/financial/transactions/${transactionId}/approve`, {}))
  dataOf(await ask('PUT', '/financial/config', { journalApprovals: null }))
  expect((await ask('GET', '/financial/dividends')).body.data[0]).toMatchObject({ runId, departure })
  expect((await ask('GET', `/financial/dividends/${runId}`)).body.meta.summary).toMatchObject({ departure })
  expect((await ask('GET', '/financial/reports/dividends')).body.data[0].by).toBe(
    `Shares: balance on the last day of the year; not as in the bye-laws: ${departure}`,
  )
  const file = `/financial/dividends/${runId}?format=`
  const rows = (await ask('GET', `${file}csv`)).text.trim().split(/\r?\n/)
  expect(rows).toHaveLength(5)
  expect(rows.map((row) => row.split(',').at(-1))).toEqual(
    ['Not as in the bye-laws', ...Array(4).fill(departure)].map((text) => `"${text}"`),
  )
  expect(await pdfText(`${file}pdf`)).toContain(`Not as in the bye-laws: ${departure}`)
  const asked = await ask('POST', '/financial/dividends/preview?format=csv', dividend.terms)
  expect(asked.text).not.toContain('Not as in the bye-laws')
  expect(await app.checks()).toEqual([])
})

test('with two officers a change of them waits for the other one, who reads both', async () => {
  const other = await buildOfficer(app, cooperative)
  const asked = await setRules({ ...ruled(), capPercent: 12.5 })
  expect(asked).toMatchObject({ status: 202 })
  expect(dataOf(await ask('GET', '/financial/dividend-rules'))).toMatchObject({ capPercent: 10 })
  const waiting = (await ask('GET', '/financial/approvals', undefined, other.token)).body.data
  expect(JSON.stringify(waiting)).toMatch(
    /Bye-laws on the dividend: [^→]*at most 10 % a year[^→]*→[^→]*at most 12\.5 % a year/,
  )
  dataOf(await ask('POST', `/change-requests/${asked.body.data.changeRequestId}/approve`, {}, other.token))
  expect(dataOf(await ask('GET', '/financial/dividend-rules'))).toMatchObject({ capPercent: 12.5 })
})
