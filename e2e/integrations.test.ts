import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import pg from 'pg'
import { call, officerToken, openSociety, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
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

test(
  'a webhook of an admin whose office is over says so, and another officer takes it over after typing their password',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(180_000)
    const password = 'integrating-password'
    const phone = '+2348036200001'
    const { coopId, token } = await openSociety(server, { name: 'Told Society', phone: '+2348036200000', password })
    const [ada] = await call<{ memberid: string }[]>(server, 'POST', '/cooperatives/members', token, {
      member: [{ firstName: 'Ada', lastName: 'Bello', phone, registrationDate: '2024-06-01' }],
    })
    await call(server, 'POST', '/auth/reset-password', undefined, {
      ...{ identifier: phone, code: await sentCode(server, phone), password, confirmPassword: password },
    })
    await call(server, 'PUT', `/cooperatives/members/${ada?.memberid}/roles`, token, { roleIds: ['member', 'admin'] })
    const login = await call<{ accessToken: string; member: { cooperativeId: string } }>(
      ...([server, 'POST', '/member-auth/login', undefined, { phoneNumber: phone, password }] as const),
    )
    const { accessToken } = await call(server, 'POST', '/member-auth/switch', login.accessToken, {
      ...{ cooperativeId: login.member.cooperativeId, role: 'coop_admin' },
    })
    await call(server, 'POST', '/cooperatives/webhooks', accessToken, {
      ...{ url: 'http://127.0.0.1:9/of-ada', kinds: ['contribution.posted'] },
    })
    const { changeRequestId } = await call(server, 'PUT', `/cooperatives/members/${ada?.memberid}/roles`, token, {
      roleIds: ['member'],
    })
    await call(server, 'POST', `/change-requests/${changeRequestId}/approve`, accessToken, {})

    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await signIn(page, server, 'officer', [coopId, password], '/coop/settings?tab=integrations')
    await expect(page.getByText('Ada Bello, who added a webhook, is not an admin any more')).toBeVisible()
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
    await expectClean(page, 'a webhook that stopped')
    await lapseProofs()
    await page.getByRole('button', { name: /^Actions for http/ }).click()
    await page.getByRole('menuitem', { name: 'Take over' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirm.getByLabel('Your password').fill('not-the-password')
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(confirm.getByText('This is not your current password.')).toBeVisible()
    await expectClean(page, 'confirming who it is without a second factor')
    await confirm.getByLabel('Your password').fill(password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Webhook taken over')).toBeVisible()
    await expect(page.getByText('Stopped', { exact: true })).toBeHidden()
    const [webhook] = await call<{ madeBy: string | null; switchedOffAt: string | null }[]>(
      server,
      'GET',
      '/cooperatives/webhooks',
      token,
    )
    // Without a name it is the cooperative's own login.
    expect(webhook).toMatchObject({ madeBy: null, switchedOffAt: null })
  },
)

/** As if all logins of this server's people were some hours old. */
async function lapseProofs(): Promise<void> {
  const client = new pg.Client({ connectionString: await server.adminUrl() })
  await client.connect()
  await client.query("update platform.session set proved_at = proved_at - interval '2 hours'")
  await client.end()
}
