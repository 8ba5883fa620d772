import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, expect, type Page } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { workerReady } from './device.ts'
import { expectAccessible, sidewaysScroll, watch } from './looks.ts'
import { type RunningServer, startServer, superAdminPassword } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

// The pictures and testimonials of the public page move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const dist = resolve(import.meta.dirname, '../dist/web')

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** Every public page with the words that it must carry, scripts or not. */
const pages: Record<string, readonly string[]> = {
  '/': [
    'One honest book for your cooperative',
    '500+',
    '50K+',
    '₦2.5B',
    '99.9%',
    'These figures are examples',
    'Free 30-day trial',
    'No setup fees',
    'No credit card required',
    'Cancel anytime',
    'Member management',
    'Member hub',
    'Smart loans',
    'Loan automation',
    'Financial analytics',
    'Meeting management',
    'Member portal',
    'Payment gateway',
    'setup in under 5 minutes',
    'Create account',
    'Add members',
    'Start managing',
    'Folasadé Adéyẹmí',
    'Ibrahim Yusuf',
    'made up for this page',
    'Exact to the kobo',
    'Questions and answers',
    'Works with what you have',
  ],
  '/features': [
    'Beside the notebook and Excel',
    'Correction fluid',
    'What would a loan cost?',
    '₦13,327.32',
    'What would our society look like?',
    '₦4,800,000.00',
    'Payment gateway',
  ],
  '/integrations': ['Works today', 'Excel and CSV', 'Payroll files', 'Card payment', 'Planned', 'USSD for any phone'],
  '/contact': ['Name', 'Email', 'Subject', 'Message', 'Send Message', 'WhatsApp', 'Sample address and number'],
  '/terms': ['over 18 years old', "30 days' notice of material changes", 'Federal Republic of Nigeria'],
  '/privacy': [
    'Nigeria Data Protection Act 2023',
    'lawful basis',
    'data protection officer',
    'Nigeria Data Protection Commission',
    'Processors',
  ],
  '/security': [
    'row-level security',
    'Two people for large amounts',
    'Two-step login',
    'Any moment of the last 14 days can be restored',
    'Reporting a weakness',
  ],
}
const paths = Object.keys(pages)
const fileOf = (path: string) => join(dist, path === '/' ? 'index.html' : `${path}.html`)

test('every public page is complete with scripts off', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  for (const [path, words] of Object.entries(pages)) {
    await page.goto(server.url + path)
    expect(new URL(page.url()).pathname).toBe(path)
    // What the reader sees, not what is hidden in the file.
    const text = await page.locator('body').innerText()
    for (const word of words) expect(text, `${path}: ${word}`).toContain(word)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
    await expect(page.locator('.needs-script:visible')).toHaveCount(0)
  }
})

/** At full size each scheme and width is loaded by itself; else a page changes its colours and its width where it is. */
const isFull = atSize(false, true)

for (const colorScheme of isFull ? (['light', 'dark'] as const) : (['light'] as const)) {
  test(`every public page is accessible in ${colorScheme}, fits every width and breaks no rule of its own`, async ({
    browser,
  }) => {
    test.setTimeout(400_000)
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage()
    const complaints = watch(page)
    for (const path of paths) {
      for (const width of atSize([320, 390, 1440], [320, 360, 390, 768, 1024, 1440])) {
        await page.setViewportSize({ width, height: 844 })
        if (isFull || width === 320) await page.goto(server.url + path)
        const sideways = await sidewaysScroll(page)
        expect({ path, width, sideways }).toEqual({ path, width, sideways: 0 })
        if (width !== 390 && width !== 1440) continue
        for (const details of await page.locator('main details').all())
          await details.evaluate((each: HTMLDetailsElement) => (each.open = true))
        await expectAccessible(page, path, 'WCAG 2.2 AA')
        if (isFull) continue
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible(page, `${path} in dark`, 'contrast')
        await page.emulateMedia({ colorScheme })
      }
    }
    expect(complaints).toEqual([])
  })
}

