import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { addDays, dayIn } from '#core/calendar.ts'
import { readSpreadsheet } from '#platform/files/read-spreadsheet.ts'
import { creditDeductions } from '#app/jobs/credit-deductions.ts'
import { notifyOfDeductions } from '#app/jobs/notify-of-deductions.ts'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildOfficer,
  dataOf,
  loginMember,
  newKey,
  newPhone,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(async () => {
  await app.stop()
})

type Cell = string | number
type Person = { id: string; membershipno: string; phone: string; activationCode: string; staffNumber: string }
type Society = { cooperative: TestCooperative; employerId: string; people: Person[] }

const period = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
const nextPeriod = (() => {
  const date = new Date(`${period}-15T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
})()

const ask = (cooperative: TestCooperative, method: string, path: string, body?: unknown) =>
  app.call(method, path, {
    token: cooperative.token,
    ...(body !== undefined && { body }),
    ...(method === 'POST' && { key: newKey() }),
  })
const done = async (cooperative: TestCooperative, method: string, path: string, body?: unknown, status = 200) =>
  dataOf(await ask(cooperative, method, path, body), status)

/** A society whose members save 5,000 and buy 1,000 of shares a month from their salary, with a levy of 200. */
async function buildSociety(count = 4, settings: object = { levy: 200 }): Promise<Society> {
  const cooperative = await buildCooperative(app)
  const member = Array.from({ length: count }, () => ({
    firstName: 'Ada',
    lastName: 'Obi',
    phone: newPhone(),
    registrationDate: '2025-01-15',
    monthlyContributions: 5000,
  }))
  const registered: { memberid: string; membershipno: string; activationCode: string }[] = await done(
    cooperative,
    'POST',
    '/cooperatives/members',
    { member },
    201,
  )
  const employer = await done(
    cooperative,
    'POST',
    '/financial/employers',
    { name: 'Ministry of Works', code: 'MW-7' },
    201,
  )
  const people = registered.map((each, n) => ({
    id: each.memberid,
    membershipno: each.membershipno,
    activationCode: each.activationCode,
    phone: member[n]?.phone ?? '',
    staffNumber: `P${String(n + 1).padStart(4, '0')}`,
  }))
  const rows = people.map(({ membershipno, staffNumber }) => ({
    membershipno,
    staffNumber,
    from: '2025-02-01',
    shares: 1000,
  }))
  await done(cooperative, 'PUT', `/financial/employers/${employer.id}/members`, { rows })
  await done(cooperative, 'PUT', '/financial/deductions/settings', settings)
  return { cooperative, employerId: employer.id, people }
}

async function sentSchedule({ cooperative, employerId }: Society, month = period): Promise<string> {
  const { id } = await done(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period: month }, 201)
  await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/send`)
  return id
}

const heading = ['STAFF NUMBER', 'Name', 'Total']

async function fileOf(rows: Cell[][], name = 'return.csv'): Promise<{ name: string; content: Uint8Array }> {
  const content = name.endsWith('.xlsx')
    ? await writeXlsxFile(rows.map((row) => row.map((value) => ({ value }))) as SheetData).toBuffer()
    : Buffer.from(
        rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n'),
      )
  return { name, content }
}

async function sendReturn({ cooperative }: Society, scheduleId: string, rows: Cell[][], name?: string): Promise<Reply> {
  return app.call('POST', `/financial/deductions/schedules/${scheduleId}/returns`, {
    token: cooperative.token,
    file: await fileOf([heading, ...rows], name),
  })
}

async function readReturn(society: Society, scheduleId: string, rows: Cell[][], name?: string) {
  return dataOf(await sendReturn(society, scheduleId, rows, name), 201)
}

async function postToEnd({ cooperative }: Society, id: string) {
  await done(cooperative, 'POST', `/financial/deductions/returns/${id}/post`, undefined, 202)
  for (;;) {
    const found = await done(cooperative, 'GET', `/financial/deductions/returns/${id}`)
    if (found.status !== 'posting') return found
    await wait(30)
  }
}

const exact = (people: readonly Person[]): Cell[][] => people.map(({ staffNumber }) => [staffNumber, 'Ada', 6200])

/** A month that was deducted from so many members, who get it when the employer pays all of it. */
async function waitingForPay(count: number) {
  const society = await buildSociety(count, { levy: 200, creditOn: 'remittance' })
  const schedule = await sentSchedule(society)
  const { id: returnId } = await readReturn(society, schedule, exact(society.people))
  expect(await postToEnd(society, returnId)).toMatchObject({ status: 'deducted' })
  const pay = () =>
    done(
      society.cooperative,
      'POST',
      `/financial/deductions/schedules/${schedule}/remittances`,
      { amount: 6200 * count },
      201,
    )
  return { society, schedule, returnId: String(returnId), pay }
}

/** Does this while another session has the schedule's returns, so that what is to be credited with them stays so. */
async function whileNobodyCredits(schedule: string, work: () => Promise<unknown>): Promise<void> {
  await app.admin.query('begin')
  await app.admin.query(
    'select pg_advisory_xact_lock(hashtextextended(return_id::text, 0)) from app.deduction_return where schedule_id = $1',
    [schedule],
  )
  await work()
  await app.settled()
  await app.admin.query('rollback')
}

const noticesOf = async ({ cooperative }: Society) =>
  Number(
    (await app.admin.query('select count(*) from app.notification where cooperative_id = $1', [cooperative.id])).rows[0]
      .count,
  )

/** What is on each account; one that moved and is at nothing again is left out. */
async function trialBalance({ cooperative }: Society): Promise<Record<string, number>> {
  const { accounts, balanced } = await done(cooperative, 'GET', '/financial/reports/trial-balance')
  expect(balanced).toBe(true)
  return Object.fromEntries(
    accounts
      .map(({ code, debit, credit }: { code: string; debit: number; credit: number }) => [code, debit - credit])
      .filter(([, net]: [string, number]) => net !== 0),
  )
}

describe('employers', () => {
  test('have an account of their own each, columns of their own, and a name that no other has', async () => {
    const cooperative = await buildCooperative(app)
    const first = await done(
      cooperative,
      'POST',
      '/financial/employers',
      { name: 'Ministry of Works', code: 'MW', contactPhone: '08031234567' },
      201,
    )
    const second = await done(
      cooperative,
      'POST',
      '/financial/employers',
      { name: 'Teaching Hospital', code: 'TH' },
      201,
    )
    expect([first.accountCode, second.accountCode]).toEqual(['1110-001', '1110-002'])
    expect(first).toMatchObject({
      members: 0,
      owed: 0,
      contactPhone: '+2348031234567',
      ageing: { days0to30: 0, daysOver90: 0 },
    })
    expect(
      (await ask(cooperative, 'POST', '/financial/employers', { name: 'ministry of works', code: 'X' })).body.errors,
    ).toEqual([
      { field: 'name', message: 'There is already an employer called ministry of works. Choose another name.' },
    ])
    const layout = [
      { field: 'membershipno', heading: 'IPPIS ref' },
      { field: 'total', heading: 'Deduction' },
    ]
    expect(await done(cooperative, 'PUT', `/financial/employers/${first.id}`, { layout })).toMatchObject({
      layout,
      name: 'Ministry of Works',
    })
    for (const [wrong, sentence] of [
      [[{ field: 'total', heading: 'Deduction' }], 'Add a column for the staff number or the membership number.'],
      [[{ field: 'staffNumber', heading: 'No' }], 'Add a column for the total or for an amount.'],
      [
        [
          { field: 'staffNumber', heading: 'No' },
          { field: 'total', heading: 'NO.' },
        ],
        'Give each column a heading of its own.',
      ],
    ] as const) {
      const reply = await ask(cooperative, 'PUT', `/financial/employers/${first.id}`, { layout: wrong })
      expect([reply.status, reply.body.message]).toEqual([422, sentence])
    }
    expect(
      (await done(cooperative, 'GET', '/financial/employers?q=hosp')).map(({ name }: { name: string }) => name),
    ).toEqual(['Teaching Hospital'])
  })

  test('take members from a list or a file, all or none, with every bad row named', async () => {
    const { cooperative, employerId, people } = await buildSociety(3)
    const [one, two] = people as [Person, Person]
    const bad = await ask(cooperative, 'PUT', `/financial/employers/${employerId}/members`, {
      rows: [
        { membershipno: one.membershipno, staffNumber: 'A1' },
        { membershipno: 'AJO-NONE22/00077', staffNumber: 'A2' },
        { membershipno: two.membershipno, staffNumber: 'A1' },
      ],
    })
    expect([bad.status, bad.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['rows.2.staffNumber', 'rows.1.membershipno'],
    ])
    const upload = async (rows: Cell[][]) =>
      app.call('POST', `/financial/employers/${employerId}/members/file`, {
        token: cooperative.token,
        file: await fileOf(rows),
      })
    const wrong = await upload([
      ['Member no', 'Staff No.', 'Shares'],
      [one.membershipno, 'B1', 'plenty'],
      ['999', 'B2', ''],
    ])
    expect([wrong.status, wrong.body.message]).toEqual([
      409,
      'Row 2: enter the shares a month as an amount in naira, such as 5,000.',
    ])
    expect(
      dataOf(
        await upload([
          ['Member no', 'Staff No.', 'Shares'],
          ['1', 'B1', '2,500'],
          ['2', 'B2', ''],
        ]),
      ),
    ).toEqual({ assigned: 2, leftOut: [] })
    const listed = await done(cooperative, 'GET', `/financial/employers/${employerId}/members`)
    expect(
      listed.map((each: { staffNumber: string; shares: number; savings: number }) => [
        each.staffNumber,
        each.shares,
        each.savings,
      ]),
    ).toEqual([
      ['B1', 2500, 5000],
      ['B2', 1000, 5000],
      ['P0003', 1000, 5000],
    ])
    const other = await done(cooperative, 'POST', '/financial/employers', { name: 'Bank', code: 'B' }, 201)
    expect(
      (await ask(cooperative, 'PUT', `/financial/members/${one.id}/employer`, { employerId: other.id })).body.errors[0]
        .field,
    ).toBe('staffNumber')
    expect(
      await done(cooperative, 'PUT', `/financial/members/${one.id}/employer`, {
        employerId: other.id,
        staffNumber: 'B2',
      }),
    ).toMatchObject({ employer: 'Bank', shares: 2500 })
    expect(
      (await ask(cooperative, 'PUT', `/financial/members/${one.id}/employer`, { employerId, staffNumber: 'B2' }))
        .status,
    ).toBe(409)
    expect(await done(cooperative, 'PUT', `/financial/members/${one.id}/employer`, { employerId: null })).toBeNull()
  })
})

describe("an employer's file as payrolls make it", () => {
  const send = async ({ cooperative }: Society, path: string, rows: Cell[][], name = 'return.xlsx') =>
    app.call('POST', path, { token: cooperative.token, file: await fileOf(rows, name) })

  test.each(['return.csv', 'return.xlsx'])(
    '%s: titles, headings in two rows and totals are left out, usual headings are guessed, what differs comes first',
    async (name) => {
      const society = await buildSociety(4)
      const schedule = await sentSchedule(society)
      const [exactly, short, , over] = society.people.map(({ staffNumber }) => staffNumber) as [
        string,
        string,
        string,
        string,
      ]
      const path = `/financial/deductions/schedules/${schedule}/returns`
      const found = dataOf(
        await send(
          society,
          path,
          [
            ['FEDERAL MINISTRY OF WORKS', '', '', '', ''],
            ['COOPERATIVE DEDUCTIONS', 'FOR', 'NOVEMBER', '', ''],
            ['S/N', 'IPPIS NO', 'EMPLOYEE NAME', 'DEDUCTION', ''],
            ['', '', '', 'Amount', 'Bank charge'],
            [1, exactly, 'ADA OBI', 6200, 0],
            [2, short, 'ADA OBI', 6000, 0],
            ['', '', 'SUB-TOTAL', 12_200, 0],
            [3, 'X-99', 'STRANGER', 50, 0],
            [4, over, 'ADA OBI', 7000, 0],
            ['', '', 'GRAND TOTAL', 19_250, 0],
            ['', 'Checked by: B. Ige', '', '', ''],
          ],
          name,
        ),
        201,
      )
      expect(found).toMatchObject({
        rowsLeftOut: 5,
        leftOut: [
          { row: 1, why: 'title', text: 'FEDERAL MINISTRY OF WORKS' },
          { row: 2, why: 'title', text: 'COOPERATIVE DEDUCTIONS · FOR · NOVEMBER' },
          { row: 7, why: 'total', text: 'SUB-TOTAL · 12200 · 0' },
          { row: 10, why: 'total', text: 'GRAND TOTAL · 19250 · 0' },
          { row: 11, why: 'note', text: 'Checked by: B. Ige' },
        ],
        rows: 5,
        totals: { file: 19_250 },
        kinds: {
          exact: { lines: 1 },
          short: { lines: 1 },
          unknown: { lines: 1 },
          over: { lines: 1 },
          missing: { lines: 1 },
          duplicate: { lines: 0 },
        },
      })
      const lines = await done(society.cooperative, 'GET', `/financial/deductions/returns/${found.id}/lines?limit=100`)
      expect(lines.map(({ kind, row }: { kind: string; row: number | null }) => [kind, row])).toEqual([
        ['unknown', 8],
        ['missing', null],
        ['short', 6],
        ['over', 9],
        ['exact', 5],
      ])
      expect(
        (
          await done(
            society.cooperative,
            'GET',
            `/financial/deductions/returns/${found.id}/lines?limit=100&sort=number`,
          )
        ).map(({ row }: { row: number | null }) => row),
      ).toEqual([5, 6, 8, 9, null])
    },
  )

  test('with headings of its own is matched once, and remembered for this employer alone', async () => {
    const society = await buildSociety(2)
    const { cooperative, employerId, people } = society
    const schedule = await sentSchedule(society)
    const path = `/financial/deductions/schedules/${schedule}`
    const rows = (): Cell[][] => [['Ref', 'Who', 'Taken'], ...exact(people)]
    const refused = await send(society, `${path}/returns`, rows())
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "This file has no column “Staff number” or “Membership number” or “Total”. Use the headings of this employer's layout, or correct the layout.",
    ])
    const read = dataOf(await send(society, `${path}/return-headings`, rows()))
    expect(read).toMatchObject({ headings: ['Ref', 'Who', 'Taken'], mapping: [null, null, null] })
    const keep = (mapping: (string | null)[]) =>
      ask(cooperative, 'PUT', `/financial/employers/${employerId}/return-columns`, { headings: read.headings, mapping })
    expect(
      statusesOf(
        await Promise.all([
          keep(['staffNumber', 'staffNumber', 'total']),
          keep(['staffNumber', 'total']),
          keep(['staffNumber', 'name', 'salary']),
        ]),
      ),
    ).toEqual([422, 422, 422])
    expect((await keep(['staffNumber', 'name', 'total'])).status).toBe(200)
    expect(dataOf(await send(society, `${path}/returns`, rows()), 201)).toMatchObject({
      kinds: { exact: { lines: 2 } },
    })
    // The next month it needs no matching; the same headings of another employer's file do.
    const next = await sentSchedule(society, nextPeriod)
    expect(
      dataOf(
        await send(society, `/financial/deductions/schedules/${next}/returns`, [
          ['REF', 'who', 'Taken:'],
          ...exact(people),
        ]),
        201,
      ),
    ).toMatchObject({ kinds: { exact: { lines: 2 } } })
    const other = await done(cooperative, 'POST', '/financial/employers', { name: 'Bank', code: 'B' }, 201)
    await done(cooperative, 'PUT', `/financial/employers/${other.id}/members`, {
      rows: [{ membershipno: people[0]?.membershipno, staffNumber: 'P0001' }],
    })
    const elsewhere = await sentSchedule({ ...society, employerId: other.id })
    expect((await send(society, `/financial/deductions/schedules/${elsewhere}/returns`, rows())).status).toBe(422)
  })

  test('a list of employees has titles and totals too', async () => {
    const { cooperative, employerId } = await buildSociety(2)
    const rows: Cell[][] = [
      ['STAFF OF THE MINISTRY', ''],
      ['Member no', 'Staff No.'],
      ['1', 'B1'],
      ['2', 'B2'],
      ['Total', ''],
      ['Prepared by:', 'A. B.'],
    ]
    expect(
      dataOf(
        await app.call('POST', `/financial/employers/${employerId}/members/file`, {
          token: cooperative.token,
          file: await fileOf(rows),
        }),
      ),
    ).toEqual({
      assigned: 2,
      leftOut: [
        { row: 1, why: 'title', text: 'STAFF OF THE MINISTRY' },
        { row: 5, why: 'total', text: 'Total' },
        { row: 6, why: 'note', text: 'Prepared by: · A. B.' },
      ],
    })
  })
})

