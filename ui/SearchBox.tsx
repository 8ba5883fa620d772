import { Search, X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import './Field.css'

/** Search as you type: `onSearch` hears the trimmed text 250 ms after the last key, at once on Enter. */
export function SearchBox({
  label,
  value,
  onSearch,
  placeholder = label,
}: {
  label: string
  value: string
  onSearch: (text: string) => void
  placeholder?: string
}) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => {
    if (text.trim() === told.current.trim()) return
    const timer = setTimeout(() => tell(text), 250)
    return () => clearTimeout(timer)
  }, [text])

  function tell(next: string) {
    told.current = next.trim()
    search.current(next.trim())
  }

  return (
    <form
      role="search"
      className="search-box input-box"
      onSubmit={(event) => {
        event.preventDefault()
        tell(text)
      }}
    >
      <span className="input-box__sign">
        <Icon of={Search} />
      </span>
      <input
        className="input"
        type="text"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && (
        <IconButton
          icon={X}
          label="Clear search"
          onClick={() => {
            setText('')
            tell('')
          }}
        />
      )}
    </form>
  )
}
