import type { Endpoint } from '#core/contract/endpoint.ts'
import { getProviders } from '#features/access/login/own-login.ts'
import { addMonths, dayIn, periodOf } from '#core/calendar.ts'
import { startServer, superAdminPassword } from '#e2e/server.ts'
import { routes } from '#app/server/app.ts'
import { samplePasswords } from '#platform/credentials/sample-passwords.ts'
import {
  partOf,
  type Logins,
  type RecordedPart,
  type RecordedList,
  type Recording,
} from '#dev/demonstration/recording.ts'

type Row = Record<string, unknown>
type Reply = { data: unknown; meta?: { totalPages: number; summary?: Row } }
type Source = {
  url: string
  recording: Recording<RecordedPart>
  role: keyof Logins | 'public'
  headers?: Record<string, string>
}
type Asked = { endpoint: Endpoint; path: string; query?: string }

/** No third party is offered, because signing in there would leave the browser. */
const reads = routes
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter(
    ({ method, path, kind = 'one' }) =>
      method === 'GET' && (kind === 'one' || kind === 'list') && path !== getProviders.path,
  )

/** As many records of one kind as are opened one by one, which are all the members; lists are read to their end. */
const recordsMost = 120

/** Where the values of a path's parameter are, if not in the list before it or in fields of its own name. */
const sources: Record<string, string> = {
  '/cooperatives/members/:id': 'memberid',
  '/financial/members/:id': 'memberid',
  '/financial/loan-config/:id': '/financial/loan-configs id',
  '/cooperatives/details/:id': '/cooperatives/list id',
  '/join-pages/:code': 'code',
  '/financial/year-closings/:yearEnd': '/financial/books to',
}

