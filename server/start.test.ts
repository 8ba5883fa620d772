import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { thirdPartyOf } from './start.ts'

const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'ajose', OIDC_CLIENT_SECRET: 'secret', PUBLIC_URL: 'https://ajose.example' }

test('made-up people stand at the embedded database only, and only where nobody real was set up', () => {
  const address = { url: 'http://127.0.0.1:3000' }
  const of = (variables: Record<string, string>) => {
    const { thirdParty, sandbox } = thirdPartyOf(readConfig(variables), address)
    return { name: thirdParty?.name, isSandbox: thirdParty?.isSandbox, origins: sandbox?.() }
  }
  const nothing = { name: undefined, isSandbox: undefined, origins: undefined }
  expect(of({})).toEqual({ name: 'Sandbox identity', isSandbox: true, origins: ['http://127.0.0.1:3000', 'http://localhost:3000'] })
  expect(of({ DATABASE_URL: 'postgres://db.example/ajose' })).toEqual(nothing)
  expect(of({ DATABASE_URL: 'postgres://db.example/ajose', SEED_DEMO: '1', PUBLIC_URL: 'http://localhost:3000' })).toEqual(nothing)
  for (const DATABASE_URL of ['', 'postgres://db.example/ajose']) expect(of({ DATABASE_URL, ...provider })).toEqual({ name: 'id.example', isSandbox: false, origins: undefined })
})
