import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  newPhone,
  resetPassword,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

let app: TestApp

beforeAll(async () => {
  // Thousands of members in an app that others share, the checks of each file after it would read too.
  app = await startTestApp()
})

afterAll(async () => {
  await app.stop()
})

type Summary = {
  id: string
  fileName: string
  status: string
  rows: number
  rowsSkipped: number
  rowsWithProblems: number
  rowsWithDoubles: number
  rowsWithSamePhone: number
  mapping: (string | null)[]
  missingFields: string[]
  total: number | null
  period: string | null
  occurredOn: string | null
  progress: number
  failure: string | null
  entryNumber: number | null
}

type Cell = string | number

const paths = { members: '/cooperatives/members/imports', contributions: '/financial/contributions/imports' }

async function sendFile(
  { token }: TestCooperative,
  kind: keyof typeof paths,
  rows: Cell[][],
  name = 'register.csv',
): Promise<Reply> {
  const cells = rows.map((row) => row.map((value) => (value === '' ? null : { value })))
  const content = name.endsWith('.xlsx')
    ? await writeXlsxFile(cells as SheetData).toBuffer()
    : Buffer.from(
        rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n'),
      )
  return app.call('POST', paths[kind], { token, file: { name, content } })
}

async function upload(
  cooperative: TestCooperative,
  kind: keyof typeof paths,
  rows: Cell[][],
  name?: string,
): Promise<Summary> {
  return dataOf(await sendFile(cooperative, kind, rows, name), 201)
}

async function change({ token }: TestCooperative, id: string, body: object): Promise<Summary> {
  return dataOf(await app.call('PUT', `/imports/${id}`, { token, body }))
}

async function look({ token }: TestCooperative, id: string): Promise<Summary> {
  return dataOf(await app.call('GET', `/imports/${id}`, { token }))
}

async function rowsOf({ token }: TestCooperative, id: string, show = 'problems') {
  return dataOf(await app.call('GET', `/imports/${id}/rows?show=${show}&limit=100`, { token })) as {
    number: number
    cells: string[]
    skipped: boolean
    problems: { column: number | null; message: string }[]
    notes: { column: number; message: string }[]
  }[]
}

function post({ token }: TestCooperative, id: string): Promise<Reply> {
  return app.call('POST', `/imports/${id}/post`, { token, key: newKey() })
}

/** Posts and waits for the outcome. */
async function postToEnd(cooperative: TestCooperative, id: string): Promise<Summary> {
  dataOf(await post(cooperative, id), 202)
  return ended(cooperative, id)
}

async function ended(cooperative: TestCooperative, id: string): Promise<Summary> {
  for (;;) {
    const summary = await look(cooperative, id)
    if (summary.status !== 'posting') return summary
    await wait(50)
  }
}

async function countMembers({ id }: TestCooperative): Promise<number> {
  const { rows } = await app.admin.query(
    'select (select count(*) from app.member where cooperative_id = $1)::int as members, (select member_count from app.cooperative where cooperative_id = $1) as counted',
    [id],
  )
  expect(rows[0].members).toBe(rows[0].counted)
  return rows[0].members
}

const heading = ['S/N', 'Name', 'Phone No.', 'Monthly Savings (NGN)', 'Date of Birth', 'E-mail']
// Many of one name, and no two of one birthday: they are other people.
const bornOn = (index: number) =>
  new Date(Date.UTC(1990, 11, 31) - index * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
const person = (index: number, phone = newPhone()): Cell[] => [
  index,
  `Ada Obi${index}`,
  phone,
  5000,
  bornOn(index),
  `ada${index}@example.com`,
]

describe('a register', () => {
  test('on one of several sheets is read once that sheet is named', async () => {
    const cooperative = await buildCooperative(app)
    const sheetOf = (name: string, rows: Cell[][]) => ({
      sheet: name,
      data: rows.map((row) => row.map((value) => ({ value }))) as SheetData,
    })
    const [lagos, ibadan] = [
      [heading, person(1)],
      [heading, person(2), person(3)],
    ]
    const content = await writeXlsxFile([sheetOf('LAGOS', lagos), sheetOf('IBADAN', ibadan)]).toBuffer()
    const send = (headers?: Record<string, string>) =>
      app.call('POST', paths.members, {
        token: cooperative.token,
        file: { name: 'register.xlsx', content },
        ...(headers && { headers }),
      })
    const asked = await send()
    expect([asked.status, asked.body.errors]).toEqual([
      422,
      [
        {
          field: 'file',
          message: 'This workbook has rows on several sheets: LAGOS, IBADAN. Choose the one that is meant.',
        },
        { field: 'sheet', message: 'LAGOS' },
        { field: 'sheet', message: 'IBADAN' },
      ],
    ])
    const found = dataOf(await send({ 'sheet-name': encodeURIComponent('IBADAN') }), 201) as Summary
    expect([found.rows, (await rowsOf(cooperative, found.id, 'all')).map(({ cells }) => cells[1])]).toEqual([
      2,
      ['Ada Obi2', 'Ada Obi3'],
    ])
    expect((await send({ 'sheet-name': 'KANO' })).body.errors[0].field).toBe('sheet')
  })

  test.each(['register.csv', 'register.xlsx'])('%s is uploaded, mapped, checked and registered', async (name) => {
    const cooperative = await buildCooperative(app)
    const rows = Array.from({ length: 30 }, (_, index) => person(index))
    const found = await upload(cooperative, 'members', [heading, ...rows], name)
    expect(found).toMatchObject({
      status: 'checked',
      rows: 30,
      rowsSkipped: 0,
      rowsWithProblems: 0,
      missingFields: [],
      total: null,
      progress: 0,
      mapping: [null, 'fullName', 'phone', 'monthlyContributions', 'dateOfBirth', 'email'],
    })
    expect(await countMembers(cooperative)).toBe(0)
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 30, failure: null })
    expect(await countMembers(cooperative)).toBe(30)
    const [member] = dataOf(await app.call('GET', '/members?limit=1&sort=membershipno', { token: cooperative.token }))
    expect(member).toMatchObject({
      firstName: 'Ada',
      lastName: 'Obi0',
      phone: rows[0]?.[2],
      monthlyContributions: 5000,
      dateOfBirth: '1990-12-31',
      membershipno: `${cooperative.coopId}/00001`,
    })
    expect((await app.outbox()).filter(({ to }) => to === rows[0]?.[2])).toHaveLength(0)
  })

  test('with members without a phone, with two numbers and with one between two is registered as it is', async () => {
    const cooperative = await buildCooperative(app)
    const known = await buildMember(app, cooperative, { firstName: 'Ngozi', lastName: 'Eze' })
    const [shared, one, two] = [newPhone(), newPhone(), newPhone()]
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone', 'Phone 2'],
      ['Ada Obi', 'nil', ''],
      ['Emeka Nwosu', `${one} / 0${two.slice(4)}`, ''],
      ['Musa Bello', shared, ''],
      ['Amina Bello', shared, ''],
      ['Uche Eze', known.phone, ''],
    ])
    expect(found).toMatchObject({
      status: 'checked',
      mapping: ['fullName', 'phone', 'otherPhone'],
      rowsWithProblems: 3,
      rowsWithSamePhone: 3,
    })
    expect(await rowsOf(cooperative, found.id)).toMatchObject([
      { number: 4, problems: [{ column: 1, message: 'The same phone is in row 5', isSamePhone: true }] },
      { number: 5, problems: [{ column: 1, message: 'The same phone is in row 4', isSamePhone: true }] },
      {
        number: 6,
        problems: [{ column: 1, isSamePhone: true }],
        doubles: [{ why: 'phone', member: { memberId: known.id } }],
      },
    ])
    // Said of one row, it is in order for both; said of the phone of a member, no one is in doubt any more.
    expect(await change(cooperative, found.id, { sharePhone: [5] })).toMatchObject({
      rowsWithProblems: 1,
      rowsWithSamePhone: 1,
    })
    expect(await change(cooperative, found.id, { unsharePhone: [5] })).toMatchObject({ rowsWithProblems: 3 })
    expect(await change(cooperative, found.id, { allSharePhones: true })).toMatchObject({
      rowsWithProblems: 0,
      rowsWithDoubles: 0,
    })
    // Of another phone nothing was said.
    expect(
      await change(cooperative, found.id, { corrections: [{ row: 4, column: 1, value: known.phone }] }),
    ).toMatchObject({ rowsWithProblems: 1, rowsWithSamePhone: 1 })
    expect(
      await change(cooperative, found.id, { corrections: [{ row: 4, column: 1, value: shared }], sharePhone: [4] }),
    ).toMatchObject({ rowsWithProblems: 0 })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', failure: null })
    const members = dataOf(await app.call('GET', '/members?limit=10&sort=membershipno', { token: cooperative.token }))
    const read = members.map((member: Record<string, unknown>) => [
      member['firstName'],
      member['phone'],
      member['otherPhone'],
      member['sharesPhone'],
    ])
    expect(read).toEqual([
      ['Ngozi', known.phone, null, false],
      ['Ada', null, null, false],
      ['Emeka', one, two, false],
      ['Musa', shared, null, false],
      ['Amina', shared, null, true],
      ['Uche', known.phone, null, true],
    ])
  })

  test('has every bad cell of the whole file named at once, and stores nothing', async () => {
    const cooperative = await buildCooperative(app)
    const known = await buildMember(app, cooperative)
    const twice = newPhone()
    const found = await upload(cooperative, 'members', [
      heading,
      person(2),
      [3, 'Ada', newPhone(), 'plenty', '12/31/1990', 'no one'],
      person(4, twice),
      person(5, known.phone),
      person(6, twice),
      [7, 'Ada Obi', '0803', -5, '', ''],
      [8, 'Ada Obi', '=A1', '', '', ''],
      ['', '', '', '', '', 'ada@example.com'],
    ])
    expect(found).toMatchObject({ status: 'checked', rows: 8, rowsWithProblems: 7 })
    expect(await rowsOf(cooperative, found.id)).toMatchObject([
      {
        number: 3,
        problems: [
          { column: 1, message: 'Last name is required' },
          { column: 3, message: 'Enter an amount in naira' },
          { column: 4, message: 'Use a date such as 31/12/1990' },
          { column: 5, message: 'Invalid email format' },
        ],
      },
      { number: 4, problems: [{ column: 2, message: 'The same phone is in row 6' }] },
      {
        number: 5,
        problems: [
          { column: 2, message: `${known.phone} already belongs to Ada Obi, 00001. If they share one phone, say so.` },
        ],
      },
      { number: 6, problems: [{ column: 2, message: 'The same phone is in row 4' }] },
      {
        number: 7,
        problems: [
          { column: 2, message: 'Phone number must be in format +234XXXXXXXXXX' },
          { column: 3, message: 'Enter zero or more' },
        ],
      },
      { number: 8, problems: [{ column: 2, message: 'This cell has a formula. Paste it as a value.' }] },
      { number: 9, problems: [{ column: 1, message: 'First name is required' }] },
    ])
    const refused = await post(cooperative, found.id)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: '7 rows have problems. Correct or skip them first.' },
    })
    expect(await countMembers(cooperative)).toBe(1)
  })

  test('has no member who joined before they were born, whichever day of joining is used', async () => {
    const cooperative = await buildCooperative(app)
    const columns = ['Name', 'Phone', 'Date of Birth', 'Date of joining']
    const found = await upload(cooperative, 'members', [
      columns,
      ['Ada Obi', newPhone(), '02/05/1990', '01/05/1990'],
      ['Musa Bello', newPhone(), '02/05/2001', ''],
      ['Bola Ade', newPhone(), '02/05/1990', '02/05/1990'],
      ['Uche Eze', newPhone(), '', '01/01/2199'],
    ])
    const message = (joined: string, born: string) =>
      `The date of joining, ${joined}, is before the date of birth, ${born}. Correct the one that is wrong.`
    const ada = { number: 2, problems: [{ column: 3, message: message('01 May 1990', '02 May 1990') }] }
    const uche = { number: 5, problems: [{ column: 3, message: 'Choose today or an earlier date.' }] }
    expect(await rowsOf(cooperative, found.id)).toMatchObject([ada, uche])
    // One day for all rows that have none: of these it is the birth that is looked at.
    await change(cooperative, found.id, { joinedOn: '2000-01-01' })
    expect(await rowsOf(cooperative, found.id)).toMatchObject([
      ada,
      { number: 3, problems: [{ column: 2, message: message('01 Jan 2000', '02 May 2001') }] },
      uche,
    ])
    expect((await post(cooperative, found.id)).status).toBe(409)
    await change(cooperative, found.id, {
      joinedOn: '2020-01-01',
      corrections: [2, 5].map((row) => ({ row, column: 3, value: '01/05/2010' })),
    })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', failure: null })
  })

  // Remedy: import_has_problems
  test('is corrected, skipped and then registered', async () => {
    const cooperative = await buildCooperative(app)
    const [twice, other, third] = [newPhone(), newPhone(), newPhone()]
    const found = await upload(cooperative, 'members', [
      heading,
      person(2, twice),
      person(3, twice),
      [4, 'Ada Obi', '=B1', '', '', ''],
      [5, 'Ada', third, '', '', ''],
    ])
    expect(found.rowsWithProblems).toBe(4)
    expect((await post(cooperative, found.id)).body.message).toContain('Correct or skip them first')
    expect(
      (
        await change(cooperative, found.id, {
          corrections: [
            { row: 3, column: 2, value: other },
            { row: 5, column: 1, value: 'Ada Eze' },
          ],
        })
      ).rowsWithProblems,
    ).toBe(1)
    expect(await change(cooperative, found.id, { skip: [5] })).toMatchObject({ rowsSkipped: 1, rowsWithProblems: 1 })
    expect(await change(cooperative, found.id, { unskip: [5], skipProblems: true })).toMatchObject({
      rowsSkipped: 1,
      rowsWithProblems: 0,
    })
    expect((await rowsOf(cooperative, found.id, 'skipped')).map(({ number }) => number)).toEqual([4])
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 3 })
    expect(await countMembers(cooperative)).toBe(3)
    expect(await post(cooperative, found.id)).toMatchObject({
      status: 409,
      body: { message: 'This has already been posted.' },
    })
    expect(
      await app.call('PUT', `/imports/${found.id}`, { token: cooperative.token, body: { skip: [2] } }),
    ).toMatchObject({ status: 409 })
  })

  test('has its rows without a date of joining counted, and an officer says when those people joined', async () => {
    const cooperative = await buildCooperative(app)
    const [ada, musa, olu] = [newPhone(), newPhone(), newPhone()]
    const found = await upload(cooperative, 'members', [
      ['First name', 'Last name', 'Phone', 'Date joined'],
      ['Ada', 'Obi', ada, '05/03/2017'],
      ['Musa', 'Bello', musa, ''],
      ['Olu', 'Ade', olu, ' '],
    ])
    expect(found).toMatchObject({ rowsWithProblems: 0, rowsWithoutJoining: 2, joinedOn: null })
    const joined = (joinedOn: string) =>
      app.call('PUT', `/imports/${found.id}`, { token: cooperative.token, body: { joinedOn } })
    expect((await joined('2199-01-01')).body).toMatchObject({
      status: 422,
      errors: [{ field: 'joinedOn', message: 'Choose today or an earlier date.' }],
    })
    expect(dataOf(await joined('2019-04-01'))).toMatchObject({ joinedOn: '2019-04-01', rowsWithoutJoining: 2 })
    expect(await change(cooperative, found.id, { skip: [4] })).toMatchObject({
      joinedOn: '2019-04-01',
      rowsWithoutJoining: 1,
    })
    await change(cooperative, found.id, { unskip: [4] })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted' })
    const { data } = (await app.call('GET', '/cooperatives/members', { token: cooperative.token })).body
    expect(
      data.map(({ firstName, registrationDate }: Record<string, string>) => [firstName, registrationDate]),
    ).toEqual([
      ['Ada', '2017-03-05'],
      ['Musa', '2019-04-01'],
      ['Olu', '2019-04-01'],
    ])
  })

  // Remedy: import_not_ready
  test('with headings that say nothing waits for its columns', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [
      ['One', 'Two', 'Three'],
      ['Obi', 'Ada', newPhone()],
      ['Obi', 'Bola', '1'],
    ])
    expect(found).toMatchObject({ status: 'mapping', missingFields: ['firstName', 'lastName'], rowsWithProblems: 0 })
    expect((await post(cooperative, found.id)).body).toMatchObject({
      status: 409,
      message: 'Match the columns of this file first.',
    })
    const put = (body: object) => app.call('PUT', `/imports/${found.id}`, { token: cooperative.token, body })
    for (const mapping of [['phone', 'phone', null], ['phone'], ['amount', null, null]])
      expect((await put({ mapping })).status).toBe(422)
    expect(await change(cooperative, found.id, { mapping: ['lastName', 'firstName', 'phone'] })).toMatchObject({
      status: 'checked',
      missingFields: [],
      rowsWithProblems: 1,
    })
    expect((await put({ corrections: [{ row: 9, column: 0, value: 'x' }] })).status).toBe(404)
    expect((await put({ corrections: [{ row: 2, column: 3, value: 'x' }] })).status).toBe(404)
    await change(cooperative, found.id, { skip: [3] })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted' })
  })

  test('that met the register in between is checked again and nothing is stored', async () => {
    const cooperative = await buildCooperative(app)
    const phone = newPhone()
    const found = await upload(cooperative, 'members', [heading, person(2, phone), person(3)])
    await buildMember(app, cooperative, { phone, firstName: 'Bola', lastName: 'Ige' })
    expect((await post(cooperative, found.id)).status).toBe(409)
    expect(await look(cooperative, found.id)).toMatchObject({ status: 'checked', rowsWithProblems: 1 })
    await change(cooperative, found.id, { skipProblems: true })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted' })
    expect(await countMembers(cooperative)).toBe(2)
  })

  test('of which every row is skipped has nothing to post', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [heading, person(2)])
    await change(cooperative, found.id, { skip: [2] })
    expect(await post(cooperative, found.id)).toMatchObject({
      status: 409,
      body: { message: 'Every row of this file is skipped, so there is nothing to post.' },
    })
  })

  test('is posted once however often the button is pressed', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [
      heading,
      ...Array.from({ length: 700 }, (_, index) => person(index)),
    ])
    const replies = await Promise.all(Array.from({ length: 4 }, () => post(cooperative, found.id)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409, 409])
    expect(await ended(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 700 })
    expect(await countMembers(cooperative)).toBe(700)
  })
})

