import { expect, type Page, test } from '@playwright/test'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'

let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
  await call(server, 'POST', '/cooperatives/members', token, {
    member: [{ firstName: 'Adaeze', lastName: 'Okonkwo', phone: '+2348061119001', dateOfBirth: '1985-02-01' }],
  })
})
test.afterAll(() => server.stop())

const register = [
  'Name,Phone,Date of birth',
  'Okonkwo Adaeze,08061119101,01/02/1985',
  'Danjuma Wukari,08061119102,',
  'Tamuno Briggs,08061119103,07/08/1979',
  'Wukari Danjuma,08061119104,',
].join('\n')

async function upload(page: Page): Promise<void> {
  await page.goto(`${server.url}/coop/member-management/import`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(register) })
  await page.getByRole('button', { name: 'Check 4 rows' }).click()
  await expect(page.getByRole('heading', { name: 'Are these people members already?' })).toBeVisible()
}

test('who is in the register already is left out, who only bears the name is registered', async ({ browser }) => {
  const page = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
  )
  await upload(page)
  const ofAda = page.getByRole('list', { name: 'Who row 2 may be' })
  await expect(ofAda.getByRole('link', { name: 'Adaeze Okonkwo' })).toBeVisible()
  await expect(ofAda).toContainText('a name that reads alike')
  await expect(page.getByRole('list', { name: 'Who row 5 may be' })).toContainText('Row 3 of this file')
  await expect(page.getByRole('button', { name: 'Continue with 2 rows' })).toBeDisabled()
  await expectClean(page, 'doubles of a file')

  await page.getByRole('button', { name: 'Skip row 2' }).click()
  await expect(page.getByText('1 row to decide on')).toBeVisible()
  await page.getByRole('button', { name: 'Row 5 is another person' }).click()
  await expect(page.getByRole('heading', { name: 'The rows that are left are in order' })).toBeVisible()
  // What was said can be taken back.
  await page.getByRole('tab', { name: /^All/ }).click()
  await page.getByRole('button', { name: 'Row 5 may be the same person after all' }).click()
  await expect(page.getByText('1 row to decide on')).toBeVisible()
  await page.getByRole('button', { name: 'Row 5 is another person' }).click()
  await page.getByRole('button', { name: 'Continue with 3 rows' }).click()
  // The file does not say when they joined; an officer says so.
  await expect(page.getByText('3 rows have no date of joining.')).toBeVisible()
  await expectClean(page, 'members of a file without dates of joining')
  await page.getByLabel('Joined on').fill('2018-05-04')
  await page.getByRole('button', { name: 'Register 3 members' }).click()
  await expect(page.getByText('3 members registered')).toBeVisible({ timeout: 30_000 })
  const { data } = (await (
    await fetch(`${server.url}/api/cooperatives/members?q=wukari`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { data: { registrationDate: string }[] }
  expect(data.map(({ registrationDate }) => registrationDate)).toEqual(['2018-05-04', '2018-05-04'])
})

test(
  'columns that are matched one after the other on a slow line all stay matched',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
    )
    await page.goto(`${server.url}/coop/member-management/import`)
    await page
      .locator('input[type=file]')
      .setInputFiles({
        name: 'bare.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('a,b,c\nZainab,Yusuf,08061119201\n'),
      })
    const column = (name: string) => page.getByLabel(`What is ${name}?`)
    await expect(column('a')).toBeVisible()
    let answered = 0
    await page.route('**/api/imports/*', async (route) => {
      if (route.request().method() === 'PUT') await new Promise((done) => setTimeout(done, 800))
      await route.continue()
      answered += 1
    })
    const choices = [
      ['a', 'firstName'],
      ['b', 'lastName'],
      ['c', 'phone'],
    ] as const
    for (const [name, field] of choices) await column(name).selectOption(field)
    for (const [name, field] of choices) await expect(column(name)).toHaveValue(field)
    await expect.poll(() => answered).toBe(3)
    await expect(page.getByRole('button', { name: 'Check 1 row' })).toBeEnabled()
    for (const [name, field] of choices) await expect(column(name)).toHaveValue(field)
    await page.getByRole('button', { name: 'Check 1 row' }).click()
    // Nothing is to be put right, so the last look comes at once.
    await expect(page.getByRole('heading', { name: 'Before you confirm' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Register 1 member' })).toBeEnabled()
  },
)

test('on a phone all of them are decided with one press', { tag: '@full' }, async ({ browser }) => {
  const page = await signedIn(
    await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }),
    server.url,
    'officer',
  )
  // The same people with other phones: each of them is in the register by now.
  await page.goto(`${server.url}/coop/member-management/import`)
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'again.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(register.replaceAll('0806111', '0806222')),
    })
  await page.getByRole('button', { name: 'Check 4 rows' }).click()
  await expect(page.getByText('4 rows to decide on')).toBeVisible()
  await expectClean(page, 'doubles of a file on a phone')
  await page.getByRole('button', { name: 'All are other people' }).click()
  await expect(page.getByRole('button', { name: 'Continue with 4 rows' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continue with 4 rows' })).toBeEnabled()
})
