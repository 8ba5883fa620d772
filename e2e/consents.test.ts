import { expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, officerToken, sentCode } from './calls.ts'
import { expectAccessible, expectClean, watch } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const phones = { Bola: '+2348037785501', Kemi: '+2348037785502', Sule: '+2348037785503' }

test('an officer sends a consent link, the guarantor accepts with the code on a phone, and another signs on paper', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const token = await officerToken(server)
  const ids: string[] = []
  for (const [firstName, phone] of Object.entries(phones)) {
    const [person] = await call<{ memberid: string }[]>(server, 'POST', '/cooperatives/members', token, {
      member: [{ firstName, lastName: 'Adewale', phone, registrationDate: '2025-01-15', monthlyContributions: 5000 }],
    })
    ids.push(person!.memberid)
    await call(server, 'POST', '/financial/transactions', token, {
      type: 'deposit',
      memberId: person!.memberid,
      amount: 60_000,
    })
  }
  const [borrower, ...guarantors] = ids
  const usual = await call<{ id: string }>(server, 'GET', '/financial/loan-config', token)
  await call(server, 'PUT', `/financial/loan-config/${usual.id}`, token, {
    guarantorsRequired: 2,
    guarantorCoverPercent: 100,
  })
  const loan = await call<{ id: string }>(server, 'POST', '/financial/loans', token, {
    memberId: borrower,
    loanConfigId: usual.id,
    principal: 60_000,
    instalments: 10,
    guarantors,
  })

  const office = await signedIn(
    await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    }),
    server.url,
    'officer',
    `/coop/loan-management/${loan.id}`,
  )
  await office.getByRole('button', { name: 'Send consent link to Kemi Adewale' }).click()
  await expectClean(office, 'sending a consent link')
  await office.getByRole('button', { name: 'Send by SMS' }).click()
  const dialog = office.getByRole('dialog', { name: 'Consent link made' })
  await expect(dialog.getByText(`For the phone ending in ${phones.Kemi.slice(-4)}.`)).toBeVisible()
  await expectClean(office, 'the consent link that was sent')
  expect(await dialog.getByRole('link', { name: 'Share by WhatsApp' }).getAttribute('href')).toContain(
    `https://wa.me/${phones.Kemi.slice(1)}?text=Bola%20Adewale`,
  )
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row(office, 'Kemi')).toContainText('Link made')
  // The same link came by SMS.
  await expect.poll(() => messages(phones.Kemi).at(-1)).toContain(url)

  const guarantor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const complaints = watch(guarantor)
  await guarantor.goto(`${url.slice(0, -43)}${'x'.repeat(43)}`)
  await expect(guarantor.getByText('This link isn’t valid.')).toHaveClass(/told--bad/)
  await expectClean(guarantor, 'a consent link that is not known')
  await guarantor.goto(url)
  await expect(guarantor.getByText('Bola Adewale asks you, Kemi Adewale, to guarantee this loan.')).toBeVisible()
  await expect(
    guarantor.getByText('₦30,000.00 of your savings can’t be withdrawn until the loan is repaid.'),
  ).toBeVisible()
  for (const scheme of ['dark', 'light'] as const) {
    await guarantor.emulateMedia({ colorScheme: scheme })
    await expectAccessible(guarantor, `the terms of a consent link in ${scheme}`, 'WCAG 2.2 AA')
  }
  await guarantor.getByRole('button', { name: 'Send me a code' }).click()
  const code = guarantor.getByLabel('Code from the SMS')
  await expect(code).toBeVisible()
  await expect.poll(() => messages(phones.Kemi).at(-1)).toContain('is your code')
  const sent = /\b\d{6}\b/.exec(messages(phones.Kemi).at(-1) ?? '')?.[0] ?? ''
  await code.fill(String((Number(sent) + 1) % 1_000_000).padStart(6, '0'))
  await guarantor.getByRole('button', { name: 'Accept and pledge ₦30,000.00' }).click()
  await expect(guarantor.getByText('This code is wrong. You can try 4 times more.')).toBeVisible()
  await expectClean(guarantor, 'a wrong code')
  await code.fill(sent)
  await guarantor.getByRole('button', { name: 'Accept and pledge ₦30,000.00' }).click()
  await expect(
    guarantor.getByText('You guarantee the loan of Bola Adewale. ₦30,000.00 of your savings is pledged.'),
  ).toBeVisible()
  await expectClean(guarantor, 'an answered consent link')
  await guarantor.reload()
  const told = guarantor.getByText('This link has been used: you accepted. Nothing was changed.')
  await expect(told).toBeVisible()
  await expect(told).not.toHaveClass(/told--bad/)
  await expectClean(guarantor, 'a consent link opened again')
  expect(complaints.filter((each) => !/40[49]|410|422/.test(each))).toEqual([])

  await office.reload()
  await expect(row(office, 'Kemi')).toContainText('by consent link')

  // In the sample society no one but its own login decides on loans.
  await office.getByRole('button', { name: 'Signed form of Sule Adewale' }).click()
  const form = office.getByRole('dialog', { name: 'Signed form of Sule Adewale' })
  const downloading = office.waitForEvent('download')
  await form.getByRole('button', { name: 'Print the form' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^guarantor-form-AJO-DEM234-\d+\.pdf$/)
  await expectClean(office, 'the form of a guarantor')
  const signed = {
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
  }
  await form.getByLabel('Add the signed form').setInputFiles(signed)
  await expect(
    form.getByText(
      'A second officer has to confirm a signed paper form. Give a second officer access first, or send a consent link to the guarantor’s own phone.',
    ),
  ).toBeVisible()

  // With a second officer it waits among the approvals, from where it opens.
  const password = 'office-password'
  const second = await call<{ memberid: string; phone: string; activationCode: string }>(
    server,
    'POST',
    '/members',
    token,
    { firstName: 'Second', lastName: 'Officer', phone: '+2348077700098' },
  )
  await call(server, 'POST', '/auth/reset-password', undefined, {
    identifier: second.phone,
    code: await sentCode(server, second.phone),
    password,
    confirmPassword: password,
  })
  await call(server, 'PUT', `/cooperatives/members/${second.memberid}/roles`, token, { roleIds: ['member', 'admin'] })
  await form.getByLabel('Add the signed form').setInputFiles(signed)
  await expect(form.getByText('Another officer who decides on loans has to confirm it.')).toBeVisible()
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(other, server, 'member', [second.phone, password])
  await other.getByRole('button', { name: /^Your account/ }).click()
  await other.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(other).toHaveURL(/\/coop\/dashboard/)
  await other.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals&mine=true`)
  await expectClean(other, 'a signed form among the approvals')
  await other.getByRole('link', { name: 'Review: Signed guarantor form, Sule Adewale' }).click()
  await other
    .getByRole('dialog', { name: 'Signed form of Sule Adewale' })
    .getByRole('button', { name: 'Confirm the signature' })
    .click()
  await expect(other.getByText('Signed form confirmed')).toBeVisible()
  await expect(other.getByRole('dialog')).toBeHidden()
  await expect(other.getByRole('table', { name: 'Guarantors', exact: true })).toContainText(
    'confirmed by Second Officer',
  )
})

test('afterwards the books prove themselves', async () => {
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Guarantors', exact: true }).getByRole('row').filter({ hasText: name })
const messages = (phone: string) =>
  server
    .outbox()
    .filter(({ to }) => to === phone)
    .map(({ text }) => text)
