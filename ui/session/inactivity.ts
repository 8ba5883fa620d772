/** 30 minutes without mouse, key, scroll or touch end the session; the last of them shows a warning. */
export const inactivityMilliseconds = 1_800_000
export const warningMilliseconds = 60_000

const key = 'last_activity'
const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const

export type Inactivity = 'active' | 'warning' | 'over'

export function inactivityAt(now: number, lastActivity: number): Inactivity {
  const quiet = now - lastActivity
  if (quiet >= inactivityMilliseconds) return 'over'
  return quiet >= inactivityMilliseconds - warningMilliseconds ? 'warning' : 'active'
}

/**
 * Watches all tabs of the browser as one person: work in one keeps the others open. `onChange` hears each new state;
 * once the warning shows, only `touch()` (Stay signed in) ends it, because a nudged mouse is not an answer.
 */
export function watchInactivity(onChange: (state: Inactivity, millisecondsLeft: number) => void): {
  touch: () => void
  stop: () => void
} {
  let state: Inactivity = 'active'
  let written = 0

  function last(): number {
    return Number(localStorage.getItem(key)) || written
  }
  function touch() {
    written = Date.now()
    localStorage.setItem(key, String(written))
    check()
  }
  function onSign() {
    // Once in five seconds is enough, and spares the disk of a cheap phone.
    if (state === 'active' && Date.now() - written > 5000) touch()
  }
  function check() {
    const now = Date.now()
    const next = inactivityAt(now, last())
    if (next !== state || next === 'warning') {
      state = next
      onChange(next, inactivityMilliseconds - (now - last()))
    }
  }

  touch()
  const timer = setInterval(check, 1000)
  for (const sign of signs) window.addEventListener(sign, onSign, { passive: true, capture: true })
  document.addEventListener('visibilitychange', check)
  return {
    touch,
    stop() {
      clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true })
      document.removeEventListener('visibilitychange', check)
    },
  }
}
