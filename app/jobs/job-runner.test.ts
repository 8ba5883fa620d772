import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { channels, type MessagePort, type OutgoingMessage } from '#platform/messages/message-port.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, newPhone, type TestCooperative } from '#dev/testing/builders.ts'
import { JobRunner } from './job-runner.ts'

/** More than the server of a test has connections. */
const importsAtOnce = 7
/** More than are registered in one step, so that the progress is told on the way. */
const rows = 501

/** Names that no two members have alike. */
const letters = (n: number) => [...String(n + 10_000)].map((digit) => 'abdefgiklo'[Number(digit)]).join('')

describe('imports of more societies at once than there are connections', () => {
  let app: TestApp
  let holder: pg.Client

  beforeAll(async () => {
    app = await startTestApp()
    holder = new pg.Client({ connectionString: app.adminUrl })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await app.stop()
  })

  const look = async ({ cooperative, id }: { cooperative: TestCooperative; id: string }) =>
    dataOf(await app.call('GET', `/imports/${id}`, { token: cooperative.token }))
  const uploaded = async () => {
    const cooperative = await buildCooperative(app)
    const csv = [
      'First name,Last name,Phone',
      ...Array.from({ length: rows }, (_, n) => `${letters(n)},${letters(n * 7919)},${newPhone()}`),
    ].join('\n')
    const { id } = dataOf(
      await app.call('POST', '/cooperatives/members/imports', {
        token: cooperative.token,
        file: { name: 'register.csv', content: new TextEncoder().encode(csv) },
      }),
      201,
    )
    return { cooperative, id: String(id) }
  }

  test('are all posted, and leave connections to everybody else meanwhile', async () => {
    const bystander = await buildCooperative(app)
    const imports: { cooperative: TestCooperative; id: string }[] = []
    for (let n = 0; n < importsAtOnce; n += 1) imports.push(await uploaded())
    // Each run begins by locking its import: this holds them all at that point, where each has its connection.
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest($1::text[]) id', [
      imports.map(({ id }) => id),
    ])
    for (const { cooperative, id } of imports)
      dataOf(await app.call('POST', `/imports/${id}/post`, { token: cooperative.token }), 202)
    expect((await app.call('GET', '/cooperatives/profile', { token: bystander.token })).status).toBe(200)
    await holder.query('commit')
    for (const each of imports)
      await expect
        .poll(() => look(each), { timeout: 120_000 })
        .toMatchObject({ status: 'posted', progress: rows, failure: null })
    expect(await app.checks()).toEqual([])
  })
})

