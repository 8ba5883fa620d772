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
const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const inAMonth = new Date(Date.now() + 3_600_000 + 30 * 86_400_000).toISOString().slice(0, 10)

test(
  'an officer records an action with the minutes, the member is told and marks it as done, and the minutes name it',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const officer = await signedIn(
      await browser.newContext({ viewport: laptop }),
      server.url,
      'officer',
      '/coop/governance?plan=new',
    )
    const plan = officer.getByRole('dialog', { name: 'Plan meeting' })
    await plan.getByLabel('Title').fill('Water for the market')
    await plan.getByLabel('Date').fill(today)
    await plan.getByLabel('Time').fill('23:58')
    await plan.getByLabel('Place').fill('Canteen')
    await plan.getByLabel('Agenda').fill('The borehole\n\nThe vote')
    await plan.getByRole('button', { name: 'Plan meeting' }).click()
    await expect(officer.getByRole('heading', { name: 'Water for the market', level: 1 })).toBeVisible()

    // What the meeting before decided is here with what became of it.
    const before = officer.getByRole('region', { name: 'Actions from the last meeting' })
    await expect(before.getByRole('row', { name: /Call the members who are two months behind/ })).toContainText('Done')
    await expect(before.getByRole('row', { name: /Bring three quotations/ })).toContainText('Open')
    await expectClean(officer, 'a meeting with actions of the last one')

    await officer.getByRole('tab', { name: 'Minutes' }).click()
    await officer.getByRole('textbox', { name: 'Minutes' }).fill('The borehole was discussed.')
    await officer.getByRole('button', { name: 'Save minutes' }).click()
    const actions = officer.getByRole('region', { name: 'Actions', exact: true })
    await actions.getByRole('button', { name: 'Record action' }).click()
    const drawer = officer.getByRole('dialog', { name: 'Record action' })
    await drawer.getByRole('button', { name: 'Record action' }).click()
    await expect(drawer.getByText('Choose a member')).toBeVisible()
    await drawer.getByLabel('What is to be done').fill('Ask the council for a borehole.')
    await drawer.getByRole('combobox', { name: 'Who does it' }).fill('AJO-DEM234/00001')
    await drawer.getByRole('listbox').getByRole('option').first().click()
    await drawer.getByLabel('Due on').fill(inAMonth)
    await drawer.getByLabel('Item of the agenda').selectOption({ label: '1. The borehole' })
    await expectClean(officer, 'recording an action')
    await drawer.getByRole('button', { name: 'Record action' }).click()
    const row = actions.getByRole('row', { name: /Ask the council for a borehole/ })
    await expect(row).toContainText('Open')

    const member = await signedIn(await browser.newContext({ viewport: phone }), server.url, 'member')
    await member.getByRole('button', { name: /^Notifications/ }).click()
    await member
      .getByRole('link', { name: /Your action from the meeting of .*: Ask the council for a borehole\. Due on/ })
      .click()
    const own = member.getByRole('region', { name: 'Your actions' })
    await expect(own.getByText('Ask the council for a borehole.')).toBeVisible()
    await expectClean(member, 'a member’s actions')

    // Once adopted it is no longer changed, and the member can still say that it is done.
    await officer.getByRole('button', { name: 'Adopt minutes' }).click()
    await officer.getByRole('dialog').getByRole('button', { name: 'Adopt minutes' }).click()
    await expect(officer.getByText(/^Adopted on .* stay as they are/)).toBeVisible()
    await expect(actions.getByRole('button', { name: 'Record action' })).toHaveCount(0)
    await row.getByRole('button', { name: /^Update/ }).click()
    await expect(officer.getByRole('menuitem')).toHaveText(['Mark as done', 'Drop'])
    await officer.keyboard.press('Escape')
    const paper = await pdfText(await downloaded(officer, 'Download PDF'))
    expect(paper).toContain('Ask the council for a borehole.')
    expect(paper).toContain('Due on')

    await own.getByRole('button', { name: 'Mark as done' }).click()
    const dialog = member.getByRole('dialog', { name: 'Is this done?' })
    await dialog.getByLabel(/^What was done/).fill('The letter was received.')
    await expectClean(member, 'marking an action as done')
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await expect(own).toHaveCount(0)

    // The officer sees who said so, without a reload.
    await expect(row).toContainText('Done')
    await expect(row).toContainText(/Done on .*, as .+ said: The letter was received\./)
    await visit(officer, `${server.url}/coop/governance`)
    await officer.getByRole('link', { name: 'Actions', exact: true }).click()
    await expect(officer.getByRole('row', { name: /Bring three quotations/ })).toBeVisible()
    await expect(officer.getByText('Ask the council')).toHaveCount(0)
    await officer.getByRole('tab', { name: 'Done' }).click()
    await expect(officer.getByRole('row', { name: /Ask the council/ })).toContainText('Water for the market')
    await expectClean(officer, 'the list of actions')
  },
)
