import { useState } from 'react'

/**
 * What a page says about its list: while the rows of a new filter are on their way it still says what the rows before were,
 * as the new words with the old figures would be untrue.
 */
export function useSettled(text: string | undefined, isBusy: boolean): string | undefined {
  const [settled, setSettled] = useState(text)
  if (isBusy) return settled
  if (settled !== text) setSettled(text)
  return text
}
