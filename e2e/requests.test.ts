import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { expectClean, watch } from './looks.ts'
import { visit } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const phone = { viewport: { width: 390, height: 844 } }
const png = {
  name: 'teller.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('a member asks on their phone, an officer approves one and declines another, and the member reads both', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const member = await (await browser.newContext(phone)).newPage()
  const complaints = watch(member)
  await signIn(member, server, 'member', undefined, '/member/profile')
  await member.getByRole('link', { name: 'Ask for a change' }).click()
  const asking = member.getByRole('dialog', { name: 'Ask for a change' })
  const send = asking.getByRole('button', { name: 'Send to the officers' })
  await send.click()
  await expect(asking.getByText('No changes')).toBeVisible()
  await asking.getByLabel('Email (optional)', { exact: true }).fill('at home')
  await send.click()
  await expect(asking.getByText('Invalid email format')).toBeVisible()
  await expectClean(member, 'asking, with a mistake')
  await asking.getByLabel('Email (optional)', { exact: true }).fill('')
  await asking.getByLabel('Address (optional)', { exact: true }).fill('9 Hill Street, Ibadan')
  await asking.getByLabel('Other phone (optional)', { exact: true }).fill('0803 444 5566')
  await asking.getByText('Bank details').click()
  const [bank, number] = [asking.getByLabel('Bank', { exact: true }), asking.getByLabel('Account number')]
  const known = [await bank.inputValue(), await number.inputValue()]
  await bank.fill('FBN')
  // The example of the Central Bank's standard: bank 011, serial 000001457, check digit 9. A sheet drops the zeros in front.
  for (const [digits, isDoubted] of [
    ['0000014570', true],
    ['0000014579', false],
    ['00 0001 4578', true],
  ] as const) {
    await number.fill(digits)
    await expect(asking.getByText('This does not look like an account number of FBN.')).toBeVisible({
      visible: isDoubted,
    })
  }
  await expect(asking.locator('datalist#banks option')).not.toHaveCount(0)
  await bank.fill(known[0] ?? '')
  await number.fill(known[1] ?? '')
  await asking.getByText('Name and phone').click()
  await asking.getByLabel('Last name', { exact: true }).fill('Adéwálé')
  await send.click()
  await expect(asking).toBeHidden()
  await expect(member.getByText('9 Hill Street, Ibadan')).toBeVisible()
  await expect(member.getByText('+2348034445566')).toBeVisible()
  await expect(member.getByText('Show an officer a paper')).toBeVisible()

  await visit(member, `${server.url}/member/contributions`)
  await member.getByRole('link', { name: 'Change my monthly contribution' }).click()
  const amount = member.getByRole('dialog', { name: 'Change my monthly contribution' })
  await amount.getByRole('button', { name: 'Send to the officers' }).click()
  await expect(amount.getByText('Enter the amount, such as 25,000 or 25k')).toBeVisible()
  await amount.getByLabel('New amount each month').fill('77k')
  await expectClean(member, 'asking for another contribution')
  await amount.getByRole('button', { name: 'Send to the officers' }).click()
  await expect(amount).toBeHidden()
  await expectClean(member, 'the own requests')
  await member.goto(`${server.url}/member/dashboard`)
  await expect(member.getByText('2 requests of yours wait for an officer')).toBeVisible()
  await expectClean(member, 'the dashboard with requests')
  await member.getByRole('link', { name: 'See what you asked for' }).click()
  await expect(member.getByText('₦77,000.00')).toBeVisible()

  const officer = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
  )
  await officer.getByRole('link', { name: '3 changes requested by members' }).click()
  await expectClean(officer, 'the requests')
  await officer.getByRole('row').filter({ hasText: 'Last name' }).getByRole('button').first().click()
  const drawer = officer.getByRole('dialog')
  await expect(drawer.getByText('Look at a paper first')).toBeVisible()
  await expect(drawer.getByText('Adéwálé')).toBeVisible()
  await expectClean(officer, 'a request')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await expect(drawer).toBeHidden()
  await officer.getByRole('row').filter({ hasText: '₦77,000.00 each month' }).getByRole('button').first().click()
  await drawer.getByRole('button', { name: 'Decline', exact: true }).click()
  await drawer.getByRole('button', { name: 'Decline and tell the reason' }).click()
  await expect(drawer.getByText('Say why, for the member')).toBeVisible()
  await drawer.getByLabel('Reason').fill('Come to the meeting first.')
  await expectClean(officer, 'declining a request')
  await drawer.getByRole('button', { name: 'Decline and tell the reason' }).click()
  await expect(officer.getByRole('row').filter({ hasText: '₦77,000.00 each month' })).toBeHidden()

  await member.goto(`${server.url}/member/requests`)
  await expect(member.getByText('Declined: Come to the meeting first.')).toBeVisible()
  await expect(member.getByText('Approved')).toBeVisible()
  await expectClean(member, 'the answers')
  await member.goto(`${server.url}/member/profile`)
  await expect(member.getByText('9 Hill Street, Ibadan')).toBeVisible()
  await expect(member.getByRole('heading', { name: /Adéwálé/ })).toBeVisible()
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
})

