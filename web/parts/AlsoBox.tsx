import { messagesAreSaved } from '#domain/access/notifications/delivery.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'

/** Whether a message is written as an SMS or an email too, and what becomes of those. */
export function AlsoBox({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <div>
      <Checkbox label={label} checked={checked} onChange={onChange} />
      {checked && <p className="muted">{messagesAreSaved}</p>}
    </div>
  )
}