describe('a register as societies keep it', () => {
  const phones = Array.from({ length: 4 }, () => newPhone())
  const messy: Cell[][] = [
    ['UNITY FARMERS MULTIPURPOSE COOPERATIVE SOCIETY'],
    ['REGISTER OF MEMBERS', '', '', 'AS AT', '31/12/2025'],
    [],
    ['S/N', 'SURNAME', 'OTHER NAMES', 'GSM NO.', 'MONTHLY SAVINGS', 'NEXT OF KIN'],
    ['', '', '', '', '', 'Name', 'Phone'],
    [1, 'ADEBAYO', 'OLUWASEUN', phones[0] as string, 5000, 'BOLA ADEBAYO', '08051234567'],
    [2, "O'NEIL", 'CHIDI', phones[1] as string, 7000, '', ''],
    ['', 'SUB-TOTAL', '', '', 12_000],
    ['S/N', 'SURNAME', 'OTHER NAMES', 'GSM NO.', 'MONTHLY SAVINGS', 'NEXT OF KIN'],
    [3, 'ABDUL-AZEEZ', 'musa', phones[2] as string, 2500, '', ''],
    [4, 'Total', 'Grace', phones[3] as string, 2500, '', ''],
    ['GRAND TOTAL', '', '', '', 17_000],
    ['', '', '', '', 17_000],
  ]
  type LeftOut = { number: number; leftOut: string | null; skipped: boolean }

  test.each(['register.csv', 'register.xlsx'])(
    '%s: titles, headings in two rows and totals are found, said and left out',
    async (name) => {
      const cooperative = await buildCooperative(app)
      const people = messy.map((row) => row.map((cell) => (phones.includes(String(cell)) ? newPhone() : cell)))
      const found = await upload(cooperative, 'members', people, name)
      expect(found).toMatchObject({
        status: 'checked',
        rows: 4,
        rowsSkipped: 0,
        rowsLeftOut: 6,
        rowsWithProblems: 0,
        columns: [
          'S/N',
          'SURNAME',
          'OTHER NAMES',
          'GSM NO.',
          'MONTHLY SAVINGS',
          'NEXT OF KIN Name',
          'NEXT OF KIN Phone',
        ],
        mapping: [
          null,
          'lastName',
          'firstName',
          'phone',
          'monthlyContributions',
          'nextOfKinFullName',
          'nextOfKinPhone',
        ],
      })
      const leftOut = (await rowsOf(cooperative, found.id, 'left_out')) as unknown as LeftOut[]
      expect(leftOut.map((row) => [row.number, row.leftOut])).toEqual([
        [1, 'title'],
        [2, 'title'],
        [8, 'total'],
        [9, 'heading'],
        [12, 'total'],
        [13, 'figures'],
      ])
      expect((await rowsOf(cooperative, found.id, 'all')).map(({ number }) => number)).toEqual([6, 7, 10, 11])
      expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 4 })
      const members = dataOf(await app.call('GET', '/members?sort=membershipno', { token: cooperative.token }))
      expect(members.map(({ firstName, lastName }: Record<string, string>) => `${firstName} ${lastName}`)).toEqual([
        'Oluwaseun Adebayo',
        "Chidi O'Neil",
        'Musa Abdul-Azeez',
        'Grace Total',
      ])
      expect(members[0]).toMatchObject({
        nextOfKinFirstName: 'Bola',
        nextOfKinLastName: 'Adebayo',
        nextOfKinPhone: '+2348051234567',
        monthlyContributions: 5000,
      })
    },
  )

  test('a total of a month adds nothing to its money, and titles are no payments', async () => {
    const cooperative = await buildCooperative(app)
    const [ada, musa] = [await buildMember(app, cooperative), await buildMember(app, cooperative)]
    const found = await upload(
      cooperative,
      'contributions',
      [
        ['UNITY FARMERS', '', ''],
        ['SAVINGS OF NOVEMBER', 'BY', 'PHONE'],
        ['S/N', 'GSM No', 'Amount'],
        [1, ada.phone, 5000],
        [2, musa.phone, 2500],
        ['', '', 7500],
        ['TOTAL', '', 7500],
      ],
      'month.xlsx',
    )
    expect(found).toMatchObject({ rows: 2, rowsLeftOut: 4, rowsWithProblems: 0, total: 7500 })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 2, total: 7500 })
    const members = dataOf(await app.call('GET', '/members?sort=membershipno', { token: cooperative.token }))
    expect(members.map(({ savings }: { savings: number }) => savings)).toEqual([5000, 2500])
  })

  test('a row that was left out is taken back like any other', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone'],
      ['Ada Obi', newPhone()],
      ['Total', ''],
    ])
    expect(found).toMatchObject({ rows: 1, rowsSkipped: 0, rowsLeftOut: 1 })
    expect(await rowsOf(cooperative, found.id, 'skipped')).toEqual([])
    expect(await change(cooperative, found.id, { unskip: [3] })).toMatchObject({
      rows: 2,
      rowsLeftOut: 0,
      rowsWithProblems: 1,
    })
    expect(await change(cooperative, found.id, { skip: [3] })).toMatchObject({
      rows: 1,
      rowsLeftOut: 1,
      rowsWithProblems: 0,
    })
  })

  test('formulas are read by what they show; one without a value names its cell', async () => {
    const cooperative = await buildCooperative(app)
    const sheet = (cells: string) =>
      `<?xml version="1.0"?><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c><c r="C1" t="inlineStr"><is><t>Monthly savings</t></is></c></row>${cells}</sheetData></worksheet>`
    const workbook = zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="Register" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        sheet(`<row r="2"><c r="A2" t="str"><f>A9&amp;" "&amp;B9</f><v>Ada Obi</v></c><c r="B2" t="str"><f>"0"&amp;C9</f><v>${newPhone()}</v></c><c r="C2"><f>2500*2</f><v>5000</v></c></row>
        <row r="3"><c r="A3" t="inlineStr"><is><t>Bola Ige</t></is></c><c r="B3" t="inlineStr"><is><t>${newPhone()}</t></is></c><c r="C3"><f>C2*2</f></c></row>`),
      ),
    })
    const found = dataOf(
      await app.call('POST', paths.members, {
        token: cooperative.token,
        file: { name: 'formulas.xlsx', content: Buffer.from(workbook) },
      }),
      201,
    ) as Summary
    expect(await rowsOf(cooperative, found.id)).toMatchObject([
      {
        number: 3,
        problems: [
          {
            column: 2,
            message: 'This cell has a formula without a value. Open the file in Excel, save it and upload it again.',
          },
        ],
      },
    ])
    await change(cooperative, found.id, { corrections: [{ row: 3, column: 2, value: '10000' }] })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 2 })
    const members = dataOf(await app.call('GET', '/members?sort=membershipno', { token: cooperative.token }))
    expect(
      members.map(({ firstName, monthlyContributions }: { firstName: string; monthlyContributions: number }) => [
        firstName,
        monthlyContributions,
      ]),
    ).toEqual([
      ['Ada', 5000],
      ['Bola', 10_000],
    ])
  })

  test('columns are as last time where the headings are the same, in this society alone', async () => {
    const [cooperative, other] = [await buildCooperative(app), await buildCooperative(app)]
    const file = (phone = newPhone()): Cell[][] => [
      ['Eins', 'Zwei', 'Drei'],
      ['Obi', 'Ada', phone],
    ]
    const first = await upload(cooperative, 'members', file())
    expect(first).toMatchObject({ status: 'mapping', columnsRemembered: false })
    await change(cooperative, first.id, { mapping: ['lastName', 'firstName', 'phone'] })
    // Not confirmed yet, so not remembered either.
    expect(await upload(cooperative, 'members', file())).toMatchObject({ columnsRemembered: false })
    await postToEnd(cooperative, first.id)
    const again = await upload(cooperative, 'members', [
      ['EINS', ' zwei', 'Drei.'],
      ['Ige', 'Bola', newPhone()],
    ])
    expect(again).toMatchObject({
      status: 'checked',
      columnsRemembered: true,
      mapping: ['lastName', 'firstName', 'phone'],
    })
    expect(await change(cooperative, again.id, { mapping: ['firstName', 'lastName', 'phone'] })).toMatchObject({
      columnsRemembered: false,
    })
    expect(await upload(other, 'members', file())).toMatchObject({ status: 'mapping', columnsRemembered: false })
    expect(await upload(cooperative, 'contributions', file())).toMatchObject({ columnsRemembered: false })
  })

  test('no more than twenty sets of columns are kept, those that were used last', async () => {
    const cooperative = await buildCooperative(app)
    // As twenty files of before would have left them, a day between each.
    await app.admin.query(
      `insert into app.remembered_columns (cooperative_id, columns_id, kind, headings_hash, mapping, used_at)
       select $1, gen_random_uuid(), k, sha256(n::text::bytea), '{}', now() - n * interval '1 day' from generate_series(1, 20) n, unnest(array['members', 'contributions']) k`,
      [cooperative.id],
    )
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone'],
      ['Ada Obi', newPhone()],
    ])
    await postToEnd(cooperative, found.id)
    const { rows } = await app.admin.query(
      `select kind, count(*)::int as kept, bool_or(headings_hash = sha256('20'::bytea)) as "hasOldest" from app.remembered_columns where cooperative_id = $1 group by kind order by kind`,
      [cooperative.id],
    )
    expect(rows).toEqual([
      { kind: 'contributions', kept: 20, hasOldest: true },
      { kind: 'members', kept: 20, hasOldest: false },
    ])
  })
})

