import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedSample } from '#database/seed/seed-sample.ts'
import type { CooperativeId } from '#core/ids.ts'
import { writeExport } from '#features/society/exports/server/write-export.ts'
import { anchorBooks } from '#platform/jobs/anchor-books.ts'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { readAnchor } from '#platform/ledger/anchor.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  addPapers,
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  loginMember,
  newPhone,
  resetPassword,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { importSociety } from './import-society.ts'
import { UnusableExport } from './read-export.ts'
import { verifyBooks } from './verify-books.ts'

type Files = Record<string, Uint8Array>
type Listed = { path: string; rows?: number; bytes: number; sha256: string }
type Manifest = Record<string, unknown> & { files: Listed[]; exportedAt: string; migration: string }

const coopId = 'AJO-DEM234'
const password = 'sample-treasurer'
let source: TestApp
let target: TestApp
let folder: string
let files: Files
let zip: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ajose-import-'))
  source = await startTestApp()
  await seedSample({ ...source.services, sampleIsOpen: true })
  const token = await login(source)
  const [member] = await read<{ id: string }>(
    source.admin,
    'select member_id as id from app.member order by membership_number limit 1',
  )
  await addPapers(source, token, member?.id ?? '')
  await source.settled()
  await sealAuditEvents(source.services.database)
  await anchorBooks(source.services, new Date())
  dataOf(await source.call('POST', '/cooperatives/export', { token }), 201)
  await source.settled()
  const reply = await fetch(`${source.url}/cooperatives/export/file`, { headers: { authorization: `Bearer ${token}` } })
  const content = new Uint8Array(await reply.arrayBuffer())
  files = unzipSync(content)
  zip = join(folder, 'society.zip')
  await writeFile(zip, content)
  target = await startTestApp()
})
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
  await rm(folder, { recursive: true, force: true })
})

async function read<Row>(client: pg.Client, statement: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await client.query(statement, values)
  return rows as Row[]
}

const login = async (app: TestApp, secret = password) =>
  dataOf(await app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password: secret } }))
    .accessToken as string

async function bring(app: TestApp, path = zip): Promise<{ holds: boolean; said: string }> {
  const said: string[] = []
  const holds = await importSociety(app.adminUrl, path, (line) => said.push(line))
  return { holds, said: said.join('\n') }
}

/** The files of an export that is made of a database as it is now. */
async function exportOf(app: TestApp, exportedAt: Date, migration: string): Promise<Files> {
  const [found] = await read<{ id: CooperativeId }>(
    app.admin,
    'select cooperative_id as id from app.cooperative where coop_id = $1',
    [coopId],
  )
  if (!found) throw new Error('The society is not here')
  const chunks: Buffer[] = []
  await app.services.database.tenant(
    { cooperativeId: found.id, role: 'job' },
    (tx) =>
      writeExport(
        tx,
        { migration, exportedAt },
        (chunk) => {
          chunks.push(chunk)
          return Promise.resolve()
        },
        () => {},
      ),
    { readOnly: true, snapshot: true },
  )
  return unzipSync(Buffer.concat(chunks))
}

const textOf = (path: string, of = files) => Buffer.from(of[path] ?? []).toString()
const manifestOf = (of = files) => JSON.parse(textOf('manifest.json', of)) as Manifest

let count = 0
const written = async (content: Uint8Array) => {
  const path = join(folder, `changed-${count++}.zip`)
  await writeFile(path, content)
  return path
}
const zipOf = (changed: Files) => written(zipSync(changed, { level: 1 }))
const withManifest = (change: (manifest: Manifest) => object) =>
  zipOf({ ...files, 'manifest.json': Buffer.from(JSON.stringify(change(manifestOf()))) })
/** A change that the manifest agrees with. */
const rewritten = (path: string, change: (text: string) => string) => {
  const content = Buffer.from(change(textOf(path)))
  const manifest = manifestOf()
  const rows = content.toString().split('\n').length - 1
  const sha256 = createHash('sha256').update(content).digest('hex')
  manifest.files = manifest.files.map((each) =>
    each.path === path ? { path, rows, bytes: content.length, sha256 } : each,
  )
  return zipOf({ ...files, [path]: content, 'manifest.json': Buffer.from(JSON.stringify(manifest)) })
}

