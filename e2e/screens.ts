import type { BrowserContext, Page, Request } from '@playwright/test'
import { atSize } from '#dev/testing/size.ts'
import { places } from '#app/web/pages.ts'
import { call } from './calls.ts'
import { isStream } from './quiet.ts'
import type { RunningServer } from './server.ts'
import { signIn, type Visitor } from './sign-in.ts'

/** Every screen, with words that are on it once its data is there. */
export const screens: Record<Visitor, [path: string, shows: string | RegExp][]> = {
  anonymous: [
    ['/', 'One honest'],
    ['/login', 'CoopId or Phone No.'],
    ['/member-login', 'Phone number'],
    ['/super-admin/login', 'Username'],
    ['/signup', 'Cooperative Name'],
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Forgot password'],
    ['/join/AJO-DEM234', 'Send application'],
    ['/payer/0192f0c1-0000-7000-8000-000000000001', 'Log in to go on with this code'],
  ],
  officer: [
    ['/coop/dashboard', 'Cash and bank'],
    ['/coop/member-management', '120 members in the register'],
    ['/coop/member-management/import', 'Choose your register'],
    ['/coop/member-management/applications', 'Take applications on the join page'],
    ['/coop/member-management/requests', '₦7,500.00 each month'],
    ['/coop/financial-operations/contributions', 'Outstanding'],
    ['/coop/financial-operations/contributions/import', 'Drop the file here'],
    ['/coop/financial-operations/contributions/collect', 'this month'],
    ['/coop/financial-operations/online-payments', 'No online payments yet'],
    ['/coop/financial-operations/online-payments?tab=cases', 'No refunds or disputes'],
    ['/coop/financial-operations/online-payments?tab=settlements', 'No settlements yet'],
    ['/coop/financial-operations/payment-batches', 'No payment batches yet'],
    ['/coop/financial-operations/payment-batches?do=new', 'Payments of the last 60 days'],
    ['/coop/financial-operations/money', 'Money in and out'],
    ['/coop/financial-operations/transactions', 'Contribution'],
    ['/coop/financial-operations/deductions', 'Ministry of Works'],
    ['/coop/financial-operations/deductions?do=new', 'Create schedule'],
    ['/coop/financial-operations/deductions/employers', 'Ministry of Works'],
    ['/coop/financial-operations/deductions/employers?do=settings', 'A part payment is used for'],
    ['/coop/financial-operations/reconciliation', 'Balance by the statement'],
    ['/coop/financial-operations/held-money', 'No money is held'],
    ['/coop/financial-operations/opening-balances', 'balances-of-the-paper-books.xlsx'],
    ['/coop/financial-operations/reports', 'Proof of the books'],
    ['/coop/financial-operations/reports/trial-balance', 'Cash in hand'],
    ['/coop/financial-operations/reports/income-statement', 'Investment income'],
    ['/coop/financial-operations/reports/balance-sheet', 'Total liabilities and funds'],
    ['/coop/financial-operations/reports/receipts-and-payments', 'Total receipts'],
    ['/coop/financial-operations/reports/cash-book', 'Opening balance'],
    ['/coop/financial-operations/reports/general-ledger', 'Choose an account'],
    ['/coop/financial-operations/reports/accounts', 'Undistributed surplus'],
    ['/coop/financial-operations/reports/closing', 'Fiscal years'],
    ['/coop/financial-operations/reports/proof', 'The books agree'],
    ['/coop/financial-operations/reports/audit', 'Activated their account'],
    ['/coop/financial-operations/reports/member-balances', 'Agrees with the books'],
    ['/coop/financial-operations/reports/members-register', 'Loans outstanding'],
    ['/coop/financial-operations/reports/contributions', 'With the employer'],
    ['/coop/financial-operations/reports/shares-register', 'Part of the capital in %'],
    ['/coop/financial-operations/reports/loans', 'Principal repaid'],
    ['/coop/financial-operations/reports/arrears', 'Late since'],
    ['/coop/financial-operations/reports/defaulters', 'Late loans'],
    ['/coop/financial-operations/reports/portfolio-at-risk', 'PAR 30'],
    ['/coop/financial-operations/reports/provisions', 'Still to set aside'],
    ['/coop/financial-operations/reports/audit-pack', 'Certificate'],
    ['/coop/financial-operations/reports/audit-sample', 'Drawn from'],
    ['/coop/financial-operations/reports/deduction-schedule', 'Staff number'],
    ['/coop/financial-operations/reports/deduction-variance', 'Difference'],
    ['/coop/financial-operations/interest', 'To be paid'],
    ['/coop/financial-operations/interest?do=post', 'Date of the voucher'],
    ['/coop/financial-operations/interest?tab=runs', 'Posted interest'],
    ['/coop/financial-operations/reports/dividends', 'No dividend was paid in this period'],
    ['/coop/financial-operations/reports/appropriation', 'No surplus was appropriated in this period'],
    ['/coop/financial-operations/closing/2025-12-31', 'Checklist'],
    ['/coop/financial-operations/reports/fixed-assets', 'No fixed assets on this day'],
    ['/coop/financial-operations/fixed-assets', 'Book value'],
    ['/coop/financial-operations/fixed-assets?do=add', 'Useful life in months'],
    ['/coop/financial-operations/fixed-assets?tab=depreciation', 'No depreciation posted yet'],
    ['/coop/financial-operations/fixed-assets?tab=depreciation&do=run', 'Nothing left to depreciate'],
    ['/coop/financial-operations/surplus', 'No year is closed yet'],
    ['/coop/financial-operations/surplus?tab=dividends', 'Nothing was paid to members yet'],
    ['/coop/financial-operations/surplus?tab=rules', 'Percent of the surplus'],
    ['/coop/financial-operations/fixed-deposits', 'FD-00001'],
    ['/coop/financial-operations/fixed-deposits?do=open', 'Opened on'],
    ['/coop/financial-operations/setup', 'Minimum monthly contribution'],
    ['/coop/financial-operations/setup?do=guided', 'What kind of society are you?'],
    ['/coop/financial-operations/setup?tab=accounts', 'Special savings'],
    ['/coop/financial-operations/setup?tab=loans', 'Save reminders'],
    ['/coop/financial-operations/setup?tab=history', 'When it matures'],
    ['/coop/loan-management', 'Commodity'],
    ['/coop/loan-management/portfolio', 'Pass and watch'],
    ['/coop/loan-management?apply=new', 'Choose the member first'],
    ['/coop/financial-operations/transactions?record=deposit', 'Record deposit'],
    ['/coop/financial-operations/transactions?record=expense', 'Review the summary here before you confirm.'],
    ['/coop/financial-operations/transactions?record=journal', 'Debits and credits have to agree.'],
    ['/coop/financial-operations/transactions?record=share_purchase', 'Buy shares'],
    ['/coop/financial-operations/transactions?tab=approvals', 'Loan application'],
    ['/coop/financial-operations/transactions?tab=pledges', 'Hold an amount'],
    ['/coop/governance', 'Annual general meeting'],
    ['/coop/governance/enquiries', 'Nothing was asked yet'],
    ['/coop/governance/actions', 'Bring three quotations'],
    ['/coop/governance/filings', 'Nothing is due'],
    ['/coop/governance/bye-laws', 'Days of notice'],
    ['/coop/governance/officers', 'No posts yet'],
    ['/coop/governance/officers?tab=history', 'No terms yet'],
    ['/coop/governance/officers?post=new', 'Rights in the admin area'],
    ['/coop/governance/elections', 'No elections yet'],
    ['/coop/governance/elections?tab=rules', 'Years of a term'],
    ['/coop/governance/elections?open=new', 'New holders take office on'],
    ['/coop/governance/votes', 'No votes yet'],
    ['/coop/governance/votes?tab=rules', 'Days of membership before a vote'],
    ['/coop/governance/votes?open=new', 'Secret ballot'],
    ['/coop/notifications', 'This sample cooperative is ready'],
    ['/coop/notifications?tab=messages', 'SMS and email'],
    ['/coop/settings', 'Cooperative Name'],
    ['/coop/settings?tab=documents', 'Certificate of registration'],
    ['/coop/settings?tab=messages', 'Receipts of payments'],
    ['/coop/settings?tab=security', 'This device'],
    ['/coop/settings?tab=auditors', 'No external auditor'],
    ['/coop/settings?tab=data', 'Blessing Okonkwo'],
    ['/coop/settings?tab=app', 'Keyboard shortcuts'],
  ],
  member: [
    ['/member/dashboard', 'Ordinary savings'],
    ['/member/profile', 'Next of kin'],
    ['/member/requests', 'No requests yet'],
    ['/member/requests?ask=profile', 'Marital status'],
    ['/member/requests?ask=contribution', 'From which month'],
    ['/member/requests?ask=nominees', 'Share in percent'],
    ['/member/contributions', 'Outstanding'],
    ['/member/transactions', 'Contribution'],
    ['/member/pay', "Online payments aren't enabled"],
    ['/member/dividends', 'No dividend yet'],
    ['/member/transactions?record=withdrawal', 'Request a withdrawal'],
    ['/member/transactions?do=statement', 'Share a verifiable statement'],
    ['/member/loans', 'You may borrow now'],
    ['/member/loans/apply', 'How much may I borrow?'],
    ['/member/guarantees', 'Available to pledge'],
    ['/member/meetings', 'Annual general meeting'],
    ['/member/meetings/enquiries', 'Nothing sent yet'],
    ['/member/meetings/enquiries?ask=new', 'Send without my name'],
    ['/member/notifications', 'The office is open'],
    ['/member/settings', 'This device'],
    ['/member/settings?tab=messages', 'Decisions on loans'],
    ['/member/settings?tab=data', 'I have read this and agree'],
    ['/member/settings?tab=app', 'Hide balances'],
  ],
  superAdmin: [
    ['/superadmin/dashboard', 'AJO-DEM234'],
    ['/superadmin/messages', 'Every message is answered'],
    ['/superadmin/audit', 'Logged in'],
    ['/superadmin/health', 'Regular jobs'],
    ['/superadmin/security', 'Two-step verification'],
  ],
}

