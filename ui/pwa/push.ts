import { getPush, turnOnPush } from '#features/access/push/contract.ts'
import { call } from '#ui/api/call.ts'
import { session } from '#ui/session/session.ts'
import { isApple, isInstalled } from './installation.ts'

/** Whose notifications come to this browser; it outlives a logout, so that the next login of the same person has them again. */
const wanted = 'push-of'
/** Whether the server knows of it in this session. */
const sent = 'push-sent-of'

export type PushState = 'possible' | 'install-first' | 'blocked' | 'impossible'

/** Whether this browser can be told something while the app is closed. */
export function pushState(): PushState {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() && !isInstalled() ? 'install-first' : 'impossible'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Asks the person, the browser's push service and the server, in this order. Throws where one of them does not want. */
export async function subscribe(publicKey: string, { greet }: { greet: boolean }): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications were not allowed.')
  const { pushManager } = await navigator.serviceWorker.ready
  const key = bytesOf(publicKey)
  const before = await pushManager.getSubscription()
  // One that was made with an earlier key of the server takes nothing from it any more.
  const isOld = before !== null && !isSame(before.options.applicationServerKey, key)
  if (isOld) await before.unsubscribe()
  const subscription =
    before !== null && !isOld
      ? before
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const owner = session.owner()
  const body = { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '', greet }
  await call(turnOnPush, body)
  localStorage.setItem(wanted, owner)
  sessionStorage.setItem(sent, owner)
}

export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(wanted)
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/** After a login of the person who wanted notifications here, because they end with each session. */
export async function subscribeAgain(): Promise<void> {
  if (sessionStorage.getItem(sent) === session.owner() || Notification.permission !== 'granted') return
  await subscribe((await call(getPush, {})).publicKey, { greet: false })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer())
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}