/** What a society comes to, read from the tables themselves. */
async function figuresOf(client: pg.Client): Promise<unknown> {
  const own = `(select cooperative_id from app.cooperative where coop_id = '${coopId}')`
  const [figures] = await read(
    client,
    `select (select jsonb_object_agg(m.member_id, m.amount) from (
         select a.member_id, sum(case when p.credit_id = a.account_id then p.amount else -p.amount end) as amount
         from ledger.posting p join ledger.account a on a.cooperative_id = p.cooperative_id and a.account_id in (p.debit_id, p.credit_id)
         where p.cooperative_id = ${own} and a.member_id is not null group by 1) m) as members,
       (select jsonb_object_agg(t.code, t.amount) from (
         select a.code, sum(case when p.debit_id = a.account_id then p.amount else -p.amount end) as amount
         from ledger.posting p join ledger.account a on a.cooperative_id = p.cooperative_id and a.account_id in (p.debit_id, p.credit_id)
         where p.cooperative_id = ${own} group by 1) t) as trial_balance,
       (select jsonb_agg(jsonb_build_array(l.loan_id, l.status, l.disbursed, l.paid_principal) order by l.loan_id) from app.loan l where l.cooperative_id = ${own}) as loans,
       (select encode(h.hash, 'hex') from ledger.head h where h.cooperative_id = ${own}) as head`,
  )
  return figures
}

