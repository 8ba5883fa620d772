import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

// The shell draws the same pages without the window around them, in less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser for the browser tests, if one is here. Run as a program, this file also brings one. */
export function presentChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (canRun(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is no program.`)
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...applications, chromium.executablePath()].find(canRun)
}

/** Chromium's own traffic and its graphics process are only noise here; as root it cannot build its sandbox. */
const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How Playwright starts the browser that is here, with more arguments where a measurement needs them. */
export function launchOptions(more: readonly string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = presentChromium()
  return { ...(executablePath && { executablePath }), args: [...chromiumArguments, ...more] }
}

export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(more))
}

function bringChromium(): string {
  console.log('No Chromium is here. Bringing one for the browser tests.')
  run('npx', ['playwright', 'install', 'chromium'])
  const downloaded = presentChromium()
  if (downloaded) return downloaded

  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    if (run('apt-get', ['update']))
      run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell'])
    const installed = presentChromium()
    if (installed) return installed
  }
  throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.')
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // A download that nothing answers would otherwise hold the tests for good.
  return (
    spawnSync(command, args, { env, stdio: 'inherit', timeout: 10 * 60_000, shell: process.platform === 'win32' })
      .status === 0
  )
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) {
  try {
    console.log(`browser: ${presentChromium() ?? bringChromium()}`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
