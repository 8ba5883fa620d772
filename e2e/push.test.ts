import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, type Worker } from '@playwright/test'
import { PushDevice } from '#dev/testing/push-device.ts'
import { call, officerToken } from './calls.ts'
import { workerReady } from './device.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

let server: RunningServer
let service: Server
const received: Buffer[] = []
test.beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO_LOOPBACK: '1' })
  service = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      received.push(Buffer.concat(pieces))
      response.writeHead(201).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => service.once('listening', done))
})
test.afterAll(async () => {
  service.close()
  await server.stop()
})

test('a member turns notifications on for a phone, is told while the app is closed, and turns them off', async ({
  page,
}) => {
  const device = new PushDevice(`http://127.0.0.1:${(service.address() as AddressInfo).port}/phone`)
  await subscribesAt(page, device)
  await signIn(page, server, 'member', undefined, '/member/settings?tab=app')
  await workerReady(page)
  const card = page.getByRole('region', { name: 'Notifications' })
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(card.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
  await expect.poll(() => received.length).toBe(1)
  expect(device.open(received[0]!)).toMatchObject({ text: 'Notifications are on for this device.' })

  const { user } = JSON.parse(
    await page.evaluate(() => JSON.stringify({ user: JSON.parse(localStorage.getItem('user') ?? '{}') })),
  ) as { user: { memberId: string } }
  const message = 'The meeting begins at ten.'
  await call(server, 'POST', '/notifications', await officerToken(server), { message, to: [user.memberId] })
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(2)
  const told = device.open(received[1]!)
  expect(told).toMatchObject({ title: 'Ìrẹ̀pọ̀ Staff Cooperative (sample)', text: message })

  // What the push service of the browser's maker would hand over.
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('The app has no service worker')
  await showsTo(worker)
  await deliver(page, JSON.stringify({ ...told, link: '/member/transactions' }))
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
  await expect.poll(shown).toMatchObject([{ title: told.title, body: message, tag: told.id }])
  await expectClean(page, 'notifications on this device')

  await card.getByRole('button', { name: 'Turn off notifications' }).click()
  await expect(card.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()

  await tap(worker)
  await expect(page).toHaveURL(`${server.url}/member/transactions`)
})

/** Lets the browser subscribe at this test's push service, because its maker's can't be reached. */
async function subscribesAt(page: Page, device: PushDevice): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    let isOn = false
    const subscription = {
      options: {},
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => Promise.resolve(!(isOn = false)),
    }
    PushManager.prototype.subscribe = () => {
      isOn = true
      return Promise.resolve(subscription as unknown as PushSubscription)
    }
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(isOn ? (subscription as unknown as PushSubscription) : null)
    // A browser without a window has no one whom it could ask.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
  }, device.subscription)
}

/** Keeps what the app shows, because a browser without a window shows nothing. */
async function showsTo(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] }
    scope.shown = []
    scope.registration.showNotification = (title, options) => {
      scope.shown.push({ title, ...options })
      return Promise.resolve()
    }
  })
}

/** A finger on the first of them. */
async function tap(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as EventTarget & { shown: { data: unknown }[] }
    const event = new Event('notificationclick')
    const notification = { close: () => {}, data: scope.shown[0]?.data }
    scope.dispatchEvent(Object.assign(event, { notification, waitUntil: () => {} }))
  })
}

async function deliver(page: Page, data: string): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) =>
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) done(registration.registrationId)
    }),
  )
  await protocol.send('ServiceWorker.enable')
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: await registered,
    data,
  })
  await protocol.detach()
}
