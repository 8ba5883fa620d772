import { useQuery } from '@tanstack/react-query'
import { listMembers } from '#features/members/members/contract.ts'
import { CalendarDays, FileUp, Keyboard, LogOut, Moon, Plus, RefreshCw, Scale, Search, UserRound } from 'lucide'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { foldForSearch } from '#core/searching.ts'
import { reports } from '#features/accounting/books/rules/report.ts'
import { query } from '#ui/api/query.ts'
import { hrefOf } from '#ui/router/paths.ts'
import { go, mayOpen } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon, type IconPicture } from '#ui/Icon.tsx'
import { useTheme } from '#ui/theme.ts'
import './CommandPalette.css'
import { shortcutsOf } from './keys.ts'
import { coopIcons } from './coop-icons.ts'
import { leave } from './leave.ts'
import { type Area, inOrder, type PageIcons } from './navigation.ts'
import { memberIcons } from './member-icons.ts'
import { platformIcons } from './platform-icons.ts'
import { queryClient } from './query-client.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Choice = { id: string; label: string; note?: string | undefined; icon: IconPicture; run: () => void }
type Group = { label: string; choices: Choice[] }

/** Everything by its name: pages, actions, and for officers each member by name, phone or number. */
export function CommandPalette({
  area,
  onClose,
  onShortcuts,
}: {
  area: Area
  onClose: () => void
  onShortcuts: () => void
}) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const listId = useId()
  const members = useMembers(area === 'coop' ? text : '')
  const groups = matching([pagesOf(area), useActions(area, onShortcuts)], text).concat(members.group)
  const choices = groups.flatMap((group) => group.choices)
  const at = Math.min(active, choices.length - 1)

  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, listId])

  function choose(choice: Choice) {
    onClose()
    choice.run()
  }
  // Members who were found for what was there before are not what was typed: Enter waits for those that are.
  const current = choices[at]
  const isStale = members.isAsking && current !== undefined && members.group[0]?.choices.includes(current) === true
  useEffect(() => {
    if (isEntered && current && !isStale) choose(current)
  })
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setActive((at + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      setEntered(true)
    }
  }

  return (
    <Dialog open onClose={onClose} title={strings.search}>
      <div className="palette__field input-box">
        <span className="input-box__sign">
          <Icon of={Search} />
        </span>
        <input
          data-autofocus
          className="input"
          type="text"
          role="combobox"
          aria-label={area === 'coop' ? strings.searchPagesMembersAndActions : strings.searchPagesAndActions}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? `${listId}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={area === 'coop' ? strings.aPageAMemberOr : strings.aPageOrAnAction}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
            setEntered(false)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div id={listId} role="listbox" aria-label={strings.found} className="palette__list">
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <p className="palette__group" aria-hidden="true">
              {group.label}
            </p>
            {group.choices.map((choice) => {
              const index = choices.indexOf(choice)
              return (
                <button
                  type="button"
                  tabIndex={-1}
                  key={choice.id}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className="palette__choice"
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(choice)}
                >
                  <Icon of={choice.icon} />
                  <span>{choice.label}</span>
                  {choice.note && <span className="palette__note number">{choice.note}</span>}
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <p className="muted" role="status">
        {members.isAsking
          ? strings.lookingForMembers
          : choices.length === 0
            ? fill(strings.nothingIsCalledTryAnother, { trim: text.trim() })
            : ''}
      </p>
    </Dialog>
  )
}

const icons: PageIcons = { ...coopIcons, ...memberIcons, ...platformIcons, CalendarDays, FileUp }

function pagesOf(area: Area): Group {
  const pages = inOrder(area)
    .filter(({ to }) => mayOpen(to))
    .map(({ title = '', label = title, icon, to, keys }) => ({
      id: label,
      label,
      icon: icons[icon as keyof PageIcons],
      note: keys,
      run: () => void go(to),
    }))
  return {
    label: strings.pages,
    choices:
      area === 'coop' && mayOpen('/coop/financial-operations/reports')
        ? [...pages, ...reportPages.filter(({ needs }) => may(needs))]
        : pages,
  }
}

const reportPages = [
  ...reports,
  { name: 'accounts', title: strings.chartOfAccounts, needs: 'books.read' as const },
  { name: 'closing', title: strings.lockAndCloseTheBooks, needs: 'books.read' as const },
  { name: 'proof', title: strings.proofOfTheBooks, needs: 'books.read' as const },
  { name: 'audit', title: strings.auditTrail, needs: 'audit.read' as const },
].map(({ name, title, needs }) => ({
  needs,
  id: name,
  label: title,
  icon: Scale,
  note: undefined,
  run: () => void go(hrefOf({ to: '/coop/financial-operations/reports/$report', params: { report: name } })),
}))

function useActions(area: Area, onShortcuts: () => void): Group {
  const [theme, setTheme] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const ways = shortcutsOf(area).filter(({ where }) => where.search !== undefined)
  return {
    label: strings.actions,
    choices: [
      ...ways.map(({ label, keys, where }) => ({
        id: label,
        label,
        note: keys,
        icon: Plus,
        run: () => void go(hrefOf(where)),
      })),
      { id: 'theme', label: fill(strings.changeToTheTheme, { other }), icon: Moon, run: () => setTheme(other) },
      { id: 'refresh', label: strings.refreshApp, icon: RefreshCw, run: () => void queryClient.invalidateQueries() },
      { id: 'keys', label: strings.keyboardShortcuts, note: '?', icon: Keyboard, run: onShortcuts },
      { id: 'logout', label: strings.logout, icon: LogOut, run: leave },
    ],
  }
}

/** Words may come in any order and be begun only: "rec contr" finds "Record a contribution". */
function matching(groups: Group[], text: string): Group[] {
  const words = foldForSearch(text).split(' ').filter(Boolean)
  return groups
    .map(({ label, choices }) => ({
      label,
      choices: choices.filter((choice) => words.every((word) => foldForSearch(choice.label).includes(word))),
    }))
    .filter(({ choices }) => choices.length > 0)
}

function useMembers(text: string): { group: Group[]; isAsking: boolean } {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 150)
    return () => clearTimeout(timer)
  }, [text])
  const q = asked.length >= 2 ? asked : ''
  const found = useQuery({ ...query(listMembers, { q, page: 1, limit: 6 }), enabled: q !== '' })
  const wanted = text.trim().length >= 2
  const choices = (wanted && q !== '' ? (found.data?.rows ?? []) : []).map((row) => ({
    id: row.memberid,
    label: `${row.firstName} ${row.lastName}`,
    note: row.membershipno,
    icon: UserRound,
    run: () => void go(hrefOf({ to: '/coop/member/$memberId', params: { memberId: row.memberid } })),
  }))
  return {
    group: choices.length > 0 ? [{ label: strings.members, choices }] : [],
    // Asked again because something changed, the answer that is there is still one to these words.
    isAsking: wanted && (found.isPending || found.isPlaceholderData || asked !== text.trim()),
  }
}