describe('rows to correct', () => {
  const toCorrect = async ({ token }: TestCooperative, id: string) => {
    const { url } = app
    const response = await fetch(`${url}/imports/${id}/rows-to-correct`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { status, headers } = response
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status, headers, bytes, message: status === 200 ? undefined : JSON.parse(bytes.toString()).message }
  }

  test('leave as a file of the same columns and come back as they are, while the others go first', async () => {
    const cooperative = await buildCooperative(app)
    const good = newPhone().replace('+234', '0')
    const columns = ['S/N', 'Full name', 'Old membership no', 'Phone', 'Date of birth', 'Address', 'Remarks']
    const rows: Cell[][] = [
      [1, 'Ada Obi', '00041', good, '31/12/1990', '1 Broad Street', ''],
      [2, 'Bola Ige', '00042', '0803123', '1990-02-30', "'=SUM(A1)", '=1+1'],
      [3, 'Musa', '00043', '-', '2 March 1970', '-12 Marina', '@home'],
      [4, 'Chidi Eze', '00044', '+2348012', '', '', "O'Neil"],
    ]
    const first = await upload(cooperative, 'members', [columns, ...rows], 'register.xlsx')
    expect(first).toMatchObject({ rows: 4, rowsWithProblems: 3, columnsRemembered: false })
    const file = await toCorrect(cooperative, first.id)
    expect(file.headers.get('content-disposition')).toContain('register%20to%20correct.xlsx')
    const [sheet] = await readXlsx(file.bytes)
    const [head, ...lines] = sheet!.data as (string | null)[][]
    expect(head).toEqual(['What to correct', ...columns])
    expect(lines).toHaveLength(3)
    expect(lines[0]![0]).toMatch(/^Row 3\. Phone: .+; Date of birth: .+/)
    // Texts as texts: nothing is run, no zero in front is lost.
    expect(lines[0]!.slice(1, 5)).toEqual(['2', 'Bola Ige', '00042', '0803123'])
    expect(lines[1]!.slice(6)).toEqual(['-12 Marina', '@home'])
    const parts = unzipSync(file.bytes)
    const xml = Object.entries(parts)
      .map(([name, part]) => (name.startsWith('xl/worksheets/') ? strFromU8(part) : ''))
      .join('')
    expect(xml).not.toMatch(/<f[ >]/)
    expect(strFromU8(parts['xl/styles.xml']!)).toContain('formatCode="@"')

    // The same bytes, not even opened: the same cells and the same problems, in the rows of that file.
    const send = (content: Buffer) =>
      app.call('POST', paths.members, { token: cooperative.token, file: { name: 'register to correct.xlsx', content } })
    const again = dataOf(await send(file.bytes), 201) as Summary & { columns: string[]; columnsRemembered: boolean }
    expect(again).toMatchObject({
      columns,
      rows: 3,
      rowsWithProblems: 3,
      mapping: first.mapping,
      columnsRemembered: true,
    })
    const cells = async (id: string) => (await rowsOf(cooperative, id)).map((row) => row.cells)
    expect(await cells(again.id)).toEqual(await cells(first.id))
    expect((await rowsOf(cooperative, again.id)).map(({ number }) => number)).toEqual([2, 3, 4])

    // The good row goes in meanwhile; those that were skipped can still be had.
    await change(cooperative, first.id, { skipProblems: true })
    expect(await postToEnd(cooperative, first.id)).toMatchObject({ status: 'posted' })
    const later = await toCorrect(cooperative, first.id)
    const laterLines = (await readXlsx(later.bytes))[0]!.data as (string | null)[][]
    expect(laterLines.slice(1)).toEqual(lines)

    // Corrected and uploaded, with the column still in it.
    const phones = [newPhone(), newPhone(), newPhone()].map((phone) => phone.replace('+234', '0'))
    const mended = laterLines.map((line, index) =>
      index === 0
        ? line
        : line
            .with(2, ['Bola Ige', 'Musa Danjuma', 'Chidi Eze'][index - 1]!)
            .with(4, phones[index - 1]!)
            .with(5, null),
    )
    const content = await writeXlsxFile(
      mended.map((line) => line.map((value) => (value === null ? null : { value }))) as SheetData,
    ).toBuffer()
    const corrected = dataOf(await send(content), 201) as Summary
    expect(corrected).toMatchObject({ rows: 3, rowsWithProblems: 0 })
    await postToEnd(cooperative, corrected.id)
    const { rows: registered } = await app.admin.query(
      'select former_number, phone from app.member where cooperative_id = $1 and former_number is not null order by former_number',
      [cooperative.id],
    )
    expect(registered.map(({ former_number, phone }) => [former_number, phone.replace('+234', '0')])).toEqual([
      ['00041', good],
      ['00042', phones[0]],
      ['00043', phones[1]],
      ['00044', phones[2]],
    ])
    expect(await countMembers(cooperative)).toBe(4)
  })

  test('are both rows of one phone, also after both were skipped, and none where nothing is wrong', async () => {
    const cooperative = await buildCooperative(app)
    const phone = newPhone()
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone'],
      ['Ada Obi', phone],
      ['Bola Ige', newPhone()],
      ['Musa Danjuma', phone],
    ])
    await change(cooperative, found.id, { skipProblems: true })
    const numbers = async () => {
      const file = await toCorrect(cooperative, found.id)
      const [, ...lines] = (await readXlsx(file.bytes))[0]!.data as string[][]
      return lines.map(([what]) => /^Row (\d+)/.exec(what!)?.[1])
    }
    expect(await numbers()).toEqual(['2', '4'])
    await change(cooperative, found.id, { unskip: [2, 4], corrections: [{ row: 4, column: 1, value: newPhone() }] })
    const refused = await toCorrect(cooperative, found.id)
    expect([refused.status, refused.message]).toEqual([409, 'No row of this file has anything to correct.'])
  })

  test('of a month of contributions keep their amounts and numbers', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(
      cooperative,
      'contributions',
      [
        ['Member no', 'Name', 'Amount'],
        [1, 'Ada', 5000],
        [999, 'Bola', '2500.50'],
        [1000, 'Musa', 'plenty'],
      ],
      'may.xlsx',
    )
    const file = await toCorrect(cooperative, found.id)
    const lines = (await readXlsx(file.bytes))[0]!.data as string[][]
    expect(lines.slice(-2).map((line) => line.slice(1))).toEqual([
      ['999', 'Bola', '2500.50'],
      ['1000', 'Musa', 'plenty'],
    ])
    const again = dataOf(
      await app.call('POST', paths.contributions, {
        token: cooperative.token,
        file: { name: 'may to correct.xlsx', content: file.bytes },
      }),
      201,
    ) as Summary
    expect(again).toMatchObject({ mapping: found.mapping, rows: lines.length - 1, rowsWithProblems: lines.length - 1 })
  })

  test('are no one else’s', async () => {
    const [cooperative, other] = [await buildCooperative(app), await buildCooperative(app)]
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone'],
      ['Ada Obi', '0803'],
    ])
    expect((await toCorrect(other, found.id)).status).toBe(404)
  })
})

