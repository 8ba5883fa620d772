import { chromium } from 'playwright-core'
const [,, what, width='1440', scheme='light'] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: Number(width), height: 1000 }, colorScheme: scheme })
page.on('console', m => m.type()==='error' && console.log('console:', m.text()))
page.on('pageerror', e => console.log('pageerror:', e.message))
const base='http://127.0.0.1:4100'
await page.goto(base + '/login')
const steps = await import('/tmp/shots.mjs')
await steps[what]({ page, base, shot: (n) => page.screenshot({ path: `/tmp/shots/${n}-${width}-${scheme}.png` }), full: (n) => page.screenshot({ path: `/tmp/shots/${n}-${width}-${scheme}.png`, fullPage: true }) })
await browser.close()
