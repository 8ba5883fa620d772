import { useEffect, useSyncExternalStore } from 'react'

const titles = new Map<string, string>()
const listeners = new Set<() => void>()
let version = 0

/** Names the page in the browser's title and in the tab of its path. `Page` does it for most. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Ajose`
    renamePage(location.pathname, title)
  }, [title])
}

/** Names a page that is not on the screen, in its tab: what it spoke of is called otherwise now. */
export function renamePage(path: string, title: string) {
  if (titles.get(path) === title) return
  titles.set(path, title)
  version += 1
  for (const listener of listeners) listener()
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
