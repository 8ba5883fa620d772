type InstallEvent = Event & { prompt(): Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> }

const phoneBelow = 1024
let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

/** Whether this window is the installed app. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** The installed app on a phone or small tablet, whose home is the welcome screen. */
export function isInstalledOnPhone(): boolean {
  return isInstalled() && innerWidth < phoneBelow
}

/** iPhones and iPads install from the share menu only; an iPad calls itself a Mac with a touch screen. */
export function isApple(): boolean {
  return (
    /iphone|ipad|ipod/i.test(navigator.userAgent) ||
    (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

export const installation = {
  canAsk: () => offered !== undefined,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Shows the browser's own question; false when it has none to show. */
  async ask(): Promise<boolean> {
    const event = offered
    if (!event) return false
    set(undefined)
    await event.prompt()
    await event.userChoice
    return true
  },
}

function set(next: InstallEvent | undefined) {
  offered = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install until somebody wants it, and notes whether this is the installed app. */
export function watchInstallation(): void {
  if (isInstalled()) localStorage.setItem('isPWA', 'true')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => {
    localStorage.setItem('isPWA', 'true')
    set(undefined)
  })
}
