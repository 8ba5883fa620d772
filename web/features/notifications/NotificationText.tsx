import { useNavigate } from '@tanstack/react-router'
import './NotificationText.css'
import type { Notification } from './api.ts'

/** The message; where it speaks of a page, it leads there. */
export function NotificationText({ of: { message, link }, onOpen }: { of: Notification; onOpen: () => void }) {
  const navigate = useNavigate()
  if (link === null) return <span className="notification-text">{message}</span>
  return (
    <a
      className="notification-text"
      href={link}
      onClick={(event) => {
        onOpen()
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href: link } as never)
      }}
    >
      {message}
    </a>
  )
}
