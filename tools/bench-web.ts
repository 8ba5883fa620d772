// Measures the built web app against the goals P1 to P15 of the design notes, on a phone that Lighthouse imitates and
// behind HTTP/2, and prints each figure beside its bound. Figures in the docs come from here.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { environment, signedIn } from '#e2e/screens.ts'
import { startServer } from '#e2e/server.ts'
import { launchOptions } from './chromium.ts'
import { type Front, startFront } from './http2-front.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 5)
const port = 9333
const phone = { width: 412, height: 823 }
/** Lighthouse's slow 4G, for what is measured without it. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }

type Line = { goal: string; what: string; figure: number; unit: string; most?: number; least?: number }
const lines: Line[] = []

function measured(line: Line): void {
  lines.push(line)
  const bound = line.most === undefined ? `at least ${line.least}` : `at most ${line.most}`
  const met = isMet(line) ? '✓' : '✗'
  console.log(`${met} ${line.goal.padEnd(4)} ${line.what.padEnd(62)} ${line.figure.toFixed(line.unit === 's' || line.unit === '' ? 2 : 0).padStart(8)} ${line.unit.padEnd(4)} ${bound}`)
}

function isMet({ figure, most = Infinity, least = -Infinity }: Line): boolean {
  return figure <= most && figure >= least
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function main(): Promise<void> {
  const server = await startServer(environment)
  const front = await startFront(server.url)
  // Another origin with the same pages: a browser that has been there has started all its parts, and has kept nothing of ours.
  const elsewhere = await startFront(server.url)
  try {
    files()
    if (process.env.ONLY !== "x") await publicPages(front, elsewhere)
    if (process.env.ONLY !== "x") await entryPages(front, elsewhere)
    await signedInPages(front, elsewhere)
    await firstSession(front)
    await interactions(front)
    await repeatVisit(front)
  } finally {
    await elsewhere.stop()
    await front.stop()
    await server.stop()
  }
  const missed = lines.filter((line) => !isMet(line))
  console.log(`goals: ${lines.length - missed.length} met, ${missed.length} missed`)
  process.exitCode = missed.length === 0 ? 0 : 1
}

function files(): void {
  const built = 'dist/web'
  const list = /\[(\{url:.*?\})\]/s.exec(readFileSync(join(built, 'service-worker.js'), 'utf8'))?.[0] ?? ''
  const urls = [...list.matchAll(/url:[`"']([^`"']+)/g)].map(([, url]) => url ?? '')
  const packed = (url: string) => {
    const file = join(built, url)
    try {
      return readFileSync(`${file}.br`).length
    } catch {
      return readFileSync(file).length
    }
  }
  measured({ goal: 'P13', what: `files kept from the first visit on (${urls.length})`, figure: urls.reduce((sum, url) => sum + packed(url), 0) / 1024, unit: 'KiB', most: 350, ...(urls.length === 0 && { least: 1 }) })
  const fonts = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.woff2'))
  measured({ goal: 'P14', what: 'font files', figure: fonts.length, unit: '', most: 2 })
}

type Scores = { performance: number; accessibility: number; bestPractices: number; seo: number; fcp: number; lcp: number; tbt: number; cls: number; bytes: number }

type Kept = { name: string; value: string }[]

/** The medians of several first visits by Lighthouse, times in seconds, bytes in KiB; `kept` is what a login left in the browser. */
async function audit(front: Front, elsewhere: Front, path: string, kept: Kept = []): Promise<Scores> {
  const found: Scores[] = []
  for (let run = 0; run < runs * 2 && found.length < runs; run += 1) {
    const scores = await firstVisit(front.url + path, elsewhere.url + (kept.length === 0 ? path : '/login'), kept)
    if (scores) found.push(scores)
  }
  if (found.length < runs) throw new Error(`Lighthouse could not measure ${path}`)
  return Object.fromEntries(Object.keys(found[0] ?? {}).map((name) => [name, median(found.map((each) => each[name as keyof Scores]))])) as Scores
}

/**
 * One visit in a browser that has never been there, but is awake: emptying a used one instead keeps it busy during the
 * measurement. Undefined where the browser lost the beginning of the page, as it does now and then.
 */
