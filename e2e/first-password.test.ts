import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectClean } from './looks.ts'
import { startServer } from './server.ts'
import { test } from './test.ts'

test(
  'the super administrator logs in with the password that the first start printed, and chooses their own before anything else',
  { tag: '@full' },
  async ({ page }) => {
    test.setTimeout(400_000)
    // A folder of its own: the prepared ones have a super administrator already.
    const dataDir = await mkdtemp(join(tmpdir(), 'ajose-e2e-'))
    const server = await startServer({ SEED_DEMO: '0', DATA_DIR: dataDir, SUPERADMIN_PASSWORD: '' })
    try {
      await expect.poll(() => server.output()).toContain('for the first login, within 72 hours; shown this once')
      const first = /superadmin \/ ([\w-]{16}) /.exec(server.output())?.[1] ?? ''
      await page.goto(`${server.url}/super-admin/login`)
      await page.getByLabel('Username').fill('superadmin')
      await page.getByLabel('Password', { exact: true }).fill(first)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/superadmin/security')
      await expect(page.getByText('Choose your own password first')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Security'])
      await page.goto(`${server.url}/superadmin/audit`)
      await page.waitForURL('**/superadmin/security')
      await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeHidden()
      await expectClean(page, 'the choice of the first own password')

      const choose = async (password: string) => {
        await page.getByLabel('Current password').fill(first)
        await page.getByLabel('New password', { exact: true }).fill(password)
        await page.getByLabel('Confirm new password').fill(password)
        await page.getByRole('button', { name: 'Change password' }).click()
      }
      await choose(first)
      await expect(page.getByText('This is your current password. Choose another one.')).toBeVisible()
      await choose('a-password-of-their-own')
      await expect(page.getByText('Choose your own password first')).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
      await page.getByRole('link', { name: 'Health' }).click()
      await expect(page.getByText('Regular jobs')).toBeVisible()
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
