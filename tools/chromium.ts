import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

/** Draws the same pages without the window around them, in about four fifths of the time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser for the browser tests, if one is here. Run as a program, this file also brings the quick one where it can. */
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

/** The shell is brought also where a whole browser is here: with that one the tests take a quarter longer. */
function bringChromium(): string {
  const present = presentChromium()
  if (present?.includes('headless-shell') || process.env['CHROMIUM_PATH']) return present as string
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Bringing Chromium’s headless shell for the browser tests.')
    if (run('apt-get', ['update'])) run('apt-get', ['install', '--yes', '--no-install-recommends', shell])
  }
  if (!presentChromium()) run('npx', ['playwright', 'install', 'chromium'])
  const brought = presentChromium()
  if (brought) return brought
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
    console.log(`browser: ${bringChromium()}`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
