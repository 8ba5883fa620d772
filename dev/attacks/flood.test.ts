import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import { atSize } from '#dev/testing/size.ts'
import { sql } from '#platform/db/sql.ts'
import { workFor } from '#platform/limits/party.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  from,
  loginMember,
  newPhone,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative
let other: TestCooperative
beforeAll(async () => {
  app = await startTestApp()
  cooperative = await buildCooperative(app)
  other = await buildCooperative(app)
  for (const each of [cooperative, other]) await buildMember(app, each)
})
afterAll(() => app.stop())

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
    // No one reads what comes back.
    socket.resume()
  })
}

function request(path: string, address: string, body: string, length = Buffer.byteLength(body)): string {
  return `POST ${path} HTTP/1.1\r\nhost: attack\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
}

const loginBody = () => JSON.stringify({ identifier: newPhone(), password: 'a-wrong-guess' })

/** What anybody else sees: the register of a cooperative, and whether the server calls itself ready. */
async function whatOthersSee(): Promise<[number, number]> {
  const [list, ready] = await Promise.all([
    app.call('GET', '/members', { token: cooperative.token, headers: from('198.51.100.1') }),
    app.call('GET', '/api/health/ready', { headers: from('198.51.100.2') }),
  ])
  return [list.status, ready.status]
}

describe('a stranger with many connections', () => {
  /** Sends logins that wait for a row of the database, leaves while they do, and lets them go on. */
  async function leaveWhileLoginsWait(connections: number, textOf: (n: number) => string): Promise<void> {
    const sockets = await Promise.all(Array.from({ length: connections }, open))
    await app.admin.query('begin; lock table platform.login_failure')
    for (const [n, socket] of sockets.entries()) socket.write(textOf(n))
    // Their bodies are read by then, and none has an answer.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    await app.admin.query('rollback')
  }

  // ASVS V1.4.3
  test('who gives up 420 logins before their replies takes no place for good', async () => {
    for (let wave = 0; wave < 7; wave += 1)
      await leaveWhileLoginsWait(60, (n) => request('/cooperatives/login', `203.0.${wave}.${n}`, loginBody()))
    await expect.poll(whatOthersSee, { timeout: 20_000 }).toEqual([200, 200])
  })

  test('who sends 100 logins on each of five connections without waiting and leaves takes no place for good', async () => {
    await leaveWhileLoginsWait(5, (n) =>
      Array.from({ length: 100 }, (_, each) => request('/cooperatives/login', `203.1.${n}.${each}`, loginBody())).join(
        '',
      ),
    )
    await expect.poll(whatOthersSee, { timeout: 20_000 }).toEqual([200, 200])
  })

  test('who sends a byte of each of 410 bodies keeps no one out', async () => {
    const sockets = await Promise.all(Array.from({ length: 410 }, open))
    for (const socket of sockets) socket.write(request('/cooperatives/login', '203.0.113.3', '{', 90))
    const began = performance.now()
    expect(await whatOthersSee()).toEqual([200, 200])
    expect(
      (
        await app.call('POST', '/cooperatives/login', {
          body: { identifier: cooperative.coopId, password: cooperative.password },
          headers: from('198.51.100.3'),
        })
      ).status,
    ).toBe(200)
    // The attack is still going on: what was sent before is still waited for.
    expect(performance.now() - began).toBeLessThan(10_000)
    for (const socket of sockets) socket.destroy()
  })

  // ASVS V6.3.1
  test('who guesses passwords of random phones on 60 connections keeps no one from logging in, and is soon asked to wait', async () => {
    const member = await buildMember(app, cooperative)
    await loginMember(app, member)
    let isGoing = true
    const seen = new Map<number, number>()
    let retryAfter: string | null = null
    const guess = async () => {
      while (isGoing) {
        const { status, headers } = await app.call('POST', '/member-auth/login', {
          body: { phoneNumber: newPhone(), password: 'a-wrong-guess' },
          headers: from('203.0.113.4'),
        })
        seen.set(status, (seen.get(status) ?? 0) + 1)
        if (status === 429) retryAfter = headers.get('retry-after')
      }
    }
    const flood = Array.from({ length: 60 }, guess)
    const logins: Reply[] = []
    for (let n = 0; n < atSize(3, 20); n += 1) {
      logins.push(
        await app.call('POST', '/member-auth/login', {
          body: { phoneNumber: member.phone, password: 'member-password' },
          headers: from(`198.51.100.${10 + n}`),
        }),
      )
    }
    await expect.poll(() => seen.get(429) ?? 0, { timeout: 60_000 }).toBeGreaterThan(0)
    isGoing = false
    await Promise.all(flood)
    expect(statusesOf(logins)).toEqual(logins.map(() => 200))
    expect(Number(retryAfter)).toBeGreaterThan(0)
    // A hundred failures in a quarter of an hour and no more, but for those that were under way as the hundredth came.
    expect(seen.get(401)).toBeLessThanOrEqual(160)
  })

  test('whose 90 requests read the tables of logins at once delays no other network', async () => {
    const { database } = app.services
    const slow = (network: string) =>
      workFor({ network, login: undefined, cooperative: undefined }, () =>
        database.auth((tx) => tx.run(sql`select pg_sleep(0.1)`)),
      )
    // One after another they take 2.25 s on the four connections, and longer than anybody waits for one.
    const flood = Promise.allSettled(Array.from({ length: 90 }, () => slow('203.0.113.9')))
    const began = performance.now()
    await slow('198.51.100.40')
    const waited = performance.now() - began
    const ended = await flood
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    // The other network's turn comes as the first connection falls free.
    expect(waited).toBeLessThan(1500)
  })

  // ASVS V16.3.3
  test('who tries cooperative ids one after another learns of a hundred and then waits, which the log says once without the address', async () => {
    const { log } = app.services
    const lines: string[] = []
    app.services.log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const replies: Reply[] = []
    for (let n = 0; n < 105; n += 1)
      replies.push(
        await app.call('POST', '/cooperatives/login', {
          body: { identifier: `AJO-2222${String.fromCharCode(65 + (n % 5))}${2 + (n % 7)}`, password: 'a-guess' },
          headers: from('203.0.113.8'),
        }),
      )
    expect(statusesOf(replies)).toEqual([
      ...Array.from({ length: 100 }, () => 404),
      ...Array.from({ length: 5 }, () => 429),
    ])
    app.services.log = log
    expect(lines.filter((line) => line.includes('a quota is used up') && line.includes('failed_logins'))).toHaveLength(
      1,
    )
    expect(lines.join('')).not.toContain('203.0.113.8')
  })

  // ASVS V2.4.1
  test('who registers 120 cooperatives sends ten messages and no more', async () => {
    const before = (await app.outbox()).length
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        app.call('POST', '/cooperatives/register', {
          body: {
            name: `Flood ${n}`,
            phone: newPhone(),
            password: 'secret-password',
            confirmpassword: 'secret-password',
          },
          headers: from('203.0.113.5'),
        }),
      ),
    )
    const taken = replies.filter(({ status }) => status === 201)
    expect(taken.length).toBeLessThanOrEqual(10)
    const refused = replies.filter(({ status }) => status !== 201)
    for (const { status, headers } of refused)
      expect([[429, 503].includes(status), Number(headers.get('retry-after')) > 0]).toEqual([true, true])
    expect((await app.outbox()).length - before).toBe(taken.length)
    const again = await app.call('POST', '/cooperatives/register', {
      body: { name: 'Another', phone: newPhone(), password: 'secret-password', confirmpassword: 'secret-password' },
      headers: from('198.51.100.40'),
    })
    expect(again.status).toBe(201)
  })

  test('who asks for codes without end is asked to wait, with the same words whoever was named', async () => {
    const replies: Reply[] = []
    for (let n = 0; n < 31; n += 1)
      replies.push(
        await app.call('POST', '/auth/forgot-password', {
          body: { identifier: n % 2 === 0 ? cooperative.phone : newPhone() },
          headers: from('203.0.113.6'),
        }),
      )
    expect(replies.slice(0, 30).map(({ status, body }) => [status, body.message])).toEqual(
      replies.slice(0, 30).map(() => [200, replies[0]?.body.message]),
    )
    expect(replies[30]?.body).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Too many codes were requested from your network\. Try again in \d+ minutes\.$/),
    })
  })
})

describe('one cooperative', () => {
  // ASVS V15.2.2
  test('that takes eight exports at once keeps no other from its own', async () => {
    const download = (each: TestCooperative) =>
      app.call('POST', '/members/export', {
        token: each.token,
        body: { format: 'pdf', members: { filter: {} }, columns: ['membershipno', 'name'] },
      })
    const many = Array.from({ length: 8 }, () => download(cooperative))
    // What the other one asks comes last.
    await new Promise((resolve) => setImmediate(resolve))
    const one = await download(other)
    expect([one.status, one.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const statuses = statusesOf(await Promise.all(many))
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  })

  test('that abandons four uploads in the middle keeps no other from its own', async () => {
    const length = 4 * 1024 * 1024
    const head = (token: string) =>
      `POST /cooperatives/documents HTTP/1.1\r\nhost: attack\r\nauthorization: Bearer ${token}\r\nx-forwarded-for: 203.0.113.7\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
    const sockets = await Promise.all(Array.from({ length: 4 }, open))
    for (const socket of sockets) socket.write(head(cooperative.token) + 'x'.repeat(100_000))
    await whatOthersSee()
    const csv = `first name,last name,phone\n${Array.from({ length: 4000 }, (_, n) => `Ada,Obi Number ${n} of a long list,${newPhone()}`).join('\n')}`
    const uploaded = await app.call('POST', '/cooperatives/members/imports', {
      token: other.token,
      file: { name: 'members.csv', content: Buffer.from(csv) },
    })
    expect([csv.length > 150_000, uploaded.status < 300, uploaded.body?.message]).toEqual([
      true,
      true,
      uploaded.body?.message,
    ])
    dataOf(await app.call('GET', '/members', { token: cooperative.token }))
    for (const socket of sockets) socket.destroy()
  })
})