/** The pages of one thing: who sees it, the list that leads there, its path, and which links of the list do. */
export const pagesOfOne = [
  ['officer', '/coop/member-management', '/coop/member/$memberId', 'a[href^="/coop/member/"]'],
  [
    'officer',
    '/coop/loan-management?status=active',
    '/coop/loan-management/$loanId',
    'td a[href^="/coop/loan-management/"]',
  ],
  ['member', '/member/loans', '/member/loans/$loanId', 'a[href^="/member/loans/"]'],
  ['officer', '/coop/governance', '/coop/governance/$meetingId', 'td a[href^="/coop/governance/"]'],
  [
    'officer',
    '/coop/financial-operations/reports',
    '/coop/financial-operations/reports/$report',
    'a[href$="/balance-sheet"]',
  ],
  [
    'officer',
    '/coop/financial-operations/reports/cash-book',
    '/coop/financial-operations/reports/entries/$entryId',
    'a[href^="/coop/financial-operations/reports/entries/"]',
  ],
  [
    'officer',
    '/coop/financial-operations/deductions',
    '/coop/financial-operations/deductions/$scheduleId',
    'td a[href^="/coop/financial-operations/deductions/"]',
  ],
  [
    'officer',
    '/coop/financial-operations/deductions/employers',
    '/coop/financial-operations/deductions/employers/$employerId',
    'td a[href^="/coop/financial-operations/deductions/employers/"]',
  ],
  ['member', '/member/meetings', '/member/meetings/$meetingId', 'td a[href^="/member/meetings/"]'],
  [
    'superAdmin',
    '/superadmin/dashboard',
    '/superadmin/cooperatives/$cooperativeId',
    'a[href^="/superadmin/cooperatives/"]',
  ],
] as const

