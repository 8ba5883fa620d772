import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import readExcelFile from 'read-excel-file/node'
import { runChecks } from '#platform/db/run-checks.ts'
import { call } from './calls.ts'
import { buyAsset, closeYear, openChecklist, postDepreciation } from './closing-steps.ts'
import { downloaded, pdfText } from './downloads.ts'
import {
  acceptNomination,
  beginRegister,
  buildElectingSociety,
  closeNominations,
  countAndConfirm,
  dayFromNow,
  declareResult,
  type ElectingMember,
  type ElectingSociety,
  enterOffice,
  memberToken,
  nominateOther,
  nominateSelf,
  openBallot,
  openElection,
  openPortal,
  second,
  voteByCall,
  voteInBrowser,
} from './elections.ts'
import { expectClean } from './looks.ts'
import { recordWhenJoined } from './recorded-members.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'year-password'
const size = 40
/** The last five may not vote: three joined today, and two are not active. */
const voters = size - 5
const joinedToday = (n: number) => n >= voters && n < size - 2
/** Who has shares: all who were members last year. Each bought theirs on the 10th of a month. */
const held = Array.from({ length: size }, (_, n) =>
  joinedToday(n) ? undefined : { shares: 20 + n, month: (n % 12) + 1 },
)
const par = 500
const income = 1_234_567.89
const [cost, life] = [240_000, 48]
/** Bought in October: three months of the year, the month of purchase counted whole. */
const depreciation = (cost * 3) / life

const resolution = 'That 60 % of the surplus of 2025 be paid as dividend.'
/** What each says on the dividend: 1 for, 2 against, 3 abstaining; and for the treasurer: 1 or 2. */
const onDividend = Array.from({ length: voters }, (_, n) => (n % 8 === 0 ? 2 : n % 11 === 0 ? 3 : 1))
const onTreasurer = Array.from({ length: voters }, (_, n) => (n % 3 === 0 ? 1 : 2))
const count = (said: readonly number[], place: number) => said.filter((each) => each === place).length

const naira = (kobo: bigint) =>
  `₦${String(kobo / 100n).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${String(kobo % 100n).padStart(2, '0')}`
const amountOf = (kobo: bigint) => Number(kobo) / 100

/** The sheet's arithmetic: parts of a whole rounded down, and what is left to the largest fractions, the earlier first. */
function shared(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const parts = weights.map((weight) => (whole * weight) / sum)
  const left = Number(whole - parts.reduce((all, part) => all + part, 0n))
  const byRest = weights
    .map((weight, n) => ({ n, rest: (whole * weight) % sum }))
    .toSorted((one, other) => (one.rest === other.rest ? one.n - other.n : one.rest > other.rest ? -1 : 1))
  for (const { n } of byRest.slice(0, left)) parts[n] = (parts[n] ?? 0n) + 1n
  return parts
}
const surplus = BigInt(Math.round((income - depreciation) * 100))
const [reserve = 0n, dividend = 0n, carried = 0n] = shared(surplus, [2500n, 6000n, 1500n])
const monthEnds = held.map((each) => (each ? BigInt(each.shares * par * 100 * (13 - each.month)) : 0n))
const parts = shared(dividend, monthEnds)

test(
  'a society of 40 lives through its year with one officer: it closes, votes a dividend, pays it, elects a treasurer, and the auditor takes the papers',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(600_000)
    const society = await buildElectingSociety(server, {
      ...{ name: 'Year Society', phone: '+2348031260000', size, password },
      joinedOn: (n) => (joinedToday(n) ? dayFromNow(0) : '2020-06-01'),
      // Until then the cooperative's login decides alone, so that nothing waits for a second officer.
      hasTreasurer: false,
    })
    const { members } = society
    const { officer, phone } = await toTheDividend(browser, society)

    await call(server, 'PUT', `/cooperatives/members/${members[0]?.id}/roles`, society.token, {
      roleIds: ['member', 'treasurer'],
    })
    await electTreasurer(officer, phone, society, async (member, path) => openPortal(browser, society, member, path))
    expect((await enterOffice(society, members[0] as ElectingMember)).status).toBe(403)
    expect((await enterOffice(society, members[3] as ElectingMember)).status).toBe(200)

    await auditorsPack(
      await auditor(society, async (member) => openPortal(browser, society, member, '/member/dashboard')),
      society,
    )
    expect(await runChecks(await server.adminUrl())).toEqual([])
  },
)

