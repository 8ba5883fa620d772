import { Bell } from 'lucide'
import { useId } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import './NotificationBell.css'

/** The latest notices. Nothing sends any yet, and it says so. */
export function NotificationBell() {
  const id = useId()
  return (
    <>
      <IconButton icon={Bell} label="Notifications" popoverTarget={id} />
      <div id={id} popover="auto" className="bell-panel" role="dialog" aria-label="Notifications">
        <p className="bell-panel__title">Notifications</p>
        <p className="muted">Nothing new. What needs your attention will be listed here.</p>
      </div>
    </>
  )
}