/** The addresses of a path of `pagesOfOne`: nothing else that is below the list. */
export function addressesOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\$(\w+)/g, (_, name) => (name === 'report' ? '[a-z-]+' : '[0-9a-f-]{36}'))}$`)
}

/** The paths at which the app has a page of its own. */
export function pagesOfTheApp(): string[] {
  return Object.entries(places).flatMap(([path, { page }]) => (page ? [path] : []))
}

const areaOf = (address: string) => /^\/(coop|member|superadmin)\//.exec(new URL(address).pathname)?.[1]

/**
 * Brings a page to an address of the app and waits until its data is there: within the area in which it is as a link
 * would, without loading the app again. At full size each address is loaded.
 */
export async function visit(page: Page, address: string): Promise<void> {
  trafficOf(page)
  const area = atSize(areaOf(address), undefined)
  if (area === undefined || area !== areaOf(page.url())) await page.goto(address)
  else {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      scrollTo(0, 0)
    }, address)
  }
  await arrived(page)
}

const traffic = new WeakMap<Page, { begun: number; open: Set<Request> }>()

function trafficOf(page: Page): { begun: number; open: Set<Request> } {
  const known = traffic.get(page)
  if (known) return known
  const counted = { begun: 0, open: new Set<Request>() }
  traffic.set(page, counted)
  page.on('request', (request) => {
    if (isStream(request)) return
    counted.begun += 1
    counted.open.add(request)
  })
  const end = (request: Request) => void counted.open.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return counted
}

/** Waits until a page shows what it has to: it is not busy, asks for nothing, and has asked for nothing while it drew twice. */
export async function arrived(page: Page): Promise<void> {
  const counted = trafficOf(page)
  for (let begun = -1; counted.open.size > 0 || counted.begun !== begun;) {
    await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton, .loading-screen') === null)
    begun = counted.begun
    await drawnTwice(page)
  }
}

/** Milliseconds in which any machine draws a page twice. */
const drawnWithin = 60_000

/** Resolves when the page has drawn twice. Of one that draws nothing it says whether its script is busy, or else what the browser takes it for. */
async function drawnTwice(page: Page): Promise<void> {
  const drawn = page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  if ((await firstOf(drawn, drawnWithin)) !== 'late') return
  const state = await firstOf(
    page.evaluate(() => `its script answers, it is ${document.visibilityState}`),
    5000,
  )
  throw new Error(
    `${page.url()} drew nothing for ${drawnWithin / 1000} seconds: ${state === 'late' ? 'its script is busy' : String(state)}`,
  )
}

/** What a promise gives, or `late`. */
async function firstOf(promise: Promise<unknown>, milliseconds: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((done) => (timer = setTimeout(done, milliseconds, 'late')))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

let registered = 0

/** Registers a cooperative that is not verified yet. The function it returns signs its officer in. */
export async function waitingSociety(
  server: Pick<RunningServer, 'url'>,
): Promise<(context: BrowserContext) => Promise<Page>> {
  const password = 'treasurer-1'
  const { coop_id: coopId = '' } = await call(server, 'POST', '/cooperatives/register', undefined, {
    name: 'Àjọṣe Traders',
    phone: `+23480319${String(90_000 + (registered += 1))}`,
    password,
    confirmpassword: password,
  })
  return async (context) =>
    signIn(await context.newPage(), server, 'officer', [coopId, password], '/pending-verification')
}

/** Has a browser's pages think that they are the installed app, as Safari says it. */
export async function installedOnPhone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
}
