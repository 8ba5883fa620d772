import { useState } from 'react'
import { agoText, instantText } from './format.ts'

/** How long ago something was when it came on the screen, with the exact time in its title. */
export function AgoText({ at }: { at: Date }) {
  const [now] = useState(() => new Date())
  return (
    <time dateTime={at.toISOString()} title={instantText(at)}>
      {agoText(at, now)}
    </time>
  )
}
