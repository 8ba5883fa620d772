import { expect, type Page } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { movements, spaceTextOut, tooSmall, walkByKeyboard, weakEdges } from './accessibility.ts'
import { builtFile } from './built.ts'
import { expectClean, sidewaysScroll, watch } from './looks.ts'
import {
  addressesOf,
  arrived,
  installedOnPhone,
  pagesOfOne,
  pagesOfTheApp,
  screens,
  visit,
  waitingSociety,
} from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, type Visitor } from './sign-in.ts'
import { test } from './test.ts'

test.describe.configure({ mode: 'parallel' })

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

type Device = 'phone' | 'laptop'
type Look = {
  device: Device
  scheme: 'light' | 'dark'
  /** Only what is cheap to ask: width, size of what is pressed, its rules. */ isBrief?: boolean
}
/** One screen: `open` brings a signed-in page there and waits until its data is there. */
type Screen = { path: string; open(page: Page): Promise<void> }

const devices: Record<
  Device,
  { viewport: { width: number; height: number }; hasTouch?: boolean; reducedMotion?: 'reduce' }
> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  laptop: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
}

/** How many screens a test looks at: one that fails is run again, and its screens with it. The first of each is seen on a laptop. */
const perTest = 9

/**
 * The looks in which each screen is visited, by its place in the list. At full size all are, each in a round of its own.
 * Else all are visited on a phone, in light and in dark by turns, every fourth with all that is asked of it, and the first of each
 * test, every ninth, changes to a laptop in the other scheme.
 */
const rounds = atSize<{ title: string; looksOf(place: number): readonly Look[] }[]>(
  [
    {
      title: 'on a phone, every ninth on a laptop too,',
      looksOf(place) {
        const [first, second] = place % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
        return [
          // By pairs, so that both schemes have full and brief ones.
          { device: 'phone', scheme: first, isBrief: Math.floor(place / 2) % 4 !== 0 },
          ...(place % perTest === 0 ? [{ device: 'laptop' as const, scheme: second }] : []),
        ]
      },
    },
  ],
  (['phone', 'laptop'] as const).flatMap((device) =>
    (['light', 'dark'] as const).map((scheme) => ({
      title: `on a ${device} in ${scheme}`,
      looksOf: () => [{ device, scheme }],
    })),
  ),
)

function screensOf(visitor: Visitor): Screen[] {
  const listed = screens[visitor].map(([path, shows]) => ({
    path,
    async open(page: Page) {
      await visit(page, server.url + path)
      await expect(page.locator('body')).toContainText(shows)
      await arrived(page)
    },
  }))
  const ofOne = pagesOfOne
    .filter(([login]) => login === visitor)
    .map(([, list, path, link]) => ({ path, open: (page: Page) => openFirst(page, list, path, link) }))
  const exit = '/coop/member/$memberId/leave'
  const leaving = {
    path: exit,
    async open(page: Page) {
      await visit(page, `${server.url}/coop/member-management`)
      await visit(
        page,
        `${server.url}${await page.locator('main a[href^="/coop/member/"]').first().getAttribute('href')}/leave`,
      )
      await expect(page.locator('body')).toContainText('Start exit')
      await arrived(page)
    },
  }
  return [...listed, ...ofOne, ...(visitor === 'officer' ? [leaving] : [])]
}

/** The page of one thing, by the first link to it in its list. */
async function openFirst(page: Page, list: string, path: string, link: string): Promise<void> {
  // What arrived above the list later would move it away from under the press.
  await visit(page, server.url + list)
  await page.locator(`main ${link}`).first().click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(addressesOf(path))
  await arrived(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectFits(page: Page, path: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect({ path, width, sideways: await sidewaysScroll(page) }).toEqual({ path, width, sideways: 0 })
  }
}

async function expectStrongEdges(page: Page, path: string): Promise<void> {
  expect({ path, weak: await weakEdges(page) }).toEqual({ path, weak: [] })
}

/** What axe leaves out at the quick size: rows like those above them, and the shell, which is looked at with the first screen of each test. */
const leftOut = (isFirst: boolean) =>
  atSize(['tbody > tr:nth-child(n+9)', ...(isFirst ? [] : ['.shell__side', '.shell__top'])], [])

const asked =
  'is accessible, has edges that are out; on a phone fits every width down to 320 px, can be hit with a finger, and takes larger text; on a laptop keeps still for who wants little motion, and is walked through by keyboard'

/** What a screen must be on each device, looked at in one visit: what changes the page comes last. */
const examine: Record<Device, (page: Page, path: string, isFirst: boolean, isBrief?: boolean) => Promise<void>> = {
  async phone(page, path, isFirst, isBrief) {
    expect({ path, small: await tooSmall(page) }).toEqual({ path, small: [] })
    await expectStrongEdges(page, path)
    if (isBrief) return expectFits(page, path, [320])
    await expectClean(page, path, 'WCAG 2.2 AA', leftOut(isFirst))
    await expectFits(page, path, atSize([320, 768], [320, 360, 768, 1024]))
    // A window of 1280 px at 200 % is one of 640.
    await page.setViewportSize({ width: 640, height: 480 })
    const closeUp = await spaceTextOut(page)
    expect({ path, sideways: await sidewaysScroll(page) }).toEqual({ path, sideways: 0 })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await closeUp()
  },
  async laptop(page, path, isFirst) {
    expect({ path, moving: await movements(page) }).toEqual({ path, moving: [] })
    await expectClean(page, path, 'WCAG 2.2 AA', leftOut(isFirst))
    await expectStrongEdges(page, path)
    await page.setViewportSize({ width: 1280, height: 720 })
    await walkByKeyboard(page, path, isFirst)
  },
}

/** Looks at what `open` shows, on one device after the other. */
async function examineEach(
  page: Page,
  looks: readonly Look[],
  path: string,
  isFirst: boolean,
  open: (page: Page) => Promise<void>,
): Promise<void> {
  const emulation = await page.context().newCDPSession(page)
  for (const [index, { device, scheme, isBrief }] of looks.entries()) {
    const { viewport, hasTouch = false, reducedMotion = null } = devices[device]
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: atSize('reduce', reducedMotion) })
    await emulation.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
    await (index === 0 ? open(page) : arrived(page))
    await examine[device](page, path, isFirst, isBrief)
  }
  await emulation.detach()
}

