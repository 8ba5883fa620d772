import { useWork } from '#ui/api/use-work.ts'
import { useState } from 'react'
import { sentence } from '#ui/api/api-error.ts'
import { paperKinds } from '#ui/api/lighter.ts'
import { FileDrop } from './FileDrop.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { toast } from './toast.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Chooses a file and sends it at once. `send` tells how far it is from 0 to 1. */
export function AddPaper({
  label,
  hint,
  done,
  send,
}: {
  label: string
  hint: string
  done: string
  send: (file: File, onProgress: (part: number) => void) => Promise<unknown>
}) {
  const [part, setPart] = useState(0)
  const add = useWork((file: File) => send(file, setPart))
  if (add.isPending)
    return (
      <ProgressBar
        value={part}
        label={part < 1 ? fill(strings.sendingPart, { part: Math.floor(part * 100) }) : strings.checkingTheFile}
      />
    )
  return (
    <FileDrop
      label={label}
      hint={hint}
      accept={paperKinds}
      error={add.error ? sentence(add.error) : undefined}
      onFile={(file) => {
        setPart(0)
        add.mutate(file, { onSuccess: () => toast.success(done) })
      }}
    />
  )
}
