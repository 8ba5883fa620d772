import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import { flushSync } from 'react-dom'
import './Menu.css'
import { Icon, type IconPicture } from './Icon.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type MenuItem =
  | {
      label: string
      icon?: IconPicture
      onSelect: () => void
      danger?: boolean
      disabled?: boolean
      note?: string
      needs?: Permission
    }
  | 'divider'

/**
 * A list of actions under its button; without any of them there is no button either, in the top layer so that no table cuts it off.
 * `trigger` receives what the button must carry: `<IconButton icon={EllipsisVertical} label="Actions" {...props} />`.
 */
export function Menu({
  label,
  items,
  trigger,
  head,
  align = 'end',
}: {
  label: string
  /** A promise where their pictures and code are fetched with the first press; what it brings is asked for again at each, and while it is open, each time that the page is drawn again. */
  items: readonly MenuItem[] | (() => Promise<readonly MenuItem[]>)
  trigger: (props: {
    popoverTarget: string
    'aria-haspopup': 'menu'
    'aria-expanded': boolean
    ref: RefObject<HTMLButtonElement | null>
  }) => ReactNode
  /** Words above the actions, such as who is signed in. */
  head?: ReactNode
  align?: 'start' | 'end'
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  // A list has a menu on each row: what is in it is drawn when it is first opened.
  const [drawn, setDrawn] = useState(false)
  const [fetched, setFetched] = useState<readonly MenuItem[]>([])
  const shown = (typeof items === 'function' ? fetched : items).filter((item) => item === 'divider' || may(item.needs))
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place() {
    const at = button.current?.getBoundingClientRect()
    const box = menu.current
    if (!at || !box) return
    const { offsetWidth: width, offsetHeight: height } = box
    const below = at.bottom + 6 + height <= innerHeight || at.top < height
    const left = align === 'end' ? at.right - width : at.left
    box.style.left = fill(strings.maxPx, { max: Math.max(8, Math.min(left, innerWidth - width - 8)) })
    box.style.top = fill(strings.maxPx, { max: Math.max(8, below ? at.bottom + 6 : at.top - height - 6) })
  }

  function begin() {
    place()
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus()
  }

  const show = useEffectEvent((brought: readonly MenuItem[]) => {
    flushSync(() => setFetched(brought))
    if (menu.current?.contains(document.activeElement)) place()
    else begin()
  })

  // Also while it is open: what may be done changes with what the page learns meanwhile.
  useEffect(() => {
    if (!open || typeof items !== 'function') return undefined
    let isOutdated = false
    const fetchItems = async () => {
      const brought = await items()
      if (!isOutdated) show(brought)
    }
    void fetchItems()
    return () => {
      isOutdated = true
    }
  }, [open, items])

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: 0, End: 0 }
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (!(event.key in steps)) return
    event.preventDefault()
    const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])]
    const now = entries.indexOf(document.activeElement as HTMLElement)
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? entries.length - 1
          : (now + (steps[event.key] ?? 0) + entries.length) % entries.length
    entries[next]?.focus()
  }

  if (typeof items !== 'function' && shown.length === 0) return null
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open, ref: button })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu"
        onBeforeToggle={(event) => {
          if (event.newState === 'open' && !drawn) flushSync(() => setDrawn(true))
        }}
        onToggle={(event) => {
          const isOpen = event.newState === 'open'
          setOpen(isOpen)
          if (isOpen) begin()
        }}
        onKeyDown={move}
      >
        {drawn && (
          <>
            {head && <div className="menu__head">{head}</div>}
            <div role="menu" aria-label={label}>
              {shown.map((item, index) =>
                item === 'divider' ? (
                  <hr key={index} className="menu__divider" />
                ) : (
                  <button
                    key={item.label}
                    type="button"
                    role="menuitem"
                    tabIndex={-1}
                    className={`menu__item${item.danger ? ' menu__item--danger' : ''}`}
                    disabled={item.disabled}
                    onClick={() => {
                      menu.current?.hidePopover()
                      item.onSelect()
                    }}
                  >
                    {item.icon && <Icon of={item.icon} size={18} />}
                    <span>
                      {item.label}
                      {item.note && <small>{item.note}</small>}
                    </span>
                  </button>
                ),
              )}
            </div>
          </>
        )}
      </div>
    </>
  )
}
