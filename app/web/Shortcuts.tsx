import { useShortcuts } from './keys.ts'
import type { Area } from './navigation.ts'

/** Listens to the keyboard of an area; in a file of its own, because no key is pressed before the page is there. */
export function Shortcuts({ area, onOpen }: { area: Area; onOpen: (what: 'search' | 'shortcuts') => void }) {
  useShortcuts(area, onOpen)
  return null
}
