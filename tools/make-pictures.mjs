// Makes the pictures of the public pages: screens of the running app with the sample cooperative, set in drawn frames.
// Run a server with SEED_DEMO=1, then `node tools/make-pictures.mjs http://127.0.0.1:3000`; the results are committed.
import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { quiet } from '#e2e/quiet.ts'
import { launchOptions } from './chromium.ts'

const address = process.argv[2]
if (!address) throw new Error('Give the address of a running server with the sample cooperative')

const register = `Surname,Other names,GSM number,Monthly savings,Next of kin
Adéyẹmí,Folákẹ́,0803 111 2201,"10,000",Túndé Adéyẹmí
Okonkwo,Chidiebere,0805 222 3302,5000,Ada Okonkwo
Ɗanjuma,Halima,0706 333 4403,"7,500",Musa Ɗanjuma
Nwosu,Emeka,0812 444 5504,20000,Ifeoma Nwosu
`

const style = `
  body { position: relative; height: 100vh; margin: 0; overflow: hidden; background: transparent }
  img { display: block; width: 100% }
  .window { position: absolute; left: 16px; top: 40px; width: 1000px; padding-top: 34px; border-radius: 16px; overflow: hidden; background: #e0d9c9; box-shadow: 0 0 0 1px #0003, 0 18px 40px #0007 }
  .window i { position: absolute; top: 11px; left: 16px; width: 12px; height: 12px; border-radius: 50%; background: #b8ae98 }
  .window i + i { left: 36px; background: #f2b233 }
  .window i + i + i { left: 56px; background: #0b6b4e }
  .phone { position: absolute; width: 290px; border: 9px solid #0a101d; border-radius: 40px; overflow: hidden; background: #0a101d; box-shadow: 0 0 0 2px #47516b, 0 16px 36px #0009 }
  .phone img { border-radius: 30px }
  .near { mask-image: linear-gradient(#000 90%, transparent) }
  .near .phone { left: 2px; top: 2px; width: 390px; box-shadow: 0 0 0 2px #47516b }
`

const browser = await chromium.launch(launchOptions([]))
const desk = { viewport: { width: 1200, height: 790 }, deviceScaleFactor: 1.25 }
const hand = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2 }

const officer = await signIn(desk, '/login', 'CoopId or Phone No.', 'AJO-DEM234', 'sample-treasurer')
const officersPhone = await signIn(hand, '/login', 'CoopId or Phone No.', 'AJO-DEM234', 'sample-treasurer')
const member = await signIn(hand, '/member-login', 'Phone number', '+2348031200000', 'sample-member')

const screens = {
  dashboard: await shot(officer, '/coop/dashboard'),
  members: await shot(officer, '/coop/member-management'),
  columns: await shot(officer, '/coop/member-management/import', chooseRegister),
  books: await shot(officer, '/coop/financial-operations/reports'),
  collecting: await shot(officersPhone, '/coop/financial-operations/contributions'),
  membersOnPhone: await shot(officersPhone, '/coop/member-management', scrollTo('Adébáyọ̀')),
  columnsOnPhone: await shot(officersPhone, '/coop/member-management/import', chooseRegister),
  booksOnPhone: await shot(officersPhone, '/coop/financial-operations/reports/trial-balance', scrollTo('Cash')),
  own: await shot(member, '/member/dashboard'),
  ownContributions: await shot(member, '/member/contributions'),
  ownTransactions: await shot(member, '/member/transactions'),
}

/** What is where: a window of the laptop, phones before it. */
const scenes = {
  dashboard: [screenWindow(screens.dashboard), phone(screens.own, 'right: 14px; bottom: 14px')],
  members: [screenWindow(screens.members), phone(screens.collecting, 'right: 14px; bottom: 14px')],
  import: [screenWindow(screens.columns)],
  books: [screenWindow(screens.books), phone(screens.ownContributions, 'right: 14px; bottom: 14px')],
  portal: [
    phone(screens.ownContributions, 'left: 150px; top: 70px; width: 340px; transform: rotate(-4deg)'),
    phone(screens.ownTransactions, 'right: 140px; top: 70px; width: 340px; transform: rotate(4deg)'),
    phone(screens.own, 'left: 390px; top: 20px; width: 350px'),
  ],
}

/** What a phone shows in place of them: the upper part of one screen, as large as on the phone itself. */
const near = {
  dashboard: screens.own,
  members: screens.membersOnPhone,
  import: screens.columnsOnPhone,
  books: screens.booksOnPhone,
  portal: screens.ownContributions,
}

const wide = await browser.newPage({ viewport: { width: 1120, height: 840 } })
for (const [name, parts] of Object.entries(scenes)) await draw(wide, name, `<body>${parts.join('')}`, 48)
const narrow = await browser.newPage({ viewport: { width: 412, height: 560 }, deviceScaleFactor: 2 })
for (const [name, screen] of Object.entries(near))
  await draw(narrow, `${name}-phone`, `<body class="near">${phone(screen, '')}`, 45)
await browser.close()

async function draw(page, name, body, quality) {
  await page.setContent(`<style>${style}</style>${body}`)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  const picture = await sharp(await page.screenshot({ omitBackground: true }))
    .avif({ quality, effort: 6 })
    .toBuffer()
  await writeFile(new URL(`../site/pictures/${name}.avif`, import.meta.url), picture)
  process.stdout.write(`site/pictures/${name}.avif: ${(picture.length / 1024).toFixed(1)} KiB\n`)
}

async function signIn(device, path, label, name, password) {
  const context = await browser.newContext({
    ...device,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
  const visitor = await context.newPage()
  await visitor.goto(address + path)
  await visitor.getByLabel(label).fill(name)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await visitor.waitForURL(/dashboard/)
  return visitor
}

async function shot(visitor, path, act) {
  await visitor.goto(address + path)
  await quiet(visitor)
  await act?.(visitor)
  await quiet(visitor)
  await visitor.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  return `data:image/png;base64,${(await visitor.screenshot()).toString('base64')}`
}

async function chooseRegister(visitor) {
  await visitor
    .locator('input[type=file]')
    .setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(register) })
  await visitor.getByText('GSM number').first().waitFor()
}

/** Brings these words into the upper part of a phone's screen. */
function scrollTo(words) {
  return (visitor) =>
    visitor
      .locator('main')
      .getByText(words)
      .first()
      .evaluate((found) => {
        scrollBy({ top: found.getBoundingClientRect().top - 190, behavior: 'instant' })
      })
}

function screenWindow(source) {
  return `<div class="window"><i></i><i></i><i></i><img src="${source}"></div>`
}

function phone(source, place) {
  return `<div class="phone" style="${place}"><img src="${source}"></div>`
}