describe('dates known to the year or month', () => {
  test('are counted, get one day that an officer chose for all, and the choice stays with the import', async () => {
    const cooperative = await buildCooperative(app)
    const year = new Date().getFullYear()
    const found = await upload(
      cooperative,
      'members',
      [
        ['Name', 'Phone', 'Date of birth', 'Date joined'],
        ['Ada Obi', newPhone(), 'June 1980', 2014],
        ['Bola Ige', newPhone(), '05/06/71', 'Apr 2015'],
        ['Musa Danjuma', newPhone(), 1969, '04/2015'],
        ['Chidi Eze', newPhone(), '', '01/02/2016'],
        ['Efe Oghene', newPhone(), '', year],
      ],
      'register.xlsx',
    )
    expect(found).toMatchObject({
      ...{ rows: 5, rowsWithProblems: 4, rowsWithPartDays: 4, rowsWithShortYears: 1, partDays: null },
    })
    const [row] = await rowsOf(cooperative, found.id)
    expect(row!.problems.map(({ message }) => message)).toEqual([
      'This date has no day. Choose the day to use for such dates, or enter the full date.',
      'This date has no day. Choose the day to use for such dates, or enter the full date.',
    ])
    expect((await rowsOf(cooperative, found.id))[1]?.notes).toEqual([{ column: 2, message: 'Read as 05 Jun 1971' }])
    expect((await post(cooperative, found.id)).status).toBe(409)

    expect(await change(cooperative, found.id, { partDays: 'last' })).toMatchObject({
      rowsWithProblems: 0,
      rowsWithPartDays: 4,
      partDays: 'last',
    })
    expect(await change(cooperative, found.id, { partDays: 'first' })).toMatchObject({ rowsWithProblems: 0 })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', partDays: 'first' })
    const { rows: trail } = await app.admin.query(
      "select action from audit.event where cooperative_id = $1 and subject_id = $2 and action like 'import.%' order by at",
      [cooperative.id, found.id],
    )
    expect(trail.map(({ action }) => action)).toEqual(['import.part_days.last', 'import.part_days.first'])
    const { rows } = await app.admin.query(
      "select first_name, date_of_birth::text, registration_date::text from app.member where cooperative_id = $1 and first_name in ('Ada', 'Bola', 'Musa', 'Chidi', 'Efe') order by first_name",
      [cooperative.id],
    )
    expect(rows.map((each) => Object.values(each))).toEqual([
      ['Ada', '1980-06-01', '2014-01-01'],
      ['Bola', '1971-06-05', '2015-04-01'],
      ['Chidi', null, '2016-02-01'],
      ['Efe', null, `${year}-01-01`],
      ['Musa', '1969-01-01', '2015-04-01'],
    ])
  })

  test('never lie in the future: the last day of this year is today, and a year to come is refused', async () => {
    const cooperative = await buildCooperative(app)
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    const year = Number(today.slice(0, 4))
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone', 'Date joined'],
      ['Ada Obi', newPhone(), String(year)],
      ['Bola Ige', newPhone(), String(year + 1)],
    ])
    expect(await change(cooperative, found.id, { partDays: 'last' })).toMatchObject({ rowsWithProblems: 1 })
    expect((await rowsOf(cooperative, found.id)).map(({ number, problems }) => [number, problems[0]?.message])).toEqual(
      [[3, 'Choose today or an earlier date.']],
    )
    await change(cooperative, found.id, { skip: [3] })
    await postToEnd(cooperative, found.id)
    const { rows } = await app.admin.query(
      "select registration_date::text as joined from app.member where cooperative_id = $1 and first_name = 'Ada'",
      [cooperative.id],
    )
    expect(rows).toEqual([{ joined: today }])
  })
})

test('who prepared and who signed a register are no members, and are listed with what they say', async () => {
  const cooperative = await buildCooperative(app)
  const phone = newPhone()
  const found = await upload(
    cooperative,
    'members',
    [
      ['S/N', 'Surname', 'First name', 'Phone', 'Monthly savings'],
      [1, 'Obi', 'Ada', newPhone(), 5000],
      [2, 'Total', 'Grace', phone, 2500],
      [3, 'Ige', 'Bola', newPhone(), 2500],
      ['', 'GRAND TOTAL', '', '', 10000],
      ['', 'Prepared by:', 'A. B. Okoro', '', ''],
      ["Treasurer's signature", '', '', '', ''],
      ['', 'Bola Ige', '', '', ''],
      ['28/11/2025 10:15', '', '', '', ''],
    ],
    'register.xlsx',
  )
  expect(found).toMatchObject({ rows: 3, rowsLeftOut: 5, rowsWithProblems: 0 })
  const leftOut = (await rowsOf(cooperative, found.id, 'left_out')) as unknown as {
    number: number
    leftOut: string
    cells: string[]
  }[]
  expect(leftOut.map((row) => [row.number, row.leftOut, row.cells.filter(Boolean).join(' ')])).toEqual([
    [5, 'total', 'GRAND TOTAL 10000'],
    [6, 'note', 'Prepared by: A. B. Okoro'],
    [7, 'note', "Treasurer's signature"],
    [8, 'note', 'Bola Ige'],
    [9, 'note', '28/11/2025 10:15'],
  ])
  await postToEnd(cooperative, found.id)
  const { rows } = await app.admin.query(
    'select first_name, last_name from app.member where cooperative_id = $1 and phone = $2',
    [cooperative.id, phone],
  )
  expect(rows).toEqual([{ first_name: 'Grace', last_name: 'Total' }])
  expect(await countMembers(cooperative)).toBe(3)
})

describe('what a register has beside names', () => {
  const columns = [
    'Title',
    'Name',
    'Phone',
    'Old membership no',
    'Employer',
    'Staff No',
    'Bank',
    'Account No',
    'Account name',
  ]
  const ask = ({ token }: TestCooperative, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })

  test('title, former number, employer, staff number and bank details are kept, and employers are created only when somebody says so', async () => {
    const cooperative = await buildCooperative(app)
    dataOf(await ask(cooperative, 'POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW-7' }), 201)
    const found = await upload(
      cooperative,
      'members',
      [
        columns,
        ['ALH.', 'MUSA BELLO', newPhone(), 'UF/0042', 'mw-7', 'P1', 'FIRST BANK OF NIGERIA', '0000014579', ''],
        ['', 'Mrs. Ada Obi', newPhone(), 'UF/0043', 'Teaching Hospital', 'P1', 'gtb', '123456789', 'ADA N. OBI'],
        ['', 'Bola Ige', newPhone(), '', 'teaching  hospital', 'P2', '', '', ''],
      ],
      'register.xlsx',
    )
    expect(found).toMatchObject({
      rowsWithProblems: 0,
      employersUnknown: ['Teaching Hospital'],
      createsEmployers: false,
      doubtfulAccounts: [3],
    })
    expect(await post(cooperative, found.id)).toMatchObject({
      status: 409,
      body: {
        message:
          '1 employer is not known: Teaching Hospital. Say that they are created, correct their names, or leave the column out.',
      },
    })
    expect(await change(cooperative, found.id, { createsEmployers: true })).toMatchObject({ createsEmployers: true })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', failure: null })
    const members: { memberid: string; title: string; firstName: string; formerNumber: string; employer: string }[] =
      dataOf(await ask(cooperative, 'GET', '/members?sort=membershipno'))
    expect(
      members.map(({ title, firstName, formerNumber, employer }) => [title, firstName, formerNumber, employer]),
    ).toEqual([
      ['Alhaji', 'Musa', 'UF/0042', 'Ministry of Works'],
      ['Mrs', 'Ada', 'UF/0043', 'Teaching Hospital'],
      [null, 'Bola', null, 'Teaching Hospital'],
    ])
    const details = await Promise.all(
      members.map(async ({ memberid }) =>
        dataOf(await ask(cooperative, 'GET', `/cooperatives/members/${memberid}/bank-details`)),
      ),
    )
    expect(details).toMatchObject([
      { bankName: 'First Bank', accountNumber: '0000014579', accountName: 'Musa Bello', fitsBank: true },
      { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'ADA N. OBI', fitsBank: false },
      null,
    ])
    // Found by the whole of the former number, whatever its case, and by no part of it.
    const named = async (q: string) =>
      (dataOf(await ask(cooperative, 'GET', `/members?q=${encodeURIComponent(q)}`)) as { firstName: string }[]).map(
        ({ firstName }) => firstName,
      )
    expect([await named('uf/0042'), await named('UF/004')]).toEqual([['Musa'], []])
  })

  test('what is given by half, twice or to another already is named in its cell', async () => {
    const cooperative = await buildCooperative(app)
    const works = dataOf(
      await ask(cooperative, 'POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW-7' }),
      201,
    )
    dataOf(await ask(cooperative, 'POST', '/financial/employers', { name: 'Bank', code: 'B' }), 201)
    const known = await buildMember(app, cooperative, { firstName: 'Zainab', lastName: 'Yusuf', formerNumber: 'uf/1' })
    dataOf(
      await ask(cooperative, 'PUT', `/financial/members/${known.id}/employer`, {
        employerId: works.id,
        staffNumber: 'P9',
      }),
    )
    const found = await upload(cooperative, 'members', [
      columns,
      ['', 'Ada Obi', newPhone(), 'UF/1', '', '', '', '', ''],
      ['', 'Bola Ige', newPhone(), 'UF/2', 'Ministry of Works', '', '', '', ''],
      ['', 'Chidi Eze', newPhone(), 'uf/2', '', 'P3', '', '', ''],
      ['', 'Dayo Ojo', newPhone(), '', 'Ministry of Works', 'P9', 'UBA', '', ''],
      ['', 'Efe Ovie', newPhone(), '', 'Bank', 'P9', 'UBA', '12345', ''],
      ['', 'Femi Ade', newPhone(), '', 'Bank', 'P9', '', '', ''],
    ])
    expect(
      (await rowsOf(cooperative, found.id)).map(({ number, problems }) => [
        number,
        ...problems.map(({ column, message }) => `${column}: ${message}`),
      ]),
    ).toEqual([
      [2, '3: Another member has the former number UF/1.'],
      [3, '3: The same number is in row 4', '4: Give the staff number too, or leave the column of employers out'],
      [4, '3: The same number is in row 3', '5: Give the employer too, or leave the column of staff numbers out'],
      [
        5,
        "5: Staff number P9 is Zainab Yusuf's at this employer. Enter another one.",
        '7: Give both the bank and the account number, or neither.',
      ],
      [6, '5: The same staff number is in row 7', '7: Enter the 10 digits of the account number'],
      [7, '5: The same staff number is in row 6'],
    ])
  })

  test('a column of employers without staff numbers is asked about once, not in each row', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone', 'Employer'],
      ...['Ada Obi', 'Bola Ige'].map((name) => [name, newPhone(), 'Ministry of Works']),
    ])
    expect(found).toMatchObject({ mapping: ['fullName', 'phone', null], missingFields: [] })
    expect(await change(cooperative, found.id, { mapping: ['fullName', 'phone', 'employer'] })).toMatchObject({
      status: 'mapping',
      missingFields: ['staffNumber'],
      rowsWithProblems: 0,
    })
    expect((await post(cooperative, found.id)).status).toBe(409)
    expect(await change(cooperative, found.id, { mapping: ['fullName', 'phone', null] })).toMatchObject({
      status: 'checked',
      missingFields: [],
      rowsWithProblems: 0,
    })
  })

  // Remedy: employers_by_treasurer
  test('the only employer is meant by staff numbers alone; an officer without the right adds none', async () => {
    const cooperative = await buildCooperative(app)
    dataOf(await ask(cooperative, 'POST', '/financial/employers', { name: 'Ministry of Works', code: 'MW-7' }), 201)
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone', 'Staff No'],
      ['Ada Obi', newPhone(), 'P1'],
    ])
    expect(found).toMatchObject({ rowsWithProblems: 0, employersUnknown: [] })
    await postToEnd(cooperative, found.id)
    expect(dataOf(await ask(cooperative, 'GET', '/members'))).toMatchObject([{ employer: 'Ministry of Works' }])
    const secretary = await buildMember(app, cooperative)
    const own = await loginMember(app, secretary)
    dataOf(
      await ask(cooperative, 'PUT', `/cooperatives/members/${secretary.id}/roles`, {
        roleIds: ['member', 'secretary'],
      }),
    )
    const { accessToken } = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: own,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    )
    const hers = { ...cooperative, token: accessToken as string }
    const unknown = await upload(hers, 'members', [
      ['Name', 'Phone', 'Employer', 'Staff No'],
      ['Bola Ige', newPhone(), 'Teaching Hospital', 'P2'],
    ])
    await change(hers, unknown.id, { createsEmployers: true })
    expect(await post(hers, unknown.id)).toMatchObject({
      status: 403,
      body: {
        message:
          'Only an admin or a treasurer adds employers. Ask one of them to add these first, or leave the column out.',
      },
    })
    const left = await upload(hers, 'members', [
      ['Name', 'Phone', 'Employer', 'Staff No'],
      ['Chidi Eze', newPhone(), 'State Library', 'P3'],
    ])
    await change(hers, left.id, { createsEmployers: true })
    expect((await post(hers, left.id)).status).toBe(403)
    await change(hers, left.id, { mapping: ['fullName', 'phone', null, null] })
    await postToEnd(hers, left.id)
    dataOf(await ask(cooperative, 'POST', '/financial/employers', { name: 'Teaching Hospital', code: 'TH' }), 201)
    await postToEnd(hers, unknown.id)
    expect(dataOf(await ask(cooperative, 'GET', '/members?q=Bola'))).toMatchObject([{ employer: 'Teaching Hospital' }])
  })
})

