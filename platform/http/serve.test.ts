import { connect } from 'node:net'
import * as z from 'zod/mini'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { followChanges } from '#core/contract/live.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#app/server/app.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, newPhone, type TestCooperative } from '#dev/testing/builders.ts'
import { addresses } from './serve.ts'

describe('what the server answers whatever the call', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  /** Sends text as it is and returns the answer's head and body. */
  const sent = (text: string): Promise<{ head: string; body: { [field: string]: unknown } }> =>
    new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        resolve({ head: head.toLowerCase(), body: JSON.parse(body) })
      })
    })
  const login = (body: unknown, headers: Record<string, string> = {}) =>
    app.call('POST', '/cooperatives/login', { body, headers })

  test('it is alive and ready', async () => {
    expect((await app.call('GET', '/api/health')).body).toEqual({
      success: true,
      message: 'OK',
      data: {
        status: 'ok',
        version: expect.any(String),
        uptimeSeconds: expect.any(Number),
        sampleData: true,
        savesSms: true,
      },
    })
    expect((await app.call('GET', '/api/health/ready')).body.data).toEqual({
      status: 'ready',
      database: 'ok',
      migrations: expect.any(Number),
      diskFreePercent: expect.any(Number),
      backup: { kind: 'off', isWell: true },
    })
  })

  test('every call answers at its own path and under /api', async () => {
    for (const path of ['/cooperatives/profile', '/api/cooperatives/profile'])
      expect((await app.call('GET', path, { token: cooperative.token })).status).toBe(200)
  })

  // ASVS V4.1.1, V14.2.2, V14.3.2
  test('a reply is never kept by anybody on the way', async () => {
    const { headers } = await app.call('GET', '/cooperatives/profile', { token: cooperative.token })
    expect([headers.get('cache-control'), headers.get('x-content-type-options'), headers.get('content-type')]).toEqual([
      'no-store',
      'nosniff',
      'application/json; charset=utf-8',
    ])
    expect((await app.call('GET', '/cooperatives/profile')).headers.get('cache-control')).toBe('no-store')
  })

  test('what is long is packed for who can unpack it, and what is short is not', async () => {
    for (const firstName of ['Ada', 'Bola', 'Chidi']) await buildMember(app, cooperative, { firstName })
    const packing = async (path: string, accepted: string) => {
      const answer = await fetch(app.url + path, {
        headers: { authorization: `Bearer ${cooperative.token}`, 'accept-encoding': accepted },
      })
      return {
        packed: answer.headers.get('content-encoding'),
        whole: ((await answer.json()) as { success: boolean }).success,
      }
    }
    expect(await packing('/members', 'br')).toEqual({ packed: 'br', whole: true })
    expect(await packing('/members', 'gzip')).toEqual({ packed: 'gzip', whole: true })
    expect(await packing('/members', 'identity')).toEqual({ packed: null, whole: true })
    expect(await packing('/api/cooperatives/profile', 'br')).toEqual({ packed: null, whole: true })
  })

  describe('every reply, errors and files included,', () => {
    // ASVS V3.4.4, V3.4.6
    test.each([
      '/api/health',
      '/nowhere',
      '/api/nowhere',
      '/cooperatives/profile',
      '/api/openapi.json',
      '/cooperatives/members/%E0%A4%A',
      `/cooperatives/members/${'x'.repeat(3000)}`,
    ])('of %s forbids guessing its type and framing it', async (path) => {
      const { headers } = await app.call('GET', path)
      expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
        'nosniff',
        expect.stringContaining("frame-ancestors 'none'"),
      ])
      expect(headers.get('strict-transport-security')).toBeNull()
    })

    // ASVS V3.4.2
    test('may be read by no page of another origin', async () => {
      const origin = 'https://evil.example'
      for (const [method, path, token] of [
        ['GET', '/api/health', undefined],
        ['GET', '/cooperatives/profile', cooperative.token],
        ['OPTIONS', '/cooperatives/profile', undefined],
        ['GET', '/nowhere', undefined],
      ] as const) {
        const { headers } = await app.call(method, path, {
          ...(token !== undefined && { token }),
          headers: {
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'authorization',
          },
        })
        const allowing = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect([method, path, allowing]).toEqual([method, path, []])
      }
    })

    // ASVS V3.4.1, V12.2.1
    test('asks browsers for TLS from then on where it came by TLS', async () => {
      for (const path of ['/api/health', '/nowhere', '/cooperatives/profile']) {
        const { headers } = await app.call('GET', path, { headers: { 'x-forwarded-proto': 'https' } })
        expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=63072000; includeSubDomains'])
      }
    })

    // ASVS V3.4.1
    test('asks for it too where people come by TLS and the request is none that can be read', async () => {
      const { publicUrl } = app.services
      app.services.publicUrl = () => 'https://ajose.example'
      try {
        expect((await sent('no request\r\n\r\n')).head).toContain(
          'strict-transport-security: max-age=63072000; includesubdomains',
        )
      } finally {
        app.services.publicUrl = publicUrl
      }
    })

    // ASVS V16.5.1
    test.each([
      ['/cooperatives/members/%E0%A4%A', 400, 'This address is not well formed.'],
      [`/cooperatives/members/${'secret'.repeat(500)}`, 414, 'This address is too long.'],
    ])('has our own form, without what was sent: %s', async (path, status, message) => {
      const { body, text } = await app.call('GET', path)
      expect(body).toEqual({ success: false, message, status, data: null, requestId: expect.any(String) })
      expect(text).not.toMatch(/%E0|secret/)
    })

    // ASVS V4.2.1, V16.5.1
    test.each([
      ['what is no request', 'NONSENSE\r\n\r\n', 400],
      ['a header without a colon', 'GET /api/health HTTP/1.1\r\nhost: x\r\nsecret\r\n\r\n', 400],
      ['headers of 20 KB', `GET /api/health HTTP/1.1\r\nhost: x\r\nx-secret: ${'s'.repeat(20_000)}\r\n\r\n`, 431],
      [
        'two lengths',
        'POST /api/cooperatives/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
        400,
      ],
      [
        'a length beside chunks',
        'POST /api/cooperatives/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
    ])('has it for %s too', async (_what, text, status) => {
      const { head, body } = await sent(text)
      expect(head).toMatch(new RegExp(`^http/1.1 ${status} `))
      expect(head).toContain('x-content-type-options: nosniff')
      expect(body).toEqual({
        success: false,
        message: expect.any(String),
        status,
        data: null,
        requestId: expect.any(String),
      })
      expect(JSON.stringify(body)).not.toContain('secret')
    })
  })

  describe('an address that does not exist', () => {
    const visit = (method: string, path: string, accept: string) => app.call(method, path, { headers: { accept } })

    test('is not found for a program', async () => {
      expect((await visit('GET', '/nowhere', 'application/json')).body).toMatchObject({
        success: false,
        status: 404,
        message: 'Not found',
        data: null,
        requestId: expect.any(String),
      })
      expect((await visit('POST', '/api/nowhere', '*/*')).status).toBe(404)
      expect((await visit('QUERY', '/nowhere', '*/*')).status).toBe(404)
    })

    test("leads a person's browser home, except under /api", async () => {
      const reply = await visit('GET', '/nowhere?x=1', 'text/html,application/xhtml+xml')
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/'])
      expect((await visit('GET', '/api/nowhere', 'text/html')).status).toBe(404)
    })

    // ASVS V13.4.4
    test('repeats no request to its sender, as TRACE would', async () => {
      for (const path of ['/', '/api/health', '/cooperatives/profile', '/nowhere']) {
        const { head, body } = await sent(
          `TRACE ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer secret\r\nconnection: close\r\n\r\n`,
        )
        expect(head).toMatch(/^http\/1\.1 (?:404|405) /)
        expect(head + JSON.stringify(body)).not.toContain('secret')
      }
    })

    test('takes another method where one does', async () => {
      for (const [method, path, allow] of [
        ['GET', '/cooperatives/login', 'POST'],
        ['DELETE', '/cooperatives/profile', 'GET, PUT'],
        ['PATCH', '/api/cooperatives/members/x', 'GET, PUT, DELETE'],
        ['POST', '/cooperatives/members/AJO%2F1', 'GET, PUT, DELETE'],
        // Of which the parser wants a body.
        ['QUERY', '/cooperatives/login', 'POST'],
      ] as const) {
        const reply = await app.call(method, path)
        expect([path, reply.status, reply.headers.get('allow')]).toEqual([path, 405, allow])
        expect(reply.body.message).toBe('This address does not take that method.')
      }
    })
  })

  describe('a body', () => {
    test('that is not JSON is refused with 400', async () => {
      for (const body of ['{', 'identifier=x', '{"a":1}}', "{'a':1}"])
        expect((await login(body)).body).toMatchObject({
          success: false,
          status: 400,
          message: 'The request body is not valid JSON.',
        })
    })

    test.each(['[]', 'null', '"text"', '5', '[{"identifier":"x"}]'])('that is %s is refused', async (body) => {
      expect((await login(body)).body).toMatchObject({ success: false, status: 422 })
    })

    // ASVS V1.5.2, V15.3.6
    test('that would change what all objects are is refused', async () => {
      for (const body of [
        '{"identifier":"x","password":"secret-1","__proto__":{"role":"superadmin"}}',
        '{"identifier":"x","password":"secret-1","constructor":{"prototype":{"a":1}}}',
      ]) {
        expect([400, 422]).toContain((await login(body)).status)
      }
      expect(({} as { role?: string }).role).toBeUndefined()
    })

    // ASVS V2.2.2, V15.3.3, V15.3.7
    test('with a field that the call does not declare is refused with 422, and what the address says is no field of it', async () => {
      const put = (body: object) => app.call('PUT', '/cooperatives/profile', { token: cooperative.token, body })
      for (const field of ['coop_id', 'status', 'cooperativeId', 'plan']) {
        const { status, body } = await put({ address: '1 Marina', [field]: 'x' })
        expect([field, status, body.errors]).toEqual([field, 422, [expect.objectContaining({ field })]])
      }
      const words = new URLSearchParams({ identifier: cooperative.coopId, password: cooperative.password }).toString()
      expect((await app.call('POST', `/cooperatives/login?${words}`, { body: {} })).status).toBe(422)
    })

    // ASVS V3.5.2
    test('of another kind is refused with 415', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        expect((await login('identifier=x&password=secret-1', { 'content-type': type })).body).toMatchObject({
          status: 415,
          message: 'Send the request as JSON.',
        })
      }
    })

    test('that is too large is refused with 413', async () => {
      expect((await login({ identifier: 'x'.repeat(200_000), password: 'secret-1' })).body).toMatchObject({
        status: 413,
        message: 'This request is too large.',
      })
    })

    test('with letters that the database cannot hold is refused with 422, in every text', async () => {
      for (const bad of ['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u001b[31m']) {
        const texts = [
          await login({ identifier: bad + 'x', password: 'secret-1' }),
          await app.call('POST', '/cooperatives/register', {
            body: { name: `x${bad}`, phone: newPhone(), password: 'secret-1', confirmpassword: 'secret-1' },
          }),
          await app.call('PUT', '/cooperatives/profile', { token: cooperative.token, body: { address: `x${bad}` } }),
          await app.call('PUT', '/cooperatives/profile', { token: cooperative.token, body: { email: `x${bad}@y.z` } }),
          await app.call('POST', '/auth/forgot-password', { body: { identifier: `x${bad}x` } }),
          await app.call('POST', '/members', {
            token: cooperative.token,
            body: { firstName: `x${bad}x`, lastName: 'y', phone: newPhone(), nextOfKinPhone: `1${bad}1` },
          }),
        ]
        expect(texts.map(({ status }) => status)).toEqual(texts.map(() => 422))
      }
    })

    // ASVS V6.2.5, V6.2.8, V6.2.9
    test('with a password of any letters is taken', async () => {
      const long = 'Four words of a sentence '.repeat(5)
      for (const password of ['pass\u0000word', 'pass\ud800word', 'пароль-密码-🔑', 'ọ̀rọ̀-aṣínà', long]) {
        const body = { name: 'Any', phone: newPhone(), password, confirmpassword: password }
        expect((await app.call('POST', '/cooperatives/register', { body })).status).toBe(201)
        expect((await login({ identifier: body.phone, password })).status).toBe(200)
        // Nothing of it is cut off or made small.
        for (const other of [password.slice(0, -1), `${password} `, password.replace(/^./u, 'X')])
          expect((await login({ identifier: body.phone, password: other })).status).toBe(401)
      }
    })
  })

  test('a list that cannot be sorted says so, and a date says what is wrong with it', async () => {
    const message = async (path: string) => (await app.call('GET', path, { token: cooperative.token })).body.message
    expect(await message('/cooperatives/api-keys?sort=name')).toBe('This list can’t be sorted')
    const trialBalance = (day: string) => message(`/financial/reports/trial-balance?asOf=${day}`)
    expect(await trialBalance('soon')).toBe('Use a date as YYYY-MM-DD')
    expect(await trialBalance('1874-11-08')).toBe('Use a year from 1900 to 2199')
    expect(await trialBalance('2026-02-30')).toBe('There is no such day. Check the month and the day.')
    expect(await message('/financial/payable')).toBe('accountId is required')
  })

  // ASVS V1.1.1
  test('letters that the database cannot hold are refused in the address too', async () => {
    for (const path of ['/members?q=%00', '/cooperatives/members/%00', '/cooperatives/members/%ED%A0%80']) {
      const { status } = await app.call('GET', path, { token: cooperative.token })
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
    }
  })

  // ASVS V1.1.1
  test('an address is decoded once', async () => {
    // Decoded twice, it would hold the letter that the database can't.
    const { status, body } = await app.call('GET', '/members?q=%2500', { token: cooperative.token })
    expect([status, body.data]).toEqual([200, []])
  })

  // ASVS V15.3.7
  test('a parameter that comes twice is refused', async () => {
    for (const query of ['page=1&page=2', 'q=a&q=b', 'limit=5&page=1&limit=50']) {
      const { status } = await app.call('GET', `/members?${query}`, { token: cooperative.token })
      expect([query, status]).toEqual([query, 422])
    }
  })

  // ASVS V3.5.1
  test.each(['Bearer', 'Bearer x', 'Basic YTpi', 'Bearer  two spaces', `Bearer ${'x'.repeat(5000)}`])(
    'the authorization %j is no one',
    async (authorization) => {
      expect((await app.call('GET', '/cooperatives/profile', { headers: { authorization } })).status).toBe(401)
    },
  )

  test.each(['short', 'x'.repeat(256), 'with a space in the middle'])(
    'the Idempotency-Key %j is refused',
    async (key) => {
      expect(
        (await app.call('POST', '/cooperatives/login', { body: { identifier: 'x', password: 'secret-1' }, key })).body,
      ).toMatchObject({ status: 422, errors: [{ field: 'Idempotency-Key' }] })
    },
  )
})

