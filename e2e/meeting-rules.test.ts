import { expect, type Locator, type Page } from '@playwright/test'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const inSixtyDays = new Date(Date.now() + 3_600_000 + 60 * 86_400_000).toISOString().slice(0, 10)

/** Enters 14 days and 25% for general meetings; answers how many active members there are. */
async function enterByeLaws(officer: Page): Promise<number> {
  await officer.getByRole('link', { name: 'Bye-laws', exact: true }).click()
  await expect(officer.getByText('Members vote in person; Ajose counts no proxies.')).toBeVisible()
  const general = officer.getByRole('region', { name: 'Annual and other general meetings' })
  await general.getByLabel('Days of notice').fill('61')
  await expect(general.getByText('Enter a whole number of days from 0 to 60')).toBeVisible()
  await general.getByLabel('Days of notice').fill('14')
  await general
    .getByLabel(/^Clause/)
    .first()
    .fill('Clause 8')
  await general.getByLabel('Quorum').selectOption({ label: 'A percentage of the active members' })
  await general.getByLabel('Percent').fill('25')
  await general
    .getByLabel(/^Clause/)
    .last()
    .fill('Clause 14')
  const hint = await general.getByText(/^Today \d+ of \d+ active members\.$/).textContent()
  const [quorum = 0, members = 0] = (hint?.match(/\d+/g) ?? []).map(Number)
  expect(members).toBeGreaterThan(20)
  expect(quorum * 4 >= members && (quorum - 1) * 4 < members).toBe(true)
  const committee = officer.getByRole('region', { name: 'Committee meetings' })
  await expect(committee.getByLabel('Quorum').getByRole('option')).toHaveText(['None', 'A number of members'])
  await expectClean(officer, 'the bye-laws on meetings')
  await officer.getByRole('button', { name: 'Save bye-laws' }).click()
  await expect(officer.getByText('Bye-laws saved').first()).toBeVisible()
  return members
}

async function openPlan(officer: Page, date: string): Promise<Locator> {
  await officer.goto(`${server.url}/coop/governance?plan=new`)
  const plan = officer.getByRole('dialog', { name: 'Plan meeting' })
  await plan.getByLabel('Kind').selectOption({ label: 'Annual general meeting' })
  await plan.getByLabel('Date').fill(date)
  return plan
}

test(
  'an officer enters the bye-laws on meetings, plans one from a template at short notice, and the minutes say why',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const officer = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      '/coop/governance',
    )
    // Until days of notice are entered, nothing is said about them.
    const unruled = await openPlan(officer, today)
    await expect(unruled.getByText('How many members must be present by your bye-laws')).toBeVisible()
    await expect(unruled.getByText(/notice/)).toHaveCount(0)
    await officer.goto(`${server.url}/coop/governance`)
    const members = await enterByeLaws(officer)
    const quorum = Math.floor((members + 3) / 4)

    // A meeting that is near enough says so before it is planned.
    const plan = await openPlan(officer, today)
    await expect(plan.getByText('This is short notice')).toBeVisible()
    await expect(plan.getByLabel('Quorum')).toHaveValue(String(quorum))
    await expect(plan.getByText(`25% of ${members} active members, Clause 14`)).toBeVisible()
    await plan.getByLabel('Title').fill('Meeting at short notice')
    await plan.getByLabel('Time').fill('23:58')
    await plan.getByLabel('Place').fill('Canteen')
    await plan.getByRole('button', { name: 'Fill in from template' }).click()
    await expect(plan.getByLabel('Agenda')).toHaveValue(/^Opening and quorum\n.*\nClosing$/s)
    await plan.getByLabel('Agenda').fill('Opening prayer\nAccounts of the year\nClosing')
    await plan.getByRole('button', { name: 'Use as the template for these meetings' }).click()
    await expect(officer.getByText('Template saved').first()).toBeVisible()
    await expect(plan.getByRole('button', { name: 'Use as the template for these meetings' })).toHaveCount(0)
    await expectClean(officer, 'planning a meeting at short notice')
    await plan.getByRole('button', { name: 'Plan meeting' }).click()
    await expect(officer.getByRole('heading', { name: 'Meeting at short notice', level: 1 })).toBeVisible()
    await expect(officer.getByText(/^Notice was due by .*14 days’ notice \(Clause 8\)/)).toBeVisible()

    await officer.getByRole('button', { name: 'Send notice' }).click()
    const notice = officer.getByRole('dialog', { name: 'Send notice' })
    await notice.getByRole('button', { name: /^Send to/ }).click()
    await expect(notice.getByText('Give the reason for the short notice')).toBeVisible()
    await notice.getByLabel('Reason for the short notice').fill('The bank closes on Friday')
    await expectClean(officer, 'sending a notice that is short')
    await notice.getByRole('button', { name: /^Send to/ }).click()
    await expect(officer.getByText('It was short notice: The bank closes on Friday')).toBeVisible()
    await expectClean(officer, 'a meeting at short notice')

    await officer.getByRole('tab', { name: 'Attendance' }).click()
    await expect(officer.getByText(`quorum of ${quorum}: ${quorum} members more needed`)).toBeVisible()
    await officer.getByRole('tab', { name: 'Minutes' }).click()
    await officer.getByRole('textbox', { name: 'Minutes' }).fill('The accounts were read.')
    await officer.getByRole('button', { name: 'Save minutes' }).click()
    const paper = await pdfText(await downloaded(officer, 'Download PDF'))
    expect(paper).toContain('The bye-laws ask for 14 days’ notice (Clause 8). Reason for the short notice: The')
    expect(paper).toContain('bank closes on Friday')
    expect(paper).toContain(`25% of ${members} active members, Clause 14`)

    // The next one has time, and begins with the society's own template; its phone shows the same.
    await officer.setViewportSize({ width: 390, height: 844 })
    const next = await openPlan(officer, inSixtyDays)
    await expect(
      next.getByText(/^Send the notice by .*: your bye-laws ask for 14 days’ notice \(Clause 8\)\.$/),
    ).toBeVisible()
    await next.getByRole('button', { name: 'Fill in from template' }).click()
    await expect(next.getByLabel('Agenda')).toHaveValue('Opening prayer\nAccounts of the year\nClosing')
    await expectClean(officer, 'planning a meeting in time, on a phone')
    await next.getByLabel('Title').fill('Meeting in time')
    await next.getByLabel('Time').fill('10:00')
    await next.getByLabel('Place').fill('Canteen')
    await next.getByRole('button', { name: 'Plan meeting' }).click()
    await expect(
      officer.getByText(/^Notice by .*: your bye-laws ask for 14 days’ notice \(Clause 8\)\.$/),
    ).toBeVisible()
  },
)
