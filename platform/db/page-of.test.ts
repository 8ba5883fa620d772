import { askOf } from '#platform/action.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { downloadable } from '#core/contract/downloadable.ts'
import { endpoint, type Parsed } from '#core/contract/endpoint.ts'
import { listQuery, naira } from '#core/contract/fields.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, LoginId, SessionId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative } from '#dev/testing/builders.ts'
import { pageOf } from './page-of.ts'
import { sql } from './sql.ts'

const contract = endpoint({
  method: 'GET',
  path: '/boats/:harbour',
  summary: 'Boats of a harbour.',
  access: 'member.read',
  params: z.object({ harbour: z.string() }),
  query: listQuery(['name', 'built'], { atSea: z.optional(z.boolean()), crew: z.optional(z.number()) }),
  kind: 'list',
  reply: z.object({ id: z.number(), name: z.string(), weekday: z.string() }),
  summaryReply: z.object({ crew: z.number(), harbour: z.string() }),
})

type Row = { id: number; name: string }
/** Six boats; of two in Lagos name and year are alike. */
const list = pageOf(contract, {
  select: sql`b.id, b.name`,
  from: sql`(values (1, 'Ọkọ̀ Ayọ̀', '+2348031234567', 'Lagos', 2001, true, 4), (2, 'Bàtá', '+2348020000000', 'Lagos', 1999, false, 0),
    (3, 'Bàtá', '+2348020000001', 'Lagos', 1999, true, 2), (4, 'Zuma 100%', '+2348020000002', 'Lagos', 2010, false, 7),
    (5, 'Ọkọ̀ Ayọ̀', '+2348031234568', 'Warri', 2001, true, 9), (6, 'Gone', '', 'Lagos', 1990, true, 1)) b(id, name, phone, harbour, built, at_sea, crew)`,
  always: sql`b.name <> 'Gone'`,
  where: {
    harbour: (harbour) => sql`b.harbour = ${harbour}`,
    atSea: (is) => sql`b.at_sea = ${is}`,
    crew: (crew) => sql`b.crew = ${crew}::int`,
  },
  search: { folded: sql`b.phone`, text: sql`b.name` },
  sorts: { name: sql`b.name`, built: [sql`b.built`, sql`b.crew`] },
  order: ({ input }) => (input.atSea ? 'built' : sql`b.crew desc`),
  last: sql`b.id`,
  besides: async ({ input }) => (input.harbour === 'Nowhere' ? refuse('not_found') : input.harbour.toUpperCase()),
  row: (row: Row, harbour, { today }) => ({ ...row, weekday: `${harbour} ${today}` }),
  totals: sql`coalesce(sum(b.crew), 0)::int as crew`,
  summary: (totals: { crew: number }, harbour) => ({ ...totals, harbour }),
})

let app: TestApp
let actor: TenantActor
const context = { now: new Date('2026-03-04T12:00:00Z') } as Context
beforeAll(async () => {
  app = await startTestApp()
  actor = {
    role: 'coop_admin',
    office: 'admin',
    cooperativeStatus: 'active',
    cooperativeId: (await buildCooperative(app)).id as CooperativeId,
    memberId: undefined,
    loginId: crypto.randomUUID() as LoginId,
    sessionId: crypto.randomUUID() as SessionId,
    name: 'Test',
  }
})
afterAll(() => app.stop())

const look = (asked: Partial<Parsed<typeof contract>> = {}) =>
  app.services.database.tenant(actor, (tx) =>
    list(askOf(tx, actor, context), { harbour: 'Lagos', page: 1, limit: 10, ...asked } as Parameters<typeof list>[1]),
  )
const idsOf = async (asked?: Parameters<typeof look>[0]) => (await look(asked)).rows.map(({ id }) => id)

test('gives the rows in their own order, what is sent of each, and sums over all of them', async () => {
  expect(await look({ limit: 1 })).toEqual({
    rows: [{ id: 4, name: 'Zuma 100%', weekday: 'LAGOS 2026-03-04' }],
    total: 4,
    summary: { crew: 13, harbour: 'LAGOS' },
  })
  expect(await idsOf()).toEqual([4, 1, 3, 2])
})

test('filters by what was asked for, by false and 0 too', async () => {
  expect(await idsOf({ atSea: true })).toEqual([3, 1])
  expect(await idsOf({ atSea: false })).toEqual([4, 2])
  expect(await look({ crew: 0 })).toMatchObject({ rows: [{ id: 2 }], total: 1, summary: { crew: 0 } })
  expect(await idsOf({ harbour: 'Warri' })).toEqual([5])
  expect(await look({ harbour: 'Warri', crew: 1 })).toEqual({
    rows: [],
    total: 0,
    summary: { crew: 0, harbour: 'WARRI' },
  })
})

