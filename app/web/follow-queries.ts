import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isTopicOf } from '#core/contract/live.ts'
import { type Change, followChanges } from '#ui/api/follow-changes.ts'
import { renewWith } from '#ui/api/renewal.ts'
import { session } from '#ui/session/session.ts'

/**
 * What others change asks for nothing of these again: reports and previews cost the server much, and a person who reads one wants
 * the figures to stay as they are.
 */
const stays: QueryKey = ['picture', 'preview', 'reports']

/** Milliseconds between two times that a page asks again, however much happens. */
const apart = 1000

/** Asks again for what is on the screen when others change it. Returns how to end that. */
export function followQueries(client: QueryClient, owner: string): () => void {
  let waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity

  function ask() {
    timer = undefined
    lastAt = performance.now()
    const topics = [...waiting]
    waiting = new Set()
    void client.invalidateQueries({
      predicate: ({ queryKey: key }) =>
        !key.some((part) => stays.includes(part)) && topics.some((topic) => isTopicOf(topic, key)),
    })
  }
  function heard({ topics, spread }: Change) {
    for (const topic of topics) waiting.add(topic)
    timer ??= setTimeout(ask, Math.max(Math.random() * spread, lastAt + apart - performance.now()))
  }
  const following = followChanges(owner, session.openedAt(), heard)
  renewWith(() => {
    following.changed()
    return client.invalidateQueries()
  })
  return () => {
    renewWith(() => client.invalidateQueries())
    following.stop()
    clearTimeout(timer)
  }
}
