import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, type TestCooperative } from '#dev/testing/builders.ts'
import { newAuthenticatorKey, sealAuthenticatorKey } from '#platform/credentials/authenticator.ts'
import { migrate } from '#platform/db/migrate.ts'
import { testSecret } from '#dev/testing/secret.ts'
import type { LoginId } from '#core/ids.ts'
import { forgetSecret } from './lost-secret.ts'
import { superAdminCommand } from './super-admin.ts'

describe('super administrators from the command line', () => {
  let app: TestApp
  let society: TestCooperative
  beforeAll(async () => {
    app = await startTestApp()
    society = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const command = async (...words: string[]) => {
    const said: string[] = []
    const done = await superAdminCommand(app.services.database, words, (line) => said.push(line))
    return { done, text: said.join('\n'), password: /shown this once: (\S+)/.exec(said.join('\n'))?.[1] ?? '' }
  }
  const login = (identifier: string, password: string) =>
    app.call('POST', '/super-admin/login', { body: { identifier, password } })
  const choose = (token: string, currentPassword: string, password: string) =>
    app.call('POST', '/auth/change-password', { token, body: { currentPassword, password, confirmPassword: password } })
  const idOf = async (username: string) =>
    (
      await app.admin.query<{ id: LoginId }>('select login_id as id from platform.login where username = $1', [
        username,
      ])
    ).rows[0]?.id as LoginId

  test('a second one is added, works beside the first, and each act is in the trail', async () => {
    const { done, password } = await command('add', 'second')
    expect(done).toBe(true)
    const { superAdmin, accessToken } = dataOf(await login('second', password))
    expect(superAdmin).toMatchObject({ username: 'second', passwordMissing: true })
    dataOf(await choose(accessToken, password, 'a-password-of-their-own'))
    expect((await app.call('GET', '/cooperatives/list', { token: accessToken })).status).toBe(200)
    expect((await app.call('GET', '/cooperatives/list', { token: await app.superAdminToken() })).status).toBe(200)
    const [newest] = dataOf(
      await app.call('GET', '/platform/audit-events?action=super_admin.add', { token: accessToken }),
    )
    expect(newest).toMatchObject({
      action: 'super_admin.add',
      after: { username: 'second' },
      actorName: 'Command line of the server',
    })
    await expect(command('add', 'second')).rejects.toThrow('There is a super administrator second already')
    await expect(command('add', 'a b')).rejects.toThrow('A user name has 3 to 64 letters')
  })

  test('one who lost the phone and the password gets in again, and what was open is closed', async () => {
    const { password: first } = await command('add', 'third')
    const { accessToken } = dataOf(await login('third', first))
    dataOf(await choose(accessToken, first, 'the-password-they-forget'))
    const loginId = await idOf('third')
    await app.admin.query(
      'insert into platform.authenticator (login_id, sealed_key, confirmed_at) values ($1, $2, now())',
      [loginId, sealAuthenticatorKey(testSecret, loginId, newAuthenticatorKey())],
    )
    expect((await command('list')).text).toContain('third: logs in with a password of their own, with two steps')
    // Wrong tries have locked the login as well.
    for (let n = 0; n < 5; n += 1) await login('third', 'not-this-one')
    const { password } = await command('reset', 'third')
    expect((await app.call('GET', '/cooperatives/list', { token: accessToken })).status).toBe(401)
    expect((await login('third', 'the-password-they-forget')).status).toBe(401)
    expect(dataOf(await login('third', password)).superAdmin).toMatchObject({ passwordMissing: true })
    expect((await command('list')).text).toMatch(/^third: has not logged in yet; the first password ends 2\d{3}-/m)
    await expect(command('reset', 'fourth')).rejects.toThrow('There is no super administrator fourth. There is: super')
  })

  test('one who leaves is closed out, but never the last who can log in', async () => {
    const token = await app.superAdminToken()
    expect((await command('end', superAdminLogin.username)).text).toBe(
      'superadmin is no super administrator any more; their sessions have ended.',
    )
    expect((await app.call('GET', '/cooperatives/list', { token })).status).toBe(401)
    expect((await login(superAdminLogin.username, superAdminLogin.password)).status).toBe(401)
    await expect(command('end', 'second')).rejects.toThrow('second is the only super administrator with a password')
    expect((await command('list')).text).toContain('superadmin: ended')
  })

  test('anything else is answered with how it is used', async () => {
    for (const words of [[], ['remove', 'second'], ['reset']])
      expect(await command(...words)).toMatchObject({ done: false, text: expect.stringContaining('-- add NAME') })
  })

  test('a lost secret is given up: what was sealed under it ends, and a new secret opens the database', async () => {
    const url = app.adminUrl
    const loginId = await idOf('second')
    await app.admin.query(
      'insert into platform.authenticator (login_id, sealed_key, confirmed_at) values ($1, $2, now())',
      [loginId, sealAuthenticatorKey(testSecret, loginId, newAuthenticatorKey())],
    )
    const sealed = Buffer.alloc(40, 1)
    for (const statement of [
      `insert into app.webhook (cooperative_id, webhook_id, url, kinds, sealed_secret)
        values ($1, gen_random_uuid(), 'https://hooks.example', '{member.added}', $2)`,
      `insert into app.payout_key (cooperative_id, key_id, provider, sealed_key, key_end, entered_by_name)
        values ($1, gen_random_uuid(), 'paystack', $2, 'wxyz', 'Ada Obi')`,
      `insert into app.enquiry_key (cooperative_id, month, public_key, sealed) values ($1, '2026-11-01', '', $2)`,
      `insert into platform.message (message_id, cooperative_id, channel, recipient, body, sealed_text)
        values (gen_random_uuid(), $1, 'sms', '+2348030000000', '', $2)`,
    ])
      await app.admin.query(statement, [society.id, sealed])
    const next = Buffer.alloc(32, 9)
    await expect(migrate(url, [next])).rejects.toThrow('npm run lost-secret')
    expect(await forgetSecret(url)).toEqual([
      '1 authenticator app',
      '1 payout key',
      '1 webhook',
      '1 key of messages without a name',
      '1 message to send again',
    ])
    // Replies are sealed under their callers' keys; all else that is sealed was under the lost one.
    const { rows: columns } = await app.admin.query<{ name: string; column: string }>(
      `select table_schema || '.' || table_name as name, column_name as column from information_schema.columns
        where table_schema in ('app', 'platform') and data_type = 'bytea' and column_name like 'sealed%' and column_name <> 'sealed_body' order by 1, 2`,
    )
    expect(columns.length).toBeGreaterThanOrEqual(7)
    for (const { name, column } of columns) {
      const { rows } = await app.admin.query(`select count(${column})::int as left from ${name}`)
      expect([name, column, rows]).toEqual([name, column, [{ left: 0 }]])
    }
    const waiting = await app.admin.query(
      "select from platform.message where body = '' and sent_at is null and gave_up_at is null",
    )
    expect(waiting.rowCount).toBe(0)
    // The tests' servers log in with the passwords of one key, so the new one is the same here.
    expect(await migrate(url, [next], { makeKey: () => testSecret })).toEqual(testSecret)
    expect(dataOf(await login('second', 'a-password-of-their-own')).superAdmin.username).toBe('second')
    await expect(migrate(url, [testSecret])).rejects.toThrow('used with another secret')
  })
})
