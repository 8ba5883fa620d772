import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO_LOOPBACK: '1' })
})
test.afterAll(() => server.stop())

test('an administrator makes a key, which works until it is revoked, and sees in the log what a webhook was told', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const received: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece) => (body += piece))
    request.on('end', () => {
      received.push(body)
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  const page = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    '/coop/settings?tab=integrations',
  )
  const members = (token: string) =>
    fetch(`${server.url}/api/members?limit=1`, { headers: { authorization: `Bearer ${token}` } })

  await expect(page.getByText('No API key')).toBeVisible()
  await expectClean(page, 'no integrations yet')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByRole('button', { name: 'Make key' }).click()
  await expect(page.getByText('Choose what the key may do')).toBeVisible()
  await page.getByLabel('Name').fill('Payroll')
  await page.getByLabel('Read members').check()
  await expectClean(page, 'making a key')
  await page.getByRole('button', { name: 'Make key' }).click()
  const key = (await page.locator('.shown-once').textContent()) ?? ''
  expect((await members(key)).status).toBe(200)
  await expectClean(page, 'a key that is shown once')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Never')).toBeVisible()

  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  await page.getByLabel('Contribution posted').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.locator('.shown-once')).toHaveText(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()

  const token = await officerToken(server)
  const [member] = await call<{ memberid: string }[]>(server, 'GET', '/members?limit=1', token)
  await call(server, 'POST', '/financial/contributions', token, { memberId: member?.memberid, amount: 2500 })
  await expect
    .poll(() => received.map((body) => JSON.parse(body).data.amountKobo), { timeout: 30_000 })
    .toEqual(['250000'])
  await page.reload()
  const row = page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('row')
    .filter({ hasText: 'Contribution posted' })
  await expect(row).toContainText('Delivered')
  await expect(row).toContainText('It answered 204')
  await expectClean(page, 'keys, webhooks and deliveries')
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(2)
  expect(received[1]).toBe(received[0])

  await page.getByRole('button', { name: 'Revoke Payroll' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(page.getByText('API key revoked')).toBeVisible()
  expect((await members(key)).status).toBe(401)
  receiver.closeAllConnections()
  receiver.close()
})
