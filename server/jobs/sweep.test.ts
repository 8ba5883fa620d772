import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#server/testing/builders.ts'
import { sweep } from './sweep.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('counts of wrong passwords go after a day unless they lock, and devices when their trust ends', async () => {
  await app.admin.query(`
    insert into platform.login_failure (subject, bucket, failures, window_started_at, locked_until) values
      ('old', 'strangers', 1, now() - interval '25 hours', null), ('unlocked', 'strangers', 0, now() - interval '25 hours', now() - interval '24 hours'),
      ('locked', 'strangers', 0, now() - interval '25 hours', now() + interval '1 minute'), ('new', 'strangers', 1, now(), null)`)
  await app.admin.query(`
    insert into platform.trusted_device (login_id, device_hash, expires_at)
    select login_id, '\\x01'::bytea, now() - interval '1 second' from platform.login union all select login_id, '\\x02'::bytea, now() + interval '1 day' from platform.login`)
  await sweep(app.services.database)
  expect((await app.admin.query('select subject from platform.login_failure order by subject')).rows).toEqual([{ subject: 'locked' }, { subject: 'new' }])
  expect((await app.admin.query(`select encode(device_hash, 'hex') as hash from platform.trusted_device`)).rows).toEqual([{ hash: '02' }])
})

test('notifications go after a year, whoever has not read them', async () => {
  const cooperative = await buildCooperative(app)
  await buildMember(app, cooperative)
  for (const message of ['old', 'new']) dataOf(await app.call('POST', '/notifications', { token: cooperative.token, body: { message, to: 'all' } }), 201)
  await app.admin.query(`update app.notification set created_at = now() - interval '366 days' where message = 'old'`)
  await sweep(app.services.database)
  expect((await app.admin.query('select message from app.notification')).rows).toEqual([{ message: 'new' }])
})

test('what a link showed goes 30 days after it has expired or was withdrawn', async () => {
  const cooperative = await buildCooperative(app)
  const member = await buildMember(app, cooperative)
  const make = async () => dataOf(await app.call('POST', `/financial/members/${member.id}/statement-links`, { token: cooperative.token, body: { from: '2026-01-01', to: '2026-01-31', days: 90 } }), 201).id
  const [expired, withdrawn, live, recent] = [await make(), await make(), await make(), await make()]
  await app.admin.query("update app.statement_link set made_at = now() - interval '121 days', expires_at = now() - interval '31 days' where link_id = $1", [expired])
  await app.admin.query("update app.statement_link set withdrawn_at = now() - interval '31 days' where link_id = $1", [withdrawn])
  await app.admin.query("update app.statement_link set withdrawn_at = now() - interval '29 days' where link_id = $1", [recent])
  await sweep(app.services.database)
  const { rows } = await app.admin.query<{ link_id: string }>('select link_id from app.statement_link order by link_id')
  expect(new Set(rows.map(({ link_id: id }) => id))).toEqual(new Set([live, recent]))
})
