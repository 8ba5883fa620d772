import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { readServerSecret } from './server-secret.ts'

describe("the server's secret", () => {
  let dataDir: string
  let path: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ajose-secret-'))
    path = join(dataDir, 'secret')
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('is made once, for the owner of the data folder alone, and read again as it was', async () => {
    const made = await readServerSecret(dataDir, undefined)
    expect(made).toHaveLength(32)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await readServerSecret(dataDir, undefined)).toEqual(made)
    // An editor ends a file with a line break.
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`)
    expect(await readServerSecret(dataDir, undefined)).toEqual(made)
  })

  test('of APP_SECRET is the same on every server and touches no file', async () => {
    const given = 'a secret of more than thirty-two characters'
    const secret = await readServerSecret(dataDir, given)
    expect(await readServerSecret(join(dataDir, 'elsewhere'), given)).toEqual(secret)
    expect(readdirSync(dataDir)).toEqual([])
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
      const sentence = `The server's secret in ${path} can't be used: ${why}. Put the file back from a backup, or delete it to have a new one made; codes that were sent before then no longer work.`
      await expect(start(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), () => {})).rejects.toThrow(
        sentence,
      )
      expect(readFileSync(path, 'utf8')).toBe(text)
      // Nothing was begun that would have to be ended.
      expect(readdirSync(dataDir)).not.toContain('postgres')
    },
  )
})
