import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  newPhone,
  statusesOf,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'

const waits = 'Sent for approval. Another officer has to approve this; the other officers have been told.'

describe('changes that take two officers', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let second: TestOfficer
  let saver: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    saver = await buildMember(app, cooperative, { firstName: 'Saver' })
    await loginMember(app, saver)
    second = await buildOfficer(app, cooperative, { firstName: 'Second' })
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const roles = (id: string, role: string, token?: string) =>
    ask('PUT', `/cooperatives/members/${id}/roles`, { roleIds: ['member', role] }, token)
  const decide = (id: string, what: 'approve' | 'reject', token?: string) =>
    ask('POST', `/change-requests/${id}/${what}`, what === 'reject' ? { reason: 'Not agreed' } : {}, token)
  const waiting = async (token = cooperative.token) =>
    dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, token))
  const settings = async () => dataOf(await ask('GET', '/financial/config'))
  const rolesOf = async (id: string) =>
    dataOf(await ask('GET', `/cooperatives/members/${id}/roles`)).roles.map(({ id: role }: { id: string }) => role)

  test('an approval rule stays as it is until another officer approves the change', async () => {
    dataOf(await agreed(app, await ask('PUT', '/financial/config', { withdrawalApprovals: 2 }), second.token))
    const reply = await ask('PUT', '/financial/config', { withdrawalApprovals: 0, entranceFee: 500 })
    expect(reply.body).toMatchObject({ success: true, message: waits, data: { changeRequestId: expect.any(String) } })
    expect(reply.status).toBe(202)
    expect(await settings()).toMatchObject({ withdrawalApprovals: 2, entranceFee: 2000 })
    const [row] = await waiting(second.token)
    expect(row).toMatchObject({
      kind: 'change',
      changeRequestId: reply.body.data.changeRequestId,
      description: 'Approvals of a withdrawal: 2 → none',
      askedBy: 'Unity Thrift',
      amount: null,
      approvals: { asked: 1, open: true, isOwn: false },
    })
    expect((await waiting())[0].approvals).toMatchObject({ open: false, isOwn: true })
    const counted = async (token?: string) =>
      dataOf(await ask('GET', '/financial/dashboard', undefined, token)).waiting.find(
        ({ kind }: { kind: string }) => kind === 'approvals',
      )?.count ?? 0
    expect([await counted(), await counted(second.token)]).toEqual([0, 1])
    expect((await decide(row.changeRequestId, 'approve')).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    dataOf(await decide(row.changeRequestId, 'approve', second.token))
    expect(await settings()).toMatchObject({ withdrawalApprovals: 0, entranceFee: 500 })
    expect(await waiting()).toEqual([])
    expect((await decide(row.changeRequestId, 'approve', second.token)).body).toMatchObject({
      status: 409,
      message: 'This has already been approved by Second Officer. Nothing was changed.',
    })
  })

  test('a setting that is no approval rule is changed at once', async () => {
    dataOf(await ask('PUT', '/financial/config', { entranceFee: 750 }))
    expect(await settings()).toMatchObject({ entranceFee: 750 })
  })

  test('the set-up and a loan product change no approval rule past the other officer', async () => {
    const [loan] = dataOf(await ask('GET', '/financial/loan-configs'))
    const product = await ask('PUT', `/financial/loan-config/${loan.id}`, {
      approvalSteps: [{ from: 100, approvals: 2 }],
    })
    expect(product.status).toBe(202)
    const setUp = await ask('POST', '/financial/setup', {
      societyKind: 'general',
      settings: { journalApprovals: 2 },
      accountTypes: [],
      loanConfigurations: [],
    })
    expect(setUp.status).toBe(202)
    expect((await waiting()).map(({ description }: { description: string }) => description)).toEqual([
      `Approvals of ${loan.name} loans: 1 → 2 from ₦100.00`,
      expect.stringMatching(/^Set up the cooperative\. Approvals of a journal: .+ → 2$/),
    ])
    for (const { body } of [product, setUp]) dataOf(await decide(body.data.changeRequestId, 'reject', second.token))
    expect(dataOf(await ask('GET', `/financial/loan-config/${loan.id}`)).approvalSteps).toEqual([])
  })

  test('a new loan product is no way around the approvals that another one asks for', async () => {
    const [loan] = dataOf(await ask('GET', '/financial/loan-configs'))
    const steps = [{ from: 100, approvals: 2 }]
    const changed = await ask('PUT', `/financial/loan-config/${loan.id}`, { approvalSteps: steps })
    dataOf(await decide(changed.body.data.changeRequestId, 'approve', second.token))
    const terms = { interestMethod: 'flat', annualRatePercent: 10, savingsMultiple: 2, instalmentsMax: 12 }
    const add = (name: string, approvalSteps: object[]) =>
      ask('POST', '/financial/loan-configs', { ...terms, name, approvalSteps })
    const weaker = [await add('Quick', []), await add('Later', [{ from: 100.01, approvals: 2 }])]
    expect(statusesOf(weaker)).toEqual([202, 202])
    expect((await waiting()).map(({ description }: { description: string }) => description)).toEqual([
      `New loan product Quick. Approvals: 1; of ${loan.name} loans: 2 from ₦100.00`,
      `New loan product Later. Approvals: 2 from ₦100.01; of ${loan.name} loans: 2 from ₦100.00`,
    ])
    dataOf(await add('Strict', steps), 201)
    // Nor is the guided set-up.
    const setUp = await ask('POST', '/financial/setup', {
      ...{ societyKind: 'general', settings: {}, accountTypes: [] },
      loanConfigurations: [{ ...terms, name: 'Sideways' }],
    })
    expect(setUp.status).toBe(202)
    dataOf(await decide(setUp.body.data.changeRequestId, 'reject', second.token))
    const [quick, later] = weaker.map(({ body }) => body.data.changeRequestId)
    dataOf(await decide(quick, 'approve', second.token))
    dataOf(await decide(later, 'reject', second.token))
    const added = dataOf(await ask('GET', '/financial/loan-configs')).filter(({ name }: { name: string }) =>
      ['Quick', 'Later', 'Strict'].includes(name),
    ) as { id: string; name: string }[]
    expect(added.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'Quick',
      'Strict',
    ])
    for (const { id } of added) dataOf(await ask('DELETE', `/financial/loan-config/${id}`))
    const back = await ask('PUT', `/financial/loan-config/${loan.id}`, { approvalSteps: [] })
    dataOf(await decide(back.body.data.changeRequestId, 'approve', second.token))
  })

  test('an office is given, and taken, by two', async () => {
    const given = await roles(saver.id, 'treasurer')
    expect([given.status, await rolesOf(saver.id)]).toEqual([202, ['member']])
    dataOf(await decide(given.body.data.changeRequestId, 'approve', second.token))
    expect(await rolesOf(saver.id)).toEqual(['member', 'treasurer'])
    const taken = await roles(second.id, 'member')
    expect(taken.status).toBe(202)
    expect((await waiting())[0].description).toBe('Office of Second Officer: Admin → none')
    dataOf(await decide(taken.body.data.changeRequestId, 'reject', second.token))
    expect(await rolesOf(second.id)).toEqual(['member', 'admin'])
  })

  test('no one registers a second self as an officer', async () => {
    const person = { firstName: 'Own', lastName: 'Double', phone: newPhone(), roles: ['admin'] }
    const replies = [
      await ask('POST', '/members', person),
      await ask('POST', '/cooperatives/members', { member: [person] }),
    ]
    expect(statusesOf(replies)).toEqual([202, 202])
    expect((await waiting())[0].description).toBe(`Register Own Double, ${person.phone}, as admin`)
    expect((await ask('GET', '/members?q=double')).body.meta.total).toBe(0)
    for (const { body } of replies) dataOf(await decide(body.data.changeRequestId, 'reject', second.token))
    expect((await ask('POST', '/members', { ...person, roles: ['member'] })).status).toBe(201)
  })

  test('an officer can’t be removed, made inactive or locked out of their login by one other', async () => {
    const replies = [
      await ask('PUT', `/cooperatives/members/${second.id}`, { status: 'inactive' }),
      await ask('DELETE', `/cooperatives/members/${second.id}`),
      await ask('POST', `/cooperatives/members/${second.id}/activation`, {}),
    ]
    expect(statusesOf(replies)).toEqual([202, 202, 202])
    expect(
      dataOf(
        await ask('POST', '/members/status', { members: { ids: [second.id] }, status: 'inactive', reason: 'Away' }),
      ),
    ).toMatchObject({ changed: 0, refused: [{ memberId: second.id, why: 'in_office' }] })
    expect(dataOf(await ask('GET', '/cooperatives/profile', undefined, second.token)).name).toBe('Unity Thrift')
    for (const { body } of replies) dataOf(await decide(body.data.changeRequestId, 'reject', second.token))
  })

  test('a phone moves once another officer approves it; the old phone and the officers are told', async () => {
    const phone = newPhone()
    const reply = await ask('PUT', `/cooperatives/members/${saver.id}`, { phone })
    expect(reply.status).toBe(202)
    expect((await app.outbox()).some(({ to }) => to === phone)).toBe(false)
    dataOf(await decide(reply.body.data.changeRequestId, 'approve', second.token))
    expect(dataOf(await ask('GET', `/cooperatives/members/${saver.id}`)).phone).toBe(phone)
    const sent = await app.outbox()
    expect(sent.findLast(({ to }) => to === saver.phone)?.text).toBe(
      `Ajose: Second Officer moved the login of Saver Obi, member ${saver.membershipno}, from this phone to another. If you did not ask for this, call your cooperative.`,
    )
    expect(sent.findLast(({ to }) => to === phone)?.text).toContain('this phone is now the login')
    const told = (await ask('GET', '/notifications', undefined, second.token)).body.data.map(
      ({ message }: { message: string }) => message,
    )
    expect(told).toContain(`Second Officer changed the phone of Saver Obi from ${saver.phone} to ${phone}.`)
    expect(told).toContain(
      `Unity Thrift asks for a change: Phone of Saver Obi: ${saver.phone} → ${phone}. Another officer approves or rejects it.`,
    )
  })

  test('what would be refused is refused at once, and nothing waits', async () => {
    expect((await ask('PUT', `/cooperatives/members/${saver.id}`, { phone: second.phone })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'phone' }],
    })
    expect(await waiting()).toEqual([])
  })

  test('the very same change waits once, also when it is asked for ten times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => roles(saver.id, 'admin')))
    expect(statusesOf(replies)).toEqual([202, 409, 409, 409, 409, 409, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'This has been asked for already. It waits under Financial Record, Approvals.',
    )
    const [row] = await waiting()
    const decided = await Promise.all(
      [second.token, second.token, second.token].map((token) => decide(row.changeRequestId, 'approve', token)),
    )
    expect(statusesOf(decided)).toEqual([200, 409, 409])
    dataOf(await agreed(app, await roles(saver.id, 'member'), second.token))
  })

  test('an officer who decides about no change sees what they asked for, and takes it back; what others asked for they leave', async () => {
    const ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    const secretary = await buildOfficer(app, cooperative, { firstName: 'Sekinat', office: 'secretary' }, second.token)
    const other = await buildOfficer(app, cooperative, { firstName: 'Other', office: 'secretary' }, second.token)
    const phone = newPhone()
    const move = (token: string) => ask('PUT', `/cooperatives/members/${ada.id}`, { phone }, token)
    const own = async (token: string) => dataOf(await ask('GET', '/change-requests', undefined, token))
    const asked = await move(secretary.token)
    expect(asked.status).toBe(202)
    const { changeRequestId } = asked.body.data
    const description = `Phone of Ada Obi: ${ada.phone} → ${phone}`
    expect(await own(secretary.token)).toMatchObject([{ changeRequestId, description }])
    expect([await own(other.token), await own(cooperative.token)]).toEqual([[], []])
    // An officer without a list of approvals is told where it waits.
    expect((await move(secretary.token)).body.message).toBe(
      'This has been asked for already. It waits for another officer; you can take it back on your Dashboard.',
    )
    expect((await decide(changeRequestId, 'reject', other.token)).status).toBe(403)
    expect((await decide(changeRequestId, 'reject', ada.id)).status).toBe(401)
    dataOf(await decide(changeRequestId, 'reject', secretary.token))
    expect(await own(secretary.token)).toEqual([])
    const told = dataOf(await ask('GET', '/notifications?limit=100', undefined, cooperative.token)).map(
      ({ message }: { message: string }) => message,
    )
    expect(told).toContain(`Sekinat Officer took back what they asked for: ${description}. Reason: Not agreed`)
    // It can be asked for again, and is then no one’s to decide but those who could before.
    const again = (await move(secretary.token)).body.data.changeRequestId
    expect((await decide(again, 'approve', secretary.token)).status).toBe(403)
    dataOf(await decide(again, 'approve'))
  })

  test('a change of what has changed meanwhile is not made', async () => {
    const first = await roles(saver.id, 'secretary')
    dataOf(await agreed(app, await roles(saver.id, 'treasurer'), second.token))
    expect((await decide(first.body.data.changeRequestId, 'approve', second.token)).body).toMatchObject({
      status: 409,
      message: 'What this would change is no longer as it was when it was asked for. Reject it and ask again.',
    })
    expect(await rolesOf(saver.id)).toEqual(['member', 'treasurer'])
    dataOf(await decide(first.body.data.changeRequestId, 'reject'))
    dataOf(await agreed(app, await roles(saver.id, 'member'), second.token))
  })

  test('after seven days without a decision whoever asked may approve it, and the record says so', async () => {
    const reply = await roles(second.id, 'member')
    const id = reply.body.data.changeRequestId as string
    const age = (interval: string) =>
      app.admin.query('update app.change_request set asked_at = now() - $2::interval where change_request_id = $1', [
        id,
        interval,
      ])
    await age('6 days 23 hours')
    expect((await decide(id, 'approve')).status).toBe(409)
    await age('7 days 1 minute')
    expect((await waiting())[0].approvals.open).toBe(true)
    dataOf(await decide(id, 'approve'))
    expect(await rolesOf(second.id)).toEqual(['member'])
    const { rows } = await app.admin.query(
      'select alone, approved_by = maker_id as own from app.approval where subject_id = $1',
      [id],
    )
    expect(rows).toEqual([{ alone: true, own: true }])
  })

  test('with one officer a change is made at once, and the trail names who asked, approved and changed', async () => {
    const given = await roles(second.id, 'admin')
    expect([given.status, await rolesOf(second.id)]).toEqual([200, ['member', 'admin']])
    await app.settled()
    const { rows } = await app.admin.query(
      'select action, actor_name from audit.event where cooperative_id = $1 order by event_id',
      [cooperative.id],
    )
    const lines = rows.map(({ action, actor_name: by }) => `${by}: ${action}`)
    expect(lines).toContain('Unity Thrift: change.asked')
    expect(lines).toContain('Second Officer: POST /change-requests/:changeRequestId/approve')
    expect(lines).toContain('Second Officer: PUT /cooperatives/members/:memberId/roles')
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