describe('activation codes', () => {
  const sentTo = async (phone: Cell | undefined) =>
    (await app.outbox()).filter(({ to }) => to === phone).map(({ text }) => text)

  // Remedy: import_not_registered
  test('are sent when the officer says so, with the society and the address, and open the account', async () => {
    const cooperative = await buildCooperative(app, { name: 'Unity Farmers' })
    const [ada, musa] = [newPhone(), newPhone()]
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone'],
      ['ADA OBI', ada],
      ['MUSA BELLO', musa],
    ])
    const send = () => app.call('POST', `/imports/${found.id}/codes`, { token: cooperative.token, key: newKey() })
    expect(await send()).toMatchObject({
      status: 409,
      body: { message: 'Register the members of this file first. Codes are sent to members.' },
    })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ codesSent: 0, codesSentAt: null })
    expect([...(await sentTo(ada)), ...(await sentTo(musa))]).toEqual([])
    expect(dataOf(await send())).toMatchObject({ codesSent: 2, codesSentAt: expect.any(String) })
    const [text = ''] = await sentTo(ada)
    expect(text).toMatch(
      /^Unity Farmers: welcome Ada, member AJO-[A-Z0-9]{6}\/00001\. Code \d{8}, for 14 days\. Set a password: https?:\/\/[^ ]+\/forgot-password\?activate=1$/,
    )
    expect(await sentTo(musa)).toHaveLength(1)
    expect(await send()).toMatchObject({
      status: 409,
      body: {
        message: 'Codes were made for the members of this file. Choose members in the register to send new ones.',
      },
    })
    dataOf(await resetPassword(app, ada, /Code (\d{8})/.exec(text)?.[1] ?? '', 'a-new-password'))
  })

  test('go to some members of the register, and not to those who have activated', async () => {
    const cooperative = await buildCooperative(app)
    const [ada, musa] = [newPhone(), newPhone()]
    const found = await upload(cooperative, 'members', [
      ['Name', 'Phone'],
      ['Ada Obi', ada],
      ['Musa Bello', musa],
    ])
    await postToEnd(cooperative, found.id)
    const active = await buildMember(app, cooperative)
    await loginMember(app, active)
    const before = (await sentTo(active.phone)).length
    const ids = (
      dataOf(await app.call('GET', '/members', { token: cooperative.token })) as { memberid: string; phone: string }[]
    )
      .filter(({ phone }) => phone !== musa)
      .map(({ memberid }) => memberid)
    const send = (members: object) =>
      app.call('POST', '/members/activation-codes', { token: cooperative.token, key: newKey(), body: { members } })
    expect(dataOf(await send({ ids }))).toEqual({ sent: 1, alreadyActive: 1, withoutPhone: 0 })
    expect([await sentTo(ada), await sentTo(musa)].map(({ length }) => length)).toEqual([1, 0])
    expect(await sentTo(active.phone)).toHaveLength(before)
    expect(await send({ ids: [active.id] })).toMatchObject({ status: 409 })
    const stranger = await buildCooperative(app)
    expect(
      (await app.call('POST', '/members/activation-codes', { token: stranger.token, body: { members: { ids } } }))
        .status,
    ).toBe(404)
  })
})

describe('somebody of a register who may be a member already', () => {
  const doublesHeading = ['Name', 'Phone', 'Date of birth']
  type Shown = {
    number: number
    isAnother: boolean
    doubles: { why: string; row: number | null; member: { memberId: string; name: string } | null }[]
  }
  const shown = async (cooperative: TestCooperative, id: string, show = 'doubles') =>
    (await rowsOf(cooperative, id, show)) as unknown as Shown[]
  const doubted = async () => {
    const cooperative = await buildCooperative(app)
    const known = await buildMember(app, cooperative, {
      firstName: 'Adaeze',
      lastName: 'Okonkwo',
      dateOfBirth: '1985-02-01',
    })
    const found = await upload(cooperative, 'members', [
      doublesHeading,
      ['Okonkwo Adaeze', newPhone(), '01/02/1985'],
      ['Musa Garba', newPhone(), ''],
      ['Bola Ige', newPhone(), '03/03/1970'],
      ['Garba Musa', newPhone(), '05/06/1977'],
      ['Adaeze Okonkwo', newPhone(), '02/02/1985'],
    ])
    return { cooperative, known, found }
  }

  test('is named by their member or by the row before, and the file waits until somebody has decided', async () => {
    const { cooperative, known, found } = await doubted()
    expect(found).toMatchObject({ rows: 5, rowsWithProblems: 0, rowsWithDoubles: 2 })
    expect(await shown(cooperative, found.id)).toMatchObject([
      {
        number: 2,
        isAnother: false,
        doubles: [
          {
            why: 'name',
            row: null,
            member: {
              memberId: known.id,
              membershipno: known.membershipno,
              name: 'Adaeze Okonkwo',
              phone: known.phone,
              status: 'active',
            },
          },
        ],
      },
      { number: 5, isAnother: false, doubles: [{ why: 'name', row: 3, member: null }] },
    ])
    expect(await post(cooperative, found.id)).toMatchObject({
      status: 409,
      body: { message: '2 rows are possible duplicates. Skip them, or say that they are other people.' },
    })
    expect(await countMembers(cooperative)).toBe(1)
  })

  test('is left out or said to be another, row by row, and that can be taken back', async () => {
    const { cooperative, found } = await doubted()
    expect(await change(cooperative, found.id, { skip: [2] })).toMatchObject({ rowsSkipped: 1, rowsWithDoubles: 1 })
    expect(await change(cooperative, found.id, { another: [5] })).toMatchObject({ rowsWithDoubles: 0 })
    expect(await shown(cooperative, found.id)).toMatchObject([{ number: 5, isAnother: true }])
    expect(await change(cooperative, found.id, { doubt: [5] })).toMatchObject({ rowsWithDoubles: 1 })
    await change(cooperative, found.id, { another: [5] })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 4 })
    expect(await countMembers(cooperative)).toBe(5)
  })

  test.each([
    ['skip', 3],
    ['another', 5],
  ] as const)('all of them at once: %s', async (allDoubles, registered) => {
    const { cooperative, found } = await doubted()
    expect(await change(cooperative, found.id, { allDoubles })).toMatchObject({
      rowsWithDoubles: 0,
      rowsSkipped: 5 - registered,
    })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: registered })
  })

  test('comes up again where somebody joined whom no one had seen, and the row before is left out', async () => {
    const { cooperative, found } = await doubted()
    await change(cooperative, found.id, { allDoubles: 'another' })
    const joined = await buildMember(app, cooperative, {
      firstName: 'Musa',
      lastName: 'Garba',
      dateOfBirth: '1977-06-05',
    })
    expect(await post(cooperative, found.id)).toMatchObject({
      status: 409,
      body: { message: '2 rows are possible duplicates. Skip them, or say that they are other people.' },
    })
    expect(await shown(cooperative, found.id)).toMatchObject([
      { number: 2, isAnother: true },
      { number: 3, isAnother: false },
      { number: 5, isAnother: false },
    ])
    // Of two rows that are one person the later asks no more once the earlier is left out; the member remains.
    await change(cooperative, found.id, { skip: [3] })
    expect((await shown(cooperative, found.id)).find(({ number }) => number === 5)?.doubles).toMatchObject([
      { row: null, member: { memberId: joined.id } },
    ])
  })

  test('a phone that members share names none of them in a month of contributions, the number beside it does', async () => {
    const cooperative = await buildCooperative(app)
    const one = await buildMember(app, cooperative)
    const two = await buildMember(app, cooperative, { firstName: 'Obi', phone: one.phone, sharesPhone: true })
    const found = await upload(cooperative, 'contributions', [
      ['Member No', 'Phone', 'Amount'],
      ['', one.phone, 100],
      [two.membershipno, one.phone, 200],
    ])
    expect(await rowsOf(cooperative, found.id)).toMatchObject([
      { number: 2, problems: [{ column: 1, message: '2 members share this phone. Give the membership number.' }] },
    ])
    await change(cooperative, found.id, { skip: [2] })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', failure: null })
    expect(
      dataOf(await app.call('GET', `/financial/transactions?memberId=${two.id}`, { token: cooperative.token })),
    ).toMatchObject([{ amount: 200 }])
  })

  test('asks nothing of a month of contributions, which names members', async () => {
    const cooperative = await buildCooperative(app)
    const { phone } = await buildMember(app, cooperative)
    expect(
      await upload(cooperative, 'contributions', [
        ['Phone', 'Amount'],
        [phone, 100],
      ]),
    ).toMatchObject({ rowsWithProblems: 0, rowsWithDoubles: 0 })
  })
})

describe('an import', () => {
  test('that fails stores nothing, says why and can be posted again', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [
      heading,
      ...Array.from({ length: 600 }, (_, index) => person(index)),
    ])
    // Somebody else holds the register for longer than anyone waits.
    await app.admin.query('begin')
    await app.admin.query('select from app.cooperative where cooperative_id = $1 for update', [cooperative.id])
    const failed = await postToEnd(cooperative, found.id)
    await app.admin.query('rollback')
    expect(failed).toMatchObject({
      status: 'failed',
      progress: 0,
      failure: 'Something went wrong on our side. Nothing was stored. Please post the file again.',
    })
    expect(await countMembers(cooperative)).toBe(0)
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', failure: null })
    expect(await countMembers(cooperative)).toBe(600)
  })

  test('whose server is killed again and again is found failed in the end, and can be posted again', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [heading, person(2)])
    // As its last try leaves it, which no one lived to end.
    await app.admin.query("update app.import set status = 'posting', progress = 1 where import_id = $1", [found.id])
    await app.admin.query("select platform.add_job('given_up', $1, $2)", [
      cooperative.id,
      { kind: 'import', cooperative: cooperative.id, subject: found.id },
    ])
    await app.settled()
    expect(await look(cooperative, found.id)).toMatchObject({
      status: 'failed',
      progress: 0,
      failure: 'The server stopped while this file was being posted. Nothing was stored. Post it again.',
    })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', progress: 1 })
    expect(await countMembers(cooperative)).toBe(1)
  })

  test('that another process posts is left alone', async () => {
    const cooperative = await buildCooperative(app)
    const found = await upload(cooperative, 'members', [heading, person(2)])
    await app.admin.query('begin')
    await app.admin.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [found.id])
    expect((await post(cooperative, found.id)).status).toBe(202)
    expect((await look(cooperative, found.id)).status).toBe('posting')
    expect(await post(cooperative, found.id)).toMatchObject({
      status: 409,
      body: { message: 'This import is already being posted.' },
    })
    // Its job waits for the other, and comes again later.
    await app.settled()
    expect((await look(cooperative, found.id)).status).toBe('posting')
    expect(await countMembers(cooperative)).toBe(0)
    await app.admin.query('rollback')
    await app.admin.query("update job.job set start_after = now() where state = 'retry'")
    await expect.poll(async () => (await look(cooperative, found.id)).status, { timeout: 60_000 }).toBe('posted')
    expect(await countMembers(cooperative)).toBe(1)
  })

  test('is no one else’s: another cooperative does not find it, a member may not look', async () => {
    const cooperative = await buildCooperative(app)
    const stranger = await buildCooperative(app)
    const member = await loginMember(app, await buildMember(app, cooperative))
    const found = await upload(cooperative, 'members', [heading, person(2)])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['PUT', ''],
      ['POST', '/post'],
    ] as const) {
      const body = method === 'PUT' ? { skip: [2] } : undefined
      expect((await app.call(method, `/imports/${found.id}${path}`, { token: stranger.token, body })).status).toBe(404)
      expect((await app.call(method, `/imports/${found.id}${path}`, { token: member, body })).status).toBe(403)
    }
  })

  test('refuses a file that can’t be read', async () => {
    const { token } = await buildCooperative(app)
    const send = (name: string, content: string) =>
      app.call('POST', paths.members, { token, file: { name, content: Buffer.from(content) } })
    expect(await send('register.xlsx', 'PK\x03\x04 but no more')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'file' }] },
    })
    expect(await send('register.csv', 'Name,Phone')).toMatchObject({
      status: 422,
      body: { message: 'This file has no rows under its heading.' },
    })
    expect((await send('register.csv', 'x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
  })
})

