import { beforeEach, describe, expect, it, vi } from 'vitest'
import { postContribution } from '#features/savings/contributions/contract.ts'
import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { getMember } from '#features/members/members/member-details.ts'
import { listMembers } from '#features/members/members/contract.ts'
import { signEnquiryTokens } from '#features/governance/enquiries/contract.ts'
import { getHealth } from '#features/platform-admin/overview/health.ts'
import { downloadExport } from '#features/society/exports/contract.ts'
import { loginCooperative } from '#features/access/login/contract.ts'
import { kobo } from '#core/money.ts'
import type { MemberId } from '#core/ids.ts'
import type { Day } from '#core/calendar.ts'
import { ApiError } from './api-error.ts'

class FakeStorage {
  items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

vi.stubGlobal('localStorage', new FakeStorage())
vi.stubGlobal('sessionStorage', new FakeStorage())
const { call } = await import('./call.ts')
const { download } = await import('./download.ts')
const { askWith } = await import('./questions.ts')
const { session } = await import('#ui/session/session.ts')

const declined = {
  loginProof: () => Promise.resolve(false),
  identity: () => Promise.resolve(false),
  overdraftReason: () => Promise.resolve(undefined),
  anotherPayment: () => Promise.resolve(false),
  sheet: () => Promise.resolve(undefined),
}

const memberId = '3f1c9a52-6f5e-4c3a-9a39-0d3f0f6d7a11' as MemberId
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refused = () => json(401, { success: false, message: 'Not authenticated', status: 401, data: null })
const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', fetched)

function signIn() {
  session.open({ id: 'u', name: 'U', role: 'coop_admin' } as never, { accessToken: 'old', refreshToken: 'r1' }, true)
}

/** A server that takes only the token `new`, which the refresh token r1 buys once. */
function server(reply: () => Response) {
  let spent = false
  fetched.mockImplementation(async (path, init) => {
    await Promise.resolve()
    if (path.endsWith('/refresh-token')) {
      if (spent) return json(401, { message: 'spent' })
      spent = true
      return json(200, { data: { accessToken: 'new', refreshToken: 'r2' } })
    }
    return (init.headers as Record<string, string>)['Authorization'] === 'Bearer new' ? reply() : refused()
  })
}

beforeEach(() => {
  fetched.mockReset()
  session.close('logout')
})

describe('call', () => {
  it('that no person waits for asks no one to prove anything, and the same call of a person does', async () => {
    signIn()
    const asked = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))
    askWith(() => Promise.resolve({ ...declined, loginProof: asked, identity: asked }))
    fetched.mockImplementation(async () =>
      json(428, { message: 'First confirm your login.', errors: [{ field: 'loginProof', message: '' }] }),
    )
    await expect(call(signEnquiryTokens, {}, { isUnasked: true })).rejects.toMatchObject({ status: 428 })
    expect(asked).not.toHaveBeenCalled()
    await expect(call(signEnquiryTokens, {})).rejects.toMatchObject({ status: 428 })
    expect(asked).toHaveBeenCalledOnce()
  })

  it('lets what is read wait while the session moves to another area, and does not ask it as the one who left', async () => {
    signIn()
    const gate = Promise.withResolvers<void>()
    const move = session.during(
      gate.promise.then(() =>
        session.move({ id: 'u', name: 'U', role: 'member' } as never, { accessToken: 'next', refreshToken: 'r9' }),
      ),
    )
    void call(getCooperativeProfile, {})
    await new Promise((done) => setTimeout(done))
    expect(fetched).not.toHaveBeenCalled()
    gate.resolve()
    await move
    await new Promise((done) => setTimeout(done))
    expect(fetched).not.toHaveBeenCalled()

    fetched.mockResolvedValue(json(404, { message: 'Not found' }))
    await expect(call(getCooperativeProfile, {})).rejects.toThrow('Not found')
    expect((fetched.mock.calls[0]![1].headers as Record<string, string>)['Authorization']).toBe('Bearer next')
  })

  it('asks what waited once the move has failed', async () => {
    signIn()
    const gate = Promise.withResolvers<never>()
    const move = session.during(gate.promise)
    const asked = call(getCooperativeProfile, {})
    fetched.mockResolvedValue(json(404, { message: 'Not found' }))
    gate.reject(new Error('refused'))
    await expect(move).rejects.toThrow('refused')
    await expect(asked).rejects.toThrow('Not found')
    expect((fetched.mock.calls[0]![1].headers as Record<string, string>)['Authorization']).toBe('Bearer old')
  })

