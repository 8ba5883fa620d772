import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'

/** One who is a member, one who left, one whose death is known and not settled, one whose death is settled. */
const names = ['Ada', 'Lola', 'Dayo', 'Sade'] as const
const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

let app: TestApp
let cooperative: TestCooperative
let members: Record<(typeof names)[number], TestMember>
let employerId: string

const ask = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
const done = async (method: string, path: string, body?: unknown, status = 200) =>
  dataOf(await ask(method, path, body), status)
/** The names of these members, in the order of the register. */
const named = (ids: readonly string[]) => [
  ...names.filter((name) => ids.includes(members[name].id)),
  ...ids.filter((id) => names.every((name) => members[name].id !== id)).map(() => 'somebody else'),
]
/** Of the external auditor, who is no member. */
const auditorsPhone = '+2348099000001'
const toldSince = async (since: Date) => {
  const { rows } = await app.admin.query(
    'select distinct member_id from app.notification where cooperative_id = $1 and created_at >= $2',
    [cooperative.id, since],
  )
  return named(rows.map(({ member_id: id }) => id))
}
/** Whom this tells anything. */
const tells = async (work: () => Promise<unknown>) => {
  const { now } = (await app.admin.query('select clock_timestamp() as now')).rows[0]
  await work()
  await app.settled()
  return toldSince(now)
}
const meeting = (kind = 'annual_general') =>
  done('POST', '/governance/meetings', { kind, title: 'Meeting', date: today, time: '23:00', place: 'The hall' }, 201)
const notice = async () => {
  const { id } = await meeting()
  return tells(() => done('POST', `/governance/meetings/${id}/notice`, { to: 'all', shortNoticeReason: 'Urgent' }, 201))
}

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
  members = Object.fromEntries(
    await Promise.all(names.map(async (firstName) => [firstName, await buildMember(app, cooperative, { firstName })])),
  ) as typeof members
  await done('PUT', '/financial/config', { leavingFee: 0 })
  employerId = (await done('POST', '/financial/employers', { name: 'Ministry', code: 'MW' }, 201)).id
  const rows = names.map((name, n) => ({
    ...{ membershipno: members[name].membershipno, staffNumber: `P${n}`, from: '2025-02-01', shares: 0 },
  }))
  await done('PUT', `/financial/employers/${employerId}/members`, { rows })
  const leave = async (name: (typeof names)[number], reason: string) =>
    (await done('POST', `/cooperatives/members/${members[name].id}/leaving`, { reason, noticedOn: today }, 201)).leaving
      .id
  const settle = (id: string) => done('POST', `/cooperatives/leavings/${id}/settle`, { net: 0, payees: [] })
  await settle(await leave('Lola', 'expulsion'))
  await leave('Dayo', 'death')
  await settle(await leave('Sade', 'death'))
  const auditor = { name: 'Ngozi Eze', phone: auditorsPhone, endsOn: today }
  await done('POST', '/cooperatives/external-auditors', auditor, 201)
})
afterAll(() => app.stop())

/** Everything that chooses members, with whom it chose. */
const choices: Record<string, () => Promise<readonly string[]>> = {
  'the notice of a meeting': notice,
  'a message to all': () =>
    tells(() => done('POST', '/notifications', { to: 'all', message: 'The office is closed' }, 201)),
  'a message to members by name': () =>
    tells(() =>
      done(
        'POST',
        '/notifications',
        { to: names.map((name) => members[name].id), message: 'The office is closed' },
        201,
      ),
    ),
  'a message to whom a filter finds': () =>
    tells(() => done('POST', '/notifications', { to: { filter: {} }, message: 'The office is closed' }, 201)),
  'the roll of a meeting': async () => {
    const { id } = await meeting()
    return named(
      (await done('GET', `/governance/meetings/${id}/attendance`)).map(
        ({ memberId }: { memberId: string }) => memberId,
      ),
    )
  },
  'the roll of a vote': async () => {
    const { id } = await meeting()
    const vote = {
      meetingId: id,
      wording: 'That it be so',
      kind: 'resolution',
      isSecret: false,
      closesAt: new Date(Date.now() + 3_600_000),
    }
    await done('POST', '/governance/votes', vote, 201)
    const { rows } = await app.admin.query('select member_id from app.vote_roll where cooperative_id = $1', [
      cooperative.id,
    ])
    return named(rows.map(({ member_id: memberId }) => memberId))
  },
  'the schedule of an employer': async () => {
    const { id } = await done('POST', '/financial/deductions/schedules', { employerId, period: month }, 201)
    const lines = await done('GET', `/financial/deductions/schedules/${id}/lines`)
    return named(lines.map(({ memberId }: { memberId: string }) => memberId))
  },
  'the contributions that are expected of this month': async () => {
    const rows: { memberId: string; expected: number }[] = await done('GET', `/financial/contributions?period=${month}`)
    return named(rows.filter(({ expected }) => expected > 0).map(({ memberId }) => memberId))
  },
  'the members of a quorum': async () => {
    const { activeMembers } = await done('GET', '/governance/meeting-rules')
    return names.slice(0, activeMembers)
  },
}