async function firstVisit(url: string, warmUpUrl: string, kept: Kept): Promise<Scores | undefined> {
  const profile = mkdtempSync(join(tmpdir(), 'ajose-bench-web-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions([`--remote-debugging-port=${port}`, '--ignore-certificate-errors']),
    ignoreHTTPSErrors: true,
    viewport: phone,
  })
  try {
    const page = await context.newPage()
    await page.goto(warmUpUrl, { waitUntil: 'networkidle' })
    await page.goto(`${new URL(url).origin}/robots.txt`)
    await page.evaluate((items) => {
      for (const { name, value } of items) localStorage.setItem(name, value)
    }, kept)
    await page.close()
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', disableStorageReset: true, onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'] })
    return scoresOf(result)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

function scoresOf(result: Awaited<ReturnType<typeof lighthouse>>): Scores | undefined {
  const { categories, audits, runtimeError } = result?.lhr ?? {}
  if (!categories || !audits || runtimeError) return undefined
  const score = (name: string) => (categories[name]?.score ?? 0) * 100
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint') / 1000,
    lcp: value('largest-contentful-paint') / 1000,
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight') / 1024,
  }
}

async function publicPages(front: Front, elsewhere: Front): Promise<void> {
  for (const path of ['/', '/features', '/integrations', '/contact', '/terms', '/privacy', '/security']) {
    const scores = await audit(front, elsewhere, path)
    if (path === '/') measured({ goal: 'P3', what: `${path} bytes of the first visit`, figure: scores.bytes, unit: 'KiB', most: 100 })
    measured({ goal: 'P4', what: `${path} performance`, figure: scores.performance, unit: '', least: 99 })
    measured({ goal: 'P4', what: `${path} accessibility`, figure: scores.accessibility, unit: '', least: 100 })
    measured({ goal: 'P4', what: `${path} best practices`, figure: scores.bestPractices, unit: '', least: 100 })
    measured({ goal: 'P4', what: `${path} search engines`, figure: scores.seo, unit: '', least: 100 })
    measured({ goal: 'P4', what: `${path} first paint`, figure: scores.fcp, unit: 's', most: 1 })
    measured({ goal: 'P4', what: `${path} largest paint`, figure: scores.lcp, unit: 's', most: 1.3 })
    measured({ goal: 'P4', what: `${path} blocking`, figure: scores.tbt, unit: 'ms', most: 10 })
    measured({ goal: 'P4', what: `${path} shift`, figure: scores.cls, unit: '', most: 0.02 })
  }
}

async function entryPages(front: Front, elsewhere: Front): Promise<void> {
  for (const path of ['/login', '/member-login', '/signup', '/forgot-password']) {
    const scores = await audit(front, elsewhere, path)
    measured({ goal: 'P5', what: `${path} performance`, figure: scores.performance, unit: '', least: 98 })
    measured({ goal: 'P5', what: `${path} accessibility`, figure: scores.accessibility, unit: '', least: 100 })
    measured({ goal: 'P5', what: `${path} largest paint`, figure: scores.lcp, unit: 's', most: 1.8 })
  }
}

async function signedInPages(front: Front, elsewhere: Front): Promise<void> {
  for (const [login, paths] of [['officer', ['/coop/dashboard', '/coop/member-management']], ['member', ['/member/dashboard', '/member/contributions']]] as const) {
    const kept = await fresh(async (context) => {
      await signedIn(context, front.url, login)
      return (await context.storageState()).origins.flatMap(({ localStorage }) => localStorage)
    })
    for (const path of paths) {
      const scores = await audit(front, elsewhere, path, kept)
      measured({ goal: 'P6', what: `${path} performance`, figure: scores.performance, unit: '', least: 97 })
      measured({ goal: 'P6', what: `${path} accessibility`, figure: scores.accessibility, unit: '', least: 100 })
      measured({ goal: 'P6', what: `${path} largest paint`, figure: scores.lcp, unit: 's', most: 1.8 })
      measured({ goal: 'P6', what: `${path} blocking`, figure: scores.tbt, unit: 'ms', most: 100 })
      measured({ goal: 'P6', what: `${path} shift`, figure: scores.cls, unit: '', most: 0.02 })
      measured({ goal: 'P6', what: `${path} bytes`, figure: scores.bytes, unit: 'KiB', most: 160 })
    }
  }
}

/** A browser of its own, with nothing kept. */
async function fresh<Result>(use: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(launchOptions(['--ignore-certificate-errors']))
  try {
    return await use(await browser.newContext({ ignoreHTTPSErrors: true, viewport: phone, isMobile: true, hasTouch: true, locale: 'en-NG', timezoneId: 'Africa/Lagos' }))
  } finally {
    await browser.close()
  }
}