test('open menus and the floating buttons are accessible too', async ({ page }) => {
  // Pictures and testimonials that take turns have no contrast half way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(server.url)
  await page.locator('.places summary').click()
  await expect(page.getByRole('navigation', { name: 'Main, small screen' }).getByRole('link')).toHaveText([
    'Features',
    'How it works',
    'Integrations',
    'Contact',
  ])
  await expectAccessible(page, 'the menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Main, small screen' })).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  await page.getByText('Contact us').click()
  const ways = page.locator('.floating').getByRole('link')
  await expect(ways).toHaveText(['WhatsApp', 'Call', 'Email'])
  expect(
    await ways.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).protocol)),
  ).toEqual(['https:', 'tel:', 'mailto:'])
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'the floating buttons')
})

/** The one picture that can be seen, once the one before it has faded. */
const shownPicture = (page: Page) =>
  page.locator('.scenes img').evaluateAll(async (all) => {
    const running = () => all.flatMap((each) => each.getAnimations()).filter(({ playState }) => playState === 'running')
    // One that another takes the place of ends by a rejection.
    while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished))
    return all.flatMap((each, index) => (getComputedStyle(each).visibility === 'visible' ? [index] : [])).join()
  })
const shownQuotes = (page: Page) =>
  page.locator('.quotes__page').evaluateAll((all) => all.findIndex((each) => each.classList.contains('on')))
const allPicturesArrived = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.scenes img')].every((each) => each.naturalWidth > 0),
  )

test(
  'four pictures take turns every 5 seconds and testimonials every 7, until somebody pauses them',
  { tag: '@full' },
  async ({ page }) => {
    const begin = new Date('2026-11-21T09:00:00Z')
    await page.clock.install({ time: begin })
    await page.goto(server.url)
    // They turn by themselves; from here on the time is ours.
    await expect(page.getByRole('button', { name: 'Pause pictures' })).toBeVisible()
    await allPicturesArrived(page)
    await page.clock.pauseAt(begin.getTime() + 600_000)
    for (const what of ['pictures', 'testimonials']) await page.getByRole('button', { name: `Pause ${what}` }).click()
    // A turn that began before waits until its picture is decoded.
    await page
      .locator('.scenes img')
      .evaluateAll((all) => Promise.all(all.map((each) => (each as HTMLImageElement).decode())))
    const [picture, quotes] = [Number(await shownPicture(page)), await shownQuotes(page)]
    for (const what of ['pictures', 'testimonials']) await page.getByRole('button', { name: `Play ${what}` }).click()
    for (let turn = 1; turn <= 4; turn += 1) {
      await page.clock.runFor(4999)
      expect(await shownPicture(page)).toBe(String((picture + turn - 1) % 4))
      await page.clock.runFor(1)
      // It is shown once it is decoded, which no clock of ours hastens.
      await expect.poll(() => shownPicture(page)).toBe(String((picture + turn) % 4))
      expect(await shownQuotes(page)).toBe((quotes + Math.floor((turn * 5000) / 7000)) % 2)
    }
    await page.clock.runFor(999)
    expect(await shownQuotes(page)).toBe(quotes)
    await page.clock.runFor(1)
    expect(await shownQuotes(page)).toBe(1 - quotes)
    await expect(page.getByText(quotes === 0 ? 'Ẹbùn Ọláníyan' : 'Folasadé Adéyẹmí')).toBeVisible()

    await page.getByRole('button', { name: 'Pause pictures' }).click()
    await page.getByRole('button', { name: 'Pause testimonials' }).click()
    await page.clock.runFor(60_000)
    expect([await shownPicture(page), await shownQuotes(page)]).toEqual([String(picture), 1 - quotes])
    await page.getByRole('button', { name: 'Next testimonials' }).click()
    expect(await shownQuotes(page)).toBe(quotes)
  },
)

