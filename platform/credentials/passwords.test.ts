import { spawnSync } from 'node:child_process'
import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
// By its whole name this is the product's own module; e2e/replacements.ts replaces it only where passwords.ts imports it.
import { passwordCosts } from '#platform/credentials/password-costs.ts'
import { hashPassword, type PasswordCost, passwordMatches } from './passwords.ts'

const parameters: [PasswordCost, string][] = [
  ['member', '$argon2id$v=19$m=19456,t=2,p=1$'],
  ['officer', '$argon2id$v=19$m=65536,t=3,p=1$'],
]

describe('passwords are hashed with argon2id', () => {
  test.each(parameters)('at the costs that the product sets: %s', async (who, prefix) => {
    expect(await hash('a password', passwordCosts[who])).toContain(prefix)
  })

  // ASVS V11.4.2
  test('and at no others in a process of its own, even where the environment says that it is a test', () => {
    const program = `import { hashPassword } from '#platform/credentials/passwords.ts'
      console.log(JSON.stringify([await hashPassword('a password', 'member'), await hashPassword('a password', 'officer')]))`
    const env = { ...process.env, NODE_ENV: 'test', VITEST: 'true' }
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env,
    })
    expect(stderr).toBe('')
    const hashes = JSON.parse(stdout) as string[]
    expect(hashes).toEqual(parameters.map(([, prefix]) => expect.stringContaining(prefix)))
  })

  // ASVS V11.2.2
  test('and cheaply inside the tests, which compare with what was hashed at any cost', async () => {
    expect(await hashPassword('a password', 'officer')).toContain('$argon2id$v=19$m=128,t=1,p=1$')
    const real = await hash('a password', passwordCosts.officer)
    expect([await passwordMatches(real, 'a password'), await passwordMatches(real, 'another')]).toEqual([true, false])
  })
})
