import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#platform/db/embedded.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { Balancer } from '#dev/testing/balancer.ts'
import { LiveReader } from '#dev/testing/live-reader.ts'
import { appCode, newPhone } from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const superAdmin = { identifier: 'superadmin', password: 'several-super-admin' }
const restarts = atSize(2, 20)
const writers = atSize(4, 8)
/** Of a writer between what it writes and reads, so that requests are always under way and the restarts have the processor. */
const pauseMilliseconds = atSize(50, 0)

type Running = { url: string; dataDir: string; process: ChildProcess }

/** Servers that share one database, each with a data folder of its own, as on machines of their own. */
describe('several servers on one database', { timeout: 600_000 }, () => {
  let folder: string
  let postgres: EmbeddedDatabase
  let balancer: Balancer
  let servers: Running[]
  let admin: pg.Client
  let platformToken: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ajose-several-'))
    // A cluster of its own: roles belong to the whole cluster, and the other tests log in with theirs.
    postgres = await startEmbedded(join(folder, 'database'), { throwaway: true })
    balancer = await Balancer.start()
    // At the same moment, on a database with nothing in it.
    servers = await Promise.all([startServer('a'), startServer('b')])
    admin = new pg.Client({ connectionString: postgres.adminUrl })
    await admin.connect()
    await until(() => balancer.ready.length === 2)
    platformToken = await twoSteps()
  }, 120_000)
  afterAll(async () => {
    await balancer?.stop()
    for (const { process: child } of servers ?? []) await stopped(child, 'SIGKILL')
    await admin?.end()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function startServer(name: string): Promise<Running> {
    const dataDir = join(folder, name)
    const child = spawn(process.execPath, ['app/server/main.ts'], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.adminUrl,
        PORT: '0',
        SEED_DEMO: '0',
        QUIET_HOURS: 'none',
        LOG_LEVEL: 'fatal',
        DRAIN_SECONDS: '1',
        APP_SECRET: 'the secret that both of the servers share',
        SUPERADMIN_PASSWORD: superAdmin.password,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((ready, failed) => {
      createInterface(child.stdout).on('line', (line) => {
        const [found] = /(?<=ready at )http\S+/.exec(line) ?? []
        if (found) ready(found)
      })
      child.once('exit', (code) => failed(new Error(`Server ${name} ended with ${code}`)))
    })
    balancer.add(url)
    return { url, dataDir, process: child }
  }

  /** The super administrator with two steps: an app that one server gave a key to, and whose first code the other takes. */
  async function twoSteps(): Promise<string> {
    const [a, b] = servers as [Running, Running]
    const { data: login } = await call(a.url, 'POST', '/super-admin/login', undefined, superAdmin)
    const app = '/auth/second-factor/authenticator'
    const { data: made } = await call(a.url, 'POST', app, login.accessToken, { password: superAdmin.password })
    const confirmed = await call(b.url, 'POST', `${app}/confirm`, login.accessToken, { code: appCode(made.key) })
    if (confirmed.status !== 200) throw new Error(confirmed.text)
    return login.accessToken as string
  }

  const call = async (url: string, method: string, path: string, token?: string, body?: object, key?: string) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // What the balancer itself answers is text.
    const text = await reply.text()
    return { status: reply.status, text, data: reply.status < 300 ? JSON.parse(text).data : undefined }
  }

  /** A cooperative that was registered at one server and approved at the other, with a member. */
  async function society() {
    const [a, b] = servers as [Running, Running]
    const phone = newPhone()
    const password = 'secret-password'
    const { data: registered } = await call(a.url, 'POST', '/cooperatives/register', undefined, {
      name: 'Two Servers',
      phone,
      password,
      confirmpassword: password,
    })
    await call(b.url, 'PUT', `/cooperatives/update/${registered.id}`, platformToken, {
      status: 'active',
      reason: 'As the test wants it.',
    })
    const { data: opened } = await call(a.url, 'POST', '/cooperatives/login', undefined, {
      identifier: phone,
      password,
    })
    const memberPhone = newPhone()
    const { data: members, text } = await call(b.url, 'POST', '/cooperatives/members', opened.accessToken, {
      member: [
        {
          firstName: 'Ada',
          lastName: 'Obi',
          phone: memberPhone,
          registrationDate: '2025-01-15',
          monthlyContributions: 5000,
        },
      ],
    })
    if (!members) throw new Error(text)
    return { id: registered.id as string, phone, token: opened.accessToken as string, memberPhone, member: members[0] }
  }

  test('start together on an empty database: one makes it, and there is one super administrator', async () => {
    const { rows } = await admin.query("select username from platform.login where kind = 'superadmin'")
    expect(rows).toEqual([{ username: 'superadmin' }])
    expect(await runChecks(postgres.adminUrl)).toEqual([])
  })

  test('share logins, codes, keys and limits', async () => {
    const [a, b] = servers as [Running, Running]
    const { token, member, memberPhone } = await society()
    // A session and an activation code of one server are good at the other.
    expect((await call(b.url, 'GET', '/cooperatives/members', token)).status).toBe(200)
    const password = 'a-password-of-theirs'
    const chosen = await call(a.url, 'POST', '/auth/reset-password', undefined, {
      identifier: memberPhone,
      code: member.activationCode,
      password,
      confirmPassword: password,
    })
    expect([chosen.status, chosen.text]).toEqual([200, expect.any(String)])
    expect(
      (await call(b.url, 'POST', '/member-auth/login', undefined, { phoneNumber: memberPhone, password })).status,
    ).toBe(200)
    // One action that reaches both is done once.
    const deposit = { type: 'deposit', memberId: member.memberid, amount: 1234.56, anotherPayment: true }
    const key = crypto.randomUUID()
    const first = await call(a.url, 'POST', '/financial/transactions', token, deposit, key)
    const again = await call(b.url, 'POST', '/financial/transactions', token, deposit, key)
    expect([first.status, again.status, again.data.id]).toEqual([201, 201, first.data.id])
    // Wrong passwords are counted together: the sixth try is locked, wherever it arrives.
    const tries = []
    for (let n = 0; n < 6; n += 1)
      tries.push(
        (
          await call((n % 2 ? a : b).url, 'POST', '/member-auth/login', undefined, {
            phoneNumber: memberPhone,
            password: 'not-the-password',
          })
        ).status,
      )
    expect(tries).toEqual([401, 401, 401, 401, expect.any(Number), 423])
  })

  test('send each message once, whichever server queued it', async () => {
    const { token } = await society()
    const texts = Array.from({ length: 12 }, (_, n) => `Notice ${n} of ${crypto.randomUUID()}`)
    for (const [n, message] of texts.entries()) {
      const { status } = await call(servers[n % 2]?.url ?? '', 'POST', '/notifications', token, {
        message,
        to: 'all',
        alsoSms: true,
      })
      expect(status).toBe(201)
    }
    await until(async () => {
      const { rows } = await admin.query('select count(*)::int as waiting from platform.message where sent_at is null')
      return rows[0].waiting === 0
    })
    const sent = servers.flatMap(({ dataDir }) => linesOf(join(dataDir, 'outbox.jsonl')))
    expect(texts.map((text) => sent.filter((line) => line.includes(text)).length)).toEqual(texts.map(() => 1))
  })

  test('share live events: within a second what one did is known at the other, and in no other cooperative', async () => {
    const [a, b] = servers as [Running, Running]
    const [mine, theirs] = [await society(), await society()]
    const { data: other } = await call(b.url, 'POST', '/cooperatives/login', undefined, {
      identifier: mine.phone,
      password: 'secret-password',
    })
    const [officer, acting, stranger] = [
      await LiveReader.open(b.url, other.accessToken),
      await LiveReader.open(b.url, mine.token),
      await LiveReader.open(b.url, theirs.token),
    ]
    const deposit = { type: 'deposit', memberId: mine.member.memberid, amount: 50, anotherPayment: true }
    expect((await call(a.url, 'POST', '/financial/transactions', mine.token, deposit)).status).toBe(201)
    await officer.hears('financial/transactions', 1000)
    const told = [acting, stranger].map(({ events }) => events.flat())
    expect(told.flat()).not.toContain('financial/transactions')
    // A server whose connection was cut can't know what it missed, and neither can those it had to tell.
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ajose live'")
    for (const reader of [officer, acting, stranger]) await reader.hears('everything')
    for (const reader of [officer, acting, stranger]) reader.close()
  })

  test(`${restarts} restarts, one server after the other, fail no request of ${writers} that write and read all the time`, async ({
    task,
  }) => {
    const { token, member } = await society()
    const followed = await Promise.all(servers.map(({ url }) => LiveReader.open(url, token)))
    const answered: number[] = []
    const failed: string[] = []
    let isOver = false
    const work = async () => {
      while (!isOver) {
        const amount = 1 + answered.length
        const key = crypto.randomUUID()
        const body = { type: 'deposit', memberId: member.memberid, amount, anotherPayment: true }
        const posted = await call(balancer.url, 'POST', '/financial/transactions', token, body, key)
        const read = await call(balancer.url, 'GET', '/financial/transactions?limit=5', token)
        if (posted.status === 201) answered.push(amount)
        else failed.push(`${posted.status} ${posted.text}`)
        if (read.status !== 200) failed.push(`${read.status} ${read.text}`)
        await wait(pauseMilliseconds)
      }
    }
    const working = Promise.all(Array.from({ length: writers }, work))
    for (let n = 0; n < restarts; n += 1) {
      const index = n % 2
      const before = answered.length
      const { url, process: child } = servers[index] as Running
      await stopped(child, 'SIGTERM')
      // The other has answered meanwhile.
      expect(answered.length).toBeGreaterThan(before)
      balancer.remove(url)
      servers[index] = await startServer(index === 0 ? 'a' : 'b')
      await until(() => balancer.ready.length === 2 && answered.length > before + 20)
    }
    isOver = true
    await working
    expect(failed).toEqual([])
    // A server that stops ends its streams, whose browsers go on at another one.
    expect(followed.map(({ isOver }) => isOver)).toEqual([true, true])
    task.meta.figures = `${answered.length} writes and as many reads, none failed`
    const { rows } = await admin.query<{ count: number; sum: string }>(
      'select count(*)::int as count, sum(amount)::text as sum from app.transaction where member_id = $1',
      [member.memberid],
    )
    const kobo = answered.reduce((sum, naira) => sum + naira * 100, 0)
    expect(rows).toEqual([{ count: answered.length, sum: String(kobo) }])
    expect(await runChecks(postgres.adminUrl)).toEqual([])
  })
})

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20)
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
