import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { start } from '#app/server/start.ts'
import { readServerSecrets } from './server-secret.ts'

describe("the server's secret", () => {
  let dataDir: string
  let path: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ajose-secret-'))
    path = join(dataDir, 'secret')
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  // ASVS V13.3.1, V13.3.2
  test('is made once, for the owner of the data folder alone, and read again as it was', async () => {
    const [made, ...others] = await readServerSecrets(dataDir, {})
    expect(made).toHaveLength(32)
    expect(others).toEqual([])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await readServerSecrets(dataDir, {})).toEqual([made])
    // An editor ends a file with a line break.
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`)
    expect(await readServerSecrets(dataDir, {})).toEqual([made])
  })

  test('of APP_SECRET is the same on every server and makes no file; what it replaces comes behind it', async () => {
    const given = { APP_SECRET: 'a secret of more than thirty-two characters' }
    const old = { APP_SECRET: 'the secret that leaked and has to be replaced' }
    const secrets = await readServerSecrets(dataDir, given)
    expect(secrets).toHaveLength(1)
    expect(await readServerSecrets(join(dataDir, 'elsewhere'), given)).toEqual(secrets)
    expect(readdirSync(dataDir)).toEqual([])
    const [oldSecret] = await readServerSecrets(dataDir, old)
    expect(await readServerSecrets(dataDir, { ...given, APP_SECRET_OLD: old.APP_SECRET })).toEqual([
      ...secrets,
      oldSecret,
    ])
    const [inFile] = await readServerSecrets(dataDir, {})
    expect(await readServerSecrets(dataDir, given)).toEqual([...secrets, inFile])
  })

  const whole = 'k'.repeat(43)
  test.each([
    ['empty', '', 'the file is empty'],
    ['blank', ' \n', 'the file is empty'],
    ['short', whole.slice(1), 'it is damaged'],
    ['long', `${whole}k`, 'it is damaged'],
    ['of other characters', `${whole.slice(1)}!`, 'it is damaged'],
    ['cut and filled up with zeros', `${whole.slice(0, 20)}${'\0'.repeat(23)}`, 'it is damaged'],
  ])(
    'that is %s stops the start with a sentence that names the file and what to do, and stays as it is',
    async (_, text, why) => {
      writeFileSync(path, text)
      const sentence = `The server's secret in ${path} can't be used: ${why}. Put the file back from a backup; where it is lost for good, delete it and run: npm run lost-secret`
      await expect(start(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), () => {})).rejects.toThrow(
        sentence,
      )
      expect(readFileSync(path, 'utf8')).toBe(text)
      // Nothing was begun that would have to be ended.
      expect(readdirSync(dataDir)).not.toContain('postgres')
    },
  )
})
