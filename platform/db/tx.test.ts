import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, type TestCooperative } from '#dev/testing/builders.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'
import { insert, json, remove, update, upsert } from './write.ts'

let app: TestApp
let [one, other]: TestCooperative[] = []
beforeAll(async () => {
  app = await startTestApp()
  ;[one, other] = [await buildCooperative(app), await buildCooperative(app)]
})
afterAll(() => app.stop())

test('a statement that fails because one before it did gives the failure of that one', async () => {
  const cooperative = one as TestCooperative
  await buildMember(app, cooperative)
  await app.admin.query('begin')
  await app.admin.query('select from app.member where cooperative_id = $1 for update', [cooperative.id])
  try {
    const work = app.services.database.tenant(
      { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' },
      async (tx) => {
        await tx.run(sql`set local lock_timeout = 50`)
        // No one waits for the first, which waits for the lock in vain.
        tx.send(sql`select from app.member for update`)
        await tx.one(sql`select 1 as one`)
      },
    )
    await expect(work).rejects.toMatchObject({ code: '55P03' })
  } finally {
    await app.admin.query('rollback')
  }
})

test('a write that meets a machine which only reads may be tried again, also where it is the primary a moment later', async () => {
  const write = (options: { readOnly?: boolean }) =>
    app.services.database.tenant(
      { cooperativeId: one?.id as CooperativeId, role: 'coop_admin' },
      async (tx) => {
        // As on a replica, until this transaction has ended.
        await tx.run(sql`set transaction read only`)
        await tx.run(sql`update app.deduction_settings set arrears = arrears`)
      },
      options,
    )
  await expect(write({})).rejects.toMatchObject({ code: 'overloaded' })
  // What only reads must not write, whatever the machine: that is a fault of ours.
  await expect(write({ readOnly: true })).rejects.toMatchObject({ code: '25006' })
})

const inside = <T>(cooperative: TestCooperative | undefined, work: (tx: Tx) => Promise<T>) =>
  app.services.database.tenant({ cooperativeId: cooperative?.id as CooperativeId, role: 'coop_admin' }, work)

/** What a society has settled for deductions, past every lock. */
async function settled(cooperative: TestCooperative | undefined): Promise<object | undefined> {
  const { rows } = await app.admin.query<Record<string, unknown>>(
    'select credit_on, levy_amount::int as levy, arrears from app.deduction_settings where cooperative_id = $1',
    [cooperative?.id],
  )
  return rows[0]
}

test('a row is added, added once and changed by the names of its fields, in the cooperative of the transaction alone', async () => {
  const row = {
    allocationOrder: ['loans', 'levy', 'savings', 'shares'],
    creditOn: 'deduction',
    levyCode: '3240',
  } as const
  const add = (levyAmount: number, unlessThere = false) =>
    inside(one, (tx) => insert(tx, 'app.deduction_settings', { ...row, levyAmount }, { unlessThere }))
  expect([await add(100), await add(200, true)]).toEqual([true, false])
  await expect(add(300)).rejects.toMatchObject({ code: '23505' })
  await inside(other, (tx) => insert(tx, 'app.deduction_settings', { ...row, levyAmount: 500n }))

  const changed = await inside(one, (tx) =>
    update(tx, 'app.deduction_settings', { creditOn: 'deduction' }, { creditOn: 'remittance', arrears: undefined }),
  )
  expect([changed, await settled(one)]).toEqual([1, { credit_on: 'remittance', levy: 100, arrears: false }])
  await inside(one, (tx) =>
    upsert(tx, 'app.deduction_settings', ['cooperativeId'], { ...row, levyAmount: sql`2 * 350`, arrears: true }),
  )
  expect([await settled(one), await settled(other)]).toEqual([
    { credit_on: 'deduction', levy: 700, arrears: true },
    { credit_on: 'deduction', levy: 500, arrears: false },
  ])
  expect(await inside(one, (tx) => remove(tx, 'app.employment', { staffNumber: 'W1' }))).toBe(0)
})

test('a change that names no row, or a field that its table has not, is none', async () => {
  await expect(inside(one, (tx) => remove(tx, 'app.employment', {}))).rejects.toThrow('says which ones')
  await expect(inside(one, (tx) => remove(tx, 'app.employment', { memberId: undefined }))).rejects.toThrow(
    'says which ones',
  )
  // @ts-expect-error -- no such field
  await expect(inside(one, (tx) => update(tx, 'app.employment', { wage: 1 }, { wage: 2 }))).rejects.toMatchObject({
    code: '42703',
  })
  // @ts-expect-error -- no such word
  const wrong = inside(one, (tx) => update(tx, 'app.deduction_return', { progress: 1 }, { status: 'lost' }))
  expect(await wrong).toBe(0)
})

test('what is JSON is sent as text, a list too, and nothing as null', async () => {
  const { json: list, none } = await app.services.database.jobs((tx) =>
    tx.one<{ json: unknown; none: string | null }>(
      sql`select ${json([{ field: 'name' }])} as json, (${json(null)})::text as none`,
    ),
  )
  expect([list, none]).toEqual([[{ field: 'name' }], null])
})
