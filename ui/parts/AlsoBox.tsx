import type { ReactNode } from 'react'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'

/** Whether a message is written as an SMS or an email too, and what becomes of those. */
export function AlsoBox({
  label,
  checked,
  onChange,
  cost,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** What it takes, where it is chosen. */
  cost?: ReactNode
}) {
  return (
    <div>
      <Checkbox label={label} checked={checked} onChange={onChange} />
      {checked && cost}
      {checked && (
        <p className="muted">
          <MessagesAreSaved />
        </p>
      )}
    </div>
  )
}