test(
  'nothing moves for who wants little motion or little data, and the pictures behind the first are not fetched',
  { tag: '@full' },
  async ({ browser }) => {
    const calm = await browser.newContext({ reducedMotion: 'reduce' })
    const saving = await browser.newContext()
    await saving.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    for (const context of [calm, saving]) {
      const page = await context.newPage()
      const pictures: string[] = []
      page.on('request', (request) => request.url().endsWith('.avif') && pictures.push(request.url()))
      await page.clock.install()
      await page.goto(server.url)
      await expect(page.getByRole('button', { name: 'Play pictures' })).toBeVisible()
      await page.clock.runFor(60_000)
      expect([await shownPicture(page), await shownQuotes(page)]).toEqual(['0', 0])
      expect(pictures).toHaveLength(1)
      await context.close()
    }
  },
)

test(
  'a phone gets pictures of a phone, nearly as large as the screen they show, and no other',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    const asked = new Set<string>()
    page.on('request', (request) => request.url().endsWith('.avif') && asked.add(request.url()))
    for (const [path, selector, count] of [
      ['/', '.scenes img', 4],
      ['/features', '.feature__screen img', 3],
    ] as const) {
      asked.clear()
      await page.goto(server.url + path)
      const pictures = page.locator(selector)
      await expect(pictures).toHaveCount(count)
      for (const picture of await pictures.all()) {
        await picture.evaluate((image) => image.scrollIntoView({ behavior: 'instant' }))
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
          .toBeGreaterThan(0)
        // The drawn phone is as wide as 390 px, its edge with it 412.
        expect(await picture.evaluate((image) => image.getBoundingClientRect().width / 412)).toBeGreaterThan(0.75)
      }
      expect(asked.size).toBe(count)
      for (const url of asked) expect(url).toMatch(/-phone-[\w-]{7}\.avif$/)
    }
    await page.context().close()
  },
)

test('the contact button comes after 300 px and the way up after 500', { tag: '@full' }, async ({ page }) => {
  await page.goto(server.url)
  const visible = async (top: number) => {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    await page.waitForFunction((y) => scrollY === y, top)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const shown = (selector: string) =>
      page.locator(selector).evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished))
        return getComputedStyle(element).visibility === 'visible'
      })
    return [await shown('.floating__contact'), await shown('.floating__up')]
  }
  expect(await visible(0)).toEqual([false, false])
  expect(await visible(300)).toEqual([false, false])
  expect(await visible(301)).toEqual([true, false])
  expect(await visible(500)).toEqual([true, false])
  expect(await visible(501)).toEqual([true, true])
  await page.getByRole('button', { name: 'Scroll to top' }).click()
  await page.waitForFunction(() => scrollY === 0)
})

test(
  'who is logged in finds their own menu in place of Login and Sign Up, and leaves through it',
  { tag: '@full' },
  async ({ browser }) => {
    const logins = [
      ['/login', 'CoopId or Phone No.', 'AJO-DEM234', 'sample-treasurer', 'Cooperative Admin', '/coop/dashboard'],
      ['/member-login', 'Phone number', '+2348031200000', 'sample-member', 'Member', '/member/dashboard'],
    ] as const
    for (const [path, label, name, password, role, home] of logins) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(server.url + path)
      await page.getByLabel(label).fill(name)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL(server.url + home)
      const token = await page.evaluate(
        () => sessionStorage.getItem('auth_token') ?? localStorage.getItem('auth_token'),
      )
      await page.goto(server.url)
      await page.evaluate(() => localStorage.setItem('theme', 'dark'))
      const bar = page.locator('.bar')
      await expect(bar.getByRole('link', { name: 'Login' })).toBeHidden()
      await expect(bar.getByRole('link', { name: 'Sign Up' })).toBeHidden()
      await bar.locator('summary[aria-label="Your account"]').click()
      await expect(bar.locator('.account__role')).toHaveText(role)
      await expect(bar.locator('.account__name')).not.toBeEmpty()
      await expectAccessible(page, 'the account menu')
      await bar.getByRole('link', { name: 'Dashboard' }).click()
      await expect(page).toHaveURL(server.url + home)
      await page.goto(`${server.url}/features`)
      await bar.locator('summary[aria-label="Your account"]').click()
      await bar.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(`${server.url}/`)
      await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible()
      expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).toEqual([
        'theme',
      ])
      // The server was told as well.
      await expect
        .poll(
          async () =>
            (await fetch(`${server.url}/api/financial/config`, { headers: { authorization: `Bearer ${token}` } }))
              .status,
        )
        .toBe(401)
      await page.context().close()
    }
  },
)

