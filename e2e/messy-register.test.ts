import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { call, officerToken } from './calls.ts'
import { downloaded } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { press, Walk } from './walk.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** As a secretary keeps it: last year's on a sheet of its own, two lines of title, a merged heading over three columns, capitals, a sub-total, a total. */
async function register(): Promise<Buffer> {
  const group = [{ value: 'NEXT OF KIN', span: 3 }, null, null]
  const rows = [
    [{ value: 'UNITY FARMERS MULTIPURPOSE COOPERATIVE SOCIETY', span: 9 }],
    [{ value: 'REGISTER AS AT 31ST DECEMBER 2025', span: 9 }],
    [],
    [
      ...['S/N', 'NAMES (SURNAME FIRST)', 'GSM NO.', 'MONTHLY SAVINGS', 'DATE JOINED', 'OLD MEMBERSHIP NO'].map(
        (value) => ({ value }),
      ),
      ...group,
    ],
    [...Array.from({ length: 6 }, () => null), ...['Name', 'Phone', 'Relationship'].map((value) => ({ value }))],
    ['1', 'ADEBAYO OLUWASEUN', '08063330001', '5000', '05/03/2017', 'UF/001', 'ADEBAYO BOLA', '08063330011', 'WIFE'],
    ['2', "O'NEIL CHIDI", '08063330002', '7000', '01/02/2018', 'UF/002'],
    ['', 'SUB-TOTAL', '', '12000'],
    ['3', 'ABDUL-AZEEZ MUSA', '08063330003', '2500', '01/02/2019', 'UF/003'],
    ['', 'GRAND TOTAL', '', '14500'],
  ].map((row) => row.map((cell) => (typeof cell === 'string' ? (cell === '' ? null : { value: cell }) : cell)))
  const before = [
    ['NAMES', 'GSM NO.'],
    ['ADEBAYO OLUWASEUN', '08063330001'],
  ].map((row) => row.map((value) => ({ value })))
  return writeXlsxFile([
    { sheet: '2024', data: before as SheetData },
    { sheet: '2025', data: rows as SheetData },
  ]).toBuffer()
}

test(
  'a register with titles, a heading in two rows, capitals and totals goes in as it is, and codes go to some',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(180_000)
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }),
      server.url,
      'officer',
    )
    await page.goto(`${server.url}/coop/member-management/import`)
    await page
      .locator('input[type=file]')
      .setInputFiles({
        name: 'register.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await register(),
      })
    const which = page.getByRole('dialog', { name: 'Which sheet is it?' })
    await expect(which).toContainText('This workbook has rows on several sheets: 2024, 2025.')
    await expectClean(page, 'which sheet of a workbook')
    await which.getByRole('button', { name: '2025' }).click()
    await expect(page.getByLabel('What is NEXT OF KIN Phone?')).toHaveValue('nextOfKinPhone')
    await expect(page.getByLabel('What is OLD MEMBERSHIP NO?')).toHaveValue('formerNumber')
    const leftOut = page.getByRole('list', { name: 'Rows left out' })
    await expect(leftOut.getByRole('listitem')).toHaveCount(4)
    await expect(leftOut).toContainText('Row 1 is above the headings')
    await expect(leftOut).toContainText('Row 10 is a total')
    await expectClean(page, 'columns of a messy register')

    // A row that was left out comes back with a press, and goes again.
    await leftOut.getByRole('button', { name: 'Take back row 8' }).click()
    await page.getByRole('button', { name: 'Check 4 rows' }).click()
    await page.getByRole('button', { name: 'Skip row 8' }).click()
    await expect(
      page
        .getByRole('heading', { name: 'The rows that are left are in order' })
        .or(page.getByRole('heading', { name: 'Every row is in order' })),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Continue with 3 rows' }).click()
    await page.getByRole('button', { name: 'Register 3 members' }).click()
    await expect(page.getByText('3 members registered')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Send codes to all 3 members' })).toBeVisible()
    await expectClean(page, 'members registered from a messy register')
    const sent = () =>
      server
        .outbox()
        .filter(({ to }) => to.startsWith('+234806333'))
        .map(({ to }) => to)
    expect(sent()).toEqual([])

    const wide = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      '/coop/member-management?q=uf%2F001',
    )
    await expect(wide.getByText('Oluwaseun Adebayo')).toBeVisible()
    await wide.getByLabel('Select all on this page').check()
    await wide.getByRole('button', { name: 'Send codes' }).click()
    const dialog = wide.getByRole('dialog', { name: 'Send activation codes' })
    await expectClean(wide, 'sending codes to some members')
    await dialog.getByRole('button', { name: 'Send codes' }).click()
    await expect(wide.getByRole('dialog', { name: 'Codes made for 1 member' })).toBeVisible()
    await expect.poll(sent).toEqual(['+2348063330001'])

    const members = await call<{ firstName: string; lastName: string; formerNumber: string }[]>(
      server,
      'GET',
      '/members?q=abdul',
      await officerToken(server),
    )
    expect(members.map(({ firstName, lastName, formerNumber }) => [firstName, lastName, formerNumber])).toEqual([
      ['Musa', 'Abdul-Azeez', 'UF/003'],
    ])
  },
)

