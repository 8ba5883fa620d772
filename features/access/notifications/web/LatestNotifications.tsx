import { Link } from '#ui/router/Link.tsx'
import { AgoText } from '#ui/AgoText.tsx'
import './LatestNotifications.css'
import { NotificationText } from './NotificationText.tsx'
import { TypeTag } from './TypeTag.tsx'
import type { Notification } from './api.ts'
import * as strings from './strings.ts'

/** What the bell opens on. */
export function LatestNotifications({
  rows,
  fresh,
  all,
  onLeave,
}: {
  rows: readonly Notification[] | undefined
  /** Those that were unread when the bell was opened. */
  fresh: ReadonlySet<string>
  /** The page with all of them. */
  all: '/coop/notifications' | '/member/notifications' | undefined
  onLeave: () => void
}) {
  return (
    <>
      {!rows || rows.length === 0 ? (
        <p className="latest__none muted">{strings.nothingNewWhatNeedsYour}</p>
      ) : (
        <ul className="latest">
          {rows.map((row) => (
            <li key={row.id} className={`latest__row${fresh.has(row.id) ? ' latest__row--fresh' : ''}`}>
              <p className="latest__head">
                <TypeTag type={row.type} />
                <span className="muted">
                  {fresh.has(row.id) && <strong>{strings.newText} </strong>}
                  <AgoText at={row.createdAt} />
                </span>
              </p>
              <NotificationText of={row} onOpen={onLeave} />
            </li>
          ))}
        </ul>
      )}
      {all && (
        <Link className="latest__all" to={all} onClick={onLeave}>
          {strings.allNotifications}
        </Link>
      )}
    </>
  )
}