test('a theme that was chosen stays, and is there before the first paint', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(server.url)
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(await canvas()).toBe('rgb(251, 249, 244)')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  expect(await canvas()).toBe('rgb(13, 20, 36)')
  // The module that draws the button's name is held back: the theme does not wait for it.
  await page.route(/site-enhance/, (route) => route.abort())
  await page.goto(`${server.url}/privacy`)
  expect(await canvas()).toBe('rgb(13, 20, 36)')
})

test(
  'the installed app on a phone is led to its own home, once where installing is only remembered',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const asked: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && asked.push(new URL(request.url()).pathname))
    await page.goto(`${server.url}/terms`)
    await page.evaluate(() => localStorage.setItem('isPWA', 'true'))
    await page.goto(server.url)
    // The app's home leads a browser back at once: the next page is asked for when that is over.
    await expect.poll(() => asked).toEqual(['/terms', '/', '/pwa', '/'])
    await page.waitForLoadState('load')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(server.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked.filter((path) => path === '/pwa')).toHaveLength(1)
  },
)

test('a message from the contact page gets a number, reaches the inbox and the outbox, and is sent once', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/contact`)
  const fill = async (email: string) => {
    await page.getByLabel('Name').fill('Ọlá Visitor')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Subject').fill('A question')
    await page.getByLabel('Message', { exact: true }).fill('How do we begin?\nWe are 40 people.')
    // A press before the script is there would send the plain form, which is another test.
    await page.locator('#contact-form').evaluate((form) => import(form.dataset['late'] ?? ''))
  }
  // The browser lets this address pass, the server does not.
  await fill('ola@visitor')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email format')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessible(page, 'a refused message')

  // The answer to the first try is lost on the way; the second is the same message.
  await fill('ola@visitor.example')
  await page.route(
    '**/api/contact-messages',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toContainText('Unable to connect to the server.')
  await page.reload()
  await fill('ola@visitor.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Thank you\. Your message has the number C-\d{6}\.$/)
  const number = /C-\d{6}/.exec(await page.getByRole('status').innerText())?.[0]
  await expect(page.getByLabel('Subject')).toHaveValue('')

  const inbox = await inboxOf('Ọlá Visitor')
  expect(inbox).toMatchObject([
    {
      number,
      email: 'ola@visitor.example',
      subject: 'A question',
      message: 'How do we begin?\nWe are 40 people.',
      status: 'open',
    },
  ])
  await expect
    .poll(() => server.outbox().filter(({ subject }) => subject === `${number}: A question`))
    .toMatchObject([{ channel: 'email', to: 'support@ajose.example' }])
})

test('the contact form works without scripts', { tag: '@full' }, async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${server.url}/contact`)
  await expect(page.getByText('Thank you.')).toBeHidden()
  await page.getByLabel('Name').fill('Plain Visitor')
  await page.getByLabel('Email').fill('plain@visitor.example')
  await page.getByLabel('Subject').fill('No script')
  await page.getByLabel('Message', { exact: true }).fill('Sent by the form alone.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Thank you. Your message has reached us.')).toBeVisible()
  expect(await inboxOf('Plain Visitor')).toMatchObject([{ subject: 'No script', message: 'Sent by the form alone.' }])
  await page.getByLabel('Name').fill('Plain Visitor')
  await page.getByLabel('Email').fill('plain@visitor')
  await page.getByLabel('Subject').fill('Bad address')
  await page.getByLabel('Message', { exact: true }).fill('…')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message was not sent.')).toBeVisible()
})

