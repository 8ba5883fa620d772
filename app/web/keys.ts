import { useEffect } from 'react'
import type { Permission } from '#core/actor.ts'
import type { Where } from '#ui/router/paths.ts'
import { hrefOf } from '#ui/router/paths.ts'
import { may } from '#ui/session/may.ts'
import { go, mayOpen } from '#ui/router/place.ts'
import { type Area, inOrder } from './navigation.ts'
import * as strings from './strings.ts'

export type Shortcut = { keys: string; label: string; where: Where; needs?: Permission }

/** What officers begin by a key; `?` shows the list of all keys. */
const actions: readonly Shortcut[] = [
  {
    keys: 'c',
    label: strings.recordAContribution,
    where: { to: '/coop/financial-operations/contributions', search: { record: 'new' } },
    needs: 'contribution.post',
  },
  {
    keys: 'n',
    label: strings.addAMember,
    where: { to: '/coop/member-management', search: { add: '1' } },
    needs: 'member.create',
  },
]

/** What the keyboard does in an area, outside text fields: the ways to pages, which these declare, and the actions. */
export function shortcutsOf(area: Area): readonly Shortcut[] {
  const ways = inOrder(area).flatMap(({ to, title = '', label = title, keys }) =>
    keys ? [{ keys, label, where: { to } }] : [],
  )
  return [...ways, ...(area === 'coop' ? actions : [])].filter(
    ({ where, needs }: Shortcut) => mayOpen(where.to) && may(needs),
  )
}

/** How long the second key of a pair may take. */
const pairWithin = 1500

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Listens for an area's shortcuts, and for those that open the search (`/`) and their list (`?`). */
export function useShortcuts(area: Area, open: (what: 'search' | 'shortcuts') => void): void {
  useEffect(() => {
    let first = ''
    let since = 0
    function onKey(event: KeyboardEvent) {
      // An open dialog has the keyboard to itself, and letters in a field are letters.
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      if (event.key === '/' || event.key === '?') {
        event.preventDefault()
        return open(event.key === '/' ? 'search' : 'shortcuts')
      }
      const pair = event.timeStamp - since < pairWithin && first !== '' ? `${first} ${event.key}` : event.key
      first = event.key
      since = event.timeStamp
      const found = shortcutsOf(area).find(({ keys }) => keys === pair)
      if (!found) return
      event.preventDefault()
      first = ''
      void go(hrefOf(found.where))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [area, open])
}