test(
  'with two officers it comes to the same dividend, and what one posts the other approves',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(600_000)
    const society = await buildElectingSociety(server, {
      ...{ name: 'Year of Two', phone: '+2348031260001', size, password },
      joinedOn: (n) => (joinedToday(n) ? dayFromNow(0) : '2020-06-01'),
    })
    const { token: treasurer } = await enterOffice(society, society.members[0] as ElectingMember)
    const approved: string[] = []
    await toTheDividend(browser, society, async () => {
      const ask = <T>(method: 'GET' | 'POST', path: string) =>
        call<T>(server, method, path, treasurer, method === 'POST' ? {} : undefined)
      const waiting = async () =>
        (
          await ask<{ kind: string; transactionId: string | null; changeRequestId: string | null }[]>(
            'GET',
            '/financial/approvals?mine=true&limit=100',
          )
        ).map(({ kind, transactionId, changeRequestId }) => ({
          name: kind,
          path:
            transactionId === null ? `/change-requests/${changeRequestId}` : `/financial/transactions/${transactionId}`,
        }))
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
      for (const { name, path } of await waiting()) {
        await ask('POST', `${path}/approve`)
        approved.push(name)
      }
    })
    expect(approved).toEqual([
      // The income, before the year closes.
      'journal',
      // The asset, its depreciation, the closing.
      ...['journal', 'journal', 'change'],
      // The bye-laws, the decision of the meeting, the dividend.
      ...['change', 'journal', 'dividend'],
    ])
  },
)