test('the calculators count in kobo as people type, and say what they cannot read', async ({ page }) => {
  const complaints = watch(page)
  await page.goto(`${server.url}/features`)
  await page.getByLabel('Amount in naira').fill('100,000')
  await expect(page.locator('#loan-first')).toHaveText('₦8,884.88')
  await page.getByText('on the whole loan (flat)').click()
  await expect(page.locator('#loan-total')).toHaveText('₦112,000.00')
  await page.getByLabel('Months').fill('six')
  await expect(page.getByLabel('Months')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Members').fill('120')
  await expect(page.locator('#society-year')).toHaveText('₦14,400,000.00')
  expect(complaints).toEqual([])
})

test('unknown addresses lead home, anchors are where the footer says, and flaws have an address', async ({
  browser,
  page,
}) => {
  await page.goto(`${server.url}/no/such/page`)
  await expect(page).toHaveURL(`${server.url}/`)
  for (const anchor of ['features', 'integrations', 'how-it-works'])
    await expect(page.locator(`#${anchor}`)).toBeAttached()
  await linksLeadSomewhere(browser)
  expect((await fetch(`${server.url}/.vite/manifest.json`, { redirect: 'manual' })).status).toBe(404)
  const text = await (await fetch(`${server.url}/.well-known/security.txt`)).text()
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now() + 30 * 86_400_000)
})

async function linksLeadSomewhere(browser: Browser): Promise<void> {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const links = new Set<string>()
  for (const path of paths) {
    await page.goto(server.url + path)
    for (const href of await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname)))
      links.add(href)
  }
  expect([...links]).toEqual(expect.arrayContaining(paths))
  for (const href of links) {
    const reply = await fetch(server.url + href, { redirect: 'manual', headers: { accept: 'text/html' } })
    expect({ href, status: reply.status }).toEqual({ href, status: 200 })
  }
}

test('a file of the app is kept for good and carries no header that only a page needs', async () => {
  const [, script = ''] =
    /<script type="module"[^>]* src="([^"]+)"/.exec(await (await fetch(`${server.url}/login`)).text()) ?? []
  const [file, page] = await Promise.all([fetch(server.url + script), fetch(`${server.url}/login`)])
  expect([file.status, page.status]).toEqual([200, 200])
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const name of ['x-content-type-options', 'cross-origin-resource-policy'])
    expect(file.headers.get(name), name).toBe(page.headers.get(name))
  for (const name of ['permissions-policy', 'referrer-policy', 'cross-origin-opener-policy']) {
    expect(page.headers.get(name), name).not.toBeNull()
    expect(file.headers.get(name), name).toBeNull()
  }
  // Of a page's policy it has what every reply has.
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(file.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test('the icon is where browsers look for it on what is no page', async () => {
  const reply = await fetch(`${server.url}/favicon.ico`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon'])
  const bytes = new Uint8Array(await reply.arrayBuffer())
  // One picture of 32 by 32 in the icon's list.
  expect([...bytes.slice(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
})

// ASVS V3.4.3
test('every page is packed, carries its one style by hash, and is as light as promised', async () => {
  const kibibyte = 1024
  const sizeOf = (url: string, pack: (content: Buffer) => Buffer = (content) => content) =>
    pack(readFileSync(join(dist, url))).length
  for (const path of paths) {
    const reply = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } })
    expect(reply.headers.get('content-encoding')).toBe('br')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^']+';/)
    expect(reply.headers.get('content-security-policy')).not.toContain('unsafe')
    for (const rule of ["object-src 'none'", "base-uri 'none'", "script-src 'self'"])
      expect(reply.headers.get('content-security-policy')).toContain(rule)

    const html = readFileSync(fileOf(path), 'utf8')
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => src)
    const preloads = [...html.matchAll(/<link rel="preload"[^>]* href="([^"]+)"/g)].map(([, href = '']) => href)
    const page = sizeOf(`${fileOf(path).slice(dist.length)}.br`)
    const script = scripts.reduce((sum, src) => sum + sizeOf(src, (content) => gzipSync(content, { level: 9 })), 0)
    const first = page + script + preloads.reduce((sum, href) => sum + sizeOf(href), 0)
    const pictures = preloads.filter((href) => href.endsWith('.avif')).map((href) => sizeOf(href))
    expect(scripts.length, path).toBeGreaterThan(1)
    expect(page, `${path}: HTML and CSS, brotli`).toBeLessThanOrEqual(12 * kibibyte)
    expect(script, `${path}: scripts, gzip`).toBeLessThanOrEqual(2 * kibibyte)
    expect(first, `${path}: everything before scrolling`).toBeLessThanOrEqual(100 * kibibyte)
    // Of the two, one is for phones alone.
    expect(pictures).toHaveLength(path === '/' ? 2 : 0)
    for (const picture of pictures) expect(picture).toBeLessThanOrEqual(40 * kibibyte)
    const [late] = [...html.matchAll(/data-late="([^"]+)"/g)].map(([, src = '']) =>
      sizeOf(src, (content) => gzipSync(content, { level: 9 })),
    )
    expect(late ?? 0).toBeLessThanOrEqual(2 * kibibyte)
    // Each visitor's scripts are alone: none of the app's code hangs on them.
    for (const src of scripts) expect(readFileSync(join(dist, src), 'utf8')).not.toMatch(/\bfrom"|import"/)
  }
})

