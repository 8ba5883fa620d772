import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { routes } from '#app/server/app.ts'
import { sql } from '#platform/db/sql.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  newKey,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'

describe('support access', () => {
  let app: TestApp
  let unity: TestCooperative
  let other: TestCooperative
  let ada: TestMember
  let superAdmin: string

  beforeAll(async () => {
    app = await startTestApp()
    unity = await buildCooperative(app, { name: 'Unity Thrift' })
    other = await buildCooperative(app, { name: 'Other Society' })
    ada = await buildMember(app, unity, { firstName: 'Ada' })
    superAdmin = await app.superAdminToken()
  })
  afterAll(() => app.stop())

  afterEach(async () => {
    for (const { id, status } of dataOf(await read(superAdmin, `/platform/support-access?cooperativeId=${unity.id}`)))
      if (status === 'waiting' || status === 'open') dataOf(await end(id))
  })

  const ask = (body: object = {}, token = superAdmin) =>
    app.call('POST', '/platform/support-access', {
      token,
      body: { cooperativeId: unity.id, reason: 'The month does not add up', minutes: 30, ...body },
    })
  const asked = async (body: object = {}) => dataOf(await ask(body), 201)
  const decide = (id: string, what: 'allow' | 'decline' | 'end', token = unity.token) =>
    app.call('POST', `/cooperatives/support-access/${id}/${what}`, { token })
  const open = (id: string, token = superAdmin) => app.call('POST', `/platform/support-access/${id}/open`, { token })
  const end = (id: string, token = superAdmin) => app.call('POST', `/platform/support-access/${id}/end`, { token })
  const opened = async (body: object = {}, cooperative = unity) => {
    const { id } = await asked({ cooperativeId: cooperative.id, ...body })
    dataOf(await decide(id, 'allow', cooperative.token))
    return { id: id as string, ...(dataOf(await open(id)) as { accessToken: string; refreshToken: string }) }
  }
  const read = (token: string, path = '/members') => app.call('GET', path, { token })
  const trail = async () => {
    await app.settled()
    return dataOf(await read(unity.token, '/cooperatives/audit-events?limit=100')) as {
      says: string
      by: string
      parameters: string | null
      refused: boolean
    }[]
  }

  test('is asked for with a reason and a time; the cooperative is told, and nothing is open yet', async () => {
    expect((await ask({ reason: '' })).body.errors).toEqual([{ field: 'reason', message: 'Give the reason' }])
    for (const minutes of [0, 4, 61, 12.5, '30'])
      expect((await ask({ minutes })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'minutes', message: 'Enter a whole number of minutes from 5 to 60' }],
      })
    const access = await asked()
    expect(access).toMatchObject({
      status: 'waiting',
      minutes: 30,
      reason: 'The month does not add up',
      decidedBy: null,
      expiresAt: null,
    })
    expect((await app.outbox()).at(-1)).toMatchObject({
      to: unity.phone,
      text: expect.stringContaining(
        'asks Unity Thrift to look at its records for 30 minutes: “The month does not add up”',
      ),
    })
    expect((await open(access.id)).body).toMatchObject({
      status: 409,
      message: 'No officer of this cooperative has allowed this support access. Wait for one, or call them.',
    })
    expect((await ask()).body).toMatchObject({
      status: 409,
      message: 'This cooperative was asked for support access already. Open that one, or end it first.',
    })
    expect(dataOf(await decide(access.id, 'decline'))).toMatchObject({ status: 'declined', decidedBy: 'Unity Thrift' })
    expect((await open(access.id)).status).toBe(409)
    expect((await decide(access.id, 'allow')).body.message).toBe(
      'An officer has decided about this support access already.',
    )
    expect((await end(access.id)).status).toBe(409)
  })

  // Remedy: support_access_stands
  test('is asked for once at a time: the one that was asked for is opened, or ended before another', async () => {
    const { id } = await asked()
    const refused = {
      status: 409,
      message: 'This cooperative was asked for support access already. Open that one, or end it first.',
    }
    expect((await ask()).body).toMatchObject(refused)
    dataOf(await end(id))
    const again = await asked()
    expect((await ask()).body).toMatchObject(refused)
    dataOf(await decide(again.id, 'allow'))
    expect((await ask()).body).toMatchObject(refused)
    expect((await read(dataOf(await open(again.id)).accessToken)).status).toBe(200)
    dataOf(await end(again.id))
    await asked()
  })

  test('an officer allows it, and then it reads what an auditor reads, each time with a line in the trail', async () => {
    const { id, accessToken } = await opened()
    const [row] = dataOf(await read(unity.token, '/cooperatives/support-access')) as {
      status: string
      expiresAt: string
      decidedAt: string
    }[]
    expect(row).toMatchObject({ id, status: 'open' })
    expect(Date.parse(row?.expiresAt ?? '') - Date.parse(row?.decidedAt ?? '')).toBe(30 * 60_000)
    expect(dataOf(await read(accessToken)).map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ada'])
    expect((await read(accessToken, `/cooperatives/members/${ada.id}`)).status).toBe(200)
    expect((await read(accessToken, '/financial/reports/trial-balance?format=csv')).status).toBe(200)
    // It raises no query as an auditor does, and its screen is told so.
    const { meta } = (await read(accessToken, '/governance/enquiries')).body
    expect(meta.summary.canSend).toEqual([])
    // What an auditor does not read, support does not read.
    expect((await read(accessToken, `/cooperatives/members/${ada.id}/bank-details`)).status).toBe(403)
    const lines = (await trail()).filter(({ by }) => by === 'superadmin' || by.includes('uper'))
    expect(lines.map(({ parameters }) => parameters).filter((each) => each !== null)).toEqual(
      expect.arrayContaining([
        'records: /members',
        'records: /cooperatives/members/:id',
        'format: csv, records: /financial/reports/trial-balance',
      ]),
    )
    expect(lines.map(({ says }) => says)).toEqual(
      expect.arrayContaining(['Asked for support access', 'Opened support access']),
    )
    dataOf(await end(id))
  })

  test('writes nothing, whatever it sends', async () => {
    const { id, accessToken } = await opened()
    const count = async () =>
      (
        await app.admin.query(
          `select (select count(*) from app.member) + (select count(*) from app.transaction) + (select count(*) from platform.session where ended_at is null) as n`,
        )
      ).rows[0].n
    const before = await count()
    const writes = routes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, access, path }) => method !== 'GET' && access !== 'public' && path !== '/cooperatives/logout')
    expect(writes.length).toBeGreaterThan(100)
    for (const { method, path } of writes) {
      const reply = await app.call(method, path.replaceAll(/:\w+/g, ada.id), {
        token: accessToken,
        body: {},
        key: newKey(),
      })
      expect([method, path, reply.status]).toEqual([method, path, 403])
    }
    expect(await count()).toBe(before)
    expect((await decide(id, 'allow', accessToken)).body.message).toBe(
      'Support access reads only. Ask an officer of the cooperative to do this.',
    )
    const refused = (await trail()).filter((line) => line.refused)
    expect(refused.length).toBeGreaterThan(5)
    dataOf(await end(id))
  })

  test('ends at once by either side, and by itself, for anyone who holds its token', async () => {
    const first = await opened()
    dataOf(await decide(first.id, 'end'))
    expect((await read(first.accessToken)).body).toMatchObject({ status: 401 })
    expect((await open(first.id)).body.message).toBe('This support access is over. Ask for it again.')

    const second = await opened()
    dataOf(await end(second.id))
    expect((await read(second.accessToken)).status).toBe(401)

    const third = await opened()
    await app.admin.query('alter table app.support_access disable trigger final')
    await app.admin.query(
      `update app.support_access set asked_at = now() - interval '2 hours', decided_at = now() - interval '1 hour', expires_at = now() - interval '30 minutes' where access_id = $1`,
      [third.id],
    )
    await app.admin.query('alter table app.support_access enable always trigger final')
    expect((await read(third.accessToken)).status).toBe(401)
    expect((await open(third.id)).status).toBe(409)
    expect((await decide(third.id, 'end')).status).toBe(409)
    const list = dataOf(await read(superAdmin, `/platform/support-access?cooperativeId=${unity.id}&limit=100`))
    expect(list.find(({ id }: { id: string }) => id === third.id).status).toBe('expired')

    const fourth = await opened()
    for (const { refreshToken } of [first, second, third, fourth])
      expect((await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken } })).status).toBe(401)
    dataOf(await app.call('POST', '/cooperatives/logout', { token: fourth.accessToken }))
    expect((await read(fourth.accessToken)).status).toBe(401)
    dataOf(await end(fourth.id))
  })

  test('an ask that no one answers in a day is over, and makes room for another', async () => {
    const old = await asked()
    await app.admin.query(`update app.support_access set asked_at = now() - interval '25 hours' where access_id = $1`, [
      old.id,
    ])
    expect((await decide(old.id, 'allow')).body.message).toBe('This support access is over. Ask for it again.')
    const next = await asked()
    expect(next.status).toBe('waiting')
    dataOf(await end(next.id))
    expect((await decide(next.id, 'allow')).status).toBe(409)
  })

  test('keeps to the cooperative that allowed it, and to the super administrator who asked', async () => {
    const { id, accessToken } = await opened()
    const theirs = await buildMember(app, other, { firstName: 'Theirs' })
    expect((await read(accessToken, `/cooperatives/members/${theirs.id}`)).status).toBe(404)
    // The other cooperative neither sees nor decides it.
    expect(dataOf(await read(other.token, '/cooperatives/support-access'))).toEqual([])
    for (const what of ['allow', 'decline', 'end'] as const)
      expect((await decide(id, what, other.token)).status).toBe(404)
    const forged = '00000000-0000-4000-8000-000000000001'
    expect((await open(forged)).status).toBe(404)
    expect((await end(forged)).status).toBe(404)
    expect((await decide(forged, 'allow')).status).toBe(404)

    const passwordHash = await hashPassword('second-admin-password', 'officer')
    await app.admin.query(
      "insert into platform.login (login_id, kind, username, name, password_hash) values (gen_random_uuid(), 'superadmin', 'second', 'Super Admin', $1)",
      [passwordHash],
    )
    const second = dataOf(
      await app.call('POST', '/super-admin/login', {
        body: { identifier: 'second', password: 'second-admin-password' },
      }),
    ).accessToken as string
    expect((await open(id, second)).status).toBe(404)
    // What may be read is not what may be overseen: the session is no super administrator's.
    expect((await read(accessToken, '/cooperatives/list')).status).toBe(403)
    expect((await read(accessToken, '/platform/audit-events')).status).toBe(403)
    expect((await open(id, accessToken)).status).toBe(403)
    dataOf(await end(id, second))
    expect((await read(accessToken)).status).toBe(401)
  })

  test('only an admin of the cooperative allows it; members know nothing of it', async () => {
    const { id } = await asked()
    const member = await loginMember(app, ada)
    expect((await read(member, '/cooperatives/support-access')).status).toBe(403)
    expect((await decide(id, 'allow', member)).status).toBe(403)
    expect((await decide(id, 'allow', superAdmin)).status).toBe(403)
    const treasurer = await buildMember(app, unity, { lastName: 'Treasurer' })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${treasurer.id}/roles`, {
        token: unity.token,
        body: { roleIds: ['member', 'treasurer'] },
      }),
    )
    const { accessToken } = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: await loginMember(app, treasurer),
        body: { cooperativeId: unity.id, role: 'coop_admin' },
      }),
    )
    expect((await decide(id, 'allow', accessToken)).status).toBe(403)
    const admin: TestOfficer = await buildOfficer(app, unity, { lastName: 'Admin' })
    expect(dataOf(await decide(id, 'allow', admin.token)).decidedBy).toBe('Ada Admin')
    dataOf(await end(id))
  })

  test('is closed with its cooperative', async () => {
    const { accessToken } = await opened({}, other)
    await setCooperativeStatus(app, other.id, 'suspended')
    expect((await read(accessToken)).status).toBeGreaterThanOrEqual(401)
    expect((await ask({ cooperativeId: other.id })).status).toBe(403)
    await setCooperativeStatus(app, other.id, 'active')
  })

  test('is decided by the cooperative alone, whatever else the code would try', async () => {
    const { id } = await asked()
    const forbidden = /permission denied|violates row-level security|final/
    const platform = (statement: ReturnType<typeof sql>) => app.services.database.platform((tx) => tx.run(statement))
    await expect(
      platform(sql`update app.support_access set allowed = true, decided_at = now() where access_id = ${id}`),
    ).rejects.toThrow(forbidden)
    await expect(
      platform(
        sql`insert into app.support_access (cooperative_id, access_id, login_id, asked_by_name, reason, minutes, allowed) values (${unity.id}, gen_random_uuid(), gen_random_uuid(), 'x', 'x', 60, true)`,
      ),
    ).rejects.toThrow(forbidden)
    const tenant = (cooperativeId: string, role: 'coop_admin' | 'member', statement: ReturnType<typeof sql>) =>
      app.services.database.tenant({ cooperativeId: cooperativeId as CooperativeId, role }, (tx) => tx.run(statement))
    expect(
      await tenant(
        other.id,
        'coop_admin',
        sql`update app.support_access set ended_at = now(), ended_by_name = 'x' where access_id = ${id}`,
      ),
    ).toBe(0)
    expect(
      await tenant(
        unity.id,
        'member',
        sql`update app.support_access set ended_at = now(), ended_by_name = 'x' where access_id = ${id}`,
      ),
    ).toBe(0)
    await expect(
      tenant(
        unity.id,
        'coop_admin',
        sql`insert into app.support_access (cooperative_id, access_id, login_id, asked_by_name, reason, minutes) values (${unity.id}, gen_random_uuid(), gen_random_uuid(), 'x', 'x', 60)`,
      ),
    ).rejects.toThrow(forbidden)
    dataOf(await decide(id, 'allow'))
    for (const statement of [
      sql`update app.support_access set expires_at = expires_at + interval '1 hour' where access_id = ${id}`,
      sql`update app.support_access set allowed = null, decided_at = null, decided_by_name = null, expires_at = null where access_id = ${id}`,
    ])
      await expect(tenant(unity.id, 'coop_admin', statement)).rejects.toThrow(forbidden)
    dataOf(await end(id))
    await expect(
      tenant(
        unity.id,
        'coop_admin',
        sql`update app.support_access set ended_at = null, ended_by_name = null where access_id = ${id}`,
      ),
    ).rejects.toThrow(forbidden)
    expect(await app.checks()).toEqual([])
  })
})
