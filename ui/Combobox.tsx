import { Check, Search } from 'lucide'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import './Combobox.css'
import { Field, type FieldFrame } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * One choice out of many, found by typing: arrows move, Enter takes, Escape closes the list and keeps the text.
 * `onSearch` hears the trimmed text 200 ms after the last key; `options` are what was found for `foundFor`.
 */
export function Combobox<Option>({
  label,
  hint,
  error,
  optional,
  placeholder,
  options,
  foundFor,
  onSearch,
  selected,
  onSelect,
  optionKey,
  optionText,
  renderOption,
  empty,
  autoFocus = false,
  ref,
}: FieldFrame & {
  placeholder?: string
  options: readonly Option[] | undefined
  /** The trimmed text that the options answer, once they do: what is still there for another one is not taken by Enter. */
  foundFor: string | undefined
  onSearch: (text: string) => void
  selected: Option | undefined
  onSelect: (option: Option | undefined) => void
  optionKey: (option: Option) => string
  /** What is in the field once this is chosen. */
  optionText: (option: Option) => string
  renderOption: (option: Option) => ReactNode
  /** Said when nothing was found. */
  empty: string
  /** Takes the focus when the dialog around it opens. */
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useDelayed(text, onSearch)
  const { shown, release, pressing } = useHeldWhilePressed(options ?? [])
  const isSearching = foundFor !== text.trim()
  const active = isSearching ? -1 : Math.min(at, Math.max(0, shown.length - 1))
  // Enter before the answer takes what is found if that is one alone: no one has seen the others yet.
  const entered = useRef(false)
  useEffect(() => {
    if (isSearching || !entered.current) return
    entered.current = false
    if (open && shown.length === 1 && shown[0]) take(shown[0])
  })
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, open])

  function take(option: Option) {
    onSelect(option)
    release()
    setOpen(false)
    setText('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      if (!isSearching)
        setAt((active + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter' && open && (isSearching || shown[active])) {
      event.preventDefault()
      if (shown[active]) take(shown[active])
      else entered.current = true
    } else if (event.key === 'Escape' && open) {
      // The list closes, not the drawer around it.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : {})}>
      {(control) => (
        <div className="combobox">
          <div className="input-box">
            <span className="input-box__sign">
              <Icon of={selected ? Check : Search} />
            </span>
            <input
              {...control}
              ref={ref}
              className="input"
              type="text"
              role="combobox"
              aria-expanded={open}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={open && shown[active] ? `${id}-${optionKey(shown[active])}` : undefined}
              autoComplete="off"
              data-autofocus={autoFocus || undefined}
              placeholder={placeholder}
              value={selected ? optionText(selected) : text}
              onChange={(event) => {
                if (selected) onSelect(undefined)
                setText(event.target.value)
                setAt(0)
                release()
                entered.current = false
                setOpen(true)
              }}
              onFocus={(event) => {
                if (selected) event.target.select()
              }}
              onClick={() => !selected && setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={onKeyDown}
            />
          </div>
          <div
            id={`${id}-list`}
            ref={list}
            className="combobox__list"
            role="listbox"
            aria-label={typeof label === 'string' ? label : strings.choices}
            hidden={!open || shown.length === 0}
          >
            {shown.map((option, index) => (
              <button
                key={optionKey(option)}
                id={`${id}-${optionKey(option)}`}
                type="button"
                tabIndex={-1}
                role="option"
                aria-selected={index === active}
                className="combobox__option"
                {...pressing}
                onClick={() => take(option)}
                onPointerMove={() => setAt(index)}
              >
                {renderOption(option)}
              </button>
            ))}
          </div>
          {open && shown.length === 0 && (
            <p className="combobox__list combobox__empty muted">{isSearching ? strings.searching : empty}</p>
          )}
          <span className="visually-hidden" role="status">
            {open && !isSearching ? fill(strings.shownFound, { shown: shown.length }) : ''}
          </span>
        </div>
      )}
    </Field>
  )
}

/** The list stays as it is while a choice is pressed: what is found meanwhile would move another one under the finger, or none. */
function useHeldWhilePressed<Option>(found: readonly Option[]) {
  const [held, hold] = useState<readonly Option[]>()
  const release = () => hold(undefined)
  const shown = held ?? found
  const pressing = {
    onPointerDown(event: PointerEvent) {
      // The focus stays in the field until the choice is made.
      event.preventDefault()
      hold(shown)
    },
    onPointerCancel: release,
    // A finger leaves before its click comes.
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && release(),
  }
  return { shown, release, pressing }
}

function useDelayed(text: string, tell: (text: string) => void) {
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text.trim()), 200)
    return () => clearTimeout(timer)
  }, [text])
}