test.each(Object.entries(choices))('who left or died, and an external auditor, is not in %s', async (_what, chosen) => {
  expect(await chosen()).toEqual(['Ada'])
})

test('an external auditor is told nothing but their invitation, and counts as no member', async () => {
  await app.settled()
  expect((await app.outbox()).filter(({ to }) => to === auditorsPhone)).toHaveLength(1)
  const { rows } = await app.admin.query(
    'select c.member_count, (select count(*)::int from app.member m where m.cooperative_id = $1) as members from app.cooperative c where c.cooperative_id = $1',
    [cooperative.id],
  )
  expect(rows).toEqual([{ member_count: names.length, members: names.length }])
})

test('a death that was recorded by mistake is taken back with its leaving', async () => {
  const { leaving } = await done('GET', `/cooperatives/members/${members.Dayo.id}/leaving`)
  await done('POST', `/cooperatives/leavings/${leaving.id}/cancel`, { reason: 'It was a namesake' })
  expect(await notice()).toEqual(['Ada', 'Dayo'])
  expect(await app.checks()).toEqual([])
})

// Remedy: member_left
test('each is refused with what is true of them, a charge in cash too, and what came in for the dead is owed to the heirs', async () => {
  const accounts: { id: string; code: string; class: string }[] = await done('GET', '/financial/posting-accounts')
  const idOf = (code: string) => accounts.find((each) => each.code === code)?.id
  const income: { id: string }[] = await done('GET', '/financial/posting-accounts?use=income')
  const left = 'Lola {last} has left. If they are a member again, readmit them on their page first.'
  const died = 'Sade {last} has died, so nothing is recorded for them.'
  for (const [name, sentence] of [
    ['Lola', left],
    ['Sade', died],
  ] as const) {
    const memberId = members[name].id
    const { lastName } = await done('GET', `/cooperatives/members/${memberId}`)
    const said = { status: 409, message: expect.stringContaining(sentence.replace('{last}', lastName)) }
    expect((await ask('POST', '/financial/contributions', { memberId, amount: 10 })).body).toMatchObject(said)
    for (const movement of [{ type: 'deposit' }, { type: 'charge', incomeAccountId: income[0]?.id }])
      expect((await ask('POST', '/financial/transactions', { ...movement, memberId, amount: 10 })).body).toMatchObject(
        said,
      )
  }
  // As the sentence says.
  const came = { type: 'income', incomeAccountId: idOf('2410'), amount: 75, party: 'Burial fund', description: 'Gift' }
  const { entryId } = await done('POST', '/financial/transactions', came, 201)
  const lines = [{ kind: 'contribution', amount: 75 }]
  await done('POST', `/financial/held-money/${entryId}/allocate`, { memberId: members.Sade.id, lines })
  expect(await done('GET', `/cooperatives/members/${members.Sade.id}`)).toMatchObject({ owed: 75 })
  const memberId = members.Lola.id
  await done('POST', `/cooperatives/members/${memberId}/readmission`, { reason: 'Came back' }, 201)
  await done('POST', '/financial/contributions', { memberId, amount: 10 }, 201)
  for (const movement of [{ type: 'deposit' }, { type: 'charge', incomeAccountId: income[0]?.id }])
    await done('POST', '/financial/transactions', { ...movement, memberId, amount: 10, anotherPayment: true }, 201)
  expect(await app.checks()).toEqual([])
})
