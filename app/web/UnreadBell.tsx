import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide'
import { Suspense, lazy, useEffect, useId, useRef, useState } from 'react'
import { notificationQueries, useReadAllNotifications } from '#features/access/notifications/web/api.ts'
import { IconButton } from '#ui/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import './NotificationBell.css'
import { useLiveChanges } from './use-live-changes.ts'
import { usePushes } from './use-pushes.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const menu = () => import('#features/access/notifications/web/LatestNotifications.tsx')
const LatestNotifications = lazy(async () => ({ default: (await menu()).LatestNotifications }))

/** How many notifications are unread, and the latest 10 behind it; opening it marks all of them read. With it comes what follows the changes of others. */
export function UnreadBell({ all }: { all?: '/coop/notifications' | '/member/notifications' }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { data } = useQuery(notificationQueries.latest())
  useLiveChanges()
  usePushes()
  const readAll = useReadAllNotifications()
  const [isOpen, setOpen] = useState(false)
  // What was new when the menu opened stays marked while it is looked at.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = data?.summary.unread ?? 0

  const marked = useRef<string>(undefined)

  useEffect(() => {
    const newest = data?.rows[0]
    // Once for each newest one: after a failure the next opening tries again, not this one for ever.
    if (!isOpen || !newest || unread === 0 || marked.current === newest.id) return
    marked.current = newest.id
    setFresh((before) => new Set([...before, ...data.rows.filter(({ read }) => !read).map((row) => row.id)]))
    void readAll(newest.createdAt)
  }, [isOpen, data, unread, readAll])

  function toggled(next: boolean) {
    setOpen(next)
    if (next) return
    marked.current = undefined
    setFresh(new Set())
  }
  return (
    <>
      <span className="bell">
        <IconButton
          icon={Bell}
          label={unread > 0 ? fill(strings.notificationsUnread, { unread }) : strings.notifications}
          popoverTarget={id}
          onPointerEnter={() => void menu()}
        />
        {unread > 0 && (
          <span className="bell__count" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="bell-panel"
        role="dialog"
        aria-label={strings.notifications}
        onToggle={(event) => toggled(event.newState === 'open')}
      >
        <p className="bell-panel__title">{strings.notifications}</p>
        {isOpen && (
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <LatestNotifications
              rows={data?.rows}
              fresh={fresh}
              all={all}
              onLeave={() => panel.current?.hidePopover()}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}
