import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide'
import { useSyncExternalStore } from 'react'
import { useIsOnline } from '#ui/pwa/network.ts'
import { Icon } from '#ui/Icon.tsx'
import { dateText, instantText, timeText } from '#ui/format.ts'
import './OfflineStrip.css'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** While there is no network: that what is shown is what this device had last, and from when. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  const answers = useQueryClient().getQueryCache()
  const words = useSyncExternalStore(
    (listener) => answers.subscribe(listener),
    () => wordsFor(answers),
  )
  if (isOnline) return null
  return (
    <p className="offline-strip" role="status">
      <Icon of={WifiOff} size={18} />
      {fill(strings.noNetworkWords, { words })}
    </p>
  )
}

/** By the page's own answers: those of the frame around it, which say so in their `meta`, are asked for on every page. */
function wordsFor(answers: QueryCache): string {
  const asked = answers.findAll({ type: 'active' }).filter(({ meta }) => meta?.['ofFrame'] !== true)
  const times = asked.filter(({ state }) => state.data !== undefined).map(({ state }) => state.dataUpdatedAt)
  if (asked.length === 0) return strings.whatNeedsOneWaitsUntil
  if (times.length === 0) return strings.thisPageWasNotOpened
  const what = fill(strings.showingWhatYouHad, { whenText: whenText(new Date(Math.min(...times))) })
  return times.length === asked.length ? what : fill(strings.theRestWasNotOpened, { what })
}

function whenText(instant: Date): string {
  return dateText(instant) === dateText(new Date())
    ? fill(strings.atInstant, { instant: timeText(instant) })
    : fill(strings.onInstant, { instant: instantText(instant) })
}
