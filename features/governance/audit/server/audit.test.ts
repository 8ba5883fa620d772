import { createHash } from 'node:crypto'
import readExcelFile from 'read-excel-file/node'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#features/accounting/books/rules/report.ts'
import { anchorBooks } from '#platform/jobs/anchor-books.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  postJournals,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'
import { linesOf } from './pack-parts.ts'

let app: TestApp
let society: TestCooperative
let ada: TestMember
let auditor: TestOfficer | undefined
let treasurerToken = ''
const year = 'from=2026-01-01&to=2026-12-31'

const ask = (method: string, path: string, body?: unknown, token = society.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })

beforeAll(async () => {
  app = await startTestApp()
  society = await buildCooperative(app, { name: 'Ìfẹ́dọ̀tun Cooperative' })
  ada = await buildMember(app, society, { firstName: 'Adébáyọ̀', registrationDate: '2025-01-15' })
  const tola = await buildMember(app, society, {
    firstName: 'Tola',
    lastName: 'Officer',
    registrationDate: '2025-01-15',
  })
  dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
  const record = async (memberId: string, type: string, amount: number, occurredOn: string) =>
    dataOf(await ask('POST', '/financial/transactions', { type, memberId, amount, occurredOn }), 201)
  await record(ada.id, 'deposit', 90_000, '2026-02-01')
  await record(tola.id, 'deposit', 60_000.5, '2026-02-03')
  const wrong = await record(ada.id, 'deposit', 500, '2026-02-04')
  dataOf(await ask('POST', `/financial/transactions/${wrong.id}/reverse`, { reason: 'Of another member' }))
  await postJournals(app, society, [
    { on: '2026-03-01', lines: [['1010', '4210', 1234.56]] },
    { on: '2026-03-02', lines: [['5310', '1010', 34.56]] },
  ])
  const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
  for (const memberId of [ada.id, tola.id]) {
    const { id } = dataOf(
      await ask('POST', '/financial/loans', { memberId, loanConfigId, principal: 12_000, instalments: 12 }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { to: 'cash', on: '2026-04-10' }), 201)
  }
  // Only now, because an officer's own loan is decided by others.
  auditor = await buildOfficer(app, society, { office: 'auditor', firstName: 'Audu' })
  dataOf(await ask('PUT', `/cooperatives/members/${tola.id}/roles`, { roleIds: ['member', 'treasurer'] }))
  const asMember = await loginMember(app, tola)
  const asOfficer = { cooperativeId: society.id, role: 'coop_admin' }
  treasurerToken = dataOf(await ask('POST', '/member-auth/switch', asOfficer, asMember)).accessToken
  const { id: meeting } = dataOf(
    await ask('POST', '/governance/meetings', {
      ...{
        kind: 'annual_general',
        title: 'The year 2025',
        date: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
      },
      ...{ time: '10:00', place: 'Hall', quorum: 1 },
    }),
    201,
  )
  dataOf(
    await ask('PUT', `/governance/meetings/${meeting}/minutes`, {
      minutes: `Opened with prayers.\n${'The accounts were read out. '.repeat(12)}`,
      resolutions: [{ text: 'That the accounts be adopted', for: 7, against: 2, abstain: 1 }],
    }),
  )
  const until = { memberId: tola.id, dueOn: '2099-01-31' }
  for (const wording of ['Mend the roof', 'Sell the old van'])
    dataOf(await ask('POST', `/governance/meetings/${meeting}/actions`, { ...until, wording }), 201)
  const [mended] = dataOf(await ask('GET', '/governance/actions?q=roof'))
  const on = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  dataOf(await ask('POST', `/governance/actions/${mended.id}/done`, { on }))
  const query = { kind: 'audit_query', subject: 'Voucher 12', text: 'Where is its receipt?' }
  const { id } = dataOf(await ask('POST', '/governance/enquiries', query, auditor?.token), 201)
  dataOf(await ask('POST', `/governance/enquiries/${id}/answers`, { text: 'It is attached.', isFinal: true }), 201)
  dataOf(
    await ask('POST', '/governance/filings', { kind: 'tax', name: 'Levy', dueOn: '2026-11-30', remindDays: 7 }),
    201,
  )
  await anchorBooks(app.services)
})
afterAll(() => app.stop())

