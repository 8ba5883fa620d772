import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { compile, sql } from '#platform/db/sql.ts'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { proofChecks, type ProofRow } from '#platform/ledger/proof.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  loginMember,
  resetPassword,
  type TestCooperative,
  type TestMember,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

describe('the audit trail of a cooperative, under attack by a superuser of the database', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    await app.superAdminToken()
    cooperative = await buildCooperative(app)
    await buildMember(app, cooperative)
  })
  afterAll(() => app.stop())

  describe.each(['audit.event', 'platform.audit_event'])('%s', (table) => {
    // ASVS V16.4.2
    test.each([
      ['changes a line', () => `update ${table} set actor_name = 'Somebody else'`],
      ['removes a line', () => `delete from ${table}`],
      ['empties it', () => `truncate ${table} cascade`],
    ])('no one %s, not even in a session that skips ordinary triggers', async (_, statement) => {
      const { rows: before } = await app.admin.query(`select * from ${table} order by event_id`)
      expect(before.length).toBeGreaterThan(0)
      await expect(app.admin.query(statement())).rejects.toThrow(/append-only/)
      await app.admin.query('set session_replication_role = replica')
      await expect(app.admin.query(statement())).rejects.toThrow(/append-only/)
      await app.admin.query('reset session_replication_role')
      expect((await app.admin.query(`select * from ${table} order by event_id`)).rows).toEqual(before)
    })
  })

  test.each([
    ['drops a trigger of', 'drop trigger frozen on audit.event'],
    ['switches off a trigger of', 'alter table platform.audit_event disable trigger frozen_whole'],
    ['has a trigger fire in ordinary sessions only for', 'alter table audit.event enable trigger frozen'],
    ['lets the server change', 'grant update on audit.event to coop_app'],
  ])('a migration that %s the trail fails the checks', async (_, statement) => {
    expect(await app.checks()).toEqual([])
    await app.admin.query('begin')
    await app.admin.query(statement)
    const gate = await readFile(
      new URL('../../database/checks/gate_records_are_append_only.sql', import.meta.url),
      'utf8',
    )
    const { rows } = await app.admin.query(gate)
    await app.admin.query('rollback')
    expect(rows).not.toEqual([])
  })

  describe('who switches every trigger and key off', () => {
    const events = atSize(20, 2000)
    let sealed: TestCooperative

    const seal = () => sealAuditEvents(app.services.database, 7)
    /** What the proof of the books says of the trail. */
    const wrong = async () => {
      const [statement] = proofChecks.flatMap((check) =>
        check.name === 'audit' ? [check.statement(sealed.id as CooperativeId)] : [],
      )
      const { text, values } = compile(statement ?? sql``)
      return (await app.admin.query<ProofRow>(text, values)).rows[0]?.wrong
    }
    /** Lines of the trail as the server writes them. */
    const write = (count: number, at = 'clock_timestamp()') =>
      app.admin.query(`
        set app.coop_id = '${sealed.id}'; set app.role = 'coop_admin';
        insert into audit.event (cooperative_id, event_id, at, login_id, actor_name, role, action, request_id)
        select '${sealed.id}', gen_random_uuid(), ${at}, gen_random_uuid(), 'Ada', 'coop_admin', 'POST /members', 'r' || i from generate_series(1, ${count}) i;
        reset app.coop_id; reset app.role`)
    const numberOfEvents = async () =>
      Number(
        (await app.admin.query('select count(*) from audit.event where cooperative_id = $1', [sealed.id])).rows[0]
          .count,
      )
    const nth = (n: number | string) =>
      `(select event_id from audit.seal where cooperative_id = '${sealed.id}' and number = ${n})`
    const last = () => nth(`(select max(number) from audit.seal where cooperative_id = '${sealed.id}')`)
    const without = (id: string, ...tables: string[]) =>
      `create temporary table gone on commit drop as select ${id} as id; ${tables.map((table) => `delete from ${table} where event_id = (select id from gone)`).join('; ')}`

    beforeAll(async () => {
      sealed = await buildCooperative(app)
      await write(events)
      await seal()
    })

    test('every event has its seal, numbered without a gap, and the seals of what came since follow', async () => {
      expect(await wrong()).toBeNull()
      await buildMember(app, sealed)
      await seal()
      const { rows } = await app.admin.query(
        'select array_agg(number::int order by number) as numbers, count(distinct event_id)::int as events from audit.seal where cooperative_id = $1',
        [sealed.id],
      )
      const count = await numberOfEvents()
      expect(rows[0]).toEqual({ numbers: Array.from({ length: count }, (_, index) => index + 1), events: count })
      expect(
        (
          await app.admin.query('select count(*)::int as waiting from audit.unsealed where cooperative_id = $1', [
            sealed.id,
          ])
        ).rows,
      ).toEqual([{ waiting: 0 }])
      expect(await wrong()).toBeNull()
    })

    test.each<[string, () => string, () => string | Promise<string>]>([
      [
        'changes who acted',
        () => `update audit.event set actor_name = 'Bayo' where event_id = ${nth(4)}`,
        () => 'Event No. 4 of the audit trail is not what was sealed',
      ],
      [
        'changes by which login',
        () => `update audit.event set login_id = gen_random_uuid() where event_id = ${nth(4)}`,
        () => 'Event No. 4 of the audit trail is not what was sealed',
      ],
      [
        'changes what was done',
        () => `update audit.event set action = 'GET /members' where event_id = ${nth(5)}`,
        () => 'Event No. 5 of the audit trail is not what was sealed',
      ],
      [
        'changes when',
        () => `update audit.event set at = at - interval '1 microsecond' where event_id = ${nth(5)}`,
        () => 'Event No. 5 of the audit trail is not what was sealed',
      ],
      [
        'changes to whom',
        () => `update audit.event set subject_id = 'x' where event_id = ${nth(5)}`,
        () => 'Event No. 5 of the audit trail is not what was sealed',
      ],
      [
        'adds a detail',
        () => `update audit.event set detail = '{}' where event_id = ${nth(5)}`,
        () => 'Event No. 5 of the audit trail is not what was sealed',
      ],
      [
        'moves text from one field into the next',
        () => `update audit.event set actor_name = 'Ad', role = 'acoop_admin' where event_id = ${nth(5)}`,
        () => 'Event No. 5 of the audit trail is not what was sealed',
      ],
      [
        'changes an event and seals it again',
        () =>
          `update audit.event set actor_name = 'Bayo' where event_id = ${nth(4)}; update audit.seal s set hash = audit.event_hash(s.prev_hash, s.number, e.event, e.name_digest, e.detail_digest) from audit.digested e where e.event_id = s.event_id and s.event_id = ${nth(4)}`,
        () => 'Event No. 5 of the audit trail does not follow from the one before it: that one was changed',
      ],
      [
        'passes a change off as the erasure of a person',
        () => `insert into audit.erased (cooperative_id, event_id, field, digest) select cooperative_id, event_id, 'actor_name', audit.digest(name_salt, actor_name) from audit.event where event_id = ${nth(4)};
          update audit.event set actor_name = 'Bayo', name_salt = null where event_id = ${nth(4)}`,
        () => 'Event No. 4 of the audit trail is not what was sealed',
      ],
      ['removes an event', () => without(nth(6), 'audit.event'), () => 'Event No. 6 of the audit trail was removed'],
      [
        'removes an event with its seal',
        () => without(nth(6), 'audit.event', 'audit.seal'),
        () => 'Event No. 7 of the audit trail does not follow the one before it: an event is missing',
      ],
      [
        'removes the last event',
        () => without(last(), 'audit.event'),
        async () => `Event No. ${(await numberOfEvents()) + 1} of the audit trail was removed`,
      ],
      [
        'removes the last event with its seal',
        () => without(last(), 'audit.event', 'audit.seal'),
        async () => `Events of the audit trail after No. ${await numberOfEvents()} are missing`,
      ],
      [
        'exchanges what two events say',
        () =>
          `update audit.event e set request_id = o.request_id from audit.event o where (e.event_id, o.event_id) in ((${nth(3)}, ${nth(4)}), (${nth(4)}, ${nth(3)}))`,
        () => 'Event No. 3 of the audit trail is not what was sealed',
      ],
      [
        'adds an event',
        () =>
          `insert into audit.event (cooperative_id, event_id, at, login_id, actor_name, role, action, request_id) values ('${sealed.id}', gen_random_uuid(), '2026-03-01 11:05Z', gen_random_uuid(), 'Bayo', 'coop_admin', 'POST /members', 'r')`,
        () => 'The event of 1 Mar 2026 12:05 by Bayo was added to the audit trail, and not by the app',
      ],
    ])('and %s is found, and the event is named', async (_, statement, words) => {
      await app.admin.query(
        'begin; alter table audit.event disable trigger all; alter table audit.seal disable trigger all; set local session_replication_role = replica',
      )
      try {
        await app.admin.query(statement())
        expect(await wrong()).toContain(await words())
      } finally {
        await app.admin.query('rollback')
      }
      expect(await wrong()).toBeNull()
    })

    test('an event that is removed before its seal, or waits for it for longer than an hour, is named', async () => {
      await write(1)
      expect(await wrong()).toBeNull()
      await app.admin.query('begin; alter table audit.event disable trigger all')
      await app.admin.query(
        `update audit.unsealed set since = since - interval '61 minutes' where cooperative_id = '${sealed.id}'`,
      )
      expect(await wrong()).toMatch(/^The event of .+ by Ada has been waiting for its seal for more than an hour\.$/)
      await app.admin.query(
        `delete from audit.event where event_id in (select event_id from audit.unsealed where cooperative_id = '${sealed.id}')`,
      )
      expect(await wrong()).toMatch(/^An event of .+ was removed from the audit trail before it was sealed\.$/)
      await app.admin.query('rollback')
      await seal()
      expect(await wrong()).toBeNull()
    })

    test('an event that is written with an earlier time, through every trigger, is named once it is sealed', async () => {
      await app.admin.query('begin')
      await write(1, "clock_timestamp() - interval '3 hours'")
      await app.admin.query(
        `set local app.coop_id = '${sealed.id}'; set local app.role = 'job'; select audit.seal_events('${sealed.id}', 10)`,
      )
      expect(await wrong()).toMatch(/ is dated before events that were sealed earlier: it was added later\.$/)
      await app.admin.query('rollback')
    })

    test('only the job seals, and only its own cooperative', async () => {
      const tenant = (role: 'coop_admin' | 'job', of = cooperative) =>
        app.services.database.tenant({ cooperativeId: of.id as CooperativeId, role }, (tx) =>
          tx.one(sql`select audit.seal_events(${sealed.id}, 10)`),
        )
      await expect(tenant('coop_admin', sealed)).rejects.toMatchObject({ code: '42501' })
      await expect(tenant('job')).rejects.toMatchObject({ code: '42501' })
    })
  })

  test('a cooperative whose trail cannot be sealed keeps none of the others from their seals', async () => {
    const [bad, good] = [await buildCooperative(app), await buildCooperative(app)]
    await buildMember(app, bad)
    await buildMember(app, good)
    await app.admin.query(
      `insert into audit.seal_head (cooperative_id, last_number) values ('${bad.id}', 9223372036854775807)`,
    )
    await expect(sealAuditEvents(app.services.database)).rejects.toThrow(/Failed for 1 of /)
    const { rows } = await app.admin.query('select distinct cooperative_id as id from audit.unsealed')
    expect(rows).toEqual([{ id: bad.id }])
  })
})

