import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoint } from '#core/contract/endpoint.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { LoadShedder } from './load-shedder.ts'
import { partyOf } from './party.ts'
import { Places } from './places.ts'

const note = endpoint({
  method: 'POST',
  path: '/notes',
  summary: 'Stores a note',
  access: 'signed_in',
  says: null,
  changes: [],
  body: z.object({}),
  reply: z.null(),
})

let server: FastifyInstance | undefined
afterEach(() => server?.close())

/** A server of one call, whose work ends when `done` is called; returns its port. */
async function serve(shedder: LoadShedder, work: () => Promise<void>): Promise<number> {
  server = Fastify()
  server.route({
    method: 'POST',
    url: '/notes',
    onRequest: async (request, reply) => {
      shedder.arrive(request, reply, note)
      shedder.awaitBody(request, note, partyOf(request.ip, undefined))
    },
    handler: async (request, reply) => {
      await shedder.work(request, note, partyOf(request.ip, undefined), work)
      return reply.send('ok')
    },
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

const head = (length: number) =>
  `POST /notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Sends some of a request and resolves with what came back once the server has closed the connection. */
function answerTo(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', () => {})
  })
}

describe('a body that does not come', () => {
  test('ends its connection when its time is over, and not before', async () => {
    const port = await serve(new LoadShedder({ bodySeconds: 0.3 }), () => Promise.resolve())
    const began = performance.now()
    expect(await answerTo(port, `${head(10)}{`)).toBe('')
    expect(performance.now() - began).toBeGreaterThan(290)
  })

  test('has the time that its size takes on a slow line besides', async () => {
    const port = await serve(new LoadShedder({ bodySeconds: 0.1 }), () => Promise.resolve())
    const began = performance.now()
    // 16 KiB at 16 KiB a second.
    await answerTo(port, `${head(16 * 1024)}{`)
    expect(performance.now() - began).toBeGreaterThan(1090)
  })
})

describe('places', () => {
  test('are given back once, however often that is said', () => {
    const places = new Places(() => 2)
    const back = places.take([])
    places.take([])
    expect(places.taken).toBe(2)
    back()
    back()
    expect(places.taken).toBe(1)
    places.take([])
    expect(() => places.take([])).toThrow(
      expect.objectContaining({ code: 'overloaded', detail: { retryAfterSeconds: expect.any(Number) } }),
    )
  })

  test('take four times as many of what takes a quarter of one, and the share of one holder too', () => {
    const places = new Places(() => 4)
    const one = { name: 'one', share: 1 / 2 }
    const taken = Array.from({ length: 8 }, () => places.take([one], 0.25))
    expect(places.taken).toBe(2)
    expect(() => places.take([one], 0.25)).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
    for (let n = 0; n < 8; n += 1) places.take([{ name: `other ${n}`, share: 1 / 2 }], 0.25)
    expect(() => places.take([], 0.25)).toThrow(expect.objectContaining({ code: 'overloaded' }))
    taken[0]?.()
    expect(() => places.take([])).toThrow(expect.objectContaining({ code: 'overloaded' }))
    places.take([], 0.25)
  })

  test('half of them are for others: no one takes more than that half, and others still find a place', () => {
    const places = new Places(() => 8)
    const one = { name: 'one', share: 1 / 4 }
    const taken = [1, 2, 3, 4].map(() => places.take([one]))
    expect(() => places.take([one])).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
    const other = { name: 'other', share: 1 / 4 }
    places.take([other])
    places.take([other])
    expect(() => places.take([other])).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
    for (const back of taken) back()
    places.take([other])
  })
})

describe('a request whose sender is being looked up', () => {
  test('counts as one that is worked on, so that what comes after it is turned away before anything is done for it', async () => {
    const shedder = new LoadShedder()
    const arrived: (() => void)[] = []
    let known = () => {}
    const lookup = new Promise<void>((resolve) => (known = resolve))
    server = Fastify({ trustProxy: true })
    server.get('/notes', {
      onRequest: async (request, reply) => {
        shedder.arrive(request, reply, note)
        arrived.pop()?.()
        await lookup
        shedder.awaitBody(request, note, partyOf(request.ip, undefined))
      },
      handler: () => 'ok',
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const ask = (n: number) => {
      const answer = fetch(`http://127.0.0.1:${port}/notes`, { headers: { 'x-forwarded-for': `198.18.${n}.1` } })
      return { answer, isThere: new Promise<void>((resolve) => arrived.push(resolve)) }
    }
    const first = Array.from({ length: 99 }, (_, n) => ask(n))
    await Promise.all(first.map(({ isThere }) => isThere))
    expect(shedder.turnsAway('/api/notes')).toBe(false)
    const last = ask(99)
    await last.isThere
    expect(shedder.turnsAway('/api/notes')).toBe(true)
    known()
    expect(await Promise.all([...first, last].map(async ({ answer }) => (await answer).status))).toEqual(
      Array(100).fill(200),
    )
    expect(shedder.turnsAway('/api/notes')).toBe(false)
  })
})

describe('the limit of what is worked on at once', () => {
  /** Windows of so many answers, each of so many milliseconds. */
  const after = (windows: number, milliseconds: number, wasFull: boolean) => {
    const limit = new ConcurrencyLimit(0, 32)
    for (let now = 250; now <= windows * 250; now += 250) limit.answered(milliseconds, now, wasFull)
    return limit.current
  }

  test('shrinks by a fifth while answers are slow, to thirty-two and not below', () => {
    expect([after(1, 401, true), after(2, 401, true), after(50, 401, true)]).toEqual([80, 64, 32])
  })

  /** Two slow windows, and then so many of answers of 400 ms, the longest that count as quick. */
  const afterSlow = (windows: number, wasFull: boolean) => {
    const limit = new ConcurrencyLimit(0, 32)
    for (let now = 250; now <= (windows + 2) * 250; now += 250) limit.answered(now <= 500 ? 401 : 400, now, wasFull)
    return limit.current
  }

  test('grows by eight while answers are quick and all places are taken, to a hundred and not above', () => {
    expect([after(500, 1, true), afterSlow(1, true), afterSlow(2, true), afterSlow(500, true)]).toEqual([
      100, 72, 80, 100,
    ])
  })

  test('stays while there are places left', () => {
    expect(afterSlow(10, false)).toBe(64)
  })

  test('is not moved by one slow answer among twenty', () => {
    const limit = new ConcurrencyLimit(0, 32)
    for (let n = 0; n < 19; n += 1) limit.answered(5, 10, true)
    limit.answered(2000, 250, true)
    expect(limit.current).toBe(100)
  })
})