const pack = async (format: string, token = auditor?.token ?? '', query = year) => {
  const reply = await fetch(`${app.url}/financial/reports/audit-pack?${query}&format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status).toBe(200)
  return { content: Buffer.from(await reply.arrayBuffer()), name: reply.headers.get('content-disposition') }
}

describe('the audit pack', () => {
  test('lists its parts and the years of account', async () => {
    const found = dataOf(await ask('GET', '/financial/reports/audit-pack', undefined, auditor?.token))
    expect(found.years).toEqual([{ from: '2026-01-01', to: '2026-12-31', isClosed: false }])
    // Every report that is not itself of the audit, and that is of the society as a whole, is in it.
    const titles = found.parts.map(({ title }: { title: string }) => title)
    const apart = ['general-ledger', 'audit-pack', 'audit-sample', 'deduction-schedule', 'deduction-variance']
    for (const { name, title } of reports)
      expect({ name, isIn: titles.includes(title) }).toEqual({ name, isIn: !apart.includes(name) })
  })

  test('as a workbook has a sheet for each part with the figures of the books', async () => {
    const { content } = await pack('xlsx')
    const sheets = new Map((await readExcelFile(content)).map(({ sheet, data }) => [sheet, data]))
    const { parts } = dataOf(await ask('GET', '/financial/reports/audit-pack', undefined, auditor?.token))
    const contents = sheets.get('Contents') ?? []
    expect(contents.slice(1).map(([title]) => title)).toEqual(parts.map(({ title }: { title: string }) => title))
    // Each line of the contents names its sheet and how many rows are in it, below the names of the columns.
    for (const [, sheet, rows] of contents.slice(1))
      expect({ sheet, rows: (sheets.get(String(sheet))?.length ?? 0) - 1 }).toEqual({ sheet, rows })

    const certificate = new Map((sheets.get('Certificate') ?? []).map(([what, found]) => [what, found]))
    const { rows: head } = await app.admin.query(
      "select last_no, encode(hash, 'hex') as hash from ledger.head where cooperative_id = $1",
      [society.id],
    )
    expect(certificate.get('Last entry of the books')).toBe(`No. ${head[0].last_no}`)
    expect(certificate.get('Its hash, which covers every entry before it')).toBe(head[0].hash)
    const { rows: anchors } = await app.admin.query(
      "select encode(hash, 'hex') as hash from platform.anchor order by day desc limit 1",
    )
    expect(certificate.get('Hash of that anchor')).toBe(anchors[0].hash)
    expect(certificate.get('Proof of the books')).toBe('The books agree')

    const income = sheets.get('Income and expenditure') ?? []
    expect(income.filter(([, name]) => name === 'Total income').map((row) => row[2])).toEqual([1234.56])
    expect(income.filter(([, name]) => name === 'Total expenditure').map((row) => row[2])).toEqual([34.56])
    // Cash: what came in and went out of it, computed here.
    const cash = (sheets.get('Cash and bank') ?? []).find(([code]) => code === '1010')
    expect(cash?.slice(2, 4)).toEqual([0, 90_000 + 60_000.5 + 500 - 500 + 1234.56 - 34.56 - 24_000])
    const reversals = sheets.get('Reversals') ?? []
    expect(reversals.slice(1).map((row) => [row[4], row[5], row[6]])).toEqual([
      [500, 'Of another member', 'Ìfẹ́dọ̀tun Cooperative'],
    ])
    const officers = (sheets.get('Officers') ?? [])
      .slice(1)
      .map(([office, , name]) => `${String(office)}: ${String(name)}`)
    expect(officers.toSorted()).toEqual(['Auditor: Audu Officer', 'Treasurer: Tola Officer'])
    const loans = sheets.get('Loans to officers') ?? []
    expect(loans.slice(1).map((row) => [row[0], row[2], row[4]])).toEqual([
      ['Treasurer', 'Tola Officer', 12_000],
      ['Total', null, 12_000],
    ])
    expect((sheets.get('Resolutions') ?? [])[1]?.slice(2, 6)).toEqual(['That the accounts be adopted', 7, 2, 1])
    expect((sheets.get('Meetings') ?? [])[1]?.slice(1, 4)).toEqual(['Annual general meeting', 'The year 2025', 'Held'])
    const actions = (sheets.get('Open actions') ?? []).slice(1)
    expect(actions.map((row) => [row[1], row[2], row[3]])).toEqual([['No', 'Sell the old van', 'Tola Officer']])
    const minutes = (sheets.get('Minutes') ?? []).slice(2).map(([text]) => String(text ?? ''))
    expect(minutes.join(' ').replaceAll(/ +/g, ' ').trim()).toBe(
      `Opened with prayers. ${'The accounts were read out. '.repeat(12).trim()}`,
    )
    expect((sheets.get('Audit queries') ?? []).slice(1).map((row) => [row[1], row[4]])).toEqual([
      ['Voucher 12', 'Where is its receipt?'],
      ['Voucher 12', 'It is attached.'],
    ])
    expect((sheets.get('Compliance calendar') ?? []).slice(1).map((row) => row[1])).toEqual(['Levy'])
  })

  test('as a PDF has a section and a bookmark for each part', async () => {
    const { content, name } = await pack('pdf')
    expect(name).toContain('audit-pack-2026-01-01-to-2026-12-31.pdf')
    const document = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
    const { parts } = dataOf(await ask('GET', '/financial/reports/audit-pack', undefined, auditor?.token))
    const outline = (await document.getOutline()).map(({ title }) => title)
    expect(outline).toEqual(['Audit pack', ...parts.map(({ title }: { title: string }) => title)])
    expect(document.numPages).toBeGreaterThanOrEqual(outline.length)
  })

  test('is for auditors and admins', async () => {
    for (const token of [treasurerToken, await loginMember(app, ada)])
      expect((await ask('GET', '/financial/reports/audit-pack', undefined, token)).status).toBe(403)
  })

  test('breaks minutes at spaces and loses no letter', () => {
    const word = 'x'.repeat(400)
    const text = `One two\n\n${'word '.repeat(60)}${word} end`
    const lines = linesOf(text)
    expect(lines.every((line) => line.length <= 150)).toBe(true)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''))
    expect(lines.slice(0, 2)).toEqual(['One two', ''])
  })
})

describe('the audit sample', () => {
  const sample = async (query: string, token = auditor?.token) => {
    const reply = await ask('GET', `/financial/reports/audit-sample?${year}&limit=100&${query}`, undefined, token)
    return { rows: dataOf(reply), summary: reply.body.meta.summary }
  }
  const entries = async () =>
    (
      await app.admin.query<{ number: string; amount: string }>(
        `select e.entry_no as number, sum(p.amount) as amount from ledger.entry e join ledger.posting p using (entry_id)
         where e.cooperative_id = $1 and e.effective_on between '2026-01-01' and '2026-12-31' group by e.entry_no order by e.entry_no`,
        [society.id],
      )
    ).rows.map(({ number, amount }) => ({ number: Number(number), kobo: BigInt(amount) }))
  const numbers = (rows: { number: number }[]) => rows.map(({ number }) => number)
  const draw = (seed: string, of: string) =>
    BigInt(`0x${createHash('sha256').update(`${seed}:${of}`).digest('hex').slice(0, 13)}`)

  test('says what it was drawn from, and is the same for the same seed', async () => {
    const all = await entries()
    const one = await sample('size=3&seed=2026-A')
    expect(one.summary.drawnFrom).toEqual({
      entries: all.length,
      amount: Number(all.reduce((sum, { kobo }) => sum + kobo, 0n)) / 100,
      seed: '2026-A',
    })
    const expected = all
      .toSorted((x, y) => Number(draw('2026-A', String(x.number)) - draw('2026-A', String(y.number))))
      .slice(0, 3)
    expect(numbers(one.rows)).toEqual(numbers(expected).toSorted((x, y) => x - y))
    expect((await sample('size=3&seed=2026-A')).rows).toEqual(one.rows)
    const others = await Promise.all(['B', 'C', 'D', 'E'].map((seed) => sample(`size=3&seed=${seed}`)))
    expect(others.some(({ rows }) => numbers(rows).join() !== numbers(one.rows).join())).toBe(true)
  })

  test('by the largest has the largest', async () => {
    const all = await entries()
    const largest = all.toSorted((x, y) => Number(y.kobo - x.kobo) || x.number - y.number).slice(0, 2)
    const { rows } = await sample('method=largest&size=2')
    expect(rows.map(({ number, amount }: { number: number; amount: number }) => [number, amount])).toEqual(
      largest.toSorted((x, y) => x.number - y.number).map(({ number, kobo }) => [number, Number(kobo) / 100]),
    )
  })

  test('by size picks the entries that hold every nth kobo', async () => {
    const all = await entries()
    const total = all.reduce((sum, { kobo }) => sum + kobo, 0n)
    for (const seed of ['A', 'B', 'C']) {
      const size = 4n
      const step = (total + size - 1n) / size
      const expected = new Set<number>()
      for (let point = draw(seed, 'first') % step; point < total; point += step) {
        let through = 0n
        const holder = all.find(({ kobo }) => (through += kobo) > point)
        if (holder) expected.add(holder.number)
      }
      const { rows } = await sample(`method=by_size&size=4&seed=${seed}`)
      expect(numbers(rows)).toEqual([...expected].toSorted((x, y) => x - y))
    }
  })

  test('of nothing is nothing, and a size that is none is refused', async () => {
    const reply = await ask('GET', '/financial/reports/audit-sample?from=2020-01-01&to=2020-12-31&method=by_size')
    expect(dataOf(reply)).toEqual([])
    for (const size of ['0', '501', 'x'])
      expect((await ask('GET', `/financial/reports/audit-sample?size=${size}`)).body.errors).toEqual([
        { field: 'size', message: 'Use a number from 1 to 500' },
      ])
  })
})
