import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchOptions } from './chromium.ts'

/** One page of a bare browser. `send` takes a method of the DevTools protocol. */
export type BarePage = {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  /** What an expression in the page comes to, once its promise is kept. */
  value: <Value>(expression: string) => Promise<Value>
  close: () => Promise<void>
}

export type BareBrowser = { open: () => Promise<BarePage>; stop: () => Promise<void> }

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

/**
 * A browser that no one watches. Playwright listens to each request, for which the browser then keeps where in the code
 * it was asked for: on a slowed processor that is a tenth of a start.
 */
export async function startBareBrowser(more: readonly string[]): Promise<BareBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ajose-bare-browser-'))
  const { executablePath, args } = launchOptions([
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    ...more,
  ])
  if (!executablePath) throw new Error('No Chromium is here')
  const browser = spawn(executablePath, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise<string>((found, lost) => {
    let said = ''
    browser.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, url] = /DevTools listening on (\S+)/.exec(said) ?? []
      if (url) found(url)
    })
    browser.on('exit', () => lost(new Error(`The browser did not start: ${said}`)))
  })
  const socket = new WebSocket(address)
  await new Promise((opened, failed) => {
    socket.onopen = opened
    socket.onerror = failed
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  let last = 0
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((done, failed) => {
      last += 1
      waiting.set(last, ({ result, error }) =>
        error ? failed(new Error(`${method}: ${error.message}`)) : done(result ?? {}),
      )
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }))
    })
  return {
    async open() {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const inPage = (method: string, params?: object) => send(method, params, String(sessionId))
      return {
        send: inPage,
        async value<Value>(expression: string) {
          const { result, exceptionDetails } = (await inPage('Runtime.evaluate', {
            expression,
            awaitPromise: true,
            returnByValue: true,
          })) as { result?: { value?: unknown }; exceptionDetails?: { text: string } }
          if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`)
          return result?.value as Value
        },
        close: async () => void (await send('Target.closeTarget', { targetId })),
      }
    },
    async stop() {
      const ended = new Promise((done) => browser.once('exit', done))
      void send('Browser.close').catch(() => undefined)
      await ended
      socket.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
