import { expect, type Locator, type Page } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { call, officerToken } from './calls.ts'
import { arrived } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'
import { press } from './walk.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const money = '/coop/financial-operations'

/** What opens over a page: where, by which button, and what it is called. */
const opened: readonly (readonly [path: string, button: string, title: string | RegExp])[] = [
  ['/coop/member-management', 'Add member', 'Add member'],
  ['/coop/member-management', 'Filters', 'Filters'],
  ['/coop/member-management', 'Columns', 'Columns'],
  [`${money}/transactions`, 'Record deposit', 'Record deposit'],
  [`${money}/transactions`, 'Record withdrawal', 'Record withdrawal'],
  [`${money}/contributions`, 'Record contribution', 'Record contribution'],
  [`${money}/payment-batches`, 'Bank file columns', 'Bank file columns'],
  [`${money}/fixed-assets`, 'Add an asset', 'Add an asset'],
  [`${money}/deductions`, 'New schedule', 'New schedule'],
  [`${money}/deductions/employers`, 'Rules', 'Rules of deductions'],
  [`${money}/deductions/employers`, 'Add employer', 'Add employer'],
  [`${money}/reconciliation`, 'Import statement', 'Import statement'],
  [`${money}/interest`, 'Post interest', /^Post ₦.* of interest\?$/],
  [`${money}/fixed-deposits`, 'Open a deposit', 'Open a deposit'],
  [`${money}/setup?tab=accounts`, 'Add account type', 'Add account type'],
  ['/coop/loan-management', 'New loan application', 'New loan application'],
  ['/coop/loan-management/portfolio', 'Change classes', 'Classes of the provision'],
  ['/coop/governance', 'Plan meeting', 'Plan meeting'],
  ['/coop/governance/filings', 'Add a day', 'Add a day'],
  ['/coop/governance/votes', 'Open vote', 'Open a vote'],
  ['/coop/governance/officers', 'Add post', 'Add post'],
  ['/coop/governance/elections', 'Open election', 'Open an election'],
  ['/coop/notifications', 'Write to members', 'Write to members'],
  ['/coop/settings?tab=integrations', 'Make a key', 'Make an API key'],
]

test('Back and Escape close what is open over a page and stay there, and a filled form asks first', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const page = await signedIn(await browser.newContext(), server.url, 'officer', '/coop/dashboard')
  await arrived(page)
  const [member] = await call<{ memberid: string }[]>(
    server,
    'GET',
    '/members?limit=1&status=active',
    await officerToken(server),
  )
  // Each is the same drawer or dialog (ui): a third of them, from every part of the app, is enough to see it behave.
  const some = opened.filter((_, n) => atSize(n % 3 === 0, true))
  const all = [...some, [`/coop/member/${member?.memberid}`, 'Record contribution', 'Record contribution'] as const]
  let asked = 0
  for (const [path, button, title] of all) {
    await test.step(`${path}, ${button}`, async () => {
      await page.goto(server.url + path)
      const box = page.getByRole('dialog', { name: title, exact: true })
      const { pathname } = new URL(page.url())
      const gone = async () => {
        await expect(box).toBeHidden()
        expect(new URL(page.url()).pathname).toBe(pathname)
        await expectNothingLeft(page)
      }
      await press(page, button)
      await expect(box).toBeVisible()
      await page.goBack()
      await gone()
      await press(page, button)
      await expect(box).toBeVisible()
      await page.keyboard.press('Escape')
      await gone()
      await press(page, button)
      await expect(box).toBeVisible()
      if (!(await fillSomething(box))) {
        await page.keyboard.press('Escape')
        return gone()
      }
      asked += 1
      const typed = await valuesOf(box)
      for (const leave of [
        () => page.goBack(),
        () => page.keyboard.press('Escape'),
        () => box.getByRole('button', { name: 'Close', exact: true }).click(),
        () => page.mouse.click(5, 450),
      ]) {
        await leave()
        await question(page).getByRole('button', { name: 'Keep editing' }).click()
        await expect(question(page)).toBeHidden()
        expect(await valuesOf(box)).toEqual(typed)
      }
      await page.goBack()
      await question(page).getByRole('button', { name: 'Leave', exact: true }).click()
      await gone()
      // Nothing that is gone stays in the history: the entry below is the page that was before.
      await page.goBack()
      await expect(page).not.toHaveURL(new RegExp(`${pathname}(\\?|$)`))
    })
  }
  expect(asked).toBeGreaterThan(all.length / 2)
})

test(
  'of what lies over each other Back closes the top one, also the question itself',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await signedIn(await browser.newContext(phone), server.url, 'officer', '/coop/member-management')
    await press(page, 'Add member')
    const drawer = page.getByRole('dialog', { name: 'Add member' })
    const name = drawer.getByLabel('First name', { exact: true })
    await name.fill('Adaobi')
    await page.goBack()
    await expect(question(page)).toBeVisible()
    await page.goBack()
    await expect(question(page)).toBeHidden()
    await expect(name).toHaveValue('Adaobi')
    // As often as somebody likes: a browser closes a dialog by itself at the second Escape with no press between.
    for (const shown of [true, false, true, false]) {
      await page.keyboard.press('Escape')
      await expect(question(page)).toBeVisible({ visible: shown })
      await expect(name).toHaveValue('Adaobi')
    }
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/\/coop\/member-management$/)
  },
)

test(
  'neither a reload nor a link followed from what is open leaves a page that Back has to pass twice',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await signedIn(await browser.newContext(phone), server.url, 'officer', '/coop/dashboard')
    // The menu of a phone lies over the page, and leads on from there.
    await page.getByRole('button', { name: /menu/i }).first().click()
    await page.locator('dialog[open]').getByRole('link', { name: 'Member Management', exact: true }).click()
    await expect(page).toHaveURL(/member-management$/)
    await press(page, 'Add member')
    const drawer = page.getByRole('dialog', { name: 'Add member' })
    await expect(drawer).toBeVisible()
    await page.reload()
    await expect(drawer).toBeVisible()
    await page.goBack()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/member-management$/)
    await expectNothingLeft(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectNothingLeft(page)
    await page.goBack()
    await expect(page).toHaveURL(/\/coop\/dashboard$/)
  },
)

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** Types into the first field that takes text, once the form has what it loads; false where there is none. */
async function fillSomething(box: Locator): Promise<boolean> {
  await arrived(box.page())
  const field = box
    .locator('form')
    .locator('input[type=text]:not([role=combobox]), input:not([type]), textarea')
    .and(box.locator(':enabled:not([readonly])'))
    .first()
  if ((await field.count()) === 0) return false
  await field.fill('12')
  return true
}

/** What was open has no entry in the history any more: the browser goes there in its own time. */
const expectNothingLeft = (page: Page) =>
  expect.poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)).toBe(0)

const valuesOf = (box: Locator) =>
  box
    .locator('input, textarea, select')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
