import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app/server/app.ts'
import { watchHealth } from '#features/platform-admin/overview/server/watch-health.ts'
import { openLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative } from '#dev/testing/builders.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startTracing } from './traces.ts'

let app: TestApp
let cooperative: TestCooperative
let member: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  cooperative = await buildCooperative(app)
  member = await buildMember(app, cooperative)
})
afterAll(() => app.stop())

const deposit = (amount: number) =>
  app.call('POST', '/financial/transactions', {
    token: cooperative.token,
    body: { type: 'deposit', memberId: member.id, amount },
  })

/** A line of Prometheus' text: its name with labels in the order of the alphabet, and its value. */
function readingsOf(text: string): Map<string, number> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === undefined) return []
      const sorted = labels.split(/,(?=\w+=)/).toSorted((a, b) => (a < b ? -1 : 1))
      return [[labels ? `${name}{${sorted.join(',')}}` : name, Number(value)]]
    }),
  )
}

describe('what Prometheus reads', () => {
  let url: string
  let close: () => void
  beforeAll(async () => {
    const unwatch = watchHealth(app.services)
    const server = await serveMetrics(0, '127.0.0.1')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = () => {
      unwatch()
      server.close()
    }
  })
  afterAll(() => close())
  const scrape = async () => readingsOf(await (await fetch(`${url}/metrics`)).text())

  test('counts requests, refusals by kind, entries and wrong passwords', async () => {
    const names = {
      posted: 'ajose_posted_entries_total',
      failedLogins: 'ajose_failed_logins_total',
      created: 'ajose_requests_total{method="POST",route="/financial/transactions",status="201"}',
      refused: 'ajose_refusals_total{code="not_permitted"}',
      invalid: 'ajose_refusals_total{code="status_422"}',
      writes: 'ajose_request_seconds_count{kind="write"}',
    }
    const figures = async () => {
      const readings = await scrape()
      return Object.values(names).map((name) => readings.get(name) ?? 0)
    }
    const before = await figures()
    for (const amount of [100, 200, 300]) dataOf(await deposit(amount), 201)
    expect((await deposit(-1)).status).toBe(422)
    const { status } = await app.call('POST', '/cooperatives/login', {
      body: { identifier: cooperative.coopId, password: 'not-the-password' },
    })
    expect(status).toBe(401)
    expect((await app.call('GET', '/cooperatives/list', { token: cooperative.token })).status).toBe(403)
    const after = await figures()
    expect(Object.keys(names).map((name, index) => [name, (after[index] ?? 0) - (before[index] ?? 0)])).toEqual([
      ['posted', 3],
      ['failedLogins', 1],
      ['created', 3],
      ['refused', 1],
      ['invalid', 1],
      ['writes', 5],
    ])
  })

  test('has the queues, the connections, the disk and the regular jobs, as the health page shows them', async () => {
    await app.admin.query(
      "insert into platform.job_run (job, began_at, ended_at, failure) values ('sweep', now(), '2026-11-24T10:00:00Z', 'The disk is full') on conflict (job) do update set ended_at = excluded.ended_at, failure = excluded.failure",
    )
    await app.admin.query(
      "insert into platform.message (message_id, channel, recipient, body, created_at, failure) values (gen_random_uuid(), 'sms', '+2348030000000', 'Hello', now() - interval '1 hour', 'No network')",
    )
    const page = dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() }))
    const readings = await scrape()
    const [ended] = page.jobs.filter(({ job }: { job: string }) => job === 'sweep')
    expect(ended.failure).toBe('The disk is full')
    expect({
      up: readings.get('ajose_database_up'),
      messages: readings.get('ajose_waiting{queue="messages"}'),
      failing: readings.get('ajose_failing{queue="messages"}'),
      files: readings.get('ajose_waiting{queue="files"}'),
      sweep: readings.get('ajose_regular_job_failed{job="sweep"}'),
      ended: readings.get('ajose_regular_job_ended_time_seconds{job="sweep"}'),
      max: readings.get('ajose_connections_max{role="coop_app"}'),
      problems: readings.get('ajose_problems'),
    }).toEqual({
      up: 1,
      messages: page.messages.waiting,
      failing: 1,
      files: 0,
      sweep: 1,
      ended: Date.parse('2026-11-24T10:00:00Z') / 1000,
      max: 6,
      problems: page.problems.length,
    })
    expect(readings.get('ajose_oldest_waiting_seconds{queue="messages"}')).toBeGreaterThan(3590)
    expect(readings.get('ajose_disk_free_ratio')).toBeCloseTo(page.disk.freePercent / 100, 1)
    expect(page.traffic.postedEntries).toBe(readings.get('ajose_posted_entries_total'))
    await app.admin.query("delete from platform.message where failure = 'No network'")
  })

  // ASVS V13.4.5
  test('is there at /metrics only, and names no person, cooperative or amount', async () => {
    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${app.url}/metrics`, { redirect: 'manual' })).status).toBe(404)
    const text = await (await fetch(`${url}/metrics`)).text()
    for (const secret of [member.id, cooperative.coopId, cooperative.token]) expect(text).not.toContain(secret)
  })

  test('has every name that the shipped alerts ask about', async () => {
    const rules = readFileSync(new URL('../../docs/operating/alerts.yml', import.meta.url), 'utf8')
    const asked = new Set(rules.match(/\bajose_\w+/g))
    const known = new Set([...(await scrape()).keys()].map((name) => name.replace(/\{.*/, '')))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !known.has(name) && !known.has(`${name}_count`))).toEqual([])
  })
})

describe('the log', () => {
  const collect = () => {
    const lines: string[] = []
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    return { lines, destination }
  }

  // ASVS V16.2.5
  test('keeps what PostgreSQL says of an error but for the values of the row', async () => {
    const { lines, destination } = collect()
    const log = openLog({ LOG_LEVEL: 'info' }, destination as never)
    const failed = await app.admin
      .query(
        `insert into platform.login (login_id, kind, username, name) values (gen_random_uuid(), 'robot', 'canary-name', 'Canary')`,
      )
      .catch((error: unknown) => error)
    expect(JSON.stringify(failed)).toContain('canary-name')
    log.error({ err: failed }, 'request failed')
    log.error({ err: new Error('A job failed', { cause: failed }) }, 'a job failed')
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toContain('"code":"23514"')
      expect(line).toContain('"table":"login"')
      expect(line).not.toContain('canary-name')
    }
  })

  // ASVS V16.2.2, V16.2.4, V16.2.5, V16.4.1
  test('has the time of each line in UTC, escapes what would begin another one, and shows no password', () => {
    const { lines, destination } = collect()
    const log = openLog({ LOG_LEVEL: 'info' }, destination as never)
    const before = Date.now()
    log.info({ login: { password: 'canary-password' } }, 'first\n{"level":50,"msg":"forged"}')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
    expect(lines[0]).not.toContain('canary-password')
    const { time, msg } = JSON.parse(lines[0] ?? '') as { time: string; msg: string }
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(time) - before)).toBeLessThan(60_000)
    expect(msg).toBe('first\n{"level":50,"msg":"forged"}')
  })

  // ASVS V16.2.5
  test('has a line for each answer: who, where and how fast, and nothing of what was sent', async () => {
    const { lines, destination } = collect()
    const log = pino({ base: null }, destination)
    const server = createApp({ ...app.services, log }, { version: 'test', accessLog: true })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const port = (server.server.address() as AddressInfo).port
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${cooperative.token}`, 'content-type': 'application/json' },
      })
    await ask('/api/health')
    await ask('/members?q=canary-search')
    const refused = await ask('/financial/transactions', {
      method: 'POST',
      body: JSON.stringify({
        type: 'deposit',
        memberId: member.id,
        amount: 123_456.78,
        description: 'canary-text',
        x: 1,
      }),
    })
    await server.close()
    const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(answered).toEqual([
      expect.objectContaining({ method: 'GET', route: '/members', address: '127.0.0.1' }),
      expect.objectContaining({
        requestId: ((await refused.json()) as { requestId: string }).requestId,
        method: 'POST',
        route: '/financial/transactions',
        status: 422,
        cooperative: cooperative.id,
        login: expect.any(String),
        milliseconds: expect.any(Number),
      }),
    ])
    expect(lines.join('')).not.toMatch(/canary|123456|123_456|Bearer/)
  })
})

test('spans go to a collector that speaks OTLP, under the caller’s, and hold no value of a field', async () => {
  type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string }
  const spans: Span[] = []
  let raw = ''
  const collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      raw += body
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const stop = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`, 'test')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const reply = await fetch(`${app.url}/financial/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${cooperative.token}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ type: 'deposit', memberId: member.id, amount: 98_765, description: 'canary-text' }),
  })
  expect(reply.status).toBe(201)
  await stop()
  collector.close()
  const request = spans.find(({ name }) => name === 'POST /financial/transactions')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const transactions = spans.filter(
    ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === request?.spanId,
  )
  expect(transactions.length).toBeGreaterThan(0)
  expect(raw).not.toMatch(/canary-text|98765|9876500/)
})