describe('a society that moves to another installation', () => {
  test('comes with every figure, and its export from there is the same to the last byte', async () => {
    const before = await figuresOf(source.admin)
    const { holds, said } = await bring(target)
    expect({ holds, said }).toMatchObject({ holds: true })
    expect(await figuresOf(target.admin)).toEqual(before)
    const [counted] = await read<{ members: number; entries: number; loans: number; head: string }>(
      source.admin,
      `select (select count(*)::int from app.member) as members, (select count(*)::int from ledger.entry) as entries,
         (select count(*)::int from app.loan) as loans, (select encode(hash, 'hex') from ledger.head) as head`,
    )
    expect(said).toContain(`${counted?.members} members, ${counted?.entries} entries, ₦`)
    expect(said).toContain(`${counted?.loans} loans with ₦`)
    expect(said).toContain(`The last entry has the hash ${counted?.head}, as in the manifest.`)
    const { exportedAt, migration } = manifestOf()
    const again = await exportOf(target, new Date(exportedAt), migration)
    expect(Object.keys(again).toSorted()).toEqual(Object.keys(files).toSorted())
    expect(Object.keys(files).filter((path) => path.startsWith('files/'))).toHaveLength(3)
    for (const [path, content] of Object.entries(files))
      expect({ path, same: Buffer.from(again[path] ?? []).equals(content) }).toEqual({ path, same: true })
  })

  test('opens with a new code alone, and works on where it stopped', async () => {
    const refused = await target.call('POST', '/cooperatives/login', { body: { identifier: coopId, password } })
    expect(refused.status).toBe(401)
    const [{ phone, entries, number } = { phone: '', entries: 0, number: 0 }] = await read<{
      phone: string
      entries: number
      number: number
    }>(
      target.admin,
      `select l.phone, h.last_no::int as entries, c.last_membership_number as number from platform.login l
       join app.cooperative c using (cooperative_id) join ledger.head h using (cooperative_id) where l.coop_id = $1`,
      [coopId],
    )
    await target.call('POST', '/auth/forgot-password', { body: { identifier: coopId } })
    dataOf(await resetPassword(target, coopId, await lastCode(target, phone), 'another-password'))
    const token = await login(target, 'another-password')
    const [registered] = dataOf(
      await target.call('POST', '/cooperatives/members', {
        token,
        body: {
          member: [
            {
              firstName: 'Ngozi',
              lastName: 'Ade',
              phone: '+2348099999999',
              registrationDate: '2026-01-05',
              monthlyContributions: 100,
            },
          ],
        },
      }),
      201,
    )
    expect(registered.membershipno).toBe(`${coopId}/${String(number + 1).padStart(5, '0')}`)
    const deposit = dataOf(
      await target.call('POST', '/financial/transactions', {
        token,
        body: { type: 'deposit', memberId: registered.memberid, amount: 1234.5 },
      }),
      201,
    )
    expect(deposit.status).toBe('approved')
    expect((await read(target.admin, 'select last_no::int as last from ledger.head'))[0]).toEqual({ last: entries + 1 })
    await target.settled()
    expect(await target.checks()).toEqual([])
    const said: string[] = []
    expect(await verifyBooks(target.adminUrl, (line) => said.push(line), { coopId })).toBe(true)
  })

  test('is proved there by an anchor of the installation that it left', async () => {
    const [made] = await read<{ file: string }>(source.admin, 'select file from platform.anchor')
    const anchor = readAnchor((await source.services.anchorTarget.get(made?.file ?? ''))?.toString() ?? '')
    const said: string[] = []
    const given = { ...anchor, expected: anchor.fingerprint }
    expect(await verifyBooks(target.adminUrl, (line) => said.push(line), { coopId, anchor: given })).toBe(true)
    expect(said).toContain('  holds  1 of 1 cooperatives')
  })

  test('is refused where it is already', async () => {
    await expect(bring(target)).rejects.toThrow(`(${coopId}) is in this database already.`)
  })

  describe('where another society is', () => {
    const imports = 'tables/app.import.jsonl'
    const posting = {
      import_id: crypto.randomUUID(),
      kind: 'contributions',
      file_name: 'june.csv',
      status: 'posting',
      columns: ['Number'],
      mapping: ['membershipno'],
      progress: 7,
      created_by: crypto.randomUUID(),
      created_at: '2026-06-30T10:00:00+00:00',
      columns_remembered: false,
      creates_employers: false,
      codes_sent: 0,
      another_payment: false,
    }
    let app: TestApp
    let other: TestCooperative
    let person: { id: string; phone: string; member: string }
    let own: { id: string }
    let brought: Awaited<ReturnType<typeof bring>>
    beforeAll(async () => {
      app = await startTestApp()
      // The first is the sample society's.
      newPhone()
      other = await buildCooperative(app)
      ;[person] = (await read(
        source.admin,
        `select l.login_id as id, l.phone, m.member_id as member from platform.login l join platform.membership m using (login_id)
         where l.phone = '+2348031201665'`,
      )) as [typeof person]
      await loginMember(app, await buildMember(app, other, { phone: person.phone }))
      await app.settled()
      ;[own] = (await read(app.admin, `select login_id as id from platform.login where phone = $1`, [
        person.phone,
      ])) as [typeof own]
      const { cooperativeId } = manifestOf()['cooperative'] as { cooperativeId: string }
      const row = JSON.stringify({ cooperative_id: cooperativeId, ...posting })
      brought = await bring(app, await rewritten(imports, (text) => `${text}${row}\n`))
    })
    afterAll(() => app.stop())

    test('it has to post again what was being posted when it left', async () => {
      expect(brought).toMatchObject({ holds: true })
      expect(
        await read(app.admin, 'select status, progress, failure from app.import where import_id = $1', [
          posting.import_id,
        ]),
      ).toEqual([
        {
          status: 'failed',
          progress: 0,
          failure: 'It was being posted when the society was moved. Nothing was stored. Post it again.',
        },
      ])
    })

    test('it leaves who is there already their own login, and the other society as it was', async () => {
      expect(own.id).not.toBe(person.id)
      const joined = await read(
        app.admin,
        'select login_id as id, confirmed_at as confirmed from platform.membership where member_id = $1',
        [person.member],
      )
      // The membership is not theirs to open before they prove it here.
      expect(joined).toEqual([{ id: own.id, confirmed: null }])
      const { exportedAt, migration } = manifestOf()
      const again = await exportOf(app, new Date(exportedAt), migration)
      const changed = Object.keys(files).filter(
        (path) =>
          !['manifest.json', imports].includes(path) &&
          !Buffer.from(again[path] ?? []).equals(files[path] ?? new Uint8Array()),
      )
      expect(changed).toContain('logins.jsonl')
      // Wherever the old identifier is, the new one is; the two chains keep what their hashes cover.
      for (const path of changed)
        expect(textOf(path, again).split('\n').toSorted()).toEqual(
          textOf(path).replaceAll(person.id, own.id).split('\n').toSorted(),
        )
      expect(changed.filter((path) => /tables\/(?:ledger|audit)\./.test(path))).toEqual([])
      expect(await app.checks()).toEqual([])
      expect(
        dataOf(
          await app.call('POST', '/cooperatives/login', {
            body: { identifier: other.coopId, password: other.password },
          }),
        ).accessToken,
      ).toBeTruthy()
    })
  })
})

