import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, postJournals, type TestCooperative } from '#dev/testing/builders.ts'
import { lockBooksComputed } from './ledger.ts'

let app: TestApp
let cooperative: TestCooperative
beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
})
afterAll(() => app.stop())

const post = (amount: number) =>
  postJournals(app, cooperative, [{ on: '2026-01-15', lines: [['1010', '4110', amount]] }])
const total = async (tx: Tx) =>
  (await tx.one<{ total: bigint }>(sql`select coalesce(sum(amount), 0)::bigint as total from ledger.posting`)).total

/** What is computed of the books, in turn, where `then` comes after the first time. */
async function computed(then: () => Promise<void>) {
  const cooperativeId = cooperative.id as CooperativeId
  const found: bigint[] = []
  const result = await app.services.database.tenant({ cooperativeId, role: 'coop_admin' }, (tx) =>
    lockBooksComputed(tx, cooperativeId, async () => {
      found.push(await total(tx))
      if (found.length === 1) await then()
      return found.at(-1)
    }),
  )
  return { found, result }
}

test('what is computed of the books before they are locked is computed again where an entry came in, and not otherwise', async () => {
  await post(100)
  expect(await computed(() => Promise.resolve())).toEqual({ found: [10_000n], result: 10_000n })
  expect(await computed(() => post(50))).toEqual({ found: [10_000n, 15_000n], result: 15_000n })
})
