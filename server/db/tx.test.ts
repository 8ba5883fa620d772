import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CooperativeId } from '#domain/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember } from '#server/testing/builders.ts'
import { sql } from './sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('a statement that fails because one before it did gives the failure of that one', async () => {
  const cooperative = await buildCooperative(app)
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
