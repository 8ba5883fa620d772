import type { listSentNotifications } from '#features/access/notifications/contract.ts'
import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import {
  hideNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
  restoreNotification,
} from '#features/access/notifications/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { type Page, call, replyOf } from '#ui/api/call.ts'
import { keyOf } from '#ui/api/query.ts'
import { session } from '#ui/session/session.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type Notification = Replied<typeof listNotifications>
type Inbox = Page<typeof listNotifications>

const all = keyOf(listNotifications, {})
const latestCount = 10
const minuteMilliseconds = 60_000

export const notificationQueries = {
  /** For the bell: asked again each minute while the page is seen, and at once when it is seen again. */
  latest: () =>
    queryOptions({
      queryKey: [...all, 'latest'],
      queryFn: async ({ signal }) => {
        const owner = session.owner()
        return kept(await call(listNotifications, { limit: latestCount }, { signal }), owner)
      },
      initialData: restored,
      initialDataUpdatedAt: 0,
      meta: { ofFrame: true, keptInSession: true },
      refetchInterval: minuteMilliseconds,
      refetchOnWindowFocus: 'always' as const,
    }),
}

/** Keeps what the bell shows for reading without a network. */
function kept(page: Inbox, owner: string): Inbox {
  session.keepNotifications(JSON.stringify(page.rows), owner)
  return page
}

function restored(): Inbox | undefined {
  const text = session.notifications()
  if (text === null) return undefined
  try {
    const data = JSON.parse(text) as Notification[]
    const unread = data.filter(({ read }) => !read).length
    return replyOf(listNotifications, {
      data,
      meta: { page: 1, limit: latestCount, total: data.length, totalPages: 1, summary: { unread } },
    }) as Inbox
  } catch {
    // Written by another version: the server has them all.
    return undefined
  }
}

/** Marks all read at once on the screen, and takes that back where the server did not hear it. */
export function useReadAllNotifications() {
  const queries = useQueryClient()
  return useCallback(
    async (through: Date) => {
      const owner = session.owner()
      const { queryKey } = notificationQueries.latest()
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before)
        queries.setQueryData(
          queryKey,
          kept({ ...before, rows: before.rows.map(asRead), summary: { unread: 0 } }, owner),
        )
      try {
        await call(readAllNotifications, { through })
        await queries.invalidateQueries({ queryKey: all })
      } catch (error) {
        if (before) queries.setQueryData(queryKey, kept(before, owner))
        toast.error(fill(strings.theNotificationsStayUnread, { error: sentence(error) }))
      }
    },
    [queries],
  )
}

function asRead(row: Notification): Notification {
  return { ...row, read: true, status: 'read' }
}

/** What an inbox does with one row: seen on the screen at once, taken back with a word where the server refuses. */
export function useInboxActions() {
  const queries = useQueryClient()
  const optimistic = async (change: (rows: Notification[]) => Notification[], ask: () => Promise<unknown>) => {
    await queries.cancelQueries({ queryKey: all })
    changeRows(queries, change)
    try {
      await ask()
      return true
    } catch (error) {
      toast.error(sentence(error))
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: all })
    }
  }
  return {
    read: ({ id }: Notification) =>
      optimistic(
        (rows) => rows.map((row) => (row.id === id ? asRead(row) : row)),
        () => call(readNotification, { id }),
      ),
    hide: ({ id }: Notification) =>
      optimistic(
        (rows) => rows.filter((row) => row.id !== id),
        () => call(hideNotification, { id }),
      ),
    restore: ({ id }: Notification) =>
      optimistic(
        (rows) => rows,
        () => call(restoreNotification, { id }),
      ),
  }
}

function changeRows(queries: QueryClient, change: (rows: Notification[]) => Notification[]) {
  queries.setQueriesData<Inbox>(
    { queryKey: all, predicate: ({ queryKey }) => queryKey.at(-1) !== 'latest' },
    (page) => page && { ...page, rows: change(page.rows) },
  )
}

export type SentNotification = Replied<typeof listSentNotifications>
