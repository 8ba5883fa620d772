import { agoText, instantText } from './format.ts'

/** How long ago something was, with the exact time in its title. */
export function AgoText({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={instantText(at)}>
      {agoText(at, new Date())}
    </time>
  )
}