describe('a schedule', () => {
  test('asks each member for their savings, shares and the levy, and leaves in the columns of the employer, formulas defused', async () => {
    const society = await buildSociety(2)
    const { cooperative, employerId, people } = society
    const rows: { memberid: string; membershipno: string }[] = await done(
      cooperative,
      'POST',
      '/cooperatives/members',
      {
        member: [
          {
            firstName: '=cmd()',
            lastName: 'Calc',
            phone: newPhone(),
            monthlyContributions: 100.5,
            registrationDate: '2025-03-01',
          },
        ],
      },
      201,
    )
    await done(cooperative, 'PUT', `/financial/members/${rows[0]?.memberid}/employer`, {
      employerId,
      staffNumber: '+7',
      from: '2025-03-01',
    })
    const layout = [
      { field: 'name', heading: 'Names' },
      { field: 'staffNumber', heading: 'File No' },
      { field: 'shares', heading: 'Shares' },
      { field: 'total', heading: 'Deduction' },
      { field: 'period', heading: 'Month' },
    ]
    await done(cooperative, 'PUT', `/financial/employers/${employerId}`, { layout })
    const schedule = await done(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period }, 201)
    expect(schedule).toMatchObject({
      state: 'draft',
      members: 3,
      savings: 10_100.5,
      shares: 2000,
      levy: 600,
      loans: 0,
      total: 12_700.5,
    })
    expect((await ask(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period })).status).toBe(409)
    for (const format of ['csv', 'xlsx']) {
      const response = await fetch(
        `${app.url}/api/financial/deductions/schedules/${schedule.id}/file?format=${format}`,
        { headers: { authorization: `Bearer ${cooperative.token}` } },
      )
      expect(response.headers.get('content-disposition')).toContain(`deductions-ministry-of-works-${period}.${format}`)
      const content = Buffer.from(await response.arrayBuffer())
      expect(format === 'xlsx' || content.toString().includes(`"'=cmd() Calc","'+7"`)).toBe(true)
      const table = await readSpreadsheet(content, 100)
      expect(table.columns).toEqual(['Names', 'File No', 'Shares', 'Deduction', 'Month'])
      expect(
        table.rows.map(({ cells: [name, staff, shares, total], formulas }) => [
          name,
          staff,
          Number(shares),
          Number(total),
          formulas,
        ]),
      ).toEqual([
        ['Ada Obi', 'P0001', 1000, 6200, []],
        ['Ada Obi', 'P0002', 1000, 6200, []],
        ['=cmd() Calc', '+7', 0, 300.5, []],
      ])
    }
    expect(people).toHaveLength(2)
  })

  // Remedy: schedule_empty
  test('is created once members are assigned, also again', async () => {
    const { cooperative, people } = await buildSociety(1)
    const { id: employerId } = await done(
      ...([cooperative, 'POST', '/financial/employers', { name: 'Ministry of Health', code: 'MH-1' }, 201] as const),
    )
    const create = () => ask(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period })
    const assign = (to: string | null) =>
      done(cooperative, 'PUT', `/financial/members/${people[0]?.id}/employer`, {
        ...{ employerId: to, staffNumber: 'H1', from: '2025-02-01' },
      })
    const sentence =
      'No one at Ministry of Health has anything to be deducted in this month. Assign members to this employer first.'
    expect((await create()).body).toMatchObject({ status: 409, message: sentence })
    await assign(employerId)
    dataOf(await create(), 201)
  })

  test('is created again while it is a draft, and stays as it is once sent', async () => {
    const society = await buildSociety(2)
    const { cooperative, employerId, people } = society
    const { id } = await done(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period }, 201)
    await done(cooperative, 'PUT', `/financial/members/${people[0]?.id}/employer`, { employerId, shares: 0 })
    expect(await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/rebuild`)).toMatchObject({
      shares: 1000,
      total: 11_400,
    })
    expect((await sendReturn(society, id, exact(people))).body.message).toBe(
      'Mark this schedule as sent before its return is read.',
    )
    expect(await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/send`)).toMatchObject({
      state: 'sent',
      sentBy: 'Test Cooperative',
    })
    for (const act of ['rebuild', 'send'])
      expect((await ask(cooperative, 'POST', `/financial/deductions/schedules/${id}/${act}`)).status).toBe(409)
    await app.admin.query('begin')
    await app.admin.query(
      `set local role coop_app; set local app.coop_id = '${cooperative.id}'; set local app.role = 'coop_admin'`,
    )
    const { rowCount } = await app.admin.query('delete from app.deduction_line')
    const raised = await app.admin.query('update app.deduction_schedule set total_amount = 1')
    await app.admin.query('rollback')
    expect([rowCount, raised.rowCount]).toEqual([0, 0])
  })

  test('names who is new, who stops, what changed and what is finished since the month before', async () => {
    const society = await buildSociety(4)
    const { cooperative, employerId, people } = society
    await sentSchedule(society)
    const [stops, changes, finishes] = people as [Person, Person, Person]
    await done(cooperative, 'PUT', `/financial/members/${stops.id}/employer`, { employerId: null })
    await done(cooperative, 'PUT', `/financial/members/${changes.id}/employer`, { employerId, shares: 1500 })
    await done(cooperative, 'PUT', `/financial/members/${finishes.id}/employer`, { employerId, shares: 0 })
    const [joined] = await done(
      cooperative,
      'POST',
      '/cooperatives/members',
      {
        member: [
          {
            firstName: 'New',
            lastName: 'Person',
            phone: newPhone(),
            monthlyContributions: 700,
            registrationDate: '2025-03-01',
          },
        ],
      },
      201,
    )
    await done(cooperative, 'PUT', `/financial/members/${joined.memberid}/employer`, {
      employerId,
      staffNumber: 'N1',
      from: '2025-03-01',
    })
    const { id } = await done(
      cooperative,
      'POST',
      '/financial/deductions/schedules',
      { employerId, period: nextPeriod },
      201,
    )
    const reply = await ask(cooperative, 'GET', `/financial/deductions/schedules/${id}/variations`)
    expect(reply.body.meta.summary).toEqual({
      against: period,
      joiner: 1,
      leaver: 1,
      changed: 1,
      finished: 1,
      difference: -5800,
    })
    expect(
      reply.body.data.map(({ kind, difference }: { kind: string; difference: number }) => [kind, difference]),
    ).toEqual([
      ['leaver', -6200],
      ['changed', 500],
      ['finished', -1000],
      ['joiner', 900],
    ])
    const file = await app.call('GET', `/financial/deductions/schedules/${id}/file?format=csv&list=variations`, {
      token: cooperative.token,
    })
    expect(file.text).toContain('"Changed: shares from ₦1,000.00 to ₦1,500.00"')
    expect(file.text).toContain('"Stop, was ₦6,200.00"')
  })
})

