import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { call, officerToken } from './calls.ts'
import { expectAccessible } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

test.beforeEach(async ({ page }) => {
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
  await signIn(page, server, 'officer', undefined, '/coop/member-management')
  await expect(page.getByText('120 members in the register')).toBeVisible()
})

const names = (page: Page) => page.getByRole('table').locator('tbody tr td a[href^="/coop/member/"]')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected members' })
const found = async (page: Page) =>
  Number(/^(\d+) members? found/.exec((await page.getByText(/members? found/).textContent()) ?? '')?.[1])

async function filterByStatusAndGender(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByLabel('Status').selectOption('Active')
  await drawer.getByLabel('Gender').selectOption('Female')
  await drawer.getByRole('button', { name: 'Show members' }).click()
}

test('two letters find members, and a phone typed from its 0 finds one', async ({ page }) => {
  const search = page.getByLabel('Search name, phone or number')
  await search.fill('ng')
  await expect(page).toHaveURL(/q=ng/)
  await expect(names(page).first()).toContainText(/ng|Ng|Ṅg/)
  await search.fill('0803 120 0037')
  await expect(page.getByText('Found 1 result')).toBeVisible()
  await expect(names(page)).toHaveText(['Ngọzi Igwe'])
})

test('filters are shown as chips, survive a reload under the name of a view, and go one by one', async ({ page }) => {
  await filterByStatusAndGender(page)
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
  await expect(chips).toHaveText(['Active', 'Female'])
  const women = await found(page)
  expect(women).toBeGreaterThan(0)
  expect(women).toBeLessThan(120)

  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByLabel('Shares').uncheck()
  await columns.getByLabel('Gender').check()
  await columns.getByLabel('Compact rows').check()
  await columns.getByRole('button', { name: 'Show these' }).click()
  await expect(page.getByRole('columnheader', { name: 'Gender' })).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Give the view a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Our women')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Our women' })).toBeVisible()

  await page.goto(`${server.url}/coop/member-management`)
  await expect(page.getByText('120 members in the register')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Gender' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Shares' })).toBeHidden()
  await expect(page.getByRole('table')).toHaveClass(/table--dense/)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Our women' }).click()
  await expect(chips).toHaveText(['Active', 'Female'])
  expect(await found(page)).toBe(women)
  await expectAccessible(page, 'the filtered register', 'WCAG 2.2 AA and best practice')

  await page.getByRole('button', { name: 'Remove Female' }).click()
  await expect(chips).toHaveText(['Active'])
  await page.getByRole('button', { name: 'Remove Active' }).click()
  await expect(page.getByText('120 members in the register')).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename or delete' }).click()
  await page.getByRole('button', { name: 'Delete Our women' }).click()
  await expect(page.getByText('You have no saved view.')).toBeVisible()
})

test(
  'all that match are written to, and their file holds what the screen shows',
  { tag: '@full' },
  async ({ page }) => {
    await filterByStatusAndGender(page)
    await expect(page.getByRole('list', { name: 'Filters' })).toBeVisible()
    const women = await found(page)
    await page.getByRole('button', { name: 'Savings' }).click()
    await expect(page).toHaveURL(/sort=savings/)
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const lines = (await readFile(await (await waiting).path(), 'utf8'))
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.slice(1, -1).split('","'))
    const [head = [], ...rows] = lines
    expect(head).toEqual(['Number', 'Name', 'Phone', 'Joined', 'Savings', 'Shares', 'Loans', 'Status'])
    expect(rows).toHaveLength(women)
    await expect(names(page)).toHaveText(rows.slice(0, 10).map(([, name]) => name ?? ''))

    await page.getByLabel('Select all on this page').check()
    await expect(bar(page).getByRole('status')).toHaveText('10 members selected')
    await bar(page)
      .getByRole('button', { name: `Select all ${women}` })
      .click()
    await expect(bar(page).getByRole('status')).toHaveText(`${women} members selected`)
    await bar(page).getByRole('button', { name: 'Message' }).click()
    const compose = page.getByRole('dialog', { name: 'Write to members' })
    await expect(compose.getByLabel('To')).toHaveValue('selected')
    await compose.getByLabel('Message').fill('The women meet on Friday.')
    await compose.getByRole('button', { name: `Send to ${women} members` }).click()
    await expect(page.getByText(`Sent to ${women} members`)).toBeVisible()
    const [sent] = await call<{ message: string; recipients: number }[]>(server, 'GET', '/notifications/sent', token)
    expect(sent).toMatchObject({ message: 'The women meet on Friday.', recipients: women })
  },
)

test('members are made inactive with a reason; who has a loan stays, by name', { tag: '@full' }, async ({ page }) => {
  await expect(names(page).first()).toHaveText('Adébáyọ̀ Adéyẹmí')
  for (const n of [0, 2]) await page.getByLabel('Select this row').nth(n).check()
  await bar(page).getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the status of 2 members' })
  await dialog.getByRole('button', { name: 'Make inactive' }).click()
  await expect(dialog.getByText('Give the reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Moved to another town')
  await dialog.getByRole('button', { name: 'Make inactive' }).click()
  const outcome = page.getByRole('dialog', { name: '1 member made inactive' })
  await expect(outcome.getByRole('list', { name: 'Members who stayed active' }).getByRole('listitem')).toHaveText([
    /Adébáyọ̀ Adéyẹmí/,
  ])
  await outcome.getByRole('button', { name: 'Done' }).click()
  await expect(bar(page)).toBeHidden()
  await page.goto(`${server.url}/coop/member-management?status=inactive`)
  await expect(page.getByText('1 member found')).toBeVisible()
  await names(page).first().click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByRole('list', { name: 'Changes of status' })).toContainText('Moved to another town')

  await page.getByRole('button', { name: 'More for this member' }).click()
  await page.getByRole('menuitem', { name: 'New activation code' }).click()
  await page.getByRole('button', { name: 'Make the code' }).click()
  await expect(page.getByText('Activation code', { exact: true })).toBeVisible()
})

test('slips come as one PDF', { tag: '@full' }, async ({ page }) => {
  for (const n of [1, 3]) await page.getByLabel('Select this row').nth(n).check()
  await bar(page).getByRole('button', { name: 'Activation slips' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Make the slips' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^activation-slips-.*\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByRole('dialog', { name: '2 slips' })).toBeVisible()
})

test('a person who may be there already is shown before they are added again', async ({ page }) => {
  await page.getByRole('button', { name: 'Add member' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add member' })
  await drawer.getByLabel('First name').first().fill('Igwe')
  await drawer.getByLabel('Last name').first().fill('Ngozi')
  await drawer.getByLabel('Phone number').fill('0803 120 0037')
  await drawer.getByRole('button', { name: 'Add member' }).click()
  const like = drawer.getByRole('list', { name: 'Members who may be the same person' })
  await expect(drawer.getByText('This phone belongs to a member already')).toBeVisible()
  await expect(like.getByRole('link', { name: 'Ngọzi Igwe' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'No, add as new' })).toBeHidden()

  await drawer.getByLabel('Phone number').fill('0809 555 0101')
  await expect(like).toBeHidden()
  await drawer.getByRole('button', { name: 'Add member' }).click()
  await expect(drawer.getByText('Is it one of these?')).toBeVisible()
  await drawer.getByRole('button', { name: 'No, add as new' }).click()
  await expect(page.getByRole('dialog', { name: 'Member registered' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('121 members in the register')).toBeVisible()
})