  it('sends kobo as naira with an idempotency key, and reads naira as kobo', async () => {
    fetched.mockResolvedValue(
      json(201, {
        data: {
          id: memberId,
          memberId,
          amount: 25000.5,
          occurredOn: '2026-11-20',
          period: '2026-11',
          entryNumber: 7,
          receiptNumber: '7-x',
          paidThrough: 'Cash in hand',
        },
      }),
    )
    const reply = await call(postContribution, { memberId, amount: kobo(2500050), occurredOn: '2026-11-20' as Day })
    const [path, init] = fetched.mock.calls[0]!
    expect(path).toBe('/api/financial/contributions')
    expect(JSON.parse(init.body as string)).toEqual({ memberId, amount: 25000.5, occurredOn: '2026-11-20' })
    expect((init.headers as Record<string, string>)['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.amount).toBe(2500050n)
  })

  it('asks once who is there for all calls that need it (428), and sends each again under its own key', async () => {
    signIn()
    let isProved = false
    const asked = vi.fn<() => Promise<boolean>>(async () => {
      await Promise.resolve()
      return (isProved = true)
    })
    askWith(() => Promise.resolve({ ...declined, identity: asked }))
    fetched.mockImplementation(async () => {
      await Promise.resolve()
      return isProved ? json(404, { message: 'Not found' }) : json(428, { message: 'Confirm that it’s you' })
    })
    const contribute = () => call(postContribution, { memberId, amount: kobo(100), occurredOn: '2026-11-20' as Day })
    const outcomes = await Promise.allSettled([contribute(), contribute()])
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).message)).toEqual([
      'Not found',
      'Not found',
    ])
    expect(asked).toHaveBeenCalledTimes(1)
    const keys = fetched.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['Idempotency-Key'])
    expect(keys).toEqual([keys[0], keys[1], keys[0], keys[1]])
    expect(keys[0]).not.toBe(keys[1])
  })

  it('gives up a call whose person declines to say who they are', async () => {
    signIn()
    askWith(() => Promise.resolve(declined))
    fetched.mockResolvedValue(json(428, { message: 'Confirm that it’s you' }))
    await expect(call(getCooperativeProfile, {})).rejects.toThrow('Confirm that it’s you')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('says that a payment is another one only where a person does, in the same request', async () => {
    signIn()
    const twice = { message: 'Recorded already', errors: [{ field: 'anotherPayment', message: 'Recorded already' }] }
    fetched.mockImplementation((_path, { body }) =>
      Promise.resolve(
        JSON.parse(body as string).anotherPayment ? json(404, { message: 'Not found' }) : json(409, twice),
      ),
    )
    const contribute = () => call(postContribution, { memberId, amount: kobo(100), occurredOn: '2026-11-20' as Day })
    askWith(() => Promise.resolve(declined))
    await expect(contribute()).rejects.toThrow('Recorded already')
    const asked = vi.fn<(message: string) => Promise<boolean>>(() => Promise.resolve(true))
    askWith(() => Promise.resolve({ ...declined, anotherPayment: asked }))
    await expect(contribute()).rejects.toThrow('Not found')
    expect(asked.mock.calls).toEqual([['Recorded already']])
    expect(JSON.parse(fetched.mock.calls.at(-1)![1].body as string)).toEqual({
      memberId,
      amount: 1,
      occurredOn: '2026-11-20',
      anotherPayment: true,
    })
  })

  it('writes parameters into the path and the query, and prefixes /api once', async () => {
    fetched.mockResolvedValue(json(200, { data: [], meta: { page: 2, limit: 25, total: 0, totalPages: 0 } }))
    await call(listMembers, { page: 2, limit: 25, q: 'Ọkọ', status: 'active' })
    expect(fetched.mock.calls[0]![0]).toBe(`/api/members?page=2&limit=25&q=${encodeURIComponent('Ọkọ')}&status=active`)
    fetched.mockResolvedValue(json(404, { message: 'Not found' }))
    await expect(call(getMember, { id: 'AJO-7K2M9Q/00042' })).rejects.toThrow('Not found')
    expect(fetched.mock.calls[1]![0]).toBe('/api/cooperatives/members/AJO-7K2M9Q%2F00042')
    fetched.mockResolvedValue(
      json(200, { data: { status: 'ok', version: '1', uptimeSeconds: 1, sampleData: false, savesSms: false } }),
    )
    await call(getHealth, {})
    expect(fetched.mock.calls[2]![0]).toBe('/api/health')
  })

  it("refuses what breaks the contract in the server's words, without asking it", async () => {
    const error = await call(loginCooperative, { identifier: '', password: '123' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).errors).toContainEqual({
      field: 'identifier',
      message: 'Cooperative identifier is required',
    })
    expect((error as ApiError).errors).toContainEqual({
      field: 'password',
      message: 'Password must be at least 6 characters long',
    })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('names a lost network and a bare status as the specification does', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(call(getHealth, {})).rejects.toThrow(/^Unable to connect to the server\./)
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }))
    await expect(call(getHealth, {})).rejects.toThrow('HTTP Error: 502')
  })
})

