import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { unzipSync } from 'fflate'
import { downloaded } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('support asks to look, an admin allows it and sees what was looked at, and ends it while support looks', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const support = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'superAdmin',
  )
  const officer = await signedIn(
    await browser.newContext({ viewport: { width: 390, height: 844 } }),
    server.url,
    'officer',
  )
  const list = await support.request.get(`${server.url}/api/cooperatives/list?q=AJO-DEM234`, {
    headers: { authorization: `Bearer ${await support.evaluate(() => localStorage.getItem('auth_token'))}` },
  })
  const [{ id, name }] = ((await list.json()) as { data: [{ id: string; name: string }] }).data

  await test.step('support asks with a reason and a time', async () => {
    await support.goto(`${server.url}/superadmin/cooperatives/${id}`)
    await support.getByRole('button', { name: 'Ask for access' }).click()
    const dialog = support.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Ask for access' }).click()
    await expect(dialog.getByText('Give the reason').first()).toBeVisible()
    await dialog.getByLabel('Reason').fill('You wrote that October does not add up')
    await dialog.getByLabel('For how long').selectOption('15')
    await expectClean(support, 'asking for access')
    await dialog.getByRole('button', { name: 'Ask for access' }).click()
    await expect(support.getByText(`${name} is asked`)).toBeVisible()
    await expect(support.getByText('Waiting', { exact: true })).toBeVisible()
    await expect(support.getByRole('button', { name: 'Open', exact: true })).toBeHidden()
  })

  await test.step('an admin allows it in the settings, on a phone', async () => {
    await officer.goto(`${server.url}/coop/settings?tab=support`)
    await expect(officer.getByText('You wrote that October does not add up')).toBeVisible()
    await expectClean(officer, 'support access on a phone')
    await officer.getByRole('button', { name: 'Allow' }).click()
    await expect(officer.getByText('Support access allowed for 15 minutes')).toBeVisible()
    await expect(officer.getByText('Open', { exact: true })).toBeVisible()
  })

  await test.step('support reads, and is offered nothing to change', async () => {
    await support.reload()
    await support.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(support.getByText(`You see ${name} as Ajose support until`)).toBeVisible()
    await support.goto(`${server.url}/coop/member-management`)
    await expect(support.getByText(`You see ${name} as Ajose support until`)).toBeVisible()
    await expect(support.getByRole('table', { name: 'Members' }).getByRole('row').nth(1)).toBeVisible()
    await expect(support.getByRole('link', { name: 'Add member' })).toBeHidden()
    await expect(support.getByRole('button', { name: 'Add member' })).toBeHidden()
    await expectClean(support, 'the register as support sees it')
  })

  await test.step('the audit trail has the pages, and the admin ends it at once', async () => {
    const token = await officer.evaluate(() => localStorage.getItem('auth_token'))
    const reply = await officer.request.get(`${server.url}/api/cooperatives/audit-events?limit=100&q=Ajose`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const lines = ((await reply.json()) as { data: { parameters: string | null }[] }).data
    expect(lines.map(({ parameters }) => parameters?.includes('records: /members'))).toContain(true)
    await officer.reload()
    await officer.getByRole('button', { name: 'End now' }).click()
    await expect(officer.getByText('Ended', { exact: true })).toBeVisible()
    await support.goto(`${server.url}/coop/dashboard`)
    await expect(support).toHaveURL(/login/)
  })
})

test('an admin makes an export of all records and downloads it as one ZIP', async ({ browser }) => {
  const page = await signedIn(
    await browser.newContext({ viewport: { width: 390, height: 844 } }),
    server.url,
    'officer',
    '/coop/settings?tab=data',
  )
  await page.getByRole('button', { name: 'Make an export' }).click()
  await expect(page.getByRole('button', { name: 'Make a new export' })).toBeVisible()
  await expectClean(page, 'the export')
  const files = unzipSync(readFileSync(await downloaded(page, 'Download ZIP')))
  const members = Buffer.from(files['tables/app.member.jsonl'] ?? []).toString()
  expect(members.split('\n').filter((line) => line.includes('"Blessing"')).length).toBeGreaterThan(0)
  expect(Buffer.from(files['README.txt'] ?? []).toString()).toContain('AJO-DEM234')
})
