import { useEffect } from 'react'
import type { Permission } from '#domain/actor.ts'
import type { Where } from '#web/router/paths.ts'
import { hrefOf } from '#web/router/paths.ts'
import { may } from '#web/session/may.ts'
import { go, mayOpen } from '#web/router/place.ts'
import type { Area } from './navigation.ts'
import * as strings from './strings.ts'

export type Shortcut = { keys: string; label: string; where: Where; needs?: Permission }

/** What the keyboard does in an area, outside text fields; `?` shows the list. */
const shortcuts: Record<Area, readonly Shortcut[]> = {
  coop: [
    { keys: 'g d', label: strings.dashboard, where: { to: '/coop/dashboard' } },
    { keys: 'g m', label: strings.memberManagement, where: { to: '/coop/member-management' } },
    { keys: 'g f', label: strings.financialRecord, where: { to: '/coop/financial-operations/transactions' } },
    { keys: 'g c', label: strings.contributions, where: { to: '/coop/financial-operations/contributions' } },
    { keys: 'g g', label: strings.governance, where: { to: '/coop/governance' } },
    { keys: 'g n', label: strings.notifications, where: { to: '/coop/notifications' } },
    { keys: 'g r', label: strings.reports, where: { to: '/coop/financial-operations/reports' } },
    { keys: 'g s', label: strings.settings, where: { to: '/coop/settings' } },
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
  ],
  member: [
    { keys: 'g d', label: strings.dashboard, where: { to: '/member/dashboard' } },
    { keys: 'g c', label: strings.contributions, where: { to: '/member/contributions' } },
    { keys: 'g n', label: strings.notifications, where: { to: '/member/notifications' } },
    { keys: 'g p', label: strings.profile, where: { to: '/member/profile' } },
    { keys: 'g s', label: strings.settings, where: { to: '/member/settings' } },
    { keys: 'g t', label: strings.transactions, where: { to: '/member/transactions' } },
  ],
  superadmin: [
    { keys: 'g d', label: strings.dashboard, where: { to: '/superadmin/dashboard' } },
    { keys: 'g m', label: strings.messages, where: { to: '/superadmin/messages' } },
    { keys: 'g a', label: strings.auditTrail, where: { to: '/superadmin/audit' } },
    { keys: 'g h', label: strings.health, where: { to: '/superadmin/health' } },
    { keys: 'g s', label: strings.security, where: { to: '/superadmin/security' } },
  ],
}

/** Those of them that the signed-in person may use. */
export function shortcutsOf(area: Area): readonly Shortcut[] {
  return shortcuts[area].filter(({ where, needs }) => mayOpen(where.to) && may(needs))
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