/** The year up to its dividend, which each member has on the account to the kobo. `agree`: what a second officer does with what waits for one. */
async function toTheDividend(
  browser: Browser,
  society: ElectingSociety,
  agree = async (): Promise<void> => {},
): Promise<{ officer: Page; phone: Page }> {
  const { coopId, token, members } = society
  const meetingId = await beginYear(society)
  await agree()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const officer = await signIn(await context.newPage(), server, 'officer', [coopId, password], '/coop/dashboard')

  // The year closes: depreciation was missing, and is posted first.
  await buyAsset(officer, server.url, {
    ...{ name: 'Generator', boughtOn: '2025-10-03', cost: String(cost), lifeMonths: String(life), paidFrom: 'Bank' },
  })
  await agree()
  await openChecklist(officer, server.url, '31 Dec 2025')
  await postDepreciation(officer, naira(BigInt(depreciation * 100)))
  await agree()
  await openChecklist(officer, server.url, '31 Dec 2025')
  await closeYear(officer, 'The bank sends its statement in January', agree)
  await setByeLaws(officer, agree)
  await expect(
    officer.getByRole('row', { name: new RegExp(`Dividend payable.*60 %.*${naira(dividend)}`) }),
  ).toBeVisible()

  // The meeting votes in secret; five are on the roll with the reason why they may not.
  const voteId = await openDividendVote(officer, meetingId)
  await officer.getByRole('tab', { name: `Roll (${voters})` }).click()
  await officer.getByLabel('Show').selectOption('excluded')
  await expect(officer.getByRole('row', { name: /Joined too late/ })).toHaveCount(3)
  await expect(officer.getByRole('row', { name: /Not an active member/ })).toHaveCount(2)
  const phone = await openPortal(browser, society, members[2] as ElectingMember, '/member/meetings')
  await phone.getByRole('link', { name: 'Vote', exact: true }).click()
  await phone.getByRole('radio', { name: ['For', 'Against', 'Abstain'][(onDividend[2] ?? 1) - 1] ?? '' }).check()
  await phone.getByRole('button', { name: 'Vote', exact: true }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Cast my vote' }).click()
  await expect(phone.getByText('You have voted.')).toBeVisible()
  for (const [n, member] of members.slice(0, voters).entries())
    if (n !== 2) await voteByCall(society, voteId, member, onDividend[n] ?? 1)
  await countAndConfirm(officer, society, voteId, members[1] as ElectingMember)
  await expect(officer.getByText('Carried').first()).toBeVisible()

  // What it decided is posted once, and each member is paid to the kobo.
  await payDividend(officer, agree)
  const paid = await call<{ memberId: string; amount: number }[]>(
    server,
    'GET',
    '/financial/transactions?type=dividend&limit=100',
    token,
  )
  const byMember = new Map(paid.map(({ memberId, amount }) => [memberId, BigInt(Math.round(amount * 100))]))
  expect(members.map(({ id }) => byMember.get(id) ?? 0n)).toEqual(parts)
  return { officer, phone }
}

/** Shares and income of 2025, who may vote by the bye-laws, and the general meeting of today; answers its identifier. */
async function beginYear({ token, members }: ElectingSociety): Promise<string> {
  await call(server, 'PUT', '/financial/config', token, { shareCeilingPercent: 100 })
  const accounts = await call<{ id: string; code: string }[]>(server, 'GET', '/financial/accounts?limit=100', token)
  const account = (code: string) => accounts.find((each) => each.code === code)?.id
  for (const [n, each] of held.entries())
    if (each)
      await call(server, 'POST', '/financial/transactions', token, {
        ...{ type: 'share_purchase', memberId: members[n]?.id, shares: each.shares, paidThrough: account('1010') },
        occurredOn: `2025-${String(each.month).padStart(2, '0')}-10`,
      })
  await call(server, 'POST', '/financial/transactions', token, {
    ...{ type: 'journal', description: 'Interest on loans of the year', occurredOn: '2025-06-01' },
    lines: [
      { accountId: account('1020'), debit: income },
      { accountId: account('4110'), credit: income },
    ],
  })
  for (const { id } of members.slice(-2))
    await call(server, 'PUT', `/cooperatives/members/${id}`, token, { status: 'inactive' })
  await recordWhenJoined(server)
  const { id = '' } = await call(server, 'POST', '/governance/meetings', token, {
    ...{
      kind: 'annual_general',
      title: 'Annual general meeting',
      date: dayFromNow(0),
      time: '10:00',
      place: 'The hall',
    },
  })
  return id
}

async function setByeLaws(officer: Page, agree: () => Promise<void>): Promise<void> {
  await officer.goto(`${server.url}/coop/financial-operations/surplus`)
  await officer.getByRole('tab', { name: 'Bye-laws' }).click()
  await expect(officer.getByLabel('Percent of the surplus')).toHaveValue('25')
  await officer.getByRole('button', { name: 'Add an account' }).click()
  await officer.getByLabel('Goes to').last().selectOption({ label: '2320 Dividend payable' })
  await officer.getByLabel('Percent of the surplus').last().fill('60')
  await officer.getByRole('button', { name: 'Save bye-laws' }).click()
  await expect(officer.getByText(/^(?:Bye-laws saved|Sent for approval)$/).first()).toBeVisible()
  await agree()
  await officer.getByRole('tab', { name: 'Surplus of a year' }).click()
}

async function openDividendVote(officer: Page, meetingId: string): Promise<string> {
  await officer.goto(`${server.url}/coop/governance/${meetingId}?tab=votes`)
  await officer.getByRole('link', { name: 'Open vote' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Open a vote' })
  await drawer.getByLabel('Resolution').fill(resolution)
  await drawer.getByLabel('Closes on').fill(dayFromNow(1).split('-').toReversed().join('/'))
  await drawer.getByLabel('Closes at').fill('18:00')
  await drawer.getByRole('button', { name: 'Open vote' }).click()
  await expect(officer.getByRole('heading', { name: resolution })).toBeVisible()
  return new URL(officer.url()).pathname.split('/').at(-1) ?? ''
}

async function payDividend(officer: Page, agree: () => Promise<void>): Promise<void> {
  await officer.goto(`${server.url}/coop/financial-operations/surplus`)
  await officer.getByRole('button', { name: 'Record the decision' }).click()
  const drawer = officer.getByRole('dialog', { name: 'Record the decision' })
  await expect(drawer.getByText(`Carried forward: ${naira(carried)}`)).toBeVisible()
  await drawer
    .getByRole('button', { name: new RegExp(`^(?:Post ${naira(reserve + dividend)}|Send for approval)$`) })
    .click()
  await agree()
  await expect(officer.getByText(resolution)).toBeVisible()
  await officer.getByRole('button', { name: 'Pay to members' }).click()
  await expect(officer.getByRole('row', { name: new RegExp(`Member 00 .*${naira(parts[0] ?? 0n)}`) })).toBeVisible()
  await officer.getByRole('button', { name: 'Pay to members' }).click()
  const dialog = officer.getByRole('dialog', { name: `Pay ${naira(dividend)} to members?` })
  await dialog.getByRole('button', { name: /^(?:Pay to members|Send for approval)$/ }).click()
  await agree()
  await expect(
    officer.getByRole('row', { name: new RegExp(`Dividend, year to 31 Dec 2025.*${naira(dividend)}.*Posted`) }),
  ).toBeVisible()
}

/** Members 2 and 3 are the candidates, and who wins takes office today. */
async function electTreasurer(
  officer: Page,
  candidate: Page,
  society: ElectingSociety,
  portalOf: (member: ElectingMember, path: string) => Promise<Page>,
): Promise<void> {
  const [old, secretary, one, other, friend] = society.members as [
    ElectingMember,
    ElectingMember,
    ElectingMember,
    ElectingMember,
    ElectingMember,
  ]
  await beginRegister(officer, society, { post: 'Treasurer', holder: old, since: '2024-01-01' })
  const electionId = await openElection(officer, society, {
    ...{ title: 'Elections of the year', post: 'Treasurer', takesOfficeOn: dayFromNow(0) },
  })
  const path = `/member/meetings/elections/${electionId}`
  await candidate.goto(server.url + path)
  await nominateSelf(candidate, 'Treasurer', 'I kept the books of my market for ten years.')
  const proposer = await portalOf(friend, path)
  await nominateOther(proposer, 'Treasurer', other)
  const nominee = await portalOf(other, path)
  await acceptNomination(nominee, 'Treasurer', 'I will publish the accounts each month.')
  const seconder = await portalOf(society.members[5] as ElectingMember, path)
  await second(seconder, one)
  const { posts } = await call<{ posts: { candidates: { id: string }[] }[] }>(
    server,
    'GET',
    `/governance/elections/${electionId}`,
    society.token,
  )
  await call(
    server,
    'POST',
    `/governance/candidates/${posts[0]?.candidates[1]?.id}/second`,
    await memberToken(society, society.members[5] as ElectingMember),
  )
  await closeNominations(society, electionId)
  const voteId = await openBallot(officer, society, electionId, 'Treasurer')
  await nominee.goto(server.url + path)
  await voteInBrowser(nominee, 'Treasurer', onTreasurer[3] === 1 ? one.name : other.name)
  for (const [n, member] of society.members.slice(0, voters).entries())
    if (n !== 3) await voteByCall(society, voteId, member, onTreasurer[n] ?? 1)
  await countAndConfirm(officer, society, voteId, secretary)
  await declareResult(officer, society, electionId, 'Treasurer')
  const votes = [1, 2].map((place) => count(onTreasurer, place))
  await expect(officer.getByRole('row', { name: new RegExp(`${one.name}.* ${votes[0]} Not elected`) })).toBeVisible()
  await expect(officer.getByRole('row', { name: new RegExp(`${other.name}.* ${votes[1]} Elected`) })).toBeVisible()
}

/** Member 6 becomes auditor for two months, and goes over to the admin area. */
async function auditor(
  { token, members }: ElectingSociety,
  portalOf: (member: ElectingMember) => Promise<Page>,
): Promise<Page> {
  await call(server, 'PUT', `/cooperatives/members/${members[6]?.id}/roles`, token, {
    ...{ roleIds: ['member', 'auditor'], endsOn: dayFromNow(60) },
  })
  const page = await portalOf(members[6] as ElectingMember)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(page).toHaveURL(/\/coop\/dashboard/)
  return page
}

async function auditorsPack(page: Page, { members }: ElectingSociety): Promise<void> {
  const address = `${server.url}/coop/financial-operations/reports/audit-pack`
  // The year that is closed: what it earned, what it cost, and the surplus that the books handed over.
  await page.goto(`${address}?from=2025-01-01&to=2025-12-31`)
  await expect(page.getByRole('row', { name: /^Certificate/ })).toBeVisible()
  await expectClean(page, 'the audit pack of a closed year')
  const closed = await sheetsOf(page)
  const amountBeside = (sheet: string, name: string) =>
    closed(sheet)
      .find((row) => row.includes(name))
      ?.findLast((cell) => typeof cell === 'number')
  expect([
    amountBeside('Income and expenditure', 'Total income'),
    amountBeside('Income and expenditure', 'Total expenditure'),
  ]).toEqual([income, depreciation])
  expect(closed('Certificate').find(([what]) => what === 'Proof of the books')?.[1]).toBe('The books agree')
  const words = await pdfText(await downloaded(page, 'Download PDF'))
  for (const part of ['Income and expenditure', '1,234,567.89', 'The books agree', 'Register of fixed assets'])
    expect(words).toContain(part)

  // The year in which it was decided and paid.
  await page.goto(address)
  await expect(page.getByText('This year is not closed')).toBeVisible()
  const now = await sheetsOf(page)
  const figures = (sheet: string) => now(sheet).slice(1)
  const given = figures('Appropriation')
    .flat()
    .filter((cell) => typeof cell === 'number')
  for (const amount of [reserve, dividend]) expect(given).toContain(amountOf(amount))
  const lines = new Map(figures('Dividends').map((row) => [row[0], row.filter((cell) => typeof cell === 'number')]))
  for (const [n, { membershipno }] of members.entries()) {
    const part = parts[n] ?? 0n
    // What counted is the average of the twelve month ends.
    const counted = (monthEnds[n] ?? 0n) / 12n
    expect({ n, amounts: lines.get(membershipno)?.slice(0, 2) }).toEqual({
      n,
      amounts: part === 0n ? undefined : [amountOf(counted), amountOf(part)],
    })
  }
  expect(lines.get('Total')?.[1]).toBe(amountOf(dividend))
  expect(figures('Resolutions').map((row) => row.slice(2, 6))).toContainEqual([
    resolution,
    ...[1, 2, 3].map((place) => count(onDividend, place)),
  ])
  const terms = figures('Terms of office').map((row) => [row[0], row[3], row[5]])
  expect(terms).toContainEqual(['Treasurer', members[3]?.name, 'Elected'])
  expect(terms).toContainEqual(['Treasurer', members[0]?.name, 'Earlier term'])
  const shares = figures('Shares').filter(([number]) => number !== 'Total')
  expect(shares.map((row) => row[0])).toEqual(members.filter((_, n) => held[n]).map(({ membershipno }) => membershipno))
}

/** The sheets of the workbook that the page gives, by their names. */
async function sheetsOf(page: Page) {
  const sheets = await readExcelFile(readFileSync(await downloaded(page, 'Download Excel')))
  return (name: string) => {
    const found = sheets.find(({ sheet }) => sheet === name)
    if (!found) throw new Error(`The pack has no sheet ${name}`)
    return found.data
  }
}