/** What the server with the sample cooperative says to each role today, for the demonstration to repeat. */
export async function recordDemonstration(): Promise<Recording<RecordedPart>> {
  const server = await startServer({ LOG_LEVEL: 'error' })
  try {
    const recording: Recording<RecordedPart> = { day: dayIn(new Date()), logins: {} as Logins, parts: {} }
    const source = { url: server.url, recording }
    const logIn = async (role: keyof Logins, path: string, body: Row) => {
      const response = await fetch(`${server.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const {
        accessToken,
        refreshToken: _refresh,
        token: _token,
        ...login
      } = ((await response.json()) as { data: Row }).data
      Object.assign(recording.logins, { [role]: login })
      await new Recorder({ ...source, role, headers: { authorization: `Bearer ${String(accessToken)}` } }).record()
    }
    await new Recorder({ ...source, role: 'public' }).record()
    await logIn('coop_admin', '/cooperatives/login', {
      identifier: 'AJO-DEM234',
      password: samplePasswords.cooperative,
    })
    await logIn('member', '/member-auth/login', { phoneNumber: '+2348031200000', password: samplePasswords.member })
    await logIn('superadmin', '/super-admin/login', { identifier: 'superadmin', password: superAdminPassword })
    return recording
  } finally {
    await server.stop()
  }
}

/** Reads all that one role may read, and by the values in it what it leads to. */
class Recorder {
  readonly #of: Source
  /** Ids, days and months that replies had, by the field's name, alone and after the endpoint's path. */
  readonly #found = new Map([['code', new Set(['AJO-DEM234'])]])
  readonly #valuesOf = (source: string) => [...(this.#found.get(source) ?? [])]
  readonly #places = new Map<string, number>()

  constructor(of: Source) {
    this.#of = of
  }

  async record(): Promise<void> {
    const mine = reads.filter(({ access }) => (access === 'public') === (this.#of.role === 'public'))
    for (const depth of [1, 2, 3]) {
      const paths = mine
        .filter(({ path }) => path.split('/:').length === depth)
        .flatMap((endpoint) => this.#pathsOf(endpoint.path).map((path): Asked => ({ endpoint, path })))
      await this.#readAll(paths)
      // What a query asks for may be in any of these replies.
      await this.#readAll(
        paths.flatMap((asked) =>
          [...this.#fixedQueries(asked), ...this.#foundQueries(asked)].map((query) => ({ ...asked, query })),
        ),
      )
    }
  }

  async #readAll(paths: readonly Asked[]): Promise<void> {
    const waiting = paths.values()
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (const asked of waiting) await this.#read(asked)
      }),
    )
  }

  #pathsOf(pattern: string): string[] {
    const [placeholder, name = ''] = /:(\w+)/.exec(pattern) ?? []
    if (!placeholder) return [pattern]
    const parent = pattern.slice(0, pattern.indexOf(placeholder) - 1)
    const source = [
      sources[`${parent}/${placeholder}`],
      `${parent} ${name.toLowerCase()}`,
      `${parent} id`,
      name.toLowerCase(),
    ].find((known) => known !== undefined && this.#found.has(known))
    return this.#valuesOf(source ?? '')
      .slice(0, recordsMost)
      .flatMap((value) => this.#pathsOf(pattern.replace(placeholder, value)))
  }

  /** Filters with a few fixed values that the rows do not show. */
  #fixedQueries({ endpoint, path }: Asked): string[] {
    const part = this.#of.recording.parts[partOf(this.#of.role, path)]
    const rows = part?.lists[path]?.rows.map((place) => part.rows[place])
    if (rows ? rows.length === 0 : part?.records[path] === undefined) return []
    return Object.entries(endpoint.query?.shape ?? {}).flatMap(([name, schema]) => {
      if (['sort', 'format'].includes(name) || rows?.some((row) => typeof row?.[name] === 'string')) return []
      return valuesOf(schema as Schema).map((value) => `${name}=${value}`)
    })
  }

  /** Filters with values that other replies have, as the pages ask for them. */
  #foundQueries({ path }: Asked): string[] {
    if (path.endsWith('/general-ledger')) return this.#valuesOf('/financial/accounts id').map((id) => `accountId=${id}`)
    if (path === '/financial/contributions') return this.#valuesOf('period').map((period) => `period=${period}`)
    if (path === '/financial/payable')
      return this.#valuesOf('/financial/bank-accounts accountid').map((id) => `accountId=${id}`)
    if (path === '/financial/interest/preview')
      return this.#valuesOf('/financial/interest accounttypeid').flatMap((type) =>
        this.#valuesOf('/financial/interest to').map((to) => `accountTypeId=${type}&to=${to}`),
      )
    if (path.startsWith('/financial/loan-accruals/preview'))
      return this.#valuesOf('/financial/loan-accruals days').map((on) => `on=${on}`)
    const { day } = this.#of.recording
    if (path === '/financial/depreciation/preview')
      return [`through=${day.slice(0, 7)}`, `through=${addMonths(periodOf(day), -1)}`]
    // The month and the year that the statement's drawer offers.
    return path.endsWith('/statement')
      ? [`${day.slice(0, 7)}-01`, `${day.slice(0, 4)}-01-01`].map((from) => `from=${from}&to=${day}`)
      : []
  }

  async #read({ endpoint: { kind, path: pattern }, path, query }: Asked): Promise<void> {
    const { url, headers = {}, role, recording } = this.#of
    const key = query === undefined ? path : `${path}?${query}`
    const list: RecordedList = { rows: [] }
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const paging = kind === 'list' ? `${query === undefined ? '?' : '&'}limit=100&page=${page}` : ''
      const response = await fetch(url + (path.startsWith('/api/') ? '' : '/api') + key + paging, { headers })
      if (response.status === 429 || response.status >= 500) throw new Error(`GET ${key} answered ${response.status}`)
      const { data, meta } = (await response.json()) as Reply
      if (!response.ok) return
      const name = partOf(role, path)
      const part = (recording.parts[name] ??= { rows: [], lists: {}, records: {} })
      this.#collect([data, meta?.summary], pattern)
      if (kind === 'list') part.lists[key] = list
      else part.records[key] = data
      pages = meta?.totalPages ?? 1
      list.summary = meta?.summary
      for (const row of kind === 'list' ? (data as Row[]) : []) {
        const text = name + JSON.stringify(row)
        const place = this.#places.get(text) ?? part.rows.push(row) - 1
        this.#places.set(text, place)
        list.rows.push(place)
      }
    }
  }

  #collect(value: unknown, path: string, name = ''): void {
    if (typeof value === 'string' && /^[0-9a-f-]{36}$|^\d{4}-\d\d(?:-\d\d)?$/.test(value)) {
      for (const key of [name, `${path} ${name}`]) this.#found.set(key, (this.#found.get(key) ?? new Set()).add(value))
    } else if (Array.isArray(value)) for (const item of value) this.#collect(item, path, name)
    else if (typeof value === 'object' && value !== null)
      for (const [field, item] of Object.entries(value)) this.#collect(item, path, field.toLowerCase())
  }
}

type Schema = { _zod: { def: { innerType?: Schema; in?: Schema; entries?: object; values?: unknown[] } } }
const valuesOf = ({
  _zod: {
    def: { innerType, in: inner = innerType, entries, values },
  },
}: Schema): string[] => (inner ? valuesOf(inner) : Object.values(entries ?? values ?? {}).map(String))
