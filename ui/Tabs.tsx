import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import './Tabs.css'

/** Tabs inside a page. Keep `active` in the search parameters of the route, so that Back and links work. */
export function Tabs<Key extends string>({
  label,
  tabs: all,
  active,
  onChange,
  children,
}: {
  label: string
  /** One that `needs` what this person may not do is left out. */
  tabs: readonly { key: Key; label: ReactNode; needs?: Permission }[]
  active: Key
  onChange: (key: Key) => void
  /** The panel of the active tab. */
  children: ReactNode
}) {
  const id = useId()
  const tabs = all.filter(({ needs }) => may(needs))
  const list = useRef<HTMLDivElement>(null)
  // On a phone the row is wider than the screen.
  useEffect(() => {
    list.current?.querySelector(`[data-key="${active}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const now = tabs.findIndex(({ key }) => key === active)
    const next = tabs[(now + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }
  return (
    <>
      <div className="tabs fading-row" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-key={tab.key}
            id={`${id}-${tab.key}`}
            className="tabs__tab"
            aria-selected={tab.key === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="stack">
        {children}
      </div>
    </>
  )
}