test.each([
  ['a name without its marks', 'oko ayo', [1]],
  ['in any size of letters', 'BATA', [3, 2]],
  ['with the marks', 'Bàtá', [3, 2]],
  ['a phone as people type it', '0803 123 4567', [1]],
  ['with its country', '+234 803', [1]],
  ['a sign that is a pattern elsewhere', '0%', [4]],
  ['another such sign', '_', []],
  ['nothing', '', [4, 1, 3, 2]],
])('finds %s', async (_what, q, ids) => {
  expect(await idsOf({ q })).toEqual(ids)
})

test('sorts by what the contract names, and turns every part of it round', async () => {
  expect(await idsOf({ sort: 'built' })).toEqual([2, 3, 1, 4])
  expect(await idsOf({ sort: '-built' })).toEqual([4, 1, 3, 2])
  expect(new Set(await idsOf({ sort: 'name' }))).toEqual(new Set([1, 2, 3, 4]))
})

test('its pages follow each other without a gap, also where a sort leaves rows alike', async () => {
  for (const sort of ['name', '-name', 'built', '-built', undefined] as const) {
    const all = await idsOf({ sort })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => idsOf({ sort, page, limit: 1 })))
    expect(pages.flat()).toEqual(all)
    expect(new Set(all)).toEqual(new Set([1, 2, 3, 4]))
  }
})

test('refuses where what it is of is not there', async () => {
  await expect(look({ harbour: 'Nowhere' })).rejects.toMatchObject({ code: 'not_found' })
})

/** `boats` boats, the first with a gap in every column. */
const fleet = (boats: number) => {
  const contract = downloadable(
    endpoint({
      method: 'GET',
      path: '/boats',
      summary: 'Boats.',
      access: 'member.read',
      query: listQuery(['name'], {}),
      kind: 'list',
      reply: z.object({
        name: z.nullable(z.string()),
        crew: z.number(),
        price: naira,
        owner: z.object({ sail: z.string() }),
      }),
      summaryReply: z.object({ price: naira }),
    }),
    {
      title: 'All boats',
      says: 'Downloaded the boats',
      columns: [
        { key: 'name', header: 'Boat', kind: 'text', sort: 'name' },
        { key: 'sail', header: 'Sail', kind: 'code', of: (row) => row.owner.sail },
        { key: 'crew', header: 'Crew', kind: 'count' },
        {
          key: 'since',
          header: 'Since',
          kind: 'date',
          of: (row) => (row.name ? new Date('2026-03-31T23:30:00Z') : null),
        },
        { key: 'price', header: 'Price', kind: 'money', inFiles: true },
      ],
      totals: ({ price }) => ({ price }),
    },
  )
  return pageOf(contract, {
    select: sql`case when n > 1 then 'Boat ' || n end as name, n * 2 as crew, (n * 100 + 5)::bigint as price, jsonb_build_object('sail', '00' || n) as owner`,
    from: sql`generate_series(1, ${boats}::int) n`,
    where: {},
    search: { text: sql`'Boat ' || n` },
    sorts: { name: sql`n` },
    order: 'name',
    last: sql`n`,
    totals: sql`coalesce(sum(n * 100 + 5), 0)::bigint as price`,
  })
}
type Fleet = Parameters<ReturnType<typeof fleet>>[1]
const fileOf = (boats: number, asked: Omit<Fleet, 'page' | 'limit'>) =>
  app.services.database.tenant(actor, (tx) =>
    fleet(boats)(askOf(tx, actor, context), { page: 2, limit: 1, ...asked } as Fleet),
  )

test('a list that is downloadable gives all its rows as a file, by its columns, with its totals', async () => {
  const draft = await fileOf(3, { format: 'csv', sort: '-name' })
  if (!(draft instanceof FileDraft)) throw new Error('No file came')
  const { fileName, content } = await draft.write()
  expect(fileName).toBe('all-boats-2026-03-04.csv')
  expect(parse(content.toString(), { bom: true })).toEqual([
    ['Boat', 'Sail', 'Crew', 'Since', 'Price'],
    ['Boat 3', '003', '6', '2026-04-01', '3.05'],
    ['Boat 2', '002', '4', '2026-04-01', '2.05'],
    ['', '001', '2', '', '1.05'],
    ['Total', '', '', '', '6.15'],
  ])
  expect(await fileOf(3, { q: 'boat 2', format: 'json' })).toMatchObject({ rows: [], total: 1 })
})

test('a file of no rows has its headings alone, and one of too many is refused', async () => {
  const draft = await fileOf(0, { format: 'csv' })
  const { content } = await (draft as FileDraft).write()
  expect(parse(content.toString(), { bom: true })).toEqual([['Boat', 'Sail', 'Crew', 'Since', 'Price']])
  await expect(fileOf(3001, { format: 'pdf' })).rejects.toMatchObject({ code: 'file_rows_too_many' })
  await expect(fileOf(3000, { format: 'pdf' })).resolves.toBeInstanceOf(FileDraft)
})
