import { useShortcuts } from './keys.ts'

/** Listens to the keyboard of an area; in a file of its own, because no key is pressed before the page is there. */
export function Shortcuts({ area, onOpen }: { area: 'coop' | 'member'; onOpen: (what: 'search' | 'shortcuts') => void }) {
  useShortcuts(area, onOpen)
  return null
}
