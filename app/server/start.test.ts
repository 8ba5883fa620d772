import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { start, thirdPartiesOf } from './start.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'

const provider = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'ajose',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://ajose.example',
}

test('made-up people are at the embedded database only, and only where no one real was set up', () => {
  const address = { url: 'http://127.0.0.1:3000' }
  const of = (variables: Record<string, string>) => {
    const { thirdParties, sandbox } = thirdPartiesOf(readConfig(variables), address)
    return { names: thirdParties.map(({ name }) => name), isSandbox: thirdParties[0]?.isSandbox, origins: sandbox?.() }
  }
  const nothing = { names: [], isSandbox: undefined, origins: undefined }
  expect(of({})).toEqual({
    names: ['Sandbox identity'],
    isSandbox: true,
    origins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
  })
  // Without the development packages there is no library to make them with.
  expect(thirdPartiesOf(readConfig({}), address, false)).toEqual({ thirdParties: [] })
  expect(of({ DATABASE_URL: 'postgres://db.example/ajose?sslmode=verify-full' })).toEqual(nothing)
  expect(
    of({
      DATABASE_URL: 'postgres://db.example/ajose?sslmode=verify-full',
      SEED_DEMO: '1',
      PUBLIC_URL: 'http://localhost:3000',
    }),
  ).toEqual(nothing)
  for (const DATABASE_URL of ['', 'postgres://db.example/ajose?sslmode=verify-full'])
    expect(of({ DATABASE_URL, ...provider })).toEqual({ names: ['id.example'], isSandbox: false, origins: undefined })
  const more = {
    OIDC_3_ISSUER: 'https://other.example',
    OIDC_3_CLIENT_ID: 'a',
    OIDC_3_CLIENT_SECRET: 'b',
    OIDC_3_NAME: 'Other',
  }
  expect(of({ ...provider, ...more })).toEqual({ names: ['id.example', 'Other'], isSandbox: false, origins: undefined })
})

test('made-up people are where this machine alone reaches the server, whatever else is set', () => {
  const isSandbox = (variables: NodeJS.ProcessEnv) =>
    thirdPartiesOf(readConfig(variables), { url: 'http://127.0.0.1:3000' }).thirdParties[0]?.isSandbox ?? false
  const local = [
    { HOST: 'localhost' },
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000/' },
    { SEED_DEMO: '0' },
  ]
  for (const variables of local) expect([variables, isSandbox(variables)]).toEqual([variables, true])
  const reached = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { HOST: 'ajose.local' },
    { HOST: '127.0.0.1.example.com' },
    { PUBLIC_URL: 'https://ajose.example' },
    { PUBLIC_URL: 'https://localhost.example' },
  ]
  for (const variables of reached) {
    for (const SEED_DEMO of ['', '1'])
      expect([variables, SEED_DEMO, isSandbox({ ...variables, SEED_DEMO })]).toEqual([variables, SEED_DEMO, false])
  }
})

let dataDir: string
beforeAll(async () => fillDataDir((dataDir = await mkdtemp(join(tmpdir(), 'ajose-start-')))))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test.each([
  ['password123', 'Password is one of the most common ones. Choose one that others would not guess.'],
  ['superadmin-2026', 'Password must not contain your name. Choose one that others would not guess.'],
  ['ajose-platform', 'Password must not contain the name Ajose. Choose one that others would not guess.'],
])(
  'the password %s of the first super administrator stops the start with a sentence',
  async (SUPERADMIN_PASSWORD, why) => {
    const starting = start(
      readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: '0', SUPERADMIN_PASSWORD }),
      () => {},
    )
    await expect(starting).rejects.toThrow(`The environment variable SUPERADMIN_PASSWORD can't be used: ${why}`)
  },
)

describe('the sample cooperative of a data folder', () => {
  /** As a proxy on this machine names its client. */
  const proxied = { 'x-forwarded-for': '203.0.113.9' }

  /** Starts on the same folder, and answers what a stranger finds there. */
  async function visit(variables: Record<string, string>) {
    const told: string[] = []
    const { url, sample, stop } = await start(
      readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...variables }),
      (line) => told.push(line),
    )
    try {
      const post = async (path: string, body: object, headers = {}) => {
        const reply = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
        return { status: reply.status, message: ((await reply.json()) as { message: string }).message }
      }
      const get = async (path: string) => ((await (await fetch(`${url}${path}`)).json()) as { data: unknown }).data
      return {
        told: told.filter((line) => line !== 'The web app is built.'),
        announced: sample !== undefined,
        cooperative: await post('/cooperatives/login', { identifier: 'AJO-DEM234', password: 'sample-treasurer' }),
        member: await post('/member-auth/login', { phoneNumber: '+2348031200000', password: 'sample-member' }),
        proxied: [
          (await post('/cooperatives/login', { identifier: 'AJO-DEM234', password: 'sample-treasurer' }, proxied))
            .status,
          (await post('/member-auth/login', { phoneNumber: '+2348031200000', password: 'sample-member' }, proxied))
            .status,
          (
            await fetch(`${url}/sandbox-identity/.well-known/openid-configuration`, {
              headers: proxied,
              redirect: 'manual',
            })
          ).status,
        ],
        wrong: (await post('/cooperatives/login', { identifier: 'AJO-DEM234', password: 'not-the-password' })).status,
        health: await get('/api/health'),
        providers: await get('/auth/providers'),
        sandbox: (await fetch(`${url}/sandbox-identity/.well-known/openid-configuration`, { redirect: 'manual' }))
          .status,
        home: await (await fetch(url)).text(),
      }
    } finally {
      await stop()
    }
  }

  // ASVS V6.3.2, V15.2.3
  test('opens on this machine with a notice, and to no one once others reach it, unless that is asked for', async () => {
    const trial = await visit({})
    expect(trial).toMatchObject({
      told: [expect.stringMatching(/^Super admin: superadmin \/ \S{16} .*shown this once/)],
      announced: true,
      cooperative: { status: 200 },
      member: { status: 200 },
      wrong: 401,
      health: { sampleData: true },
      providers: [{ isSandbox: true }],
      sandbox: 200,
    })
    expect(trial.home).toContain('id="sample-data">')
    // A proxy of which PUBLIC_URL says nothing does not make everybody somebody on this machine.
    expect(trial.proxied).toEqual([403, 403, 404])

    const message =
      'This password is published with the sample cooperative, so it opens nothing at this address. Set a new password with Forgot password.'
    const unchecked = expect.stringMatching(/^Warning: AJOSE_ENV is not production/)
    const reached = await visit({ PUBLIC_URL: 'https://ajose.example' })
    expect(reached).toMatchObject({
      told: [unchecked],
      announced: false,
      cooperative: { status: 403, message },
      member: { status: 403, message },
      wrong: 401,
      health: { sampleData: false },
      providers: [],
    })
    expect(reached.sandbox).not.toBe(200)
    expect(reached.home).toContain('id="sample-data" hidden="">')

    const asked = await visit({ PUBLIC_URL: 'https://ajose.example', SEED_DEMO: '1' })
    expect(asked).toMatchObject({
      announced: true,
      cooperative: { status: 200 },
      member: { status: 200 },
      health: { sampleData: true },
      providers: [],
    })
    expect(asked.proxied.slice(0, 2)).toEqual([200, 200])
    expect(asked.told).toEqual([unchecked, expect.stringMatching(/^Warning: SEED_DEMO=1 opens the sample cooperative/)])
    expect(asked.sandbox).not.toBe(200)
  })
})
