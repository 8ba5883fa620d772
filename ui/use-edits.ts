import { useState } from 'react'

/**
 * The values of a form over what the server holds: what was typed here stands, and everything else follows a newer
 * answer, so that no one saves back what another officer has changed meanwhile. `edits` is what was typed, until `forget`.
 */
export function useEdits<Values extends object>(
  held: Values,
): { values: Values; edits: Partial<Values>; edit: (changes: Partial<Values>) => void; forget: () => void } {
  const [edits, setEdits] = useState<Partial<Values>>({})
  return {
    values: { ...held, ...edits },
    edits,
    edit: (changes) => setEdits((now) => ({ ...now, ...changes })),
    forget: () => setEdits({}),
  }
}