const saving = { registrationDate: '2025-01-15', monthlyContributions: 5000 }

/** A month that an employer says it deducted from these members, and has not paid over. */
async function deducted(
  { token }: TestCooperative,
  members: readonly TestMember[],
  period: string,
  name = 'Ministry of Works',
): Promise<string> {
  const ask = async (method: string, path: string, body?: object, status = 201) =>
    dataOf(
      await app.call(method, path, { token, ...(method === 'POST' && { key: newKey() }), ...(body && { body }) }),
      status,
    )
  const employer = await ask('POST', '/financial/employers', { name: `${name} ${period}`, code: `${name} ${period}` })
  const rows = members.map(({ membershipno }, n) => ({ membershipno, staffNumber: `P${n + 1}`, from: '2025-02-01' }))
  await ask('PUT', `/financial/employers/${employer.id}/members`, { rows }, 200)
  await ask('PUT', '/financial/deductions/settings', { creditOn: 'remittance' }, 200)
  const { id } = await ask('POST', '/financial/deductions/schedules', { employerId: employer.id, period })
  await ask('POST', `/financial/deductions/schedules/${id}/send`, undefined, 200)
  const lines = ['Staff number,Name,Total', ...members.map((_, n) => `P${n + 1},,5000`)]
  const file = { name: 'return.csv', content: Buffer.from(lines.join('\r\n')) }
  const found = dataOf(await app.call('POST', `/financial/deductions/schedules/${id}/returns`, { token, file }), 201)
  await ask('POST', `/financial/deductions/returns/${found.id}/post`, undefined, 202)
  await app.settled()
  return id
}

/** Does this while another session has the books, so that what posts waits. */
async function whileBooksAreHeld({ id }: TestCooperative, work: () => Promise<unknown>): Promise<void> {
  await app.admin.query('begin')
  await app.admin.query('select from ledger.head where cooperative_id = $1 for update', [id])
  await work()
  await app.admin.query('commit')
}

async function untilPostingWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await app.admin.query(waiting)).rowCount === 0) await wait(20)
}

