import { useEffect, useSyncExternalStore } from 'react'

const titles = new Map<string, string>()
const listeners = new Set<() => void>()
let version = 0

/** Names the page in the browser's title and in the tab of its path. `Page` does it for most. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Ajose`
    if (titles.get(location.pathname) === title) return
    titles.set(location.pathname, title)
    version += 1
    for (const listener of listeners) listener()
  }, [title])
}

/** The titles that pages have given themselves, by path. */
export function usePageTitles(): ReadonlyMap<string, string> {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => version,
  )
  return titles
}
