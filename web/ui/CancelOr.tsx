import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

/** The buttons of a dialog that does something: the way out, and the one that does it. */
export function CancelOr({ onCancel, ...button }: ComponentProps<typeof Button> & { onCancel: () => void }) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button {...button} />
    </>
  )
}