describe('a refused token', () => {
  const profile = () => json(500, { message: 'reached' })

  it('is exchanged once for many calls at the same time, and each is sent again once', async () => {
    signIn()
    server(profile)
    const results = await Promise.allSettled([
      call(getCooperativeProfile, {}),
      call(getCooperativeProfile, {}),
      call(getCooperativeProfile, {}),
    ])
    expect(results.map((result) => (result as PromiseRejectedResult).reason.message)).toEqual([
      'reached',
      'reached',
      'reached',
    ])
    expect(fetched.mock.calls.filter(([path]) => path.endsWith('/refresh-token'))).toHaveLength(1)
    expect(session.refreshToken()).toBe('r2')
  })

  it('ends the session when the refresh is refused, and keeps it when the server is only busy', async () => {
    signIn()
    fetched.mockImplementation(async (path) => (path.endsWith('/refresh-token') ? json(503, {}) : refused()))
    await expect(call(getCooperativeProfile, {})).rejects.toThrow('Not authenticated')
    expect(session.user()).not.toBeNull()
    fetched.mockImplementation(async () => refused())
    await expect(call(getCooperativeProfile, {})).rejects.toThrow('Not authenticated')
    expect(session.user()).toBeNull()
    expect(session.accessToken()).toBeNull()
  })

  it('of a wrong password is no reason to refresh', async () => {
    signIn()
    fetched.mockImplementation(async () => refused())
    await expect(call(loginCooperative, { identifier: 'AJO-7K2M9Q', password: 'secret1' })).rejects.toThrow(
      'Not authenticated',
    )
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

describe('a session that moved on while a call was under way', () => {
  const other = { id: 'v', name: 'V', role: 'coop_admin' } as never
  const settled = (waiting: Promise<unknown>) => {
    let outcome = 'nothing yet'
    waiting.then(
      () => (outcome = 'answered'),
      () => (outcome = 'failed'),
    )
    return () => outcome
  }
  const turns = () => new Promise((resolve) => setTimeout(resolve, 5))

  it('neither gets its answer nor sends it again in the next one’s name', async () => {
    signIn()
    const sent: (string | undefined)[] = []
    let answer: (response: Response) => void = () => undefined
    fetched.mockImplementation((_path, init) => {
      sent.push((init.headers as Record<string, string>)['Authorization'])
      return new Promise((resolve) => (answer = resolve))
    })
    for (const [reply, person] of [
      [json(200, { data: {} }), 'first'],
      [refused(), 'second'],
      [json(409, { message: 'No' }), 'third'],
    ] as const) {
      session.open(
        { id: person, name: person, role: 'coop_admin' } as never,
        { accessToken: person, refreshToken: person },
        true,
      )
      const outcome = settled(call(postContribution, { memberId, amount: kobo(1), occurredOn: '2026-11-20' as Day }))
      await turns()
      session.open(other, { accessToken: 'other', refreshToken: 'other' }, true)
      answer(reply)
      await turns()
      expect(outcome()).toBe('nothing yet')
    }
    expect(sent).toEqual(['Bearer first', 'Bearer second', 'Bearer third'])
    expect([session.accessToken(), session.refreshToken()]).toEqual(['other', 'other'])
  })

  it('keeps its own tokens when those of the one before arrive, or are refused', async () => {
    for (const reply of [json(200, { data: { accessToken: 'new', refreshToken: 'r2' } }), refused()]) {
      session.close('logout')
      signIn()
      let answer: (response: Response) => void = () => undefined
      fetched.mockImplementation((path) =>
        path.endsWith('/refresh-token') ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(refused()),
      )
      const outcome = settled(call(getCooperativeProfile, {}))
      await turns()
      session.open(other, { accessToken: 'other', refreshToken: 'other' }, true)
      answer(reply)
      await turns()
      expect(outcome()).toBe('nothing yet')
      expect([session.user()?.name, session.accessToken(), session.refreshToken()]).toEqual(['V', 'other', 'other'])
    }
  })
})

describe('a file on a slow line', () => {
  const second = 1000
  /** A server that sends a piece after each of these pauses. */
  const sending = (pauses: readonly number[]) =>
    fetched.mockImplementation((_path, { signal }) => {
      const body = new ReadableStream<Uint8Array>({
        async start(pieces) {
          signal?.addEventListener('abort', () => pieces.error(signal.reason))
          for (const pause of pauses) {
            await new Promise((resolve) => setTimeout(resolve, pause))
            if (signal?.aborted) return
            pieces.enqueue(new Uint8Array([1]))
          }
          pieces.close()
        },
      })
      return Promise.resolve(new Response(body))
    })

  beforeEach(() => {
    signIn()
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('comes whole, however long it takes, as long as something comes', async () => {
    sending([20 * second, 20 * second, 20 * second])
    const asked = download(downloadExport, {})
    await vi.advanceTimersByTimeAsync(61 * second)
    expect((await asked).blob.size).toBe(3)
  })

  it('ends where nothing has come for half a minute', async () => {
    sending([20 * second, 31 * second])
    const asked = download(downloadExport, {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(52 * second)
    expect(await asked).toBeInstanceOf(ApiError)
  })
})