describe('jobs', () => {
  let app: TestApp
  const runners: JobRunner[] = []

  beforeAll(async () => {
    app = await startTestApp()
    // The runners of these tests are their own.
    await app.settled()
    await app.runner.stop()
  })
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop()
  })
  afterAll(() => app.stop())

  const start = async (
    ports: readonly MessagePort[],
    { regularly = false, ...options }: ConstructorParameters<typeof JobRunner>[1] & { regularly?: boolean } = {},
  ) => {
    const runner = new JobRunner(ports, options)
    runners.push(runner)
    await runner.start(app.services, { regularly })
    return runner
  }
  const portOf = (send: MessagePort['send']): MessagePort => ({ name: 'test', channels, send })
  const message = (n: number) => ({
    kind: 'notice' as const,
    channel: 'sms' as const,
    to: '+2348031234567',
    text: `Message ${n}`,
  })
  const queue = (cooperativeId: string, count: number) =>
    app.services.database.tenant({ cooperativeId: cooperativeId as CooperativeId, role: 'job' }, (tx) =>
      queueMessages(
        tx,
        cooperativeId as CooperativeId,
        Array.from({ length: count }, (_, n) => message(n)),
        () => {},
      ),
    )
  const unsent = async () =>
    Number((await app.admin.query('select count(*) from platform.message where sent_at is null')).rows[0].count)
  const jobsIn = async (name: string, state: string) =>
    Number(
      (await app.admin.query('select count(*) from job.job where name = $1 and state = $2', [name, state])).rows[0]
        .count,
    )
  const soon = { timeout: 60_000 }
  /** A job that is taken while its server stops is active until that server counts as gone: a test that leaves none takes none from the next. */
  const underWay = async () => (await jobsIn('messages', 'created')) + (await jobsIn('messages', 'active'))

  test('are added by the transaction that causes them, and not without it', async () => {
    const cooperative = await buildCooperative(app)
    await start([portOf(async ({ id }) => ({ deliveredAs: id }))])
    await expect.poll(underWay, soon).toBe(0)
    const before = await jobsIn('messages', 'completed')
    const failing = app.services.database.tenant(
      { cooperativeId: cooperative.id as CooperativeId, role: 'job' },
      async (tx) => {
        await queueMessages(tx, cooperative.id as CooperativeId, [message(1)], () => {})
        throw new Error('planted')
      },
    )
    await expect(failing).rejects.toThrow('planted')
    expect(await jobsIn('messages', 'created')).toBe(0)
    await queue(cooperative.id, 120)
    // Fifty in each.
    expect(await jobsIn('messages', 'created')).toBe(3)
    runners[0]?.wake('messages')
    await expect.poll(unsent, soon).toBe(0)
    await expect.poll(() => jobsIn('messages', 'completed'), soon).toBe(before + 3)
  })

  test('hold identifiers alone, and no session of a cooperative comes near them but to add its own', async () => {
    const [one, other] = [await buildCooperative(app), await buildCooperative(app)]
    const inside = (statement: string) =>
      app.services.database.tenant({ cooperativeId: one.id as CooperativeId, role: 'coop_admin' }, (tx) =>
        tx.many<Record<string, unknown>>({ strings: [statement], values: [] }),
      )
    for (const statement of [
      'select * from job.job',
      "insert into job.job (name, data) values ('files', '{}')",
      `select platform.add_job('files', '${other.id}', '{}')`,
    ])
      await expect(inside(statement)).rejects.toThrow('permission denied')
    await inside("select app.add_file_job('credits', null, null)")
    const { rows } = await app.admin.query(
      "select group_id, data ->> 'cooperative' as cooperative from job.job where name = 'files'",
    )
    expect(rows).toEqual([{ group_id: one.id, cooperative: one.id }])
    expect(await app.checks()).toEqual([])
    await app.admin.query(`update job.job set data = data || '{"name": "Amina Bello"}' where name = 'files'`)
    await app.admin.query('grant usage on schema job to coop_app')
    expect((await app.checks()).map(({ check, rows: found }) => [check, found.length])).toEqual([
      ['gate_jobs_are_apart', 1],
      ['jobs_hold_identifiers', 1],
    ])
    await app.admin.query("revoke usage on schema job from coop_app; delete from job.job where name = 'files'")
  })

  test('run once, however many servers there are', async () => {
    await app.admin.query("update platform.message set sent_at = now(), body = '' where sent_at is null")
    // As many societies as three servers have workers, so that each takes its part while no one sends.
    for (let n = 0; n < 12; n += 1) {
      const { id } = await buildCooperative(app)
      for (let times = 0; times < 4; times += 1) await queue(id, 10)
    }
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const servers = [0, 1, 2].map(() => {
      const sent: string[] = []
      const port = portOf(async ({ id }) => {
        sent.push(id)
        await held
        return { deliveredAs: id }
      })
      return { sent, port }
    })
    for (const { port } of servers) await start([port])
    await expect.poll(() => servers.map(({ sent }) => sent.length > 0), soon).toEqual([true, true, true])
    release()
    await expect.poll(unsent, soon).toBe(0)
    const all = servers.flatMap(({ sent }) => sent)
    expect(all.length).toBeGreaterThanOrEqual(480)
    expect(new Set(all).size).toBe(all.length)
    await expect.poll(underWay, soon).toBe(0)
  })

  test('of one society, however many and slow, leave the workers to the others', async () => {
    const [flooding, other] = [await buildCooperative(app), await buildCooperative(app)]
    await app.admin.query("update platform.message set sent_at = now(), body = '' where sent_at is null")
    await queue(flooding.id, 500)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const slow = new Set(
      (
        await app.admin.query<{ id: string }>('select message_id as id from platform.message where sent_at is null')
      ).rows.map(({ id }) => id),
    )
    const sent: string[] = []
    const runner = await start([
      portOf(async ({ id }) => {
        if (slow.has(id)) await held
        sent.push(id)
        return { deliveredAs: id }
      }),
    ])
    await expect.poll(() => jobsIn('messages', 'active'), soon).toBe(1)
    await queue(other.id, 3)
    runner.wake('messages')
    await expect.poll(unsent, soon).toBe(500)
    expect(sent.length).toBe(3)
    await expect.poll(() => jobsIn('messages', 'active'), soon).toBe(1)
    expect(await jobsIn('messages', 'created')).toBe(9)
    release()
    await expect.poll(unsent, soon).toBe(0)
    await expect.poll(underWay, soon).toBe(0)
  })

  test('that are running at a stop are given back, and end elsewhere', async () => {
    const cooperative = await buildCooperative(app)
    await app.admin.query("update platform.message set sent_at = now(), body = '' where sent_at is null")
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const tries: OutgoingMessage[] = []
    const stopping = await start(
      [
        portOf(async (each) => {
          tries.push(each)
          await held
          return { retryBecause: 'too late' }
        }),
      ],
      { stopMilliseconds: 1000 },
    )
    await queue(cooperative.id, 1)
    stopping.wake('messages')
    await expect.poll(() => tries.length, soon).toBe(1)
    const began = performance.now()
    await stopping.stop()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await jobsIn('messages', 'active')).toBe(0)
    expect(await jobsIn('messages', 'retry')).toBe(1)
    release()
    await app.admin.query("update job.job set start_after = now() where state = 'retry'")
    await start([portOf(async ({ id }) => ({ deliveredAs: id }))])
    await expect.poll(unsent, soon).toBe(0)
  })

  test('whose server is gone are taken again by another', async () => {
    const cooperative = await buildCooperative(app)
    await app.admin.query("update platform.message set sent_at = now(), body = '' where sent_at is null")
    await queue(cooperative.id, 2)
    // As a server leaves it that was killed a moment after it had taken the job.
    const { rowCount } = await app.admin.query(
      "update job.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'messages' and state = 'created' and group_id = $1",
      [cooperative.id],
    )
    expect(rowCount).toBeGreaterThan(0)
    await start([portOf(async ({ id }) => ({ deliveredAs: id }))], { regularly: true })
    await expect.poll(unsent, soon).toBe(0)
    await expect.poll(() => jobsIn('messages', 'active'), soon).toBe(0)
  })

  test('a message that the provider refuses is not tried again, and holds up none of the others', async () => {
    const cooperative = await buildCooperative(app)
    await app.admin.query("update platform.message set sent_at = now(), body = '' where sent_at is null")
    await queue(cooperative.id, 5)
    const tries: string[] = []
    await start([
      portOf(async ({ id, text }) => {
        tries.push(text)
        return text === 'Message 1' ? { refusedBecause: 'no such number' } : { deliveredAs: id }
      }),
    ])
    await expect.poll(unsent, soon).toBe(1)
    const { rows } = await app.admin.query(
      'select attempts, failure, body, gave_up_at is not null as "gaveUp" from platform.message where sent_at is null',
    )
    expect(rows).toEqual([{ attempts: 1, failure: 'no such number', body: '', gaveUp: true }])
    expect(tries.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `Message ${n}`))
    await expect.poll(() => jobsIn('messages', 'active'), soon).toBe(0)
    expect(await jobsIn('messages', 'retry')).toBe(0)
    const health = dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() }))
    expect(health.messages).toMatchObject({ waiting: 0, failed: 0 })
    expect(health.problems).toContain('Messages of the last 7 days that could not be sent or did not arrive: 1.')
  })

  test('one that fails whatever happens waits longer each time, shows on the health page and is given up in the end', async () => {
    const [poisoned, other] = [await buildCooperative(app), await buildCooperative(app)]
    const importOf = async (cooperative: TestCooperative) =>
      String(
        dataOf(
          await app.call('POST', '/cooperatives/members/imports', {
            token: cooperative.token,
            file: {
              name: 'register.csv',
              content: new TextEncoder().encode(`First name,Last name,Phone\nAda,Obi,${newPhone()}`),
            },
          }),
          201,
        ).id,
      )
    const look = async (cooperative: TestCooperative, id: string) =>
      dataOf(await app.call('GET', `/imports/${id}`, { token: cooperative.token }))
    const id = await importOf(poisoned)
    dataOf(await app.call('POST', `/imports/${id}/post`, { token: poisoned.token }), 202)
    // No one has this login, which no try can change.
    await app.admin.query(
      `update job.job set data = jsonb_set(data, '{author,login}', to_jsonb(gen_random_uuid()::text)) where data ->> 'subject' = $1`,
      [id],
    )
    const runner = await start([portOf(async (each) => ({ deliveredAs: each.id }))])
    const state = async () =>
      (
        await app.admin.query<{ state: string; tries: number; pause: number }>(
          `select state::text, retry_count as tries, extract(epoch from start_after - clock_timestamp())::float8 as pause from job.job where name = 'files' and data ->> 'subject' = $1`,
          [id],
        )
      ).rows[0]
    const problems = async () =>
      dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() })).problems as string[]
    const pauses: number[] = []
    const failedAfter = async (tries: number) => {
      await expect
        .poll(async () => ({ ...(await state()), pause: 0 }), soon)
        .toEqual({ state: 'retry', tries, pause: 0 })
    }
    await failedAfter(0)
    expect(await problems()).toContain(
      'Files that could not be posted and will be tried again: 1. Expected one row, got none',
    )
    const otherId = await importOf(other)
    dataOf(await app.call('POST', `/imports/${otherId}/post`, { token: other.token }), 202)
    runner.wake('files')
    await expect.poll(async () => (await look(other, otherId)).status, soon).toBe('posted')
    const seen = (await state())?.tries ?? 0
    for (let tries = seen; tries < 8; tries += 1) {
      await failedAfter(tries)
      pauses.push((await state())?.pause ?? 0)
      await app.admin.query("update job.job set start_after = now() where name = 'files' and state = 'retry'")
      runner.wake('files')
    }
    await expect.poll(async () => (await state())?.state, soon).toBe('failed')
    // They double, give or take a half, up to five minutes.
    expect(pauses.at(0)).toBeLessThan(10)
    expect(pauses.at(-2)).toBeGreaterThan(30)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(300)
    runner.wake('given_up')
    await expect.poll(async () => (await look(poisoned, id)).status, soon).toBe('failed')
    expect((await look(poisoned, id)).failure).toBe(
      'The server stopped while this file was being posted. Nothing was stored. Post it again.',
    )
    expect(await problems()).toContain(
      'Files that could not be posted and will not be tried again: 1. Expected one row, got none',
    )
  })
})
