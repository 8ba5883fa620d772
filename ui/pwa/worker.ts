let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

/** A new version of the app that is loaded and waits to take over. */
export const update = {
  isReady: () => waiting !== undefined,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Lets it take over and starts the page again with it. */
  take() {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting?.postMessage('take-over')
  },
}

const address = '/service-worker.js'
const askEvery = 60 * 60_000

type Policy = { createScriptURL(text: string): string }
const policies = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes

/** Registers the service worker; without one the app only lacks its offline side. */
export function registerWorker(): void {
  if ('serviceWorker' in navigator) void register().catch(() => undefined)
}

async function register(): Promise<void> {
  // The one script address that our content security policy lets anybody name, so the policy allows that one only.
  const policy = policies?.createPolicy('service-worker', { createScriptURL: (text) => (text === address ? text : '') })
  const registration = await navigator.serviceWorker.register(policy ? policy.createScriptURL(address) : address)
  const look = () => {
    const next = registration.waiting
    // Without a controller this is the first version, and nothing is replaced.
    if (!next || !navigator.serviceWorker.controller || next === waiting) return
    waiting = next
    for (const listener of listeners) listener()
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  const ask = () => void registration.update().catch(() => undefined)
  setInterval(ask, askEvery)
  // An installed app sleeps for days and wakes on the page that it was left on.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask())
}