describe('a month of contributions', () => {
  let shared: TestCooperative

  beforeAll(async () => {
    shared = await buildCooperative(app)
  })

  test('is checked against the register and becomes one voucher', async () => {
    const cooperative = await buildCooperative(app)
    const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(app, cooperative)))
    const [first, second, third, fourth] = members as [
      (typeof members)[0],
      (typeof members)[0],
      (typeof members)[0],
      (typeof members)[0],
    ]
    await app.call('PUT', `/cooperatives/members/${fourth.id}`, {
      token: cooperative.token,
      body: { status: 'inactive' },
    })
    const found = await upload(cooperative, 'contributions', [
      ['Mbr No', 'GSM', 'Amount (NGN)', 'Account type'],
      [first.membershipno, '', '5,000.50', ''],
      [Number(second.membershipno.split('/')[1]), second.phone, 2500, 'Special savings'],
      ['', third.phone, '10,000', ''],
      [99_999, '', 1, ''],
      [first.membershipno, '', 7, ''],
      [first.membershipno, '', 8, 'shares'],
      [fourth.membershipno, '', 9, ''],
      [third.membershipno, second.phone, -1, 'gold'],
      ['AJO-AAAAAA/00001', '', 'x', ''],
    ])
    expect(found).toMatchObject({ status: 'checked', rows: 9, rowsWithProblems: 6, total: 12_508 })
    const name = 'Ada Obi'
    expect(
      (await rowsOf(cooperative, found.id)).map(({ number, problems }) => [
        number,
        ...problems.map(({ column, message }) => `${column}: ${message}`),
      ]),
    ).toEqual([
      [2, '0: The same member is in row 6'],
      [5, '0: No member of this cooperative has this number'],
      [6, '0: The same member is in row 2'],
      [8, `0: ${name} is not an active member. Reactivate the member first.`],
      [
        9,
        `1: This phone belongs to ${name}, the number to ${name}`,
        '2: Enter an amount above zero',
        '3: Choose one of the account types that your cooperative offers.',
      ],
      [10, '0: No member of this cooperative has this number', '2: Enter an amount in naira'],
    ])
    await change(cooperative, found.id, { skip: [6] })
    expect(
      await change(cooperative, found.id, { skipProblems: true, period: '2026-01', occurredOn: '2026-02-03' }),
    ).toMatchObject({
      rowsSkipped: 5,
      rowsWithProblems: 0,
      total: 17_508.5,
      period: '2026-01',
      occurredOn: '2026-02-03',
    })

    const accounts = dataOf(
      await app.call('GET', '/financial/posting-accounts?use=money', { token: cooperative.token }),
    )
    const bank = accounts.find(({ code }: { code: string }) => code === '1020').id
    expect(await change(cooperative, found.id, { paidThrough: bank })).toMatchObject({
      paidThrough: bank,
      period: '2026-01',
    })
    const posted = await postToEnd(cooperative, found.id)
    expect(posted).toMatchObject({ status: 'posted', progress: 4, entryNumber: 1 })
    const { rows } = await app.admin.query(
      'select amount::int, period::text, occurred_on::text, entry_no::int, through_name as through from app.transaction where cooperative_id = $1 order by amount',
      [cooperative.id],
    )
    expect(rows).toEqual(
      [800, 250_000, 500_050, 1_000_000].map((amount) => ({
        amount,
        period: '2026-01-01',
        occurred_on: '2026-02-03',
        entry_no: 1,
        through: 'Bank',
      })),
    )
  })

  test('takes each number for what its column says: staff number 2 does not pay member 2', async () => {
    const cooperative = await buildCooperative(app)
    const [first, second] = [
      await buildMember(app, cooperative, { firstName: 'Musa', formerNumber: '00077' }),
      await buildMember(app, cooperative),
    ]
    expect(second.membershipno).toMatch(/\/00002$/)
    const ask = async (method: string, path: string, body: object) =>
      dataOf(await app.call(method, path, { token: cooperative.token, body }), method === 'POST' ? 201 : 200)
    const [ministry, school] = [
      await ask('POST', '/financial/employers', { name: 'Ministry of Works', code: '40' }),
      await ask('POST', '/financial/employers', { name: 'State School', code: '41' }),
    ]
    await ask('PUT', `/financial/members/${first.id}/employer`, { employerId: ministry.id, staffNumber: '002' })
    const byStaff = [
      ['Staff No', 'Names', 'Amount'],
      [2, 'Musa Obi', 500],
    ]
    const found = await upload(cooperative, 'contributions', byStaff)
    expect(found).toMatchObject({ mapping: ['staffNumber', 'name', 'amount'], status: 'checked', rowsWithProblems: 0 })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({ status: 'posted', failure: null })
    const paid = (memberId: string) =>
      app.call('GET', `/financial/transactions?memberId=${memberId}`, { token: cooperative.token }).then(dataOf)
    expect(await paid(first.id)).toMatchObject([{ amount: 500 }])
    expect(await paid(second.id)).toEqual([])

    await ask('PUT', `/financial/members/${second.id}/employer`, { employerId: school.id, staffNumber: '2' })
    // The name says which of the two, where it does.
    expect(await upload(cooperative, 'contributions', byStaff)).toMatchObject({ rowsWithProblems: 0 })
    const again = await upload(cooperative, 'contributions', [['Staff No', 'Names', 'Amount'], [2, 'Obi', 500]]) // prettier-ignore
    expect(again).toMatchObject({ columnsRemembered: true, rowsWithProblems: 1 })
    expect((await rowsOf(cooperative, again.id))[0]?.problems).toEqual([
      {
        column: 0,
        message: `Musa Obi (${first.membershipno}) and Ada Obi (${second.membershipno}) have this staff number. Give the membership number in full, or the phone number.`,
      },
    ])
    expect(
      await change(cooperative, again.id, { corrections: [{ row: 2, column: 0, value: second.membershipno }] }),
    ).toMatchObject({ rowsWithProblems: 0, total: 500 })

    const old = await upload(cooperative, 'contributions', [
      ['Old Member No', 'Staff No', 'Amount'],
      [77, '', 600],
      ['', 77, 700],
      ['00077', 'none', 1],
    ])
    expect(old).toMatchObject({ mapping: ['formerNumber', 'staffNumber', 'amount'] })
    expect(
      (await rowsOf(cooperative, old.id)).map(({ number, problems }) => [
        number,
        ...problems.map(({ column, message }) => `${column}: ${message}`),
      ]),
    ).toEqual([
      [2, '0: The same member is in row 4'],
      [3, '1: No member of this cooperative has this staff number'],
      [4, '0: The same member is in row 2'],
    ])
  })

  test('keeps to the days that the books and the members allow', async () => {
    const cooperative = shared
    const member = await buildMember(app, cooperative, { registrationDate: '2026-01-10' })
    const found = await upload(cooperative, 'contributions', [
      ['Phone', 'Amount'],
      [member.phone, 5],
    ])
    const put = (body: object) => app.call('PUT', `/imports/${found.id}`, { token: cooperative.token, body })
    expect(await put({ occurredOn: '2199-01-01' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'occurredOn' }] },
    })
    expect(await put({ occurredOn: '1990-01-01' })).toMatchObject({ status: 422 })
    expect(await put({ accountTypeId: crypto.randomUUID() })).toMatchObject({ status: 422 })
    expect(await put({ paidThrough: crypto.randomUUID() })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'paidThrough' }] },
    })
    expect(await change(cooperative, found.id, { occurredOn: '2026-01-09' })).toMatchObject({
      period: '2026-01',
      rowsWithProblems: 1,
    })
    expect((await rowsOf(cooperative, found.id))[0]?.problems).toEqual([
      { column: 0, message: 'Ada Obi joined on 2026-01-10. Choose that date or a later one.' },
    ])
    expect(await change(cooperative, found.id, { occurredOn: '2026-01-10' })).toMatchObject({ rowsWithProblems: 0 })
  })

  test('that members have paid for already asks whether all of it or only what is more is recorded', async () => {
    const cooperative = shared
    const [first, second, third] = [
      await buildMember(app, cooperative),
      await buildMember(app, cooperative),
      await buildMember(app, cooperative),
    ]
    const sheet = (one: Cell, two: Cell, three: Cell) => [
      ['Membership number', 'Amount'],
      [first.membershipno, one],
      [second.membershipno, two],
      [third.membershipno, three],
    ]
    const month = { period: '2026-01', occurredOn: '2026-01-20' }
    const paid = async () => {
      const { rows } = await app.admin.query(
        `select m.member_id, coalesce(sum(t.amount), 0)::int / 100 as naira from unnest($1::uuid[]) with ordinality m(member_id, place)
         left join app.transaction t on t.member_id = m.member_id and t.status = 'approved' and t.period = '2026-01-01' group by 1, m.place order by m.place`,
        [[first.id, second.id, third.id]],
      )
      return rows.map(({ naira }) => naira)
    }
    const come = async (rows: Cell[][], settings: object = month, name = 'corrected.csv') => {
      const { id } = await upload(cooperative, 'contributions', rows, name)
      return change(cooperative, id, settings)
    }
    const january = await come(sheet(5000, 7000, 'nil'), month, 'january.csv')
    const { entryNumber } = await postToEnd(cooperative, january.id)
    expect(await paid()).toEqual([5000, 7000, 0])

    // Another day, some other amounts: nothing is recorded before somebody says what.
    const corrected = await come(sheet(5000, 7500, 1000), { ...month, occurredOn: '2026-01-28' })
    const before = { payments: 2, paid: 12_000, inFiles: 12_000, all: 12_500, difference: 500, less: 0 }
    expect(corrected).toMatchObject({
      ...{ total: 13_500, payments: 3, records: null, rowsWithProblems: 0 },
      paidBefore: { ...before, voucher: entryNumber, fileName: 'january.csv' },
    })
    const message = `2 members of this file have paid ₦12,000.00 for January 2026 already (see voucher ${entryNumber}, january.csv). Choose whether to record only what is more, or all of it as other payments.`
    expect(await post(cooperative, corrected.id)).toMatchObject({
      ...{ status: 409, body: { message, errors: [{ field: 'records', message }] } },
    })
    expect(await change(cooperative, corrected.id, { records: 'paid' })).toMatchObject({
      ...{ total: 1500, payments: 2, records: 'paid' },
    })
    expect((await rowsOf(cooperative, corrected.id, 'before')).map(({ notes }) => notes[0]?.message)).toEqual([
      `Paid ₦5,000.00 for this month already (voucher ${entryNumber}). Nothing will be recorded.`,
      `Paid ₦7,000.00 for this month already (voucher ${entryNumber}). ₦500.00 will be recorded.`,
    ])
    // Another month has other figures, and asks again.
    expect(await change(cooperative, corrected.id, { period: '2026-02' })).toMatchObject({
      ...{ paidBefore: null, records: null, total: 13_500 },
    })
    await change(cooperative, corrected.id, { period: '2026-01' })
    await change(cooperative, corrected.id, { records: 'paid' })
    const less = await come(sheet(4000, '', 1000))
    await change(cooperative, less.id, { records: 'all' })
    expect(await postToEnd(cooperative, corrected.id)).toMatchObject({ status: 'posted', total: 1500, payments: 2 })
    expect(await paid()).toEqual([5000, 7500, 1000])

    // What was chosen was for other figures.
    expect(await post(cooperative, less.id)).toMatchObject({ status: 409, body: { errors: [{ field: 'records' }] } })
    expect(await change(cooperative, less.id, { records: 'paid' })).toMatchObject({
      ...{ payments: 0, total: 0, rowsUnpaid: 1, paidBefore: { payments: 2, less: 1, difference: 0 } },
    })
    expect(await post(cooperative, less.id)).toMatchObject({ status: 409 })
    await change(cooperative, less.id, { records: 'all' })
    expect(await postToEnd(cooperative, less.id)).toMatchObject({ status: 'posted', payments: 2 })
    expect(await paid()).toEqual([9000, 7500, 2000])
    // What came by hand besides is no part of what the files had.
    const byHand = { memberId: first.id, amount: 300, period: '2026-01', occurredOn: '2026-01-29' }
    dataOf(
      await app.call('POST', '/financial/contributions', { token: cooperative.token, key: newKey(), body: byHand }),
      201,
    )
    const mixed = await come(sheet(9100, 7500, 2000))
    expect(mixed).toMatchObject({ paidBefore: { paid: 18_800, inFiles: 18_500, difference: 0, less: 1 } })
    expect(await change(cooperative, mixed.id, { records: 'files' })).toMatchObject({
      ...{ total: 100, payments: 1, paidBefore: { difference: 100, less: 0 } },
    })
    expect(await postToEnd(cooperative, mixed.id)).toMatchObject({ status: 'posted', total: 100 })
    expect(await paid()).toEqual([9400, 7500, 2000])
    // Savings are one account, shares another, and another month is other money.
    const shares = await come(
      sheet(1, 1, 1).map(([number, amount], index) => [number!, amount!, index === 0 ? 'Type' : 'shares']),
    )
    expect(shares).toMatchObject({ paidBefore: null })
    await postToEnd(cooperative, (await come(sheet(1, 1, 1), { ...month, period: '2026-02' })).id)
    // Of another month with the very same figures, and of rows that are taken back, it is asked again.
    const february = { ...month, period: '2026-02' }
    const march = { ...month, period: '2026-03', occurredOn: '2026-03-20' }
    await postToEnd(cooperative, (await come(sheet(1, 1, 1), march)).id)
    const again = await come(sheet(3, 3, 3), february)
    await change(cooperative, again.id, { skip: [3, 4] })
    expect(await change(cooperative, again.id, { records: 'all' })).toMatchObject({ records: 'all', total: 3 })
    expect(await change(cooperative, again.id, { unskip: [3, 4] })).toMatchObject({ records: null })
    expect(await change(cooperative, again.id, { records: 'all' })).toMatchObject({ records: 'all', total: 9 })
    expect(await change(cooperative, again.id, march)).toMatchObject({
      ...{ records: null, paidBefore: { paid: 3, all: 9, difference: 6 } },
    })
    // What a record had paid before it was merged, its member has paid.
    dataOf(
      await app.call('POST', `/cooperatives/members/${third.id}/merge`, {
        token: cooperative.token,
        body: { into: first.id, reason: 'Registered twice' },
      }),
    )
    expect(await come(sheet(5, 'nil', 'nil'), march)).toMatchObject({
      paidBefore: { payments: 1, paid: 2, all: 5, difference: 3 },
    })
  })

  test('has members who paid nothing: they are counted and listed, and no problem', async () => {
    const cooperative = shared
    const [payer, other] = [await buildMember(app, cooperative), await buildMember(app, cooperative)]
    const empty: Cell[] = ['', 0, '-', 'NIL', 'nil paid', '₦ -', '0.00']
    const found = await upload(cooperative, 'contributions', [
      ['Member No', 'Name', 'Amount'],
      [payer.membershipno, 'Ada Obi', 900],
      ...empty.map((amount): Cell[] => [other.membershipno, 'Somebody Else', amount]),
      [99_999, 'Not a member', ''],
    ])
    expect(found).toMatchObject({
      ...{ rows: 9, rowsWithProblems: 0, rowsUnpaid: 8, rowsWithOtherNames: 0, payments: 1, total: 900 },
    })
    expect((await rowsOf(cooperative, found.id, 'unpaid')).map(({ number }) => number)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10,
    ])
    const corrections = [{ row: 3, column: 2, value: '100' }]
    expect(await change(cooperative, found.id, { corrections })).toMatchObject({
      rowsUnpaid: 7,
      payments: 2,
      total: 1000,
    })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({
      status: 'posted',
      progress: 2,
      rowsUnpaid: 7,
      total: 1000,
    })
  })

  test('names its month, columns of money that are not recorded, and amounts that are not the sum of their parts', async () => {
    const cooperative = shared
    const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(app, cooperative)))
    const rows = members.map(({ membershipno }, index) => [
      index + 1,
      membershipno,
      2000,
      500,
      index === 1 ? 2400 : 2500,
      300,
    ])
    const found = await upload(
      cooperative,
      'contributions',
      [
        ['UNITY FARMERS'],
        ['Contributions for September 2026'],
        ['S/N', 'Member No', 'Thrift fund', 'Dues', 'Total', 'Building fund'],
        ...rows,
        ['', '', '', '', '', ''],
      ],
      'september.xlsx',
    )
    expect(found).toMatchObject({
      ...{ mapping: [null, 'membershipno', null, null, 'amount', null], period: '2026-09', total: 9900 },
      namedMonth: { text: 'Contributions for September 2026', period: '2026-09', isOther: false },
      columnsUnread: [
        { heading: 'Thrift fund', total: 8000, rows: 4, isPart: true },
        { heading: 'Dues', total: 2000, rows: 4, isPart: true },
        { heading: 'Building fund', total: 1200, rows: 4, isPart: false },
      ],
      sumsThatDiffer: [{ row: 5, heading: 'Total', says: 2400, sum: 2500 }],
    })
    expect(
      await change(cooperative, found.id, { period: '2026-10', corrections: [{ row: 6, column: 4, value: '' }] }),
    ).toMatchObject({ ...{ namedMonth: { isOther: true }, rowsUnpaid: 0, rowsWithProblems: 1 } })
    expect((await rowsOf(cooperative, found.id))[0]?.problems).toEqual([
      { column: 4, message: 'Enter the amount. The parts beside it come to ₦2,500.00' },
    ])
    const bySheet = await upload(
      cooperative,
      'contributions',
      [
        ['Member No', 'Amount'],
        [members[0]!.membershipno, 5],
      ],
      'Sept 2025.csv',
    )
    expect(bySheet).toMatchObject({ period: '2025-09', namedMonth: { text: 'Sept 2025' } })
    // An amount that was forgotten, with its total beside it, is not passed over as nothing paid.
    const forgotten = await upload(cooperative, 'contributions', [
      ['Member No', 'Amount', 'Building fund', 'Total'],
      ...members.map(({ membershipno }, index) => [membershipno, index === 3 ? '' : 2000, 100, 2100]),
    ])
    expect(forgotten).toMatchObject({
      rowsUnpaid: 1,
      sumsThatDiffer: [{ row: 5, heading: 'Total', says: 2100, sum: 100 }],
    })
  })

  test('is posted as it was checked where the rows that are skipped say what a column is', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(app, shared)))
    const amounts = [
      [1000, 1000, 2000],
      [100, 100, ''],
      [50, 50, 300],
      [50, 50, 300],
    ]
    const found = await upload(shared, 'contributions', [
      ['Member No', 'Dues', 'Building fund', 'Amount'],
      ...amounts.map((cells, n): Cell[] => [members[n]?.membershipno ?? '', ...cells]),
    ])
    expect(await change(shared, found.id, { skip: [4, 5] })).toMatchObject({ rowsWithProblems: 0, rowsUnpaid: 1 })
    expect(await postToEnd(shared, found.id)).toMatchObject({ status: 'posted', failure: null, total: 2000 })
  })

  test('with another member’s name beside a number, or a total that is not its sum, says so and is recorded by the numbers', async () => {
    const cooperative = shared
    const [musa, ngozi] = await Promise.all([
      buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Ibrahim' }),
      buildMember(app, cooperative, { firstName: 'Ngozi', lastName: 'Okafor' }),
    ])
    const found = await upload(cooperative, 'contributions', [
      ['Member No', 'Name', 'Amount'],
      [musa.membershipno, 'OKAFOR NGOZI', 900],
      [ngozi.membershipno, 'Mrs. Okafor N.', 100],
      ['Total', '', 1100],
    ])
    expect(found).toMatchObject({
      mapping: ['membershipno', 'name', 'amount'],
      ...{ rowsWithProblems: 0, rowsWithOtherNames: 1, total: 1000 },
      totalsThatDiffer: [{ row: 4, says: 1100, cell: null, sum: 1000, isAbove: false }],
    })
    const message = `This payment goes to Musa Ibrahim. Ngozi Okafor’s number is ${ngozi.membershipno}.`
    expect(await rowsOf(cooperative, found.id, 'names')).toMatchObject([
      { number: 2, problems: [], notes: [{ column: 1, message }] },
    ])
    const corrections = [
      { row: 2, column: 1, value: 'Ibraheem Moussa' },
      { row: 3, column: 2, value: '200' },
    ]
    expect(await change(cooperative, found.id, { corrections })).toMatchObject({
      ...{ rowsWithOtherNames: 0, total: 1100, totalsThatDiffer: [] },
    })
    await change(cooperative, found.id, { corrections: [{ row: 2, column: 1, value: 'Ngozi Okafor' }] })
    expect(await postToEnd(cooperative, found.id)).toMatchObject({
      ...{ status: 'posted', failure: null, rowsWithOtherNames: 1, total: 1100 },
    })
    const paid = dataOf(
      await app.call('GET', `/financial/transactions?memberId=${musa.id}`, { token: cooperative.token }),
    )
    expect(paid).toMatchObject([{ amount: 900 }])
  })

  test('is asked about by what was recorded by hand for its month, and not by a voucher that was reversed', async () => {
    const cooperative = shared
    const member = await buildMember(app, cooperative)
    const { token } = cooperative
    const month = { period: '2026-01', occurredOn: '2026-01-20' }
    const byHand = dataOf(
      await app.call('POST', '/financial/contributions', {
        token,
        key: newKey(),
        body: { memberId: member.id, amount: 3000, ...month },
      }),
      201,
    )
    const { id } = await upload(cooperative, 'contributions', [
      ['Phone', 'Amount'],
      [member.phone, 3000],
    ])
    await change(cooperative, id, month)
    expect(await post(cooperative, id)).toMatchObject({
      status: 409,
      body: {
        message: `1 member of this file has paid ₦3,000.00 for January 2026 already (see voucher ${byHand.entryNumber}). Choose whether to record only what is more, or all of it as other payments.`,
      },
    })
    await app.call('POST', `/financial/transactions/${byHand.id}/reverse`, {
      token,
      key: newKey(),
      body: { reason: 'Wrong' },
    })
    expect(await postToEnd(cooperative, id)).toMatchObject({ status: 'posted', failure: null })
  })

  test('a month whose members paid by payroll, which is not paid over yet, asks about that too', async () => {
    const cooperative = shared
    const members = [await buildMember(app, cooperative, saving), await buildMember(app, cooperative, saving)]
    const schedule = await deducted(cooperative, members, '2026-09')
    const sheet = (amount: number) => [
      ['Membership number', 'Amount'],
      ...members.map(({ membershipno }): Cell[] => [membershipno, amount]),
    ]
    const { id } = await upload(cooperative, 'contributions', sheet(5500), 'September 2026.csv')
    const deductedBy = ['Ministry of Works 2026-09']
    expect(await look(cooperative, id)).toMatchObject({
      ...{ period: '2026-09', records: null },
      paidBefore: {
        payments: 2,
        paid: 10_000,
        inFiles: 0,
        deducted: 10_000,
        deductedBy,
        difference: 1000,
        voucher: null,
      },
    })
    const message =
      '2 members of this file have paid ₦10,000.00 for September 2026 already, ₦10,000.00 of it by payroll deduction of Ministry of Works 2026-09. Choose whether to record only what is more, or all of it as other payments.'
    expect(await post(cooperative, id)).toMatchObject({ status: 409, body: { message } })
    expect(await change(cooperative, id, { records: 'paid' })).toMatchObject({ total: 1000 })
    expect((await rowsOf(cooperative, id, 'before'))[0]?.notes[0]?.message).toBe(
      'Paid ₦5,000.00 for this month already, ₦5,000.00 of it by payroll deduction of Ministry of Works 2026-09. ₦500.00 will be recorded.',
    )
    expect(await change(cooperative, id, { period: '2026-10' })).toMatchObject({ paidBefore: null })
    await change(cooperative, id, { period: '2026-09' })
    await change(cooperative, id, { records: 'paid' })
    // Once it is paid over it is as much as before, and asks nothing more.
    const paid = await app.call('POST', `/financial/deductions/schedules/${schedule}/remittances`, {
      ...{ token: cooperative.token, key: newKey(), body: { amount: 10_000 } },
    })
    expect(paid.status).toBe(201)
    await app.settled()
    expect(await postToEnd(cooperative, id)).toMatchObject({
      ...{ status: 'posted', total: 1000 },
      paidBefore: { paid: 10_000, deducted: 0, deductedBy: [] },
    })
  })

  test('of a member whom two employers deducted both are named', async () => {
    const member = await buildMember(app, shared, saving)
    await deducted(shared, [member], '2025-11', 'Ministry of Health')
    await deducted(shared, [member], '2025-11', 'Army')
    const rows: Cell[][] = [
      ['Membership number', 'Amount'],
      [member.membershipno, 5500],
    ]
    const { id } = await upload(shared, 'contributions', rows, 'November 2025.csv')
    const deductedBy = ['Army 2025-11', 'Ministry of Health 2025-11']
    expect(await look(shared, id)).toMatchObject({ paidBefore: { deducted: 10_000, deductedBy } })
  })

  test('has no month where its file names several or a day, until an officer chooses it', async () => {
    const member = await buildMember(app, shared, saving)
    const rows: Cell[][] = [
      ['Membership number', 'Amount'],
      [member.membershipno, 5500],
    ]
    const { id, period } = await upload(shared, 'contributions', rows, 'Contributions list 3 June 2026.csv')
    expect(period).toBeNull()
    const message = 'Choose the month of these contributions. The file names several months or a day.'
    expect(await post(shared, id)).toMatchObject({ status: 409, body: { message, errors: [{ field: 'period' }] } })
    await change(shared, id, { period: '2026-06' })
    expect(await postToEnd(shared, id)).toMatchObject({ status: 'posted', period: '2026-06' })
  })

  describe('a month that is posted while its members pay otherwise', () => {
    test('goes on where all that they had paid was reversed, and what a reversed file chose is offered no more', async () => {
      const members = [await buildMember(app, shared), await buildMember(app, shared)]
      const rows = members.map(({ membershipno }): Cell[] => [membershipno, 700])
      const sheet = [['Membership number', 'Amount'], ...rows]
      const month = { period: '2025-10', occurredOn: '2025-10-20' }
      const sent = async (name: string, records?: string) => {
        const { id } = await upload(shared, 'contributions', sheet, name)
        await change(shared, id, month)
        if (records) await change(shared, id, { records })
        return id
      }
      const first = await postToEnd(shared, await sent('week1.csv'))
      const second = await postToEnd(shared, await sent('week2.csv', 'all'))
      const third = await sent('week3.csv', 'paid')
      const lastChoice = { records: 'all', fileName: 'week2.csv' }
      expect(await look(shared, third)).toMatchObject({ paidBefore: { paid: 2800, lastChoice }, payments: 0 })
      // Planted, and taken back at the end: a reversal of its own would wait for the books that are held.
      const reverse = (vouchers: unknown[], status = 'reversed') =>
        app.admin.query('update app.transaction set status = $2 where entry_no = any($1::bigint[])', [vouchers, status])
      const { rows: [before] } = await app.admin.query('select status from app.transaction where entry_no = $1 limit 1', [second.entryNumber]) // prettier-ignore
      await reverse([second.entryNumber])
      expect(await look(shared, third)).toMatchObject({ paidBefore: { lastChoice: null } })
      await change(shared, third, { corrections: [{ row: 2, column: 1, value: '3000' }] })
      await change(shared, third, { records: 'paid' })
      await whileBooksAreHeld(shared, async () => {
        expect(await post(shared, third)).toMatchObject({ status: 202 })
        await untilPostingWaits()
        await reverse([first.entryNumber])
      })
      expect(await ended(shared, third)).toMatchObject({ status: 'posted', failure: null, total: 3700, payments: 2 })
      await reverse([first.entryNumber, second.entryNumber], String(before?.status))
    })

    test('is posted once of two files at the same moment, and the other is asked about', async () => {
      const members = [await buildMember(app, shared), await buildMember(app, shared)]
      const sheet = (amount: number) => [
        ['Membership number', 'Amount'],
        ...members.map(({ membershipno }): Cell[] => [membershipno, amount]),
      ]
      const files = await Promise.all(
        [900, 1000].map((amount) => upload(shared, 'contributions', sheet(amount), `May ${amount} 2026.csv`)),
      )
      for (const { id } of files) await change(shared, id, { period: '2026-05', occurredOn: '2026-05-20' })
      await whileBooksAreHeld(shared, async () => {
        expect((await Promise.all(files.map(({ id }) => post(shared, id)))).map(({ status }) => status)).toEqual([
          202, 202,
        ])
        await untilPostingWaits()
      })
      const [first, second] = await Promise.all(files.map(({ id }) => ended(shared, id)))
      const [posted, asked] = first?.status === 'posted' ? [first, second] : [second, first]
      expect(posted).toMatchObject({ status: 'posted', payments: 2 })
      expect(asked).toMatchObject({
        status: 'failed',
        failure:
          'What these members have paid for this month has changed meanwhile. Choose what to record of those who have paid already, then record the file again.',
        ...{ records: null, paidBefore: { payments: 2, voucher: posted?.entryNumber, lastChoice: null } },
      })
      // The next file of the month is offered what was chosen for this one.
      await change(shared, asked!.id, { records: 'all' })
      expect(await postToEnd(shared, asked!.id)).toMatchObject({ status: 'posted', payments: 2 })
      const third = await upload(shared, 'contributions', sheet(50), 'May 2026.csv')
      expect(await look(shared, third.id)).toMatchObject({
        ...{ records: null, paidBefore: { paid: 3800, lastChoice: { records: 'all', fileName: asked?.fileName } } },
      })
    })

    test('by payroll, asks about what is not paid over yet', async () => {
      const members = [await buildMember(app, shared, saving), await buildMember(app, shared, saving)]
      await deducted(shared, members, '2026-07')
      const { id } = await upload(
        shared,
        'contributions',
        [['Membership number', 'Amount'], ...members.map(({ membershipno }): Cell[] => [membershipno, 5000])],
        'June 2026.csv',
      )
      await whileBooksAreHeld(shared, async () => {
        expect(await post(shared, id)).toMatchObject({ status: 202 })
        await untilPostingWaits()
        await app.admin.query(`update app.deduction set period = '2026-06-01' where member_id = any($1::uuid[])`, [
          members.map((member) => member.id),
        ])
      })
      expect(await ended(shared, id)).toMatchObject({
        ...{ status: 'failed', records: null, paidBefore: { paid: 10_000, deducted: 10_000 } },
      })
    })
  })
})