type Operation = {
  summary: string
  parameters: { name: string; in: string }[]
  responses: Record<string, unknown>
  requestBody?: unknown
  security?: unknown
}

describe('the API document', () => {
  let app: TestApp
  let document: {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown> }
  }

  beforeAll(async () => {
    app = await startTestApp()
    document = (await app.call('GET', '/api/openapi.json')).body
  })
  afterAll(() => app.stop())

  test('has every route with its parameters, and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const all: Endpoint[] = [...routes.map(({ endpoint }) => endpoint), followChanges]
    const served = all.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((each) => `${method} ${each.replaceAll(/:(\w+)/g, '{$1}')}`),
    )
    expect(documented.toSorted()).toEqual(served.toSorted())
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { parameters } of Object.values(operations)) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
      }
    }
  })

  test('says what it means: each operation has a summary, a reply, and who may call it', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { summary, responses, security }] of Object.entries(operations)) {
        const endpoint = routes
          .map((route) => route.endpoint)
          .find(
            (each) =>
              each.method.toLowerCase() === method &&
              addresses(each).includes(path.replaceAll(/\{(\w+)\}/g, ':$1') as `/${string}`),
          )
        expect([path, method, summary.length > 10, Object.keys(responses).length]).toEqual([
          path,
          method,
          true,
          endpoint?.mayWait ? 3 : 2,
        ])
        expect([path, security !== undefined]).toEqual([path, endpoint?.access !== 'public'])
      }
    }
  })

  test('says the form of each value, and its examples are accepted by what validates', () => {
    const of = (path: string, method = 'post') =>
      document.paths[path]?.[method] as unknown as {
        requestBody: { content: Record<string, { schema: { properties: Record<string, object> }; example?: unknown }> }
        parameters: { name: string; schema: object }[]
      }
    const json = (path: string, method?: string) => of(path, method).requestBody?.content['application/json']
    expect(json('/financial/transactions')?.schema.properties).toMatchObject({
      memberId: { format: 'uuid', example: expect.any(String) },
      amount: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.01, maximum: 1_000_000_000_000, example: 25_000.5 },
      occurredOn: { format: 'date', example: '2026-01-31' },
      shares: { type: 'integer', minimum: 1 },
    })
    expect(json('/financial/transactions')?.example).toEqual({ type: 'deposit', amount: 25_000.5 })
    expect(of('/members', 'get').parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 10, example: 10 },
      }),
    )
    expect(json('/cooperatives/register')?.example).toEqual({
      name: 'Unity Thrift',
      phone: '+2348031234567',
      password: 'secret-1',
      confirmpassword: 'secret-1',
    })
    const without = routes.flatMap(({ endpoint }) => {
      const { method, path, body }: Endpoint = endpoint
      const documented = body && json(path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase())
      if (!documented) return []
      const { example } = documented
      expect([path, example === undefined || z.safeParse(body, example).success]).toEqual([path, true])
      return example === undefined ? [path] : []
    })
    expect(without.length, without.join(' ')).toBeLessThan(21)
  })

  test('refers to nothing that is not in it', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']))
    expect(document.components.schemas).toHaveProperty('Error')
  })

  test('can be read as a page without any script', async () => {
    const reply = await app.call('GET', '/api/docs')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(reply.text).not.toContain('<script')
    for (const { endpoint } of routes) expect(reply.text).toContain(`<code>${endpoint.path}</code>`)
  })
})
