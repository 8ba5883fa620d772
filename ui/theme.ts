import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const system = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')

function current(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'dark' || chosen === 'light' ? chosen : system?.matches ? 'dark' : 'light'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  system?.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system?.removeEventListener('change', listener)
  }
}

/** What was chosen here; the system decides until something is. */
export function useThemeChoice(): [Theme | 'system', (choice: Theme | 'system') => void] {
  const [, setTheme] = useTheme()
  const choice = useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system',
  )
  return [
    choice,
    (next) => {
      if (next !== 'system') return setTheme(next)
      localStorage.removeItem('theme')
      delete document.documentElement.dataset['theme']
      for (const listener of listeners) listener()
    },
  ]
}

/** The theme on the screen and a way to choose one; until then the system decides. `/theme.js` sets it before first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, current)
  return [
    theme,
    (next) => {
      localStorage.setItem('theme', next)
      document.documentElement.dataset['theme'] = next
      for (const listener of listeners) listener()
    },
  ]
}