const many = atSize(2500, 10_000)
// Seven tenths of the way down, counted as the file counts: its heading is row 1.
const wrongRow = (many * 7) / 10 + 13

test(`${many} members and their month go in, the one wrong phone in row ${wrongRow} named first`, async () => {
  const cooperative = await buildCooperative(app)
  const rows = Array.from({ length: many }, (_, index) => person(index))
  const wrong = rows[wrongRow - 2] as Cell[]
  const right = wrong[2] as string
  wrong[2] = '0803123'
  const times: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    times[name] = Math.round(performance.now() - start)
    return result
  }
  const found = await timed('members upload', () => upload(cooperative, 'members', [heading, ...rows], 'register.xlsx'))
  expect(found).toMatchObject({ rows: many, rowsWithProblems: 1 })
  expect(await rowsOf(cooperative, found.id)).toMatchObject([
    { number: wrongRow, problems: [{ column: 2, message: 'Phone number must be in format +234XXXXXXXXXX' }] },
  ])
  await timed('members correct', () =>
    change(cooperative, found.id, { corrections: [{ row: wrongRow, column: 2, value: right }] }),
  )
  wrong[2] = right
  const seen = new Set<number>()
  const stored = new Set<number>()
  await timed('members post', async () => {
    dataOf(await post(cooperative, found.id), 202)
    for (;;) {
      const { status, progress } = await look(cooperative, found.id)
      seen.add(progress)
      stored.add(await countMembers(cooperative))
      if (status !== 'posting') return
      await wait(10)
    }
  })
  // Its progress was told on the way, not at the end alone.
  expect([...seen].some((progress) => progress > 0 && progress < many)).toBe(true)
  // All or nothing: while it ran no one saw a part of it.
  expect([...stored].toSorted((a, b) => a - b)).toEqual([0, many])
  expect(await countMembers(cooperative)).toBe(many)

  const month = await timed('contributions upload', () =>
    upload(
      cooperative,
      'contributions',
      [['Phone', 'Amount'], ...rows.map((row, index) => [row[2] as Cell, 1000 + index])],
      'month.xlsx',
    ),
  )
  expect(month).toMatchObject({ rows: many, rowsWithProblems: 0, total: many * 1000 + (many * (many - 1)) / 2 })
  expect(await timed('contributions post', () => postToEnd(cooperative, month.id))).toMatchObject({
    status: 'posted',
    progress: many,
    entryNumber: 1,
  })
  if (process.env['SHOW_TIMES']) process.stdout.write(`${JSON.stringify(times)}\n`)
})

test('after all of these the books and the registers agree', async () => {
  expect(await app.checks()).toEqual([])
})
