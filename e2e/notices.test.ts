import { expect } from '@playwright/test'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { visit } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const phone = { width: 390, height: 844 }
const laptop = { width: 1440, height: 900 }

test('officers write to all members, and a member finds it on their bell, deletes it and takes that back', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const officer = await signedIn(
    await browser.newContext({ viewport: laptop }),
    server.url,
    'officer',
    '/coop/notifications',
  )
  await officer.getByRole('button', { name: 'Write to members' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Write to members' })
  await drawer.getByRole('button', { name: /^Send to/ }).click()
  await expect(drawer.getByText('Write the message')).toBeVisible()
  await drawer.getByLabel('Message').fill('Bring your passbook on Friday.')
  await expect(drawer.getByRole('region', { name: 'Preview' })).toContainText('Bring your passbook on Friday.')
  await drawer.getByLabel(/^Also by SMS/).check()
  // 120 members of the sample less those who are not active, one SMS each.
  await expect(drawer.getByText(/^Up to \d+ SMS: about ₦\d+\.00\.$/)).toBeVisible()
  await expect(drawer.getByText('No SMS provider is set up on this server')).toBeVisible()
  await expectClean(officer, 'write to members')
  await drawer.getByLabel(/^Also by SMS/).uncheck()
  await drawer.getByRole('button', { name: /^Send to \d+ members$/ }).click()
  await expect(officer.getByRole('cell', { name: 'Bring your passbook on Friday.' })).toBeVisible()

  const member = await signedIn(await browser.newContext({ viewport: phone }), server.url, 'member')
  // The sample's own three, and the one just sent.
  const bell = member.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 4 unread')
  await bell.click()
  const panel = member.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem').first()).toContainText('Bring your passbook on Friday.')
  await expect(panel.getByRole('listitem').first()).toContainText('New')
  await expect(bell).toHaveAccessibleName('Notifications')
  await expectClean(member, 'the open bell')
  await member.reload()
  await expect(bell).toHaveAccessibleName('Notifications')
  await bell.click()
  await expect(panel.getByRole('listitem').first()).not.toContainText('New')
  expect(
    await member.evaluate(
      () =>
        JSON.parse(localStorage.getItem('notifications') ?? '[]').map(
          ({ message, read }: { message: string; read: boolean }) => [message, read],
        )[0],
    ),
  ).toEqual(['Bring your passbook on Friday.', true])

  await panel.getByRole('link', { name: 'All notifications' }).click()
  await expect(member.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  const row = member.getByRole('row').filter({ hasText: 'Bring your passbook' })
  await row.getByRole('button', { name: 'Delete notification' }).click()
  await expect(row).toBeHidden()
  await member.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await expect(member.getByText('Notification deleted')).toHaveCount(0)
  await row.getByRole('button', { name: 'Delete notification' }).click()
  await expect(row).toBeHidden()
  // Deleted on the server before the word of it appears, so a reload changes nothing.
  await expect(member.getByText('Notification deleted')).toBeVisible()
  await member.reload()
  await expect(member.getByText('The office is open on Saturdays')).toBeVisible()
  await expect(row).toBeHidden()

  await member.getByRole('button', { name: /^Your account/ }).click()
  await member.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(member).not.toHaveURL(/\/member\/notifications/)
  expect(await member.evaluate(() => localStorage.getItem('notifications'))).toBeNull()
})

test(
  'a bell that the server did not hear stays unread, and shows what it had',
  { tag: '@full' },
  async ({ browser }) => {
    const officer = await signedIn(await browser.newContext({ viewport: laptop }), server.url, 'officer')
    await officer.route('**/api/notifications/read-all', (route) => route.abort())
    const bell = officer.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName('Notifications, 5 unread')
    await bell.click()
    await expect(officer.getByText(/The notifications stay unread/)).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notifications, 5 unread')

    // What the bell showed last is still there when the list can't be had.
    await officer.route('**/api/notifications?*', (route) => route.abort())
    await officer.reload()
    await expect(bell).toHaveAccessibleName('Notifications, 5 unread')
    await bell.click()
    await expect(officer.getByText('This sample cooperative is ready', { exact: false })).toBeVisible()
  },
)

test('officers plan a meeting and send its notice, the member reads it, attendance meets the quorum, and adopted minutes stay', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const officer = await signedIn(
    await browser.newContext({ viewport: laptop }),
    server.url,
    'officer',
    '/coop/governance',
  )
  await officer.getByRole('button', { name: 'Plan meeting' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Plan meeting' })
  await drawer.getByRole('button', { name: 'Plan meeting' }).click()
  await expect(drawer.getByLabel('Title')).toBeFocused()
  await drawer.getByLabel('Kind').selectOption('special_general')
  await drawer.getByLabel('Title').fill('Land at Ikorodu')
  await drawer.getByLabel('Date').fill(new Date(Date.now() + 3_600_000).toISOString().slice(0, 10))
  await drawer.getByLabel('Time').fill('23:59')
  await drawer.getByLabel('Place').fill('Canteen')
  await drawer.getByLabel('Agenda').fill('The offer\n\nThe vote')
  await drawer.getByLabel('Quorum').fill('2')
  await drawer.getByRole('button', { name: 'Plan meeting' }).click()
  await expect(officer.getByRole('heading', { name: 'Land at Ikorodu', level: 1 })).toBeVisible()

  await officer.getByRole('button', { name: 'Send notice' }).click()
  await officer
    .getByRole('dialog', { name: 'Send notice' })
    .getByRole('button', { name: /^Send to \d+ members$/ })
    .click()
  await expect(officer.getByText(/^Notice sent on .* to \d+ members: \d+ in the app/)).toBeVisible()

  const member = await signedIn(await browser.newContext({ viewport: phone }), server.url, 'member')
  await member.getByRole('button', { name: /^Notifications/ }).click()
  await member.getByRole('link', { name: /Notice of meeting: Special general meeting, Land at Ikorodu/ }).click()
  await expect(member.getByRole('heading', { name: 'Land at Ikorodu', level: 1 })).toBeVisible()
  await expect(member.getByText('The vote')).toBeVisible()
  await expectClean(member, 'a meeting on a phone')

  await officer.getByRole('tab', { name: /Attendance/ }).click()
  await expect(officer.getByText('quorum of 2: 2 members more needed')).toBeVisible()
  const code = officer.getByRole('region', { name: 'Attendance code' })
  await expect(code.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const letters = await code.getByText(/^[2-9A-Z]{6}$/).innerText()
  await member.getByLabel('Attendance code').fill(letters.toLowerCase())
  await member.getByRole('button', { name: 'I am here' }).click()
  await expect(member.getByText('You are recorded as present at this meeting.')).toBeVisible()
  await expectClean(member, 'recorded as present')
  // It shows on the officer's screen without a reload.
  await expect(officer.getByText('quorum of 2: 1 member more needed')).toBeVisible()
  await officer.getByRole('checkbox', { checked: false }).first().click()
  await expect(officer.getByText('quorum of 2 reached')).toBeVisible()
  await expectClean(officer, 'attendance')

  await officer.getByRole('tab', { name: 'Minutes' }).click()
  await officer.getByRole('textbox', { name: 'Minutes' }).fill('The offer was read.\n\nIt was accepted.')
  await officer.getByRole('button', { name: 'Add resolution' }).click()
  await officer.getByLabel('Resolution 1', { exact: true }).fill('Buy the land')
  await officer.getByLabel('For', { exact: true }).fill('2')
  await expectClean(officer, 'minutes')
  await officer.getByRole('button', { name: 'Save minutes' }).click()
  await officer.getByRole('button', { name: 'Adopt minutes' }).click()
  await officer.getByRole('dialog').getByRole('button', { name: 'Adopt minutes' }).click()
  await expect(officer.getByText(/^Adopted on .* stay as they are/)).toBeVisible()
  await expect(officer.getByRole('textbox', { name: 'Minutes' })).toHaveCount(0)
  await officer.getByRole('tab', { name: /Attendance/ }).click()
  await expect(officer.getByRole('checkbox').first()).toBeDisabled()

  await member.reload()
  await expect(member.getByText('Buy the land (2 for)')).toBeVisible()
  expect(await pdfText(await downloaded(member, 'Download PDF'))).toContain('Buy the land')
})

const looks = [
  ['light', phone],
  ['dark', phone],
  ['light', laptop],
  ['dark', laptop],
] as const

for (const [colorScheme, viewport] of looks) {
  test(
    `notifications and meetings are accessible and fit at ${viewport.width} px in ${colorScheme}`,
    { tag: '@full' },
    async ({ browser }) => {
      test.setTimeout(400_000)
      const screens = {
        officer: [
          ['/coop/notifications', 'This sample cooperative is ready'],
          ['/coop/notifications?tab=sent', 'The office is open'],
          ['/coop/notifications?write=new', 'Your message appears here.'],
          ['/coop/governance', 'Annual general meeting'],
          ['/coop/governance?when=past', 'Minutes adopted'],
          ['/coop/governance?plan=new', 'One item a line'],
        ],
        member: [
          ['/member/notifications', 'The office is open'],
          ['/member/meetings', 'Annual general meeting'],
          ['/member/dashboard', 'Next meeting'],
        ],
      } as const
      for (const who of ['officer', 'member'] as const) {
        const page = await signedIn(
          await browser.newContext({ viewport, colorScheme }),
          server.url,
          who,
          screens[who][0][0],
        )
        for (const [path, shows] of screens[who]) {
          await visit(page, server.url + path)
          await expect(page.getByText(shows).first()).toBeVisible()
          await expectClean(page, path, 'WCAG 2.2 AA')
        }
        if (who === 'officer') {
          await visit(page, `${server.url}/coop/governance?when=past`)
          await page.getByRole('link', { name: 'Quarterly general meeting' }).click()
          for (const tab of ['Meeting', /Attendance/, 'Minutes']) {
            await page.getByRole('tab', { name: tab }).click()
            await expect(page.getByText(/Agenda|present/).first()).toBeVisible()
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
            await expectClean(page, `a past meeting: ${String(tab)}`, 'WCAG 2.2 AA')
          }
        }
      }
    },
  )
}
