import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call } from './calls.ts'
import {
  acceptNomination,
  beginRegister,
  buildElectingSociety,
  closeNominations,
  countAndConfirm,
  dayFromNow,
  declareResult,
  type ElectingMember,
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
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const size = 40
const password = 'electing-password'
/** What each says: 1 for the first candidate, 2 for the second. */
const said = Array.from({ length: size }, (_, n) => (n % 3 === 0 ? 1 : 2))

test('40 members elect a treasurer: nominated, seconded and counted; the new one takes office and the old one is out', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const society = await buildElectingSociety(server, {
    ...{ name: 'Electing Society', phone: '+2348031250000', size, password },
  })
  const { members, coopId, token } = society
  const [old, secretary, first, other, friend, neighbour] = members as [
    ElectingMember,
    ElectingMember,
    ElectingMember,
    ElectingMember,
    ElectingMember,
    ElectingMember,
  ]
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const officer = await signIn(await context.newPage(), server, 'officer', [coopId, password], '/coop/governance')
  await beginRegister(officer, society, { post: 'Treasurer', holder: old, since: '2024-01-01' })
  await expect(officer.getByText('holds the rights of treasurer, not in the register')).toBeHidden()
  await expectClean(officer, 'the register of officers')

  const title = 'Elections of the year'
  const electionId = await openElection(officer, society, { title, post: 'Treasurer', takesOfficeOn: dayFromNow(0) })
  const path = `/member/meetings/elections/${electionId}`
  await expectClean(officer, 'an election without candidates')

  // One stands by themselves, another is nominated and accepts; both are seconded.
  const page = await openPortal(browser, society, first, '/member/meetings')
  await page.getByRole('link', { name: title }).click()
  await nominateSelf(page, 'Treasurer', 'I kept the books of my market for ten years.')
  const proposer = await openPortal(browser, society, friend, path)
  await nominateOther(proposer, 'Treasurer', other)
  const nominee = await openPortal(browser, society, other, path)
  await acceptNomination(nominee, 'Treasurer', 'I will publish the accounts each month.')
  await expectClean(nominee, 'an election as a candidate sees it')
  const seconder = await openPortal(browser, society, neighbour, path)
  await second(seconder, first)
  await expectClean(seconder, 'an election as a member sees it')
  const { posts } = await call<{ posts: { candidates: { id: string; name: string }[] }[] }>(
    server,
    'GET',
    `/governance/elections/${electionId}`,
    token,
  )
  const candidates = posts.flatMap((post) => post.candidates)
  expect(candidates.map(({ name }) => name)).toEqual([first.name, other.name])
  await call(
    server,
    'POST',
    `/governance/candidates/${candidates[1]?.id}/second`,
    await memberToken(society, neighbour),
  )

  await closeNominations(society, electionId)
  const voteId = await openBallot(officer, society, electionId, 'Treasurer')
  for (const [n, voter] of [
    [2, page],
    [3, nominee],
    [5, seconder],
  ] as const) {
    await voter.goto(server.url + path)
    await voteInBrowser(voter, 'Treasurer', said[n] === 1 ? first.name : other.name)
  }
  for (const [n, member] of members.entries())
    if (![2, 3, 5].includes(n)) await voteByCall(society, voteId, member, said[n] ?? 1)

  await countAndConfirm(officer, society, voteId, secretary)
  const before = await enterOffice(society, old)
  await call(server, 'POST', '/financial/transactions', before.token, {
    type: 'deposit',
    memberId: friend.id,
    amount: 9000,
  })
  const waiting = await call(server, 'POST', '/financial/transactions', before.token, {
    ...{ type: 'withdrawal', memberId: friend.id, amount: 1500 },
  })
  await declareResult(officer, society, electionId, 'Treasurer')

  const votes = [1, 2].map((place) => said.filter((each) => each === place).length)
  await expect(officer.getByRole('row', { name: new RegExp(`${first.name}.* ${votes[0]} Not elected`) })).toBeVisible()
  await expect(officer.getByRole('row', { name: new RegExp(`${other.name}.* ${votes[1]} Elected`) })).toBeVisible()
  await expect(officer.getByRole('row', { name: new RegExp(`${other.name} Treasurer .*In office`) })).toBeVisible()
  await expectClean(officer, 'an election that is over')

  // The old treasurer is out of the admin area at once; the new one records and decides what waited.
  const refused = await fetch(`${server.url}/api/financial/transactions/${waiting['id']}/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${before.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(refused.status).toBe(401)
  expect((await enterOffice(society, old)).status).toBe(403)
  const now = await enterOffice(society, other)
  const approved = await call(server, 'POST', `/financial/transactions/${waiting['id']}/approve`, now.token, {})
  expect(approved['status']).toBe('approved')
  await call(server, 'POST', '/financial/transactions', now.token, {
    type: 'deposit',
    memberId: friend.id,
    amount: 500,
  })

  await officer.goto(`${server.url}/coop/governance/officers?tab=history`)
  await expect(
    officer.getByRole('row', { name: new RegExp(`${old.name} Treasurer 1 .*Successor took office`) }),
  ).toBeVisible()
  await expect(officer.getByRole('row', { name: new RegExp(`${other.name} Treasurer 1 .*In office`) })).toBeVisible()
  await expectClean(officer, 'all terms')
  await page.goto(`${server.url}/member/meetings`)
  await expect(page.getByRole('region', { name: 'Officers' }).getByText(other.name)).toBeVisible()
  await expectClean(page, 'the officers as a member sees them')
  expect(await runChecks(await server.adminUrl())).toEqual([])
})