for (const { title, looksOf } of rounds) {
  for (const visitor of ['anonymous', 'officer', 'member', 'superAdmin'] as const) {
    const all = screensOf(visitor)
    for (let from = 0; from < all.length; from += perTest) {
      const some = all.slice(from, from + perTest)
      test(`what ${visitor} sees ${title} from ${some[0]?.path} to ${some.at(-1)?.path}, ${asked}`, async ({
        browser,
      }) => {
        test.setTimeout(400_000)
        const page = await signedIn(await browser.newContext(), server.url, visitor, '/theme.js')
        const complaints = watch(page)
        for (const [place, { path, open }] of some.entries()) {
          await examineEach(page, looksOf(from + place), path, place === 0, open)
          expect(complaints).toEqual([])
        }
      })
    }
  }
}

for (const { title, looksOf } of rounds) {
  test(`what a waiting cooperative and the installed app show ${title} ${asked}`, async ({ browser }) => {
    const showing = (words: string) => async (page: Page) => {
      await expect(page.locator('body')).toContainText(words)
      await arrived(page)
    }
    const looks = looksOf(0)
    const waiting = await waitingSociety(server)
    await examineEach(
      await waiting(await browser.newContext()),
      looks,
      '/pending-verification',
      true,
      showing('What happens next'),
    )
    const onPhone = looks.filter(({ device }) => device === 'phone')
    for (const path of onPhone.length > 0 ? ['/pwa', '/pwa-full'] : []) {
      const phone = await browser.newContext()
      await installedOnPhone(phone)
      const app = await phone.newPage()
      const complaints = watch(app)
      await examineEach(app, onPhone, path, true, async () => {
        await app.goto(server.url + path)
        await showing('Welcome to Ajose')(app)
      })
      expect(complaints).toEqual([])
    }
  })
}

/** Opened by a session, a device or steps of their own; the join page and the page of a payment code are opened with one, a vote in votes.test.ts, an election, an enquiry and the checklist of a year in the tests of theirs. */
const openedOtherwise = [
  '/join/$code',
  '/pwa',
  '/pwa-full',
  '/pending-verification',
  '/coop/member/$memberId/leave',
  '/coop/financial-operations/closing/$yearEnd',
  '/coop/governance/enquiries/$enquiryId',
  '/coop/governance/elections/$electionId',
  '/coop/governance/votes/$voteId',
  '/member/meetings/enquiries/$enquiryId',
  '/member/meetings/elections/$electionId',
  '/member/meetings/votes/$voteId',
  '/payer/$memberId',
]

test('every page of the app is looked at', () => {
  const seen = Object.values(screens)
    .flatMap((list) => list.map(([path]) => path.split('?')[0] ?? ''))
    .concat(pagesOfOne.map(([, , path]) => path))
  const missing = pagesOfTheApp().filter((path) => !openedOtherwise.includes(path) && !seen.includes(path))
  expect(missing).toEqual([])
})

test('the public page is complete with scripts off, and an unknown address leads there', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${server.url}/no/such/page`)
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
})

test('a page names in its head what it will need, packed, and nothing that is not there', async ({ request }) => {
  for (const [path, page] of [
    ['/login', 'features/access/login/web/LoginPage.tsx'],
    ['/coop/dashboard', 'features/platform-admin/cooperatives/web/DashboardPage.tsx'],
    ['/coop/member/some-id', 'app/web/CoopMemberPage.tsx'],
    ['/member/dashboard', 'features/members/members/web/PortalDashboardPage.tsx'],
  ] as const) {
    const answer = await request.get(server.url + path)
    expect(answer.headers()['content-encoding']).toBe('br')
    const files = [...(await answer.text()).matchAll(/(?:modulepreload|stylesheet)" crossorigin href="([^"]+)"/g)].map(
      ([, file]) => file ?? '',
    )
    expect(files).toContain(builtFile(page))
    expect(new Set(files).size).toBe(files.length)
    for (const file of files) expect((await request.get(server.url + file)).status(), file).toBe(200)
  }
  for (const path of ['/assets/no.js', '/assets/..%2findex.html', '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json'])
    expect((await request.get(server.url + path)).status(), path).toBe(404)
})
