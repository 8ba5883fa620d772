import { type BrowserContext, expect, type Page } from '@playwright/test'
import { userOfCooperative, userOfMember, userOfSuperAdmin, type SessionUser } from '#ui/session/session-user.ts'
import { type RunningServer, superAdminPassword } from './server.ts'

export type Login = 'officer' | 'member' | 'superAdmin'
/** Who looks at a screen: somebody with one of the logins, or without. */
export type Visitor = Login | 'anonymous'
type Credentials = readonly [name: string, password: string]
type Reply = { accessToken: string; refreshToken: string } & Record<string, never>

const areas: Record<
  Login,
  { call: string; field: string; home: string; sample: Credentials; user: (reply: Reply) => SessionUser }
> = {
  officer: {
    call: '/cooperatives/login',
    field: 'identifier',
    home: '/coop/dashboard',
    sample: ['AJO-DEM234', 'sample-treasurer'],
    user: (reply) => userOfCooperative(reply['cooperative']!),
  },
  member: {
    call: '/member-auth/login',
    field: 'phoneNumber',
    home: '/member/dashboard',
    sample: ['+2348031200000', 'sample-member'],
    user: (reply) => userOfMember(reply['member']!, reply['memberships']!),
  },
  superAdmin: {
    call: '/super-admin/login',
    field: 'identifier',
    home: '/superadmin/dashboard',
    sample: ['superadmin', superAdminPassword],
    user: (reply) => userOfSuperAdmin(reply['superAdmin']!),
  },
}

/**
 * Opens a session as the app does after a login with Keep me signed in, without the form: one call, its answer stored
 * where the app stores it. Ends on `path`. The form itself is the matter of accounts.test.ts and session.test.ts.
 */
export async function signIn(
  page: Page,
  { url }: Pick<RunningServer, 'url'>,
  login: Login,
  credentials?: Credentials,
  path?: string,
): Promise<Page> {
  const { call, field, home, sample, user } = areas[login]
  const [name, password] = credentials ?? sample
  // With the context's own cookies, so that the server recognises this browser afterwards.
  const response = await page.request.post(`${url}/api${call}`, { data: { [field]: name, password } })
  const { success, message, data } = (await response.json()) as { success: boolean; message: string; data: Reply }
  expect(success, `the login of ${name}: ${message}`).toBe(true)
  // Stored by the page itself before its first script, so that no other page has to be opened for it.
  const storing = await page.addInitScript(
    (items) => {
      sessionStorage.clear()
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    },
    {
      refresh_token: data.refreshToken,
      auth_token: data.accessToken,
      user_data: JSON.stringify(user(data)),
      user: JSON.stringify(user(data)),
    },
  )
  await page.goto(url + (path ?? home))
  await storing.dispose()
  goOnceClosed(page)
  return page
}

/**
 * What has just closed over a page is still on its way out of the history, and a browser aborts a navigation at that moment: no person
 * is so quick as a test. Each `goto` waits for it, a second at most where something stays open.
 */
function goOnceClosed(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...to) => {
    await page.evaluate(async () => {
      const isOpen = () => ((history.state as { layers?: number } | null)?.layers ?? 0) > 0
      for (const until = performance.now() + 1000; isOpen() && performance.now() < until;)
        await new Promise((resolve) => setTimeout(resolve, 20))
    })
    return goto(...to)
  }
}

/** A new page of this context, signed in with the sample's login; blank for a visitor without one. */
export async function signedIn(context: BrowserContext, url: string, visitor: Visitor, path?: string): Promise<Page> {
  const page = await context.newPage()
  return visitor === 'anonymous' ? page : signIn(page, { url }, visitor, undefined, path)
}