test('a member names other nominees on their phone, and an officer sees both lists before approving', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const member = await (await browser.newContext(phone)).newPage()
  const complaints = watch(member)
  await signIn(member, server, 'member', undefined, '/member/profile')
  await member.getByRole('link', { name: 'Ask for other nominees' }).click()
  const form = member.getByRole('dialog', { name: 'Change my nominees' })
  const person = (number: number) => form.getByRole('group', { name: `Nominee ${number}` })
  const send = form.getByRole('button', { name: 'Send to the officers' })
  await person(1).getByLabel('First name').fill('Bisi')
  await person(1).getByLabel('Relationship').fill('daughter')
  await person(1).getByLabel('Share in percent').fill('60')
  await send.click()
  await expect(form.getByText('40 % is still to be given.')).toBeVisible()
  await expectClean(member, 'nominees that do not share all of it')
  await form.getByRole('button', { name: 'Add a nominee' }).click()
  await expect(person(2).getByLabel('Share in percent')).toHaveValue('40')
  await send.click()
  await expect(person(2).getByText('First name is required')).toBeVisible()
  await person(2).getByLabel('First name').fill('Kunle')
  await send.click()
  await expect(form).toBeHidden()
  await expect(member.getByText('60 % Bisi, daughter')).toBeVisible()
  await expectClean(member, 'the own request for other nominees')

  const officer = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    '/coop/member-management/requests',
  )
  await officer.getByRole('row').filter({ hasText: 'Nominees' }).getByRole('button').first().click()
  const drawer = officer.getByRole('dialog', { name: 'Other nominees' })
  await expect(drawer.getByText('no one')).toBeVisible()
  await expect(drawer.getByText('40 % Kunle')).toBeVisible()
  await expectClean(officer, 'a request for other nominees')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await expect(drawer).toBeHidden()
  await member.goto(`${server.url}/member/profile`)
  await expect(member.getByText('1. Bisi')).toBeVisible()
  await expect(member.getByText('2. Kunle')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a deposit is reported with a photograph, more proof is added later, and the officer sees it beside the approval', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const member = await (await browser.newContext(phone)).newPage()
  const complaints = watch(member)
  await signIn(member, server, 'member', undefined, '/member/transactions?record=deposit')
  const form = member.getByRole('dialog', { name: 'Report a deposit' })
  await form.getByLabel('Amount').fill('4,321')
  await form.getByLabel('Add proof').setInputFiles(png)
  await expect(form.getByText('teller.png')).toBeVisible()
  await expectClean(member, 'the deposit with proof')
  await form.getByRole('button', { name: 'Report ₦4,321.00' }).click()
  await expect(form).toBeHidden()
  await member.getByLabel('Status').selectOption('pending')
  // In the list: until it has the deposit, only the message that it was reported has this amount.
  await member.getByRole('row').filter({ hasText: '4,321.00' }).getByRole('button', { name: 'Deposit' }).click()
  const drawer = member.getByRole('dialog', { name: 'Deposit' })
  await expect(drawer.getByRole('img', { name: 'Proof: teller.png' })).toBeVisible()
  await drawer
    .getByLabel('Add proof')
    .setInputFiles({ ...png, name: 'slip.html', buffer: Buffer.from('<html></html>') })
  await expect(drawer.getByText('Choose a PDF, JPEG or PNG file.')).toBeVisible()
  await drawer.getByLabel('Add proof').setInputFiles({ ...png, name: 'second.png' })
  await expect(drawer.getByRole('img', { name: 'Proof: second.png' })).toBeVisible()
  await expectClean(member, 'the proof of a deposit')
  expect(complaints.filter((each) => !each.includes('415'))).toEqual([])

  const officer = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
  )
  await officer.getByRole('link', { name: /approvals? to give$/ }).click()
  await officer.getByRole('row').filter({ hasText: '4,321.00' }).getByRole('button').first().click()
  const decision = officer.getByRole('dialog', { name: 'Deposit' })
  await expect(decision.getByRole('img', { name: 'Proof: teller.png' })).toBeVisible()
  await expect(decision.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(decision.getByLabel('Add proof')).toHaveCount(0)
  await expectClean(officer, 'the proof beside the approval')
  expect(await runChecks(await server.adminUrl())).toEqual([])
})