describe('a return', () => {
  test('is compared line by line, decided about, and its file is posted, held and refused to the kobo', async () => {
    const society = await buildSociety(6)
    const { cooperative, people } = society
    const schedule = await sentSchedule(society)
    const [ok, short, over, , repeated] = people as [Person, Person, Person, Person, Person]
    const found = await readReturn(
      society,
      schedule,
      [
        [ok.staffNumber, '', 6200],
        [short.staffNumber, '', '4,000.55'],
        [over.staffNumber, '', 7000],
        [repeated.staffNumber, '', 6200],
        [repeated.staffNumber, '', 6200],
        ['Z999', 'No one', 150.25],
        ['', 'TOTAL', 999_999],
      ],
      'return.xlsx',
    )
    expect(found).toMatchObject({
      status: 'checked',
      scheduled: 37_200,
      rows: 8,
      totals: { file: 29_750.8, posted: 22_600.55, unallocated: 7150.25, refused: 0 },
    })
    expect(
      Object.fromEntries(
        Object.entries(found.kinds as Record<string, { lines: number }>).map(([kind, { lines }]) => [kind, lines]),
      ),
    ).toEqual({ exact: 2, short: 1, over: 1, mixed: 0, rose: 0, fell: 0, missing: 2, unknown: 1, duplicate: 1 })
    const lines: { kind: string; number: number }[] = await done(
      cooperative,
      'GET',
      `/financial/deductions/returns/${found.id}/lines?limit=50`,
    )
    expect(lines.find(({ kind }) => kind === 'short')).toMatchObject({
      scheduled: 6200,
      deducted: 4000.55,
      difference: -2199.45,
      decision: 'split',
      levy: 200,
      savings: 3800.55,
      shares: 0,
      row: 3,
    })
    expect(lines.find(({ kind }) => kind === 'over')).toMatchObject({
      decision: 'split',
      levy: 200,
      savings: 5000,
      shares: 1000,
      unallocated: 800,
    })
    const unknown = lines.find(({ kind }) => kind === 'unknown')
    expect(
      (
        await ask(cooperative, 'PUT', `/financial/deductions/returns/${found.id}`, {
          lines: [{ number: unknown?.number, decision: 'post' }],
        })
      ).body.message,
    ).toBe('Line 6 does not take that decision.')
    const decided = await done(cooperative, 'PUT', `/financial/deductions/returns/${found.id}`, {
      kinds: [
        { kind: 'short', decision: 'post' },
        { kind: 'over', decision: 'post' },
        { kind: 'unknown', decision: 'refuse' },
      ],
      employerSays: 29_600.55,
    })
    expect(decided).toMatchObject({
      totals: { file: 29_750.8, posted: 23_400.55, unallocated: 6200, refused: 150.25 },
      employerSays: 29_600.55,
    })
    const posted = await postToEnd(society, found.id)
    expect(posted).toMatchObject({ status: 'posted', failure: null, acceptedBy: 'Test Cooperative' })
    expect(await trialBalance(society)).toMatchObject({
      '1110-001': 29_600.55,
      '2410': -6200,
      '3240': expect.any(Number),
    })
    expect(await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).toMatchObject({
      state: 'deducted',
      deducted: 29_600.55,
      owed: 29_600.55,
      credited: true,
    })
    // In proportion: 4,000.55 of 6,200 due, savings 5,000, shares 1,000, levy 200.
    const records = await done(cooperative, 'GET', `/financial/transactions?memberId=${short.id}&sort=entryNumber`)
    expect(records.map(({ type, amount }: { type: string; amount: number }) => [type, amount]).toSorted()).toEqual([
      ['contribution', 3226.25],
      ['share_purchase', 645.25],
    ])
    expect(await app.checks()).toEqual([])
  })

  test.each(['with their own login', 'with the login of the cooperative, whose phone is theirs'])(
    'an officer does not post more to their own line than was scheduled: %s',
    async (way) => {
      const society = await buildSociety(2)
      const {
        cooperative,
        people: [own, other],
      } = society as typeof society & { people: [Person, Person] }
      const officer = async (who: Person, office: string): Promise<string> => {
        const portal = await loginMember(app, { ...who })
        await done(cooperative, 'PUT', `/cooperatives/members/${who.id}/roles`, { roleIds: ['member', office] })
        const body = { cooperativeId: cooperative.id, role: 'coop_admin' }
        return dataOf(await app.call('POST', '/member-auth/switch', { token: portal, body })).accessToken
      }
      let { token } = cooperative
      if (way === 'with their own login') token = await officer(own, 'treasurer')
      else {
        await done(cooperative, 'PUT', `/cooperatives/members/${own.id}`, { phone: cooperative.phone })
        await officer(other, 'admin')
      }
      const scheduleId = await sentSchedule(society)
      const found = await readReturn(society, scheduleId, [
        [own.staffNumber, 'Ada', 506_200],
        [other.staffNumber, 'Ada', 6200],
      ])
      const post = () => app.call('POST', `/financial/deductions/returns/${found.id}/post`, { token })
      expect((await post()).body).toMatchObject({
        status: 409,
        message: 'Your own line is above what was scheduled. Hold it, or ask another officer to post this return.',
      })
      expect((await done(cooperative, 'GET', `/financial/deductions/returns/${found.id}`)).status).toBe('checked')
      const lines: { number: number; membershipno: string }[] = await done(
        cooperative,
        'GET',
        `/financial/deductions/returns/${found.id}/lines`,
      )
      const line = lines.find(({ membershipno }) => membershipno === own.membershipno)
      await done(cooperative, 'PUT', `/financial/deductions/returns/${found.id}`, {
        lines: [{ number: line?.number, decision: 'hold' }],
      })
      expect((await post()).status).toBe(202)
      await app.settled()
    },
  )

  test('is not posted twice: not the same file, not the same member, not by two presses', async () => {
    const society = await buildSociety(3)
    const { cooperative, people } = society
    const schedule = await sentSchedule(society)
    const first = await readReturn(society, schedule, exact(people.slice(0, 2)))
    const presses = await Promise.all(
      [1, 2].map(() => ask(cooperative, 'POST', `/financial/deductions/returns/${first.id}/post`)),
    )
    expect(statusesOf(presses)).toEqual([202, 409])
    for (let status = 'posting'; status === 'posting';)
      ({ status } = await done(cooperative, 'GET', `/financial/deductions/returns/${first.id}`))
    const again = await sendReturn(society, schedule, exact(people.slice(0, 2)))
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(
        /^This file was posted on .+ by Test Cooperative as voucher No\. 1\. Nothing was posted again\.$/,
      ),
    ])
    // Another file brings the third; the two who are in the books are found so.
    const second = await readReturn(society, schedule, [...exact(people), ['TOTAL', '', '']])
    expect(second).toMatchObject({ totals: { file: 18_600, posted: 6200, refused: 12_400, unallocated: 0 } })
    expect(await postToEnd(society, second.id)).toMatchObject({ status: 'posted' })
    expect((await trialBalance(society))['1110-001']).toBe(18_600)
    expect((await ask(cooperative, 'POST', `/financial/deductions/returns/${second.id}/post`)).status).toBe(409)
    expect(await app.checks()).toEqual([])
  })

  test('goes whole or not at all, and says why', async () => {
    const society = await buildSociety(2)
    const { cooperative, people } = society
    const schedule = await sentSchedule(society)
    const found = await readReturn(society, schedule, exact(people))
    await done(cooperative, 'PUT', `/cooperatives/members/${people[0]?.id}`, { status: 'inactive' })
    const failed = await postToEnd(society, found.id)
    expect(failed).toMatchObject({
      status: 'failed',
      failure: 'Ada Obi is no longer an active member. Hold or refuse that line.',
      entryNumber: null,
    })
    expect(await trialBalance(society)).toEqual({})
    await done(cooperative, 'PUT', `/financial/deductions/returns/${found.id}`, {
      lines: [{ number: 1, decision: 'hold' }],
    })
    expect(await postToEnd(society, found.id)).toMatchObject({ status: 'posted' })
    expect(await trialBalance(society)).toEqual({
      '1110-001': 12_400,
      '2110': -5000,
      '2410': -6200,
      '3110': -1000,
      '3240': -200,
    })
  })

  test('pays neither of two members whom one row names by its two numbers, on the schedule or not, and names both', async () => {
    const society = await buildSociety(2)
    const { cooperative, people } = society
    const [ada, musa] = people as [Person, Person]
    const [other] = await done(
      cooperative,
      'POST',
      '/cooperatives/members',
      { member: [{ firstName: 'Zainab', lastName: 'Yusuf', phone: newPhone() }] },
      201,
    )
    const schedule = await sentSchedule(society)
    const names: Record<string, string> = Object.fromEntries(
      (await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}/lines`)).map(
        ({ staffNumber, name }: Record<string, string>) => [staffNumber, name],
      ),
    )
    const found = dataOf(
      await app.call('POST', `/financial/deductions/schedules/${schedule}/returns`, {
        token: cooperative.token,
        file: await fileOf([
          ['Staff number', 'Membership number', 'Total'],
          [ada.staffNumber, musa.membershipno, 6200],
          [musa.staffNumber, other.membershipno, 6200],
        ]),
      }),
      201,
    )
    expect(found).toMatchObject({
      totals: { file: 12_400, posted: 0, unallocated: 12_400 },
      kinds: { unknown: { lines: 2 }, missing: { lines: 2 }, exact: { lines: 0 } },
    })
    const lines: { row: number | null; note: string | null }[] = await done(
      cooperative,
      'GET',
      `/financial/deductions/returns/${found.id}/lines?limit=10`,
    )
    expect(lines.flatMap(({ row, note }) => (row === null ? [] : [[row, note]]))).toEqual([
      [
        2,
        `Staff number ${ada.staffNumber} is ${names[ada.staffNumber]}, membership number ${musa.membershipno} is ${names[musa.staffNumber]}`,
      ],
      [
        3,
        `Staff number ${musa.staffNumber} is ${names[musa.staffNumber]}, membership number ${other.membershipno} is Zainab Yusuf`,
      ],
    ])
  })

  test('is refused as a whole where the file cannot be read by the columns of the employer', async () => {
    const society = await buildSociety(1)
    const schedule = await sentSchedule(society)
    const { cooperative } = society
    const send = async (rows: Cell[][]) =>
      app.call('POST', `/financial/deductions/schedules/${schedule}/returns`, {
        token: cooperative.token,
        file: await fileOf(rows),
      })
    expect(
      (
        await send([
          ['Who', 'Total'],
          ['P0001', 5],
        ])
      ).body.message,
    ).toBe(
      "This file has no column “Staff number” or “Membership number”. Use the headings of this employer's layout, or correct the layout.",
    )
    expect(
      (
        await send([
          ['Staff number', 'Total'],
          ['', 5],
        ])
      ).status,
    ).toBe(422)
    // By component, where the list has no total.
    expect(
      dataOf(
        await send([
          ['Staff number', 'Savings', 'Shares', 'Levy', 'Loan instalment'],
          ['p0001', 5000, 1000, '200', '-'],
        ]),
        201,
      ),
    ).toMatchObject({ kinds: { exact: { lines: 1 } } })
  })

  test('is reversed as one, from the voucher or from here, and can then be posted again', async () => {
    const society = await buildSociety(3)
    const { cooperative, people } = society
    const schedule = await sentSchedule(society)
    for (const way of ['voucher', 'return']) {
      const found = await readReturn(society, schedule, exact(people))
      const posted = await postToEnd(society, found.id)
      expect(posted.status).toBe('posted')
      if (way === 'return')
        await done(cooperative, 'POST', `/financial/deductions/returns/${found.id}/reverse`, { reason: 'Wrong month' })
      else {
        const [one] = await done(cooperative, 'GET', '/financial/transactions?status=approved')
        await done(cooperative, 'POST', `/financial/transactions/${one.id}/reverse`, {
          reason: 'Wrong month',
          voucher: true,
        })
      }
      expect(await done(cooperative, 'GET', `/financial/deductions/returns/${found.id}`)).toMatchObject({
        status: 'reversed',
      })
      expect(await trialBalance(society)).toEqual({})
      expect(await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).toMatchObject({
        state: 'sent',
        deducted: 0,
        owed: 0,
      })
      expect(
        (await ask(cooperative, 'POST', `/financial/deductions/returns/${found.id}/reverse`, { reason: 'Again' }))
          .status,
      ).toBe(409)
    }
    expect(await app.checks()).toEqual([])
  })
})

describe('remittances', () => {
  // Remedy: remittance_not_owed
  test('come in parts, age while they are owed, and can be undone', async () => {
    const society = await buildSociety(2)
    const { cooperative, employerId, people } = society
    const schedule = await sentSchedule(society)
    const pay = (body: object) =>
      ask(cooperative, 'POST', `/financial/deductions/schedules/${schedule}/remittances`, body)
    expect((await pay({ amount: 5 })).body).toMatchObject({
      status: 409,
      message: 'Nothing of this month waits to be paid over. If its return is not posted yet, post it first.',
    })
    const found = await readReturn(society, schedule, exact(people))
    const long = new Date(Date.now() + 3_600_000 - 70 * 86_400_000).toISOString().slice(0, 10)
    await done(cooperative, 'PUT', `/financial/deductions/returns/${found.id}`, { occurredOn: long })
    expect(await postToEnd(society, found.id)).toMatchObject({ status: 'posted', occurredOn: long })
    expect((await pay({ amount: 12_400.01 })).body.errors).toEqual([
      { field: 'amount', message: 'Only ₦12,400.00 of this month is still to be paid over. Enter that or less.' },
    ])
    expect(dataOf(await pay({ amount: 5000, reference: 'TSA 17' }), 201)).toMatchObject({
      state: 'part_remitted',
      remitted: 5000,
      owed: 7400,
    })
    expect(await done(cooperative, 'GET', `/financial/employers/${employerId}`)).toMatchObject({
      owed: 7400,
      ageing: { days0to30: 0, days31to60: 0, days61to90: 7400, daysOver90: 0 },
    })
    // Into whichever of the society's banks it came, and into nothing else.
    const { id: microfinance } = await done(
      cooperative,
      'POST',
      '/financial/accounts',
      { code: '1025', name: 'Microfinance bank', class: 'asset', holdsCash: true },
      201,
    )
    const savings = (await done(cooperative, 'GET', '/financial/accounts?limit=100')).find(
      ({ code }: { code: string }) => code === '2110',
    ).id
    for (const wrong of [savings, employerId])
      expect((await pay({ amount: 7400, paidThrough: wrong })).body.errors).toMatchObject([{ field: 'paidThrough' }])
    expect(dataOf(await pay({ amount: 7400, paidThrough: microfinance }), 201)).toMatchObject({
      state: 'remitted',
      owed: 0,
    })
    expect(
      (await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}/remittances`)).map(
        ({ paidThrough }: { paidThrough: object }) => paidThrough,
      ),
    ).toEqual(
      expect.arrayContaining([
        { code: '1025', name: 'Microfinance bank' },
        { code: '1020', name: 'Bank' },
      ]),
    )
    expect(await trialBalance(society)).toMatchObject({ '1025': 7400, '1020': 5000, '2110': -10_000 })
    const [last] = await done(
      cooperative,
      'GET',
      `/financial/deductions/schedules/${schedule}/remittances?sort=receivedOn`,
    )
    expect(
      await done(cooperative, 'POST', `/financial/deductions/remittances/${last.id}/reverse`, { reason: 'Bounced' }),
    ).toMatchObject({ state: 'part_remitted', owed: 5000 })
    expect(
      (await ask(cooperative, 'POST', `/financial/deductions/remittances/${last.id}/reverse`, { reason: 'Bounced' }))
        .status,
    ).toBe(409)
    // The list of all movements has them too; what they brought in is in it once, on the members' own lines.
    const { data, meta } = (await ask(cooperative, 'GET', '/financial/transactions?type=remittance&sort=amount')).body
    expect(
      data.map((row: Record<string, unknown>) => [row['amount'], row['status'], row['reference'], row['paidThrough']]),
    ).toEqual([
      [5000, 'reversed', 'TSA 17', 'Bank'],
      [7400, 'approved', null, 'Microfinance bank'],
    ])
    const { name } = await done(cooperative, 'GET', `/financial/employers/${employerId}`)
    expect(data[0]).toMatchObject({ party: name, direction: null, memberId: null, record: 'remittance' })
    expect(meta.summary).toEqual({ in: 0, out: 0 })
    const all = (await ask(cooperative, 'GET', '/financial/transactions?limit=100')).body.data
    expect(all.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(data.map(({ id }: { id: string }) => id)),
    )
    expect((await ask(cooperative, 'GET', `/financial/transactions/${data[0].id}`)).body.data).toMatchObject(data[0])
    expect(await app.checks()).toEqual([])
  })

  test('where another officer can approve it, undoing one waits for them, also after seven days', async () => {
    const society = await buildSociety(2)
    const { cooperative, people } = society
    const second = await buildOfficer(app, cooperative)
    const schedule = await sentSchedule(society)
    const found = await readReturn(society, schedule, exact(people))
    await postToEnd(society, found.id)
    dataOf(
      await ask(cooperative, 'POST', `/financial/deductions/schedules/${schedule}/remittances`, {
        amount: 5000,
        receivedOn: '2026-11-03',
      }),
      201,
    )
    const list = await ask(cooperative, 'GET', `/financial/deductions/schedules/${schedule}/remittances`)
    expect(list.body.meta.summary).toEqual({ reversalsWaitFrom: 0 })
    const [{ id }] = dataOf(list)
    const reply = await ask(cooperative, 'POST', `/financial/deductions/remittances/${id}/reverse`, {
      reason: 'Bounced',
    })
    const owed = async () => (await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).owed
    expect([reply.status, await owed()]).toEqual([202, 7400])
    const { changeRequestId } = reply.body.data
    const [row] = dataOf(await app.call('GET', '/financial/approvals?kind=change', { token: second.token }))
    expect(row).toMatchObject({
      changeRequestId,
      amount: 5000,
      description: expect.stringMatching(
        /^Reverse the remittance of ₦5,000\.00 that .+ paid over on 03 Nov 2026\. Reason: Bounced$/,
      ),
    })
    await app.admin.query(
      "update app.change_request set asked_at = now() - interval '8 days' where change_request_id = $1",
      [changeRequestId],
    )
    expect((await ask(cooperative, 'POST', `/change-requests/${changeRequestId}/approve`, {})).status).toBe(409)
    dataOf(await app.call('POST', `/change-requests/${changeRequestId}/approve`, { token: second.token, body: {} }))
    expect(await owed()).toBe(12_400)
    expect(await app.checks()).toEqual([])
  })

  test('is read before its schedule is locked: a file that can’t be read is refused though somebody else has the schedule', async () => {
    const society = await buildSociety(1)
    const schedule = await sentSchedule(society)
    const file = { name: 'return.xlsx', content: new TextEncoder().encode('<html></html>') }
    await app.admin.query('begin')
    await app.admin.query("select pg_advisory_xact_lock(hashtextextended('schedule ' || $1, 0))", [schedule])
    const reply = await app.call('POST', `/financial/deductions/schedules/${schedule}/returns`, {
      token: society.cooperative.token,
      file,
    })
    await app.admin.query('rollback')
    expect(reply.body).toMatchObject({
      status: 422,
      message: 'This file could not be read. Save it as an Excel workbook (.xlsx) or as CSV and choose it again.',
    })
    expect((await sendReturn(society, schedule, exact(society.people))).status).toBe(201)
  })

  test('is told to each member once: also where the server stopped before that, and several come to it at once', async () => {
    const society = await buildSociety(2)
    const schedule = await sentSchedule(society)
    const { id } = await readReturn(society, schedule, exact(society.people))
    expect(await postToEnd(society, id)).toMatchObject({ status: 'posted' })
    await app.settled()
    expect(await noticesOf(society)).toBe(2)
    await app.admin.query('update app.deduction_return set members_notified = false where return_id = $1', [id])
    await Promise.all([1, 2, 3].map(() => notifyOfDeductions(app.services.database)))
    expect(await noticesOf(society)).toBe(4)
    await notifyOfDeductions(app.services.database)
    expect(await noticesOf(society)).toBe(4)
  })

  test('is told to the members of the other societies where it fails for one', async () => {
    const societies = [await buildSociety(2), await buildSociety(2), await buildSociety(2)]
    for (const society of societies) {
      const { id } = await readReturn(society, await sentSchedule(society), exact(society.people))
      await postToEnd(society, id)
      await app.settled()
      await app.admin.query('update app.deduction_return set members_notified = false where return_id = $1', [id])
    }
    const [failing, ...others] = societies.toSorted((one, other) =>
      one.cooperative.id < other.cooperative.id ? -1 : 1,
    )
    await app.admin.query(`
      create function app.fail_to_tell() returns trigger language plpgsql as $$ begin raise 'planted failure'; end $$;
      create trigger fail_to_tell before update on app.deduction_return for each row when (new.cooperative_id = '${failing?.cooperative.id}') execute function app.fail_to_tell()`)
    await expect(notifyOfDeductions(app.services.database)).rejects.toThrow(
      `Failed for 1 of 3 cooperatives, the first of them ${failing?.cooperative.id}: planted failure`,
    )
    for (const society of others) expect(await noticesOf(society)).toBe(4)
    await app.admin.query('drop trigger fail_to_tell on app.deduction_return; drop function app.fail_to_tell')
    await notifyOfDeductions(app.services.database)
    for (const society of societies) expect(await noticesOf(society)).toBe(4)
  })

  test('is not told any more once it was reversed', async () => {
    const society = await buildSociety(2)
    const schedule = await sentSchedule(society)
    const { id } = await readReturn(society, schedule, exact(society.people))
    await postToEnd(society, id)
    await app.settled()
    await app.admin.query('update app.deduction_return set members_notified = false where return_id = $1', [id])
    await done(society.cooperative, 'POST', `/financial/deductions/returns/${id}/reverse`, { reason: 'Wrong month' })
    await notifyOfDeductions(app.services.database)
    expect(await noticesOf(society)).toBe(2)
  })

  test('leave the books to everybody else while the members are being credited', async () => {
    const { society, schedule, returnId, pay } = await waitingForPay(2)
    const { cooperative, people } = society
    // Whoever has what was deducted holds up the crediting at its beginning.
    await app.admin.query('begin')
    await app.admin.query('select from app.deduction where return_id = $1 for update', [returnId])
    // The answer does not wait for it, and no one is credited with it.
    expect(await pay()).toMatchObject({
      state: 'remitted',
      owed: 0,
      credited: false,
      crediting: { lines: 2, progress: 0, failure: null },
    })
    expect(await trialBalance(society)).toEqual({ '1020': 12_400, '1110-001': -12_400 })
    while (
      (
        await app.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount === 0
    );
    expect(
      (await ask(cooperative, 'POST', '/financial/contributions', { memberId: people[0]?.id, amount: 10 })).status,
    ).toBe(201)
    expect(await done(cooperative, 'GET', `/financial/deductions/returns/${returnId}`)).toMatchObject({
      status: 'crediting',
      entryNumber: null,
    })

    // What would contradict it waits for its end, in a sentence.
    const sentence = 'The members are being credited with what was paid over. Wait until that is done.'
    const [remittance] = await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}/remittances`)
    for (const path of [`remittances/${remittance.id}`, `returns/${returnId}`]) {
      expect(
        (await ask(cooperative, 'POST', `/financial/deductions/${path}/reverse`, { reason: 'Too soon' })).body,
      ).toMatchObject({ status: 409, message: sentence })
    }
    expect(
      (await ask(cooperative, 'POST', `/financial/deductions/schedules/${schedule}/remittances`, { amount: 1 })).body
        .message,
    ).toContain('Nothing of this month waits to be paid over.')
    await app.admin.query('rollback')
    await app.settled()
    expect(await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).toMatchObject({
      state: 'remitted',
      credited: true,
      crediting: null,
    })
    expect(await trialBalance(society)).toEqual({
      '1010': 10,
      '1020': 12_400,
      '2110': -10_010,
      '3110': -2000,
      '3240': -400,
    })
    // Undone afterwards, the members keep it.
    await done(cooperative, 'POST', `/financial/deductions/remittances/${remittance.id}/reverse`, { reason: 'Bounced' })
    expect(await trialBalance(society)).toEqual({
      '1010': 10,
      '1110-001': 12_400,
      '2110': -10_010,
      '3110': -2000,
      '3240': -400,
    })
    expect(await noticesOf(society)).toBe(3)
    expect(await app.checks()).toEqual([])
  })

  test('are credited once by whoever comes to it where the server stopped before that, every file of the month', async () => {
    const society = await buildSociety(3, { levy: 200, creditOn: 'remittance' })
    const schedule = await sentSchedule(society)
    for (const people of [society.people.slice(0, 2), society.people.slice(2)]) {
      const { id } = await readReturn(society, schedule, exact(people))
      expect(await postToEnd(society, id)).toMatchObject({ status: 'deducted' })
    }
    await whileNobodyCredits(schedule, () =>
      done(
        society.cooperative,
        'POST',
        `/financial/deductions/schedules/${schedule}/remittances`,
        { amount: 18_600 },
        201,
      ),
    )
    expect(await trialBalance(society)).toEqual({ '1020': 18_600, '1110-001': -18_600 })
    expect(await noticesOf(society)).toBe(0)
    await Promise.all([1, 2, 3].map(() => creditDeductions(app.services.database)))
    await creditDeductions(app.services.database)
    expect(await trialBalance(society)).toEqual({ '1020': 18_600, '2110': -15_000, '3110': -3000, '3240': -600 })
    const records = await done(society.cooperative, 'GET', '/financial/transactions?limit=50')
    expect(records.map(({ type, amount }: { type: string; amount: number }) => `${type} ${amount}`).toSorted()).toEqual(
      [
        ...['contribution 5000', 'contribution 5000', 'contribution 5000', 'remittance 18600'],
        ...['share_purchase 1000', 'share_purchase 1000', 'share_purchase 1000'],
      ],
    )
    expect(await noticesOf(society)).toBe(3)
    expect(await app.checks()).toEqual([])
  })

  test('that are undone before the members are credited leave them waiting for the employer’s money', async () => {
    const { society, schedule, returnId, pay } = await waitingForPay(2)
    const { cooperative } = society
    await whileNobodyCredits(schedule, pay)
    const [remittance] = await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}/remittances`)
    expect(
      await done(cooperative, 'POST', `/financial/deductions/remittances/${remittance.id}/reverse`, {
        reason: 'Bounced',
      }),
    ).toMatchObject({ state: 'deducted', owed: 12_400, credited: false, crediting: null })
    await creditDeductions(app.services.database)
    expect(await done(cooperative, 'GET', `/financial/deductions/returns/${returnId}`)).toMatchObject({
      status: 'deducted',
    })
    expect(await trialBalance(society)).toEqual({})
    await pay()
    await app.settled()
    expect(await trialBalance(society)).toEqual({ '1020': 12_400, '2110': -10_000, '3110': -2000, '3240': -400 })
    expect(await app.checks()).toEqual([])
  })

  test('say who can’t be credited before they are recorded, and afterwards on the month; another try follows', async () => {
    const { society, schedule, returnId, pay } = await waitingForPay(2)
    const {
      cooperative,
      people: [first],
    } = society
    const mark = (status: string) => done(cooperative, 'PUT', `/cooperatives/members/${first?.id}`, { status })
    const failure = 'Ada Obi is no longer an active member. Hold or refuse that line.'
    await mark('inactive')
    expect(
      (await ask(cooperative, 'POST', `/financial/deductions/schedules/${schedule}/remittances`, { amount: 12_400 }))
        .body,
    ).toMatchObject({ status: 409, message: failure })
    await mark('active')
    await whileNobodyCredits(schedule, pay)
    await mark('inactive')
    await creditDeductions(app.services.database)
    expect(await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).toMatchObject({
      state: 'remitted',
      credited: false,
      crediting: { lines: 2, progress: 0, failure },
    })
    expect(await trialBalance(society)).toEqual({ '1020': 12_400, '1110-001': -12_400 })
    await mark('active')
    await creditDeductions(app.services.database)
    expect(await done(cooperative, 'GET', `/financial/deductions/returns/${returnId}`)).toMatchObject({
      status: 'posted',
      failure: null,
      progress: 0,
    })
    expect(await trialBalance(society)).toEqual({ '1020': 12_400, '2110': -10_000, '3110': -2000, '3240': -400 })
    expect(await app.checks()).toEqual([])
  })

  test('credit what is posted again where the return that they paid was taken back', async () => {
    const { society, schedule, returnId, pay } = await waitingForPay(2)
    const { cooperative, people } = society
    await whileNobodyCredits(schedule, pay)
    await done(cooperative, 'POST', `/financial/deductions/returns/${returnId}/reverse`, {
      reason: 'One of them has left',
    })
    await creditDeductions(app.services.database)
    expect(await trialBalance(society)).toEqual({ '1020': 12_400, '1110-001': -12_400 })
    const { id } = await readReturn(society, schedule, exact(people))
    await done(cooperative, 'PUT', `/financial/deductions/returns/${id}`, { lines: [{ number: 1, decision: 'hold' }] })
    await postToEnd(society, id)
    await app.settled()
    expect(await done(cooperative, 'GET', `/financial/deductions/returns/${id}`)).toMatchObject({ status: 'posted' })
    expect(await trialBalance(society)).toEqual({
      '1020': 12_400,
      '2110': -5000,
      '2410': -6200,
      '3110': -1000,
      '3240': -200,
    })
    expect(await app.checks()).toEqual([])
  })

  test('credit the members on the day of the crediting where the books were locked since the money came', async () => {
    const { society, schedule } = await waitingForPay(1)
    const { cooperative } = society
    // The day of the job's own clock, which is not that of this machine.
    const now = new Date(Date.now() - 2 * 86_400_000)
    const today = dayIn(now)
    const yesterday = addDays(today, -1)
    const receivedOn = async (day: string) =>
      done(
        cooperative,
        'POST',
        `/financial/deductions/schedules/${schedule}/remittances`,
        { amount: 6200, receivedOn: day },
        201,
      )
    await whileNobodyCredits(schedule, () => receivedOn(yesterday))
    await done(cooperative, 'POST', '/financial/books/lock', { through: yesterday })
    await creditDeductions(app.services.database, now)
    const records = await done(cooperative, 'GET', '/financial/transactions')
    expect(
      records.map(({ amount, occurredOn }: { amount: number; occurredOn: string }) => [amount, occurredOn]).toSorted(),
    ).toEqual([
      [1000, today],
      [5000, today],
      [6200, yesterday],
    ])
    expect(await trialBalance(society)).toEqual({ '1020': 6200, '2110': -5000, '3110': -1000, '3240': -200 })
    expect(await app.checks()).toEqual([])
  })

  test('credit the members of the other societies where it fails for one', async () => {
    const all = [await waitingForPay(1), await waitingForPay(1), await waitingForPay(1)]
    for (const { schedule, pay } of all) await whileNobodyCredits(schedule, pay)
    const [failing, ...others] = all.toSorted((one, other) =>
      one.society.cooperative.id < other.society.cooperative.id ? -1 : 1,
    )
    await app.admin.query(`
      create function app.fail_to_credit() returns trigger language plpgsql as $$ begin raise 'planted failure'; end $$;
      create trigger fail_to_credit before update on app.deduction_return for each row when (new.return_id = '${failing?.returnId}' and new.status = 'posted') execute function app.fail_to_credit()`)
    await expect(creditDeductions(app.services.database)).rejects.toThrow(
      `Failed for 1 of 3 cooperatives, the first of them ${failing?.society.cooperative.id}`,
    )
    const credited = { '1020': 6200, '2110': -5000, '3110': -1000, '3240': -200 }
    for (const { society } of others) expect(await trialBalance(society)).toEqual(credited)
    if (!failing) throw new Error('There are three')
    expect(await trialBalance(failing.society)).toEqual({ '1020': 6200, '1110-001': -6200 })
    expect(
      await done(failing.society.cooperative, 'GET', `/financial/deductions/schedules/${failing.schedule}`),
    ).toMatchObject({ crediting: { failure: 'Something went wrong on our side. Nothing was stored.' } })
    await app.admin.query('drop trigger fail_to_credit on app.deduction_return; drop function app.fail_to_credit')
    await creditDeductions(app.services.database)
    expect(await trialBalance(failing.society)).toEqual(credited)
    for (const { society } of all) expect(await noticesOf(society)).toBe(1)
  })

  test('credit the members where the society says so; until then no one looks like a defaulter', async () => {
    const society = await buildSociety(2, { levy: 200, creditOn: 'remittance' })
    const { cooperative, people } = society
    const schedule = await sentSchedule(society)
    const found = await readReturn(society, schedule, exact(people))
    expect(await postToEnd(society, found.id)).toMatchObject({ status: 'deducted', entryNumber: null })
    expect(await trialBalance(society)).toEqual({})
    const standing = async (token: string) =>
      dataOf(await app.call('GET', `/financial/contributions?period=${period}&memberId=${people[0]?.id}`, { token }))[0]
    for (const token of [cooperative.token, await loginMember(app, people[0] as Person)])
      expect(await standing(token)).toMatchObject({
        expected: 5000,
        paid: 0,
        deducted: 5000,
        outstanding: 0,
        standing: 'paid',
      })
    expect(await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).toMatchObject({
      state: 'deducted',
      credited: false,
      owed: 12_400,
    })
    const pay = (amount: number) =>
      done(cooperative, 'POST', `/financial/deductions/schedules/${schedule}/remittances`, { amount }, 201)
    expect(await pay(400)).toMatchObject({ state: 'part_remitted', credited: false })
    expect(await trialBalance(society)).toEqual({ '1020': 400, '1110-001': -400 })
    expect(await pay(12_000)).toMatchObject({ state: 'remitted', owed: 0 })
    await app.settled()
    expect(await done(cooperative, 'GET', `/financial/deductions/schedules/${schedule}`)).toMatchObject({
      state: 'remitted',
      credited: true,
      crediting: null,
    })
    expect(await trialBalance(society)).toEqual({ '1020': 12_400, '2110': -10_000, '3110': -2000, '3240': -400 })
    expect(await standing(cooperative.token)).toMatchObject({
      paid: 5000,
      deducted: 0,
      outstanding: 0,
      standing: 'paid',
    })
    expect(await noticesOf(society)).toBe(2)
    expect(await app.checks()).toEqual([])
  })
})
