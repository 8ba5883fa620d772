import { X } from 'lucide'
import { IconButton } from './Button.tsx'
import './Chips.css'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What has been chosen so far, each with the way to drop it. */
export function Chips({
  label,
  items,
  onRemove,
}: {
  label: string
  items: readonly { key: string; text: string }[]
  onRemove: (key: string) => void
}) {
  if (items.length === 0) return null
  return (
    <ul className="chips" aria-label={label}>
      {items.map(({ key, text }) => (
        <li key={key} className="chips__one">
          {text}
          <IconButton icon={X} iconSize={16} label={fill(strings.removeText, { text })} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )
}