describe('the audit trail of a cooperative records what writes nothing else', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember
  let memberToken: string

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app, { name: 'Own Society' })
    member = await buildMember(app, cooperative)
    memberToken = await loginMember(app, member)
  })
  afterAll(() => app.stop())

  type Line = { action: string; actor_name: string; role: string; subject_id: string | null; detail: unknown }
  /** The lines that a piece of work adds, in this cooperative or another. */
  async function linesOf(work: () => Promise<unknown>, { id } = cooperative): Promise<Line[]> {
    await app.settled()
    const read = async () =>
      (
        await app.admin.query<Line & { event_id: string }>(
          'select event_id, action, actor_name, role, subject_id, detail from audit.event where cooperative_id = $1 order by at',
          [id],
        )
      ).rows
    const before = new Set((await read()).map(({ event_id: known }) => known))
    await work()
    await app.settled()
    return (await read()).flatMap(({ event_id: found, ...line }) => (before.has(found) ? [] : [line]))
  }
  const get = (path: string, token = cooperative.token) => app.call('GET', path, { token })

  test('a report that is downloaded, by whom and with which parameters; one that is only looked at adds no line', async () => {
    const path = '/financial/reports/trial-balance'
    expect(await linesOf(() => get(path))).toEqual([])
    const lines = await linesOf(async () =>
      expect((await get(`${path}?format=csv&from=2026-01-01&x=%00`)).status).toBe(200),
    )
    expect(lines).toEqual([
      {
        action: `GET ${path}`,
        actor_name: 'Own Society',
        role: 'coop_admin',
        subject_id: null,
        detail: { parameters: { format: 'csv', from: '2026-01-01' } },
      },
    ])
  })

  test("a member's statement and all that is stored of them, and no refused file", async () => {
    const lines = await linesOf(async () => {
      expect((await get(`/financial/members/${member.id}/statement?format=pdf`)).status).toBe(200)
      expect((await get('/member-portal/my-data', memberToken)).status).toBe(200)
      expect((await get('/financial/reports/trial-balance?format=exe')).status).toBe(422)
      expect((await get('/financial/reports/trial-balance?format=csv', 'a'.repeat(43))).status).toBe(401)
    })
    expect(
      new Set(lines.map(({ action, actor_name, role, subject_id }) => `${action} ${actor_name} ${role} ${subject_id}`)),
    ).toEqual(
      new Set([
        `GET /financial/members/:memberId/statement Own Society coop_admin ${member.id}`,
        'GET /member-portal/my-data Ada Obi member null',
      ]),
    )
  })

  test('a file leaves only once its line is kept', async () => {
    await app.admin.query('revoke insert on audit.event from coop_app')
    const { status, text } = await get('/financial/reports/trial-balance?format=csv').finally(() =>
      app.admin.query('grant insert on audit.event to coop_app'),
    )
    expect([status, text.includes('Account')]).toEqual([500, false])
  })

  test('a picture on a page adds no line', async () => {
    const picture = {
      name: 'logo.png',
      content: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
    }
    dataOf(await app.call('POST', '/cooperatives/logo', { token: cooperative.token, file: picture }))
    expect(await linesOf(async () => expect((await get('/cooperatives/logo')).status).toBe(200))).toEqual([])
  })

  // ASVS V16.3.2
  test('what somebody tried that their role does not allow, in their own cooperative only, and no more than 20 times an hour', async () => {
    const other = await buildCooperative(app)
    const tries = 30
    const lines = async () => {
      for (let index = 0; index < tries; index += 1)
        expect((await app.call('POST', '/financial/contributions', { token: memberToken, body: {} })).status).toBe(403)
      expect((await get('/platform/audit-events', memberToken)).status).toBe(403)
    }
    let own: Line[] = []
    expect(await linesOf(async () => (own = await linesOf(lines)), other)).toEqual([])
    const line = (action: string) => ({
      action,
      actor_name: 'Ada Obi',
      role: 'member',
      subject_id: null,
      detail: { refused: 'not_permitted' },
    })
    expect(own.filter(({ action }) => action === 'POST /financial/contributions')).toEqual(
      Array.from({ length: 20 }, () => line('POST /financial/contributions')),
    )
    expect(own.filter(({ action }) => action !== 'POST /financial/contributions')).toEqual([
      line('GET /platform/audit-events'),
    ])
  })

  // ASVS V16.3.1
  test('failed logins of the cooperative, and the lock that the fifth brings', async () => {
    const attacked = await buildCooperative(app, { name: 'Attacked Society' })
    const login = (identifier: string) =>
      app.call('POST', '/cooperatives/login', { body: { identifier, password: 'wrong-password' } })
    const lines = await linesOf(async () => {
      for (let index = 0; index < 7; index += 1)
        expect([401, 429, 423]).toContain((await login(attacked.coopId)).status)
    }, attacked)
    // The fifth failure and its lock are written side by side, so either may come first.
    const ordered = lines.toSorted((a, b) => a.action.localeCompare(b.action))
    expect(ordered.map(({ action, actor_name, role }) => [action, actor_name, role])).toEqual([
      ...Array.from({ length: 5 }, () => ['login.failed', 'Attacked Society', 'coop_admin']),
      ['login.locked', 'Attacked Society', 'coop_admin'],
    ])
    const { rows: before } = await app.admin.query('select count(*) from audit.event')
    await login('AJO-NONE22')
    await app.settled()
    expect((await app.admin.query('select count(*) from audit.event')).rows).toEqual(before)
  })

  // ASVS V16.3.3
  test('failed logins, activations and password resets of a member, in each cooperative that they have joined', async () => {
    const [here, elsewhere, unjoined] = [
      await buildCooperative(app),
      await buildCooperative(app),
      await buildCooperative(app),
    ]
    const person = await buildMember(app, here)
    const second = await buildMember(app, elsewhere, { phone: person.phone })
    await buildMember(app, unjoined, { phone: person.phone })
    const password = 'member-password'
    const set = async (code: string, chosen = password) => dataOf(await resetPassword(app, person.phone, code, chosen))
    const in3 = async (work: () => Promise<unknown>) => {
      const found: string[][] = []
      const within = async ([first, ...rest]: TestCooperative[]): Promise<unknown> =>
        first
          ? found.push(
              (await linesOf(() => within(rest), first)).map(
                ({ action, actor_name, subject_id }) => `${action} ${actor_name} ${subject_id}`,
              ),
            )
          : work()
      await within([here, elsewhere, unjoined])
      return found.toReversed()
    }
    const line = (action: string, { id }: TestMember) => `${action} Ada Obi ${id}`
    expect(await in3(() => set(person.activationCode))).toEqual([[line('account.activated', person)], [], []])
    expect(await in3(() => set(second.activationCode))).toEqual([[], [line('account.activated', second)], []])
    expect(
      await in3(() =>
        app.call('POST', '/member-auth/login', { body: { phoneNumber: person.phone, password: 'wrong-password' } }),
      ),
    ).toEqual([[line('login.failed', person)], [line('login.failed', second)], []])
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: person.phone } }))
    const code = await lastCode(app, person.phone)
    // The code came to the phone, which proves every membership of it, so from here on the third is joined too.
    expect((await in3(() => set(code, 'another-password'))).map((lines) => lines.length)).toEqual([1, 1, 1])
  })

  // ASVS V16.3.1
  test('two-step verification that is turned on and off, what it turned away, and the proof of who is there', async () => {
    const society = await buildCooperative(app, { name: 'Careful Society' })
    let { token } = society
    const actions = async (work: () => Promise<unknown>) =>
      (await linesOf(work, society)).map(({ action, actor_name, role }) => `${action} ${actor_name} ${role}`)
    const by = (action: string) => `${action} Careful Society coop_admin`
    let key = ''
    expect(await actions(async () => ({ key } = await turnOnTwoSteps(app, token, society.password)))).toEqual([
      by('authenticator.added'),
    ])
    const prove = (body: object) => app.call('POST', '/auth/step-up', { token, body })
    expect(await actions(async () => expect((await prove({ code: '000000' })).status).toBe(422))).toEqual([
      by('second_step.wrong'),
    ])
    expect(await actions(async () => ({ accessToken: token } = dataOf(await prove({ code: appCode(key) }))))).toEqual([
      by('identity.confirmed'),
    ])
    expect(
      await actions(async () =>
        expect((await app.call('DELETE', '/auth/second-factor/authenticator', { token })).status).toBe(200),
      ),
    ).toEqual([by('authenticator.removed')])
  })
})