async function inboxOf(name: string): Promise<unknown> {
  const post = (path: string, body: object) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { data } = (await (
    await post('/super-admin/login', { identifier: 'superadmin', password: superAdminPassword })
  ).json()) as { data: { accessToken: string } }
  const reply = await fetch(`${server.url}/api/contact-messages?q=${encodeURIComponent(name)}`, {
    headers: { authorization: `Bearer ${data.accessToken}` },
  })
  return ((await reply.json()) as { data: unknown }).data
}

test('the app can be installed from the public pages: manifest, icon and worker are there', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  for (const path of ['/', '/contact']) {
    const html = await (await fetch(server.url + path)).text()
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
    expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-180.png"/>')
  }
  await page.goto(server.url)
  await workerReady(page)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(`${server.url}/`)
  await context.close()
})

test('the public pages show the address and the numbers that the super admin has entered, and a wrong one is refused', async ({
  context,
}) => {
  const page = await signedIn(context, server.url, 'superAdmin', '/superadmin/messages')
  await page.getByRole('button', { name: 'Contact details' }).click()
  const drawer = page.getByRole('dialog', { name: 'Contact details' })
  await expect(
    drawer.getByText('The public pages show a sample address and number until you enter yours.'),
  ).toBeVisible()
  await drawer.getByLabel('Email').fill('help@unity.example')
  await drawer.getByLabel('Support phone').fill('0201 333 4444')
  await drawer.getByLabel('WhatsApp number').fill('0201 333 4444')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Enter the mobile number of your WhatsApp, such as 0803 123 4567')).toBeVisible()
  await drawer.getByLabel('WhatsApp number').fill('0803 123 4567')
  await expectAccessible(page, 'the contact details')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Contact details changed')).toBeVisible()
  await expect(drawer).toBeHidden()

  await page.goto(`${server.url}/contact`)
  const ways = page.locator('.ways')
  await expect(ways.getByRole('link')).toHaveText(['WhatsApp', '+234 201 333 4444', 'help@unity.example'])
  expect(await ways.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://wa.me/2348031234567',
    'tel:+2342013334444',
    'mailto:help@unity.example',
  ])
  await expect(page.getByText('Sample address and number')).toBeHidden()
  expect(await (await fetch(`${server.url}/.well-known/security.txt`)).text()).toContain('mailto:help@unity.example')
})

// ASVS V13.2.5, V13.4.1, V13.4.3
test('no folder is listed, and nothing but the built files is there', async () => {
  const [, script = ''] = /src="\/assets\/([^"]+)"/.exec(await (await fetch(server.url)).text()) ?? []
  expect((await fetch(`${server.url}/assets/${script}`)).status).toBe(200)
  for (const path of [
    '/assets',
    '/assets/',
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/.vite/manifest.json',
  ]) {
    const reply = await fetch(server.url + path, { redirect: 'manual' })
    const text = await reply.text()
    expect([path, reply.status]).toEqual([path, 404])
    expect(text).not.toContain(script)
    expect(text).not.toContain('"dependencies"')
  }
})
