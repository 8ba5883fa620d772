import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as sets from '#core/contract/changes.ts'
import { type Endpoint, endpoint, isReading } from '#core/contract/endpoint.ts'
import { isTopicOf } from '#core/contract/live.ts'
import { routes } from '#app/server/app.ts'

const endpoints: readonly Endpoint[] = routes.map(({ endpoint: each }) => each)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const writes = endpoints.filter((each) => !isReading(each))
const partsOf = (path: string) => path.replace(/^\//, '').split('/')

/** What is asked for when a page opens; reports, previews and files stay as they are (app/web/follow-queries.ts). */
const shown = endpoints.filter(
  ({ method, kind = 'one', path }) =>
    method === 'GET' &&
    (kind === 'one' || kind === 'list') &&
    !partsOf(path).some((part) => part === 'reports' || part === 'preview'),
)

/** Whether a browser that hears this asks again for that address. */
const covers = (named: string, path: string) => isTopicOf(named, partsOf(path))

/** Reads that no write makes stale. */
const settled: Readonly<Record<string, string>> = {
  '/api/health': 'machines ask it',
  '/api/health/ready': 'machines ask it',
  '/auth/providers': 'the operator sets it up',
  '/cooperatives/audit-events': 'every change adds a line: whoever reads the trail wants it to stay',
  '/platform/audit-events': 'every change adds a line: whoever reads the trail wants it to stay',
  '/platform/health': 'its page asks each half minute',
  '/financial/entries/:entryId': 'an entry in the books never changes',
  '/join-pages/:code': 'strangers read it, who have no stream',
}

/** Writes that change nothing that a page shows. */
const unseen: Readonly<Record<string, RegExp>> = {
  'they open, renew or end the session that asks':
    /^POST \/(?:cooperatives|member-auth|super-admin)\/(?:login|refresh-token|logout|switch)$|^POST \/auth\/(?:oidc|second-factor)\/session/,
  'they send or check a code or a proof':
    /^POST \/(?:auth\/(?:forgot-password|reset-password|login-proof|step-up)|consents\/(?:open|code))/,
  'they come without a name, and officers are told of them a day later, lest the time tell whose they are':
    /^POST \/governance\/enquir(?:y-tokens|ies-without-name)/,
  'they only compute or read, and are recorded all the same':
    /^POST \/(?:financial\/loans\/(?:preview|:loanId\/reschedule\/preview)|financial\/deductions\/.*\/return-headings|members\/export|cooperatives\/suspended-books)$/,
}

describe('what a write makes stale', () => {
  test('is named by every write, or there is a reason for nothing', () => {
    const reasons = Object.values(unseen)
    const silent = writes.filter(({ changes = [] }) => changes.length === 0).map(nameOf)
    expect(silent.filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([])
    for (const reason of reasons) expect(silent.some((name) => reason.test(name))).toBe(true)
    // @ts-expect-error -- a write that says and names nothing does not compile
    endpoint({ method: 'POST', path: '/notes', summary: 'Stores a note', access: 'signed_in', reply: z.null() })
  })

  test('is the beginning of a read’s address, without a slip of the pen', () => {
    const named = new Set([...Object.values(sets).flat(), ...writes.flatMap(({ changes = [] }) => changes)])
    expect([...named].filter((each) => !shown.some(({ path }) => covers(each, path)))).toEqual([])
  })

  test('is every read that a page shows, but for those with a reason', () => {
    const stale = new Set(writes.flatMap(({ changes = [] }) => changes))
    const missed = shown.filter(({ path }) => ![...stale].some((each) => covers(each, path))).map(({ path }) => path)
    console.log(`${shown.length} reads that pages show, ${missed.length} of them settled`)
    expect(missed.toSorted()).toEqual(Object.keys(settled).toSorted())
  })

  test('is always the page that it was made on', () => {
    const plain = (path: string) => path.replaceAll(/:\w+/g, ':')
    const pages = new Set(shown.map(({ path }) => plain(path)))
    const pageOf = (path: string): string =>
      path === '' || pages.has(plain(path)) ? path : pageOf(path.slice(0, path.lastIndexOf('/')))
    const left = writes.filter(({ path, changes = [] }) => {
      const page = pageOf(path)
      return page !== '' && changes.length > 0 && !changes.some((each) => covers(each, page))
    })
    // An uploaded list has a page of its own, and strangers who apply have no stream.
    expect(left.map(nameOf)).toEqual(['POST /join-pages/:code/applications', 'POST /financial/contributions/imports'])
  })

  test('fits into one notification of the database, even if everything at once was changed for a hundred members', () => {
    const all = new Set(writes.flatMap(({ changes = [] }) => changes))
    const members = Array.from({ length: 100 }, () => crypto.randomUUID())
    expect(JSON.stringify([...all, ...members]).length).toBeLessThan(7200)
  })
})
