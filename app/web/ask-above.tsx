import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '#ui/session/session.ts'

/**
 * Opens a dialog above whatever page is open, in a root of its own: the call that needs it comes from any of them, and
 * the first load of none carries it. `declined` is the answer where the session ends meanwhile.
 */
export function askAbove<Answer>(
  dialog: (answer: (given: Answer) => void) => ReactNode,
  declined: Answer,
): Promise<Answer> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const owner = session.owner()
    const answer = (given: Answer) => {
      forget()
      root.unmount()
      place.remove()
      resolve(given)
    }
    const forget = session.subscribe(() => session.owner() !== owner && answer(declined))
    root.render(dialog(answer))
  })
}
