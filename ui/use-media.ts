import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; for what CSS could hide, but a slow phone should not draw at all. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
