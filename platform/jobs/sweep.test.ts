import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#dev/testing/builders.ts'
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
  expect((await app.admin.query('select subject from platform.login_failure order by subject')).rows).toEqual([
    { subject: 'locked' },
    { subject: 'new' },
  ])
  expect(
    (await app.admin.query(`select encode(device_hash, 'hex') as hash from platform.trusted_device`)).rows,
  ).toEqual([{ hash: '02' }])
})

test('receipts of messages that are not ours go after an hour', async () => {
  await app.admin.query(`
    insert into platform.early_receipt (provider, provider_id, failed_because, created_at) values
      ('termii', 'old', 'Off', now() - interval '61 minutes'), ('termii', 'new', null, now() - interval '59 minutes')`)
  await sweep(app.services.database)
  expect((await app.admin.query('select provider_id from platform.early_receipt')).rows).toEqual([
    { provider_id: 'new' },
  ])
})

// ASVS V14.2.4
test('notifications go after a year, whoever has not read them', async () => {
  const cooperative = await buildCooperative(app)
  await buildMember(app, cooperative)
  for (const message of ['old', 'new'])
    dataOf(await app.call('POST', '/notifications', { token: cooperative.token, body: { message, to: 'all' } }), 201)
  await app.admin.query(`update app.notification set created_at = now() - interval '366 days' where message = 'old'`)
  await sweep(app.services.database)
  expect((await app.admin.query('select message from app.notification')).rows).toEqual([{ message: 'new' }])
})

test('what a link showed goes 30 days after it has expired or was withdrawn', async () => {
  const cooperative = await buildCooperative(app)
  const member = await buildMember(app, cooperative)
  const make = async () =>
    dataOf(
      await app.call('POST', `/financial/members/${member.id}/statement-links`, {
        token: cooperative.token,
        body: { from: '2026-01-01', to: '2026-01-31', days: 90 },
      }),
      201,
    ).id
  const [expired, withdrawn, live, recent] = [await make(), await make(), await make(), await make()]
  await app.admin.query(
    "update app.statement_link set made_at = now() - interval '121 days', expires_at = now() - interval '31 days' where link_id = $1",
    [expired],
  )
  await app.admin.query("update app.statement_link set withdrawn_at = now() - interval '31 days' where link_id = $1", [
    withdrawn,
  ])
  await app.admin.query("update app.statement_link set withdrawn_at = now() - interval '29 days' where link_id = $1", [
    recent,
  ])
  await sweep(app.services.database)
  const { rows } = await app.admin.query<{ link_id: string }>('select link_id from app.statement_link order by link_id')
  expect(new Set(rows.map(({ link_id: id }) => id))).toEqual(new Set([live, recent]))
})

test('what is much goes in several transactions, so that no one waits long for a row', async () => {
  const cooperative = await buildCooperative(app)
  const member = await buildMember(app, cooperative)
  await app.admin.query(
    `
    insert into app.notification (cooperative_id, notification_id, member_id, type, message, created_at)
    select $1, gen_random_uuid(), $2, 'info', 'old', now() - interval '400 days' + n * interval '1 second' from generate_series(1, 12000) n`,
    [cooperative.id, member.id],
  )
  await app.admin.query(`
    create table app.seen (transaction_id text, rows int);
    create function app.see() returns trigger language plpgsql security definer as $$ begin insert into app.seen select txid_current(), count(*) from gone; return null; end $$;
    create trigger see after delete on app.notification referencing old table as gone for each statement execute function app.see()`)
  await sweep(app.services.database)
  const { rows } = await app.admin.query<{ rows: number }>(
    'select sum(rows)::int as rows from app.seen group by transaction_id having sum(rows) > 0 order by min(transaction_id::bigint)',
  )
  await app.admin.query('drop trigger see on app.notification; drop function app.see; drop table app.seen')
  expect(rows.map((each) => each.rows)).toEqual([5000, 5000, 2000])
  expect((await app.admin.query("select from app.notification where message = 'old'")).rowCount).toBe(0)
})

test('what can not be removed does not stop the rest', async () => {
  await app.admin.query(`
    insert into platform.login_failure (subject, bucket, failures, window_started_at, locked_until) values ('stays', 'strangers', 1, now() - interval '25 hours', null);
    insert into platform.trusted_device (login_id, device_hash, expires_at) select login_id, '\\x01'::bytea, now() - interval '1 second' from platform.login limit 1;
    insert into platform.contact_message (contact_message_id, name, email, subject, body, search_text, created_at) values (gen_random_uuid(), 'Old', 'old@example.com', 'old', 'old', 'old', now() - interval '3 years');
    create function platform.fail() returns trigger language plpgsql as $$ begin raise 'planted failure'; end $$;
    create trigger fail before delete on platform.login_failure for each row execute function platform.fail()`)
  await expect(sweep(app.services.database)).rejects.toThrow(
    'Failed for 1 of 23 removals, the first of them wrong passwords: planted failure',
  )
  expect((await app.admin.query('select from platform.trusted_device where expires_at < now()')).rowCount).toBe(0)
  expect((await app.admin.query("select from platform.contact_message where name = 'Old'")).rowCount).toBe(0)
  await app.admin.query('drop trigger fail on platform.login_failure; drop function platform.fail')
  await sweep(app.services.database)
  expect((await app.admin.query("select from platform.login_failure where subject = 'stays'")).rowCount).toBe(0)
})
