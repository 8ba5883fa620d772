import { HrefLink } from '#ui/router/Link.tsx'
import './NotificationText.css'
import type { Notification } from './api.ts'

/** The message; where it speaks of a page, it leads there. */
export function NotificationText({ of: { message, link }, onOpen }: { of: Notification; onOpen: () => void }) {
  if (link === null) return <span className="notification-text">{message}</span>
  return (
    <HrefLink className="notification-text" href={link} onClick={onOpen}>
      {message}
    </HrefLink>
  )
}