describe('what is no whole export of this version is refused, and nothing is stored', () => {
  let empty: TestApp
  beforeAll(async () => {
    empty = await startTestApp()
  })
  afterAll(() => empty.stop())

  const without = (path: string) => Object.fromEntries(Object.entries(files).filter(([each]) => each !== path))
  const expectNothing = async () =>
    expect(await read(empty.admin, 'select from app.cooperative union all select from app.member')).toEqual([])
  /** Why it was refused, with nothing stored. */
  const sentenceOf = async (path: string): Promise<string> => {
    const outcome = await bring(empty, path).catch((error: unknown) => error)
    await expectNothing()
    if (outcome instanceof UnusableExport) return outcome.message
    throw new Error('It was not refused', { cause: outcome })
  }

  test('no ZIP, half of one, and another ZIP', async () => {
    expect(await sentenceOf(join(folder, 'missing.zip'))).toContain("can't be read")
    expect(await sentenceOf(await written(Buffer.from('no zip')))).toContain('is no export of Ajose')
    const whole = zipSync(files, { level: 1 })
    expect(await sentenceOf(await written(whole.subarray(0, whole.length / 2)))).toContain('is no export of Ajose')
    expect(await sentenceOf(await zipOf({ 'books.csv': Buffer.from('1') }))).toContain('manifest.json is missing')
  })

  test('another format, and a database of another version', async () => {
    expect(await sentenceOf(await withManifest((manifest) => ({ ...manifest, format: 'other' })))).toContain(
      'is no export of a society',
    )
    expect(await sentenceOf(await withManifest((manifest) => ({ ...manifest, version: 2 })))).toContain(
      'This export has version 2 of the format, and this program reads version 1.',
    )
    const { migration } = manifestOf()
    expect(
      await sentenceOf(await withManifest((manifest) => ({ ...manifest, migration: '0001_roles_and_schemas.sql' }))),
    ).toContain(
      `whose last migration is 0001_roles_and_schemas.sql, and this database has ${migration}. Import it into an installation of that version, then update that.`,
    )
    expect(
      await sentenceOf(await withManifest((manifest) => ({ ...manifest, migration: '9999_later.sql' }))),
    ).toContain('Update this installation to that version first.')
  })

  test('a file that was changed, one that is missing, one that is foreign, and a path that leads outside', async () => {
    const path = 'tables/app.member.jsonl'
    const changed = Buffer.from(textOf(path).replace('Ngozi', 'Ngoza').replace('"active"', '"Active"'))
    expect(await sentenceOf(await zipOf({ ...files, [path]: changed }))).toContain(`The file ${path} was changed`)
    expect(await sentenceOf(await zipOf(without(path)))).toContain(`The file ${path} is missing`)
    expect(await sentenceOf(await zipOf({ ...files, 'more.txt': Buffer.from('1') }))).toContain(
      'The file more.txt is not in the manifest',
    )
    for (const name of ['../outside', '/etc/passwd', 'tables/../../x', String.raw`..\x`])
      expect(await sentenceOf(await zipOf({ ...files, [name]: Buffer.from('1') }))).toContain('which no export has')
  })

  test('one that unpacks beyond the limits, or to more than it says', async () => {
    const sizes = (content: Buffer, size: number) => {
      for (
        let at = content.indexOf('PK\u0001\u0002', 0, 'latin1');
        at !== -1;
        at = content.indexOf('PK\u0001\u0002', at + 4, 'latin1')
      )
        content.writeUInt32LE(size, at + 24)
      return content
    }
    const packed = () => Buffer.from(zipSync({ ...files }, { level: 1 }))
    expect(await sentenceOf(await written(sizes(packed(), 0xfffffff0)))).toContain('unpacks to more than 16 GiB')
    expect(await sentenceOf(await written(sizes(packed(), 10)))).toContain('The file manifest.json was changed')
  })

  test('a sub-account or account number at the payment provider that another society here holds', async () => {
    const hold = (kind: string, code: string) =>
      empty.admin.query(
        'insert into platform.provider_holding (kind, code, cooperative_id) values ($1, $2, gen_random_uuid())',
        [kind, code],
      )
    await hold('subaccount', 'ACCT_TAKEN1')
    await hold('account', 'paystack 9900112233')
    const { cooperativeId } = manifestOf()['cooperative'] as { cooperativeId: string }
    const [member] = textOf('tables/app.member.jsonl').split('\n')
    const { member_id: memberId } = JSON.parse(member ?? '') as { member_id: string }
    const at = '2026-01-01T00:00:00Z'
    const settings = {
      cooperative_id: cooperativeId,
      is_on: false,
      subaccount: 'ACCT_taken1',
      charge_borne_by: 'society',
    }
    const account = {
      ...{ cooperative_id: cooperativeId, member_id: memberId, provider: 'paystack', subaccount: null, asked_at: at },
      ...{ check_at: at, opened_at: at, customer: 'C', bank: 'B', account_number: '9900112233', account_name: 'A' },
    }
    for (const [path, row, code] of [
      ['tables/app.online_payment_settings.jsonl', settings, 'ACCT_taken1'],
      ['tables/app.transfer_account.jsonl', account, 'paystack 9900112233'],
    ] as const) {
      const changed = await rewritten(path, () => `${JSON.stringify(row)}\n`)
      expect(await sentenceOf(changed)).toContain(`${code} at the payment provider is another cooperative’s here`)
    }
  })

  test('rows of another society, and rows that refer to none', async () => {
    expect(
      await sentenceOf(
        await rewritten(
          'tables/app.member_view.jsonl',
          () => `${JSON.stringify({ cooperative_id: crypto.randomUUID() })}\n`,
        ),
      ),
    ).toContain('has rows of another society')
    const { holds, said } = await bring(empty, await rewritten('tables/app.meeting.jsonl', () => ''))
    expect(holds).toBe(false)
    expect(said).toContain('A row of app.attendance refers to a row of app.meeting that did not come')
    await expectNothing()
  })

  test('books that were changed with their digests', async () => {
    const { holds, said } = await bring(
      empty,
      await rewritten('tables/ledger.posting.jsonl', (text) =>
        text.replace(/"amount":(\d+)/, (_, n) => `"amount":${Number(n) + 100}`),
      ),
    )
    expect(holds).toBe(false)
    expect(said).toContain('is not what was written: a line of it or its head was changed.')
    expect(said).toContain('The books do not hold as they came, so nothing was stored.')
    await expectNothing()
  })

  test('a society whose phone is the login of another', async () => {
    const [{ phone } = { phone: '' }] = await read<{ phone: string }>(
      source.admin,
      `select phone from platform.login where coop_id = '${coopId}'`,
    )
    const secret = 'secret-password'
    dataOf(
      await empty.call('POST', '/cooperatives/register', {
        body: { name: 'Other', phone, password: secret, confirmpassword: secret },
      }),
      201,
    )
    await expect(bring(empty)).rejects.toThrow(`The phone ${phone} is the login of another cooperative here.`)
  })
})
