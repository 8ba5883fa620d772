import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openIdThirdParty } from '#platform/credentials/third-party.ts'

/** An identity provider whose token endpoint answers with whatever ID token the attacker wants. */
describe('somebody between us and the identity provider', () => {
  const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [provider, attacker] = [ec(), ec()]
  let server: Server
  let issuer: string
  let described: string | undefined
  let nonce: string
  let idToken: () => string

  beforeAll(async () => {
    server = createServer((request, response) => {
      const replies: Record<string, () => object> = {
        '/.well-known/openid-configuration': () => ({
          issuer: described ?? issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['ES256'],
        }),
        '/jwks': () => ({
          keys: [{ ...provider.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'one' }],
        }),
        '/token': () => ({ access_token: 'access', token_type: 'bearer', id_token: idToken() }),
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(replies[request.url ?? '']?.() ?? {}))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  function tokenOf(claims: object, key: KeyObject | undefined, alg = 'ES256'): string {
    const seconds = Math.floor(Date.now() / 1000)
    const content = `${part({ alg, kid: 'one' })}.${part({ iss: issuer, sub: 'ada', aud: 'ajose', iat: seconds, exp: seconds + 60, nonce, email: 'ada@example.com', ...claims })}`
    return `${content}.${key ? sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url') : ''}`
  }
  async function signIn() {
    const thirdParty = openIdThirdParty({
      name: 'Provider',
      isSandbox: false,
      issuer: () => issuer,
      clientId: 'ajose',
      clientSecret: 'secret',
      origins: () => ['https://ajose.example'],
    })
    const { flow } = await thirdParty.begin('https://ajose.example')
    nonce = flow.nonce
    return thirdParty.finish(`code=code&state=${flow.state}`, flow)
  }
  beforeEach(() => void (idToken = () => tokenOf({}, provider.privateKey)))

  // ASVS V6.8.2, V9.1.1, V9.1.2, V9.1.3
  test('gets no one in with an ID token that the provider did not sign, or that is signed by no one', async () => {
    expect(await signIn()).toEqual({ issuer, subject: 'ada', email: 'ada@example.com', name: null })
    for (const forged of [
      () => tokenOf({}, attacker.privateKey),
      () => tokenOf({}, undefined, 'none'),
      () => tokenOf({}, undefined),
    ]) {
      idToken = forged
      await expect(signIn()).rejects.toThrow('invalid response encountered')
    }
  })

  // ASVS V10.5.3
  test('gets no one in where the provider’s own description names another issuer', async () => {
    described = 'https://evil.example'
    try {
      await expect(signIn()).rejects.toThrow(/issuer/)
    } finally {
      described = undefined
    }
    expect((await signIn()).subject).toBe('ada')
  })

  // ASVS V9.2.1, V9.2.3, V10.5.1, V10.5.4
  test('gets no one in with a token for another client, of another issuer, or that has expired', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    for (const claims of [
      { aud: 'another' },
      { iss: 'https://evil.example' },
      { exp: seconds - 3600 },
      { nonce: 'of another sign-in' },
    ]) {
      idToken = () => tokenOf(claims, provider.privateKey)
      await expect(signIn()).rejects.toThrow(/JWT/)
    }
  })
})
