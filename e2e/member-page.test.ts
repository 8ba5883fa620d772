import { expect } from '@playwright/test'
import sharp from 'sharp'
import { call, officerToken } from './calls.ts'
import { expectClean, watch } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

type Member = { memberid: string; firstName: string; lastName: string; savings: number; phone: string }

test('a photo is cut and kept, papers come and go, and savings, loans and activity are read a tab each', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const token = await officerToken(server)
  const [member] = await call<Member[]>(server, 'GET', '/members?limit=1', token)
  if (!member) throw new Error('The sample society has members')
  const page = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
  )
  const complaints = watch(page)
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b86b2c' } })
    .jpeg()
    .toBuffer()

  await page.goto(`${server.url}/coop/member/${member.memberid}`)
  await page.getByRole('button', { name: 'More for this member' }).click()
  await page.getByRole('menuitem', { name: 'Photo' }).click()
  const dialog = page.getByRole('dialog', { name: /^Photo of / })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'words.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(dialog.getByText('This picture could not be read.')).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer: picture })
  const crop = dialog.getByRole('img', { name: /^The photo as it will be/ })
  await crop.press('ArrowRight')
  await dialog.getByLabel('Size').fill('1.5')
  await expectClean(page, 'cutting a photo')
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(dialog).toBeHidden()
  const shown = page.locator('.member-head .avatar img')
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    320, 320,
  ])

  await page.getByRole('tab', { name: 'Savings' }).click()
  await expect(page.getByText(/^Savings are .* higher than at the end of /)).toBeVisible()
  await page.getByText('Show as table').click()
  const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 }).format(member.savings)
  await expect(page.getByRole('table').getByRole('row').last()).toContainText(naira)
  await page.mouse.move(0, 0)
  await expectClean(page, 'savings at month ends')

  await page.getByRole('tab', { name: 'Loans' }).click()
  await expect(page.getByRole('tabpanel').getByRole('link').first()).toBeVisible()
  await expectClean(page, 'the loans of a member')

  await page.getByRole('tab', { name: 'Papers' }).click()
  await page
    .locator('.member-papers input[type=file]')
    .setInputFiles({ name: 'identity card.jpg', mimeType: 'image/jpeg', buffer: picture })
  const line = page.getByRole('listitem').filter({ hasText: 'identity card.jpg' })
  await expect(line).toContainText('added by')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    line.getByRole('button', { name: 'Download identity card.jpg' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('identity card.jpg')
  await expectClean(page, 'the papers of a member')
  await line.getByRole('button', { name: 'Remove identity card.jpg' }).click()
  await page.getByRole('button', { name: 'Remove the paper' }).click()
  await expect(line).toContainText('Removed by')

  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('row').filter({ hasText: "Removed a member's document" })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: "Changed a member's photo" })).toBeVisible()
  await page.mouse.move(0, 0)
  await expectClean(page, 'the activity of a member')
  expect(complaints).toEqual([])

  // The member sees their own face in the portal, on a phone.
  const own = await signedIn(await browser.newContext({ viewport: { width: 390, height: 844 } }), server.url, 'member')
  await expect(own.locator('.avatar img').first()).toBeVisible()
})

test(
  'after a lost phone an officer logs the member out everywhere, who logs in again',
  { tag: '@full' },
  async ({ browser, page }) => {
    const phone = await signedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 } }),
      server.url,
      'member',
    )
    await expect(phone).toHaveURL(`${server.url}/member/dashboard`)
    const token = await officerToken(server)
    const [member] = await call<Member[]>(server, 'GET', '/members/search?q=08031200000', token)
    await signIn(page, server, 'officer', undefined, `/coop/member/${member?.memberid}`)
    await page.getByRole('button', { name: 'More for this member' }).click()
    await page.getByRole('menuitem', { name: 'Log out everywhere' }).click()
    const dialog = page.getByRole('dialog', { name: `Log ${member?.firstName} ${member?.lastName} out everywhere?` })
    await expectClean(page, 'logging a member out everywhere')
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
    await expect(page.getByText(`${member?.firstName} ${member?.lastName} is logged out everywhere`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Ended all sessions of a member' })).toBeVisible()
    await phone.reload()
    await expect(phone).toHaveURL(`${server.url}/login`)
    await signIn(phone, server, 'member')
    await expect(phone).toHaveURL(`${server.url}/member/dashboard`)
  },
)