/** With dates without a day, a wrong phone, and who prepared it beneath. */
const unfinished = [
  'S/N,Name,Phone,Gender,Date joined',
  '1,Yakubu Gowon Danladi,08064440001,M,2014',
  '2,Halima Bako,0806444,F,Apr 2015',
  '3,Tersoo Agbo,08064440003,M,05/03/2017',
  'Prepared by: A. B.,,,,',
].join('\n')

test(
  'rows to correct are downloaded, the others go first, and the corrected file is uploaded as it is',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(180_000)
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 1280, height: 900 } }),
      server.url,
      'officer',
      '/coop/member-management/import',
    )
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'unity.csv', mimeType: 'text/csv', buffer: Buffer.from(unfinished) })
    await expect(page.getByRole('list', { name: 'Rows left out' })).toContainText('Row 5 is a note or a signature')
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    await page.getByLabel('Day to use').selectOption('first')
    await expect(page.getByText('2014 becomes 1 January 2014')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Problems (1)' })).toBeVisible()
    await expectClean(page, 'dates without a day and rows to correct')
    const path = await downloaded(page, 'Download rows to correct')
    await page.getByRole('button', { name: /^Skip the row with problems/ }).click()
    await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
    await expect(page.getByText('First day of the year or month, in 1 row')).toBeVisible()
    await page.getByRole('button', { name: 'Register 2 members' }).click()
    await expect(page.getByText('2 members registered')).toBeVisible({ timeout: 30_000 })

    // As it was downloaded; the phone is typed on the screen this time.
    await page.getByRole('button', { name: 'Import another file' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({
        name: 'unity to correct.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: readFileSync(path),
      })
    await expect(page.getByText('Columns as last time')).toBeVisible()
    await expect(page.getByLabel('What is What to correct?')).toHaveCount(0)
    await page.getByRole('button', { name: 'Check 1 row' }).click()
    await page.getByLabel('Day to use').selectOption('last')
    await page.getByLabel('Phone number, row 2').fill('08064440002')
    await page.getByLabel('Phone number, row 2').press('Enter')
    await page.getByRole('button', { name: 'Continue with 1 row' }).click()
    await page.getByRole('button', { name: 'Register 1 member' }).click()
    await expect(page.getByText('1 member registered')).toBeVisible({ timeout: 30_000 })
    const members = await call<{ registrationDate: string; phone: string }[]>(
      server,
      'GET',
      '/members?q=bako',
      await officerToken(server),
    )
    expect(members.map(({ registrationDate, phone }) => [registrationDate, phone])).toEqual([
      ['2015-04-30', '+2348064440002'],
    ])
  },
)

test('a treasurer sees what is left out of a register and of a month of contributions, and puts two cells right in place', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const token = await officerToken(server)
  const [one, two] = await call<{ membershipno: string }[]>(server, 'GET', '/members?sort=membershipno&limit=2', token)
  const kinds = [
    {
      kind: 'a register',
      path: 'member-management/import',
      lines: [
        'UNITY FARMERS,,,',
        'Name,Phone,Gender,Date joined',
        'Ene Ochigbo,0806555,F,05/03/2017',
        'Terver Iorfa,08065550002,M,31/02/2018',
        'Prepared by: A. B.,,,',
      ],
      leftOut: ['Row 1 is above the headings', 'Row 5 is a note or a signature'],
      repairs: [
        ['Phone number, row 3', '08065550001'],
        ['Date of joining, row 4', '28/02/2018'],
      ],
      async finish(page: Page) {
        await press(page, 'Register 2 members')
        await expect(page.getByText('2 members registered')).toBeVisible({ timeout: 30_000 })
      },
    },
    {
      kind: 'contributions',
      path: 'financial-operations/contributions/import',
      lines: [
        'Membership number,Amount',
        `${one?.membershipno},"5,O00.00"`,
        `${two?.membershipno}/X,2500`,
        'TOTAL,7500',
      ],
      leftOut: ['Row 4 is a total'],
      repairs: [
        ['Amount, row 2', '5,000'],
        ['Membership number, row 3', two?.membershipno ?? ''],
      ],
      async finish(page: Page) {
        await page.getByLabel('Cash or transfer counted').fill('7500')
        await press(page, 'Record ₦7,500.00')
        await expect(page.getByText('₦7,500.00 recorded')).toBeVisible({ timeout: 30_000 })
      },
    },
  ] as const
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await signedIn(context, server.url, 'officer')
  const walk = new Walk()
  await walk.watch(page)
  for (const { kind, path, lines, leftOut, repairs, finish } of kinds) {
    await page.goto(`${server.url}/coop/${path}`)
    await walk.job(kind, async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'march 2024.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
      for (const words of leftOut) await expect(page.getByRole('list', { name: 'Rows left out' })).toContainText(words)
      await press(page, 'Check 2 rows')
      await expect(page.getByRole('tab', { name: 'Problems (2)' })).toBeVisible()
      await expectClean(page, `two cells to put right: ${kind}`)
      for (const [label, value] of repairs) {
        await page.getByLabel(label).fill(value)
        await page.getByLabel(label).press('Enter')
      }
      await press(page, 'Continue with 2 rows')
      await finish(page)
    })
  }
  for (const [kind, { clicks, fields }] of walk.jobs)
    process.stdout.write(`${kind}: ${clicks} clicks, ${fields} fields\n`)
  for (const { clicks } of walk.jobs.values()) expect(clicks).toBe(3)
  // The same month once more is asked about, whatever the file.
  const again = ['Membership number,Amount', `${one?.membershipno},5000`, `${two?.membershipno},2500`].join('\n')
  await page.goto(`${server.url}/coop/financial-operations/contributions/import`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'again, march 2024.csv', mimeType: 'text/csv', buffer: Buffer.from(again) })
  await press(page, 'Check 2 rows')
  await page.getByLabel('Cash or transfer counted').fill('7500')
  await expect(page.getByRole('heading', { name: '2 members have paid for March 2024 already' })).toBeVisible()
  await expect(page.getByText(/₦7,500\.00 is recorded for them .*march 2024\.csv/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record ₦7,500.00' })).toBeDisabled()
  await expectClean(page, 'a month of contributions that is recorded already')
  await page.getByLabel('What to record for them').selectOption('all')
  await expect(page.getByRole('button', { name: 'Record ₦7,500.00' })).toBeEnabled()
  await page.getByLabel('What to record for them').selectOption('paid')
  await expect(page.getByText('There is nothing to record.')).toBeVisible()

  const saved = await call<{ phone: string; registrationDate: string }[]>(server, 'GET', '/members?q=iorfa', token)
  expect(saved.map(({ phone, registrationDate }) => [phone, registrationDate])).toEqual([
    ['+2348065550002', '2018-02-28'],
  ])
  await context.close()
})