async function firstSession(front: Front): Promise<void> {
  front.bytes()
  await fresh(async (context) => {
    const landing = await context.newPage()
    await landing.goto(front.url)
    await landing.waitForLoadState('networkidle')
    await landing.close()
    const page = await signedIn(context, front.url, 'officer')
    await page.goto(`${front.url}/coop/member-management`)
    await page.locator('main tbody a').first().waitFor()
    await page.waitForLoadState('networkidle')
    measured({ goal: 'P15', what: 'a first session: landing, login, dashboard, members', figure: front.bytes() / 1024, unit: 'KiB', most: 400 })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.waitForLoadState('networkidle')
    front.bytes()
    await page.goto(`${front.url}/coop/dashboard`)
    await page.getByText('Cash and bank').waitFor()
    await page.goto(`${front.url}/coop/member-management`)
    await page.locator('main tbody a').first().waitFor()
    await page.waitForLoadState('networkidle')
    measured({ goal: 'P15', what: 'a later day: dashboard, members', figure: front.bytes() / 1024, unit: 'KiB', most: 60 })
  })
}

async function slowed(page: Page, rate: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate })
}

async function interactions(front: Front): Promise<void> {
  await fresh(async (context) => {
    const page = await signedIn(context, front.url, 'officer')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.waitForLoadState('networkidle')
    await slowed(page, 4)
    for (const [what, button, shown] of [['the search', 'Search', 'dialog[open]'], ['the bell', 'Notifications', '.bell-panel:popover-open ul, .bell-panel:popover-open p'], ['the profile menu', 'Your account', '.menu:popover-open']] as const) {
      const opener = page.getByRole('button', { name: new RegExp(`^${button}`) }).first()
      await opener.hover()
      await page.waitForLoadState('networkidle')
      const times: number[] = []
      for (let run = 0; run < 5; run += 1) {
        times.push(await opener.evaluate(openingTime, shown))
        await page.keyboard.press('Escape')
        await page.locator(shown).first().waitFor({ state: 'hidden' })
      }
      measured({ goal: 'P9', what: `${what} opens, 4 times slower processor`, figure: median(times), unit: 'ms', most: 150 })
    }
    await page.goto(`${front.url}/coop/member-management?limit=100`)
    await page.locator('main tbody a').nth(50).waitFor()
    await slowed(page, 6)
    for (const [what, act] of [
      ['sorting 100 rows', () => page.getByRole('button', { name: /^Name/ }).first().click()],
      ['typing in the search of 100 rows', () => page.getByLabel('Search name, phone or number').first().press('a')],
    ] as const) {
      const times: number[] = []
      for (let run = 0; run < 5; run += 1) times.push(await longestEvent(page, act))
      measured({ goal: 'P10', what: `${what}, 6 times slower processor`, figure: median(times), unit: 'ms', most: 100 })
    }
  })
}

/** Milliseconds from a press on the element until what it opens is drawn. Runs in the page. */
function openingTime(element: Element, shown: string): Promise<number> {
  const begun = performance.now()
  ;(element as HTMLElement).click()
  return new Promise((done) => {
    const look = () => {
      const found = document.querySelector(shown)
      if (found && found.getBoundingClientRect().height > 0) requestAnimationFrame(() => done(performance.now() - begun))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** The longest delay between what a person did and the next paint, as the browser's event timing has it (in steps of 8 ms). */
async function longestEvent(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  await act()
  await page.waitForTimeout(700)
  return await page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest)
}

async function repeatVisit(front: Front): Promise<void> {
  await fresh(async (context) => {
    const page = await signedIn(context, front.url, 'member')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.waitForTimeout(2500)
    for (const [goal, what, isOffline] of [['P11', 'repeat visit of the portal on slow 4G', false], ['P12', 'start of the portal without a network', true]] as const) {
      const times: number[] = []
      for (let run = 0; run < 5; run += 1) {
        const tab = await context.newPage()
        const protocol = await context.newCDPSession(tab)
        await protocol.send('Network.enable')
        await protocol.send('Network.emulateNetworkConditions', isOffline ? { ...slow4g, offline: true } : slow4g)
        await slowed(tab, 4)
        await tab.goto(`${front.url}/member/dashboard`)
        await tab.getByText('Ordinary savings').first().waitFor()
        times.push(await tab.evaluate(largestPaint))
        await tab.close()
      }
      measured({ goal, what: `${what}, 4 times slower processor: largest paint`, figure: median(times), unit: 'ms', most: 700 })
    }
  })
}

/** When the largest thing on the page was drawn. Runs in the page. */
function largestPaint(): Promise<number> {
  return new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

await main()
