import { type Browser, expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { kobo, moneyText } from '#core/money.ts'
import { goToReview, goToTerms } from './apply.ts'
import { call, officerToken, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const paper = {
  name: 'payslip.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
}

test('the committee finds an application under Approvals, decides it with its minute, and prints the agreement', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const token = await officerToken(server)
  await asked(
    '/governance/meetings',
    { kind: 'committee', title: 'Loans committee', date: today(), time: '10:00', place: 'The office' },
    token,
  )
  const page = await signedIn(
    await browser.newContext({ viewport: laptop }),
    server.url,
    'officer',
    '/coop/financial-operations/transactions?tab=approvals',
  )
  const waiting = page.getByRole('row').filter({ hasText: 'Sadiq Nwosu' })
  await expect(waiting).toContainText('₦60,000.00')
  await expectClean(page, 'an application that waits')
  await waiting.getByRole('link', { name: 'Loan application', exact: true }).click()

  const application = (
    await call<{ id: string }[]>(server, 'GET', '/financial/loans?status=submitted&q=Sadiq', token)
  )[0]!
  const review = await call<{
    borrower: { savings: number }
    rules: unknown[]
    guarantors: { name: string; available: number }[]
  }>(server, 'GET', `/financial/loans/${application.id}/review`, token)
  await expect(page.getByRole('heading', { name: 'Borrower', exact: true })).toBeVisible()
  await expect(page.getByText(moneyText(kobo(Math.round(review.borrower.savings * 100)))).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Rules of this loan' }).getByRole('listitem')).toHaveCount(
    review.rules.length,
  )
  for (const { name, available } of review.guarantors)
    await expect(
      page.getByRole('table', { name: 'What the guarantors can pledge' }).getByRole('row').filter({ hasText: name }),
    ).toContainText(moneyText(kobo(Math.round(available * 100))))
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectClean(page, 'the sheet of an application')

  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Approve this loan?' })
  await question
    .getByLabel('Decided at')
    .selectOption({ label: await question.getByRole('option', { name: /^Loans committee/ }).innerText() })
  await question.getByLabel('Minute number or note').fill('LC/26/7')
  await expectClean(page, 'deciding with a minute')
  await question.getByRole('button', { name: 'Approve ₦60,000.00' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('minute LC/26/7')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Agreement' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^loan-agreement-AJO-DEM234-\d+-L\d+\.pdf$/)

  await page.getByRole('link', { name: /^Loans committee/ }).click()
  await page.getByRole('tab', { name: 'Loans' }).click()
  const decided = page
    .getByRole('table', { name: 'Loans decided at this meeting' })
    .getByRole('row')
    .filter({ hasText: 'Sadiq Nwosu' })
  await expect(decided).toContainText('LC/26/7')
  await expect(decided).toContainText('Approved')
  await expectClean(page, 'the loans of a meeting')
  await page.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals`)
  await expect(page.getByText('1 request waits for you.')).toBeVisible()
})

test(
  'a member sends a paper with their application, the office reads and adds, and what is removed leaves its line',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const token = await officerToken(server)
    const { page: own, memberId } = await newMember(browser, token)
    await asked('/financial/transactions', { type: 'deposit', memberId, amount: 50_000 }, token)
    const usual = (await asked('/financial/loan-config', undefined, token, 'GET')) as { id: string }
    await asked(
      `/financial/loan-config/${usual.id}`,
      { guarantorsRequired: 0, fees: [{ name: 'Processing fee', of: 'amount', percent: 1, when: 'disbursement' }] },
      token,
      'PUT',
    )
    await own.goto(`${server.url}/member/loans/apply`)
    await own.getByLabel('Amount').fill('20k')
    await own.getByLabel('Instalments').fill('4')
    await goToTerms(own)
    // What the instalments add up to, whatever was withheld when it was paid out.
    const instalments = await own
      .getByRole('table', { name: 'If it is paid out today' })
      .getByRole('row')
      .filter({ has: own.getByRole('cell') })
      .locator('td:nth-child(2)')
      .allTextContents()
    const sum = instalments.reduce((total, text) => total + Number(text.replace(/\D/g, '')), 0)
    expect([instalments.length, sum]).toEqual([4, expect.any(Number)])
    const fact = (label: string) => own.locator('dl div').filter({ hasText: label })
    await expect(fact('You receive')).toContainText('₦19,800.00')
    await expect(fact('You pay back in all')).toContainText(moneyText(kobo(sum)))
    await own.getByRole('button', { name: 'Back' }).click()
    await goToReview(own)
    await own.getByLabel('Add a paper').setInputFiles(paper)
    await own.getByLabel('Add a paper').setInputFiles({ ...paper, name: 'wrong.pdf' })
    await expect(own.getByRole('list', { name: 'Papers to send' }).getByRole('listitem')).toHaveCount(2)
    await expectClean(own, 'the application with its papers')
    await own.getByRole('button', { name: 'Apply for ₦20,000.00' }).click()
    await expect(own.getByText('payslip.pdf')).toBeVisible()
    await own.getByRole('button', { name: 'Remove wrong.pdf' }).click()
    await own
      .getByRole('dialog', { name: 'Remove wrong.pdf?' })
      .getByRole('button', { name: 'Remove the paper' })
      .click()
    await expect(own.getByText(/Removed by Paper Sender/)).toBeVisible()
    await expectClean(own, 'the papers of a loan')

    const office = await signedIn(await browser.newContext({ viewport: laptop }), server.url, 'officer')
    await office.goto(own.url().replace('/member/loans/', '/coop/loan-management/'))
    await expect(office.getByText(/added by Paper Sender/).first()).toBeVisible()
    const downloading = office.waitForEvent('download')
    await office.getByRole('button', { name: 'Download payslip.pdf' }).click()
    expect((await downloading).suggestedFilename()).toBe('payslip.pdf')
    await office
      .getByLabel('Add a paper')
      .setInputFiles({ ...paper, name: 'virus.html', mimeType: 'text/html', buffer: Buffer.from('<html></html>') })
    await expect(office.getByText('Choose a PDF, JPEG or PNG file.')).toBeVisible()
    await office.getByRole('button', { name: 'Reject', exact: true }).click()
    const question = office.getByRole('dialog', { name: 'Reject the application of Paper Sender?' })
    await question.getByLabel('Reason').fill('The payslip is old')
    await question.getByRole('button', { name: 'Reject ₦20,000.00' }).click()
    await expect(question).toBeHidden()
    await own.reload()
    await expect(own.getByText('payslip.pdf')).toBeVisible()
    await expect(own.getByLabel('Add a paper')).toHaveCount(0)
  },
)

test('an officer says when borrowers are reminded, in a sentence', { tag: '@full' }, async ({ browser }) => {
  const page = await signedIn(
    await browser.newContext({ viewport: laptop }),
    server.url,
    'officer',
    '/coop/financial-operations/setup?tab=loans',
  )
  await page.getByLabel('Remind of an instalment').selectOption('5 days before it falls due')
  await page.getByLabel('Also by SMS').check()
  // A button half under the bar at the top is too small for axe, wherever the page is scrolled to.
  await page.evaluate(() => scrollTo(0, 0))
  await expectClean(page, 'the reminders')
  await page.getByRole('button', { name: 'Save reminders' }).click()
  await expect(page.getByText('Reminders changed')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Remind of an instalment')).toHaveValue('5')
  await expect(page.getByLabel('Also by SMS')).toBeChecked()
})

test('afterwards the books prove themselves', async () => {
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

const asked = (path: string, body: object | undefined, token?: string, method = 'POST') =>
  call<unknown>(server, method, path, token, body)

/** A member of their own, logged in on their phone. */
async function newMember(browser: Browser, token: string): Promise<{ page: Page; memberId: string }> {
  const [person] = (await asked(
    '/cooperatives/members',
    {
      member: [
        {
          firstName: 'Paper',
          lastName: 'Sender',
          phone: '+2348037780001',
          registrationDate: '2025-01-15',
          monthlyContributions: 5000,
        },
      ],
    },
    token,
  )) as { memberid: string; activationCode: string }[]
  const password = 'password-of-their-own'
  await asked('/auth/reset-password', {
    identifier: '+2348037780001',
    code: await sentCode(server, '+2348037780001'),
    password,
    confirmPassword: password,
  })
  const page = await signIn(await (await browser.newContext({ viewport: phone })).newPage(), server, 'member', [
    '+2348037780001',
    password,
  ])
  return { page, memberId: person?.memberid ?? '' }
}
