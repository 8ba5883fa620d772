import { FileUp } from 'lucide'
import { type ReactNode, useId, useState } from 'react'
import './FileDrop.css'
import { Icon } from './Icon.tsx'

/** Choose or drop one file. `accept` as the browser takes it, such as ".pdf,.jpg,.png". */
export function FileDrop({
  label,
  hint,
  accept,
  onFile,
  error,
  busy = false,
}: {
  label: string
  hint?: ReactNode
  accept: string
  onFile: (file: File) => void
  error?: string | undefined
  busy?: boolean
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    <div className="file-drop-field">
      <label
        className={`file-drop${over ? ' file-drop--over' : ''}`}
        htmlFor={id}
        aria-busy={busy || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const file = event.dataTransfer.files[0]
          if (file && !busy) onFile(file)
        }}
      >
        <input
          id={id}
          type="file"
          accept={accept}
          className="visually-hidden"
          disabled={busy}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // The same file chosen again after a correction must count as a new choice.
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
        <Icon of={FileUp} size={28} />
        <span className="file-drop__label">{label}</span>
        {hint && (
          <span className="file-drop__hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      {error && (
        <p className="field__error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
