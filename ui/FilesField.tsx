import { paperKinds } from '#ui/api/lighter.ts'
import { Button } from './Button.tsx'
import { FileDrop } from './FileDrop.tsx'
import './PaperList.css'
import { bytesText } from './format.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Files that are sent with a form once it is. */
export function FilesField({
  name,
  label,
  hint,
  files,
  onChange,
  max = Infinity,
}: {
  /** What the list of the chosen is called. */
  name: string
  label: string
  hint: string
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  max?: number
}) {
  return (
    <div className="stack">
      {files.length > 0 && (
        <ul className="paper-list" aria-label={name}>
          {files.map((file, index) => (
            <li key={`${index} ${file.name}`}>
              <span>
                {file.name}
                <small>{bytesText(file.size)}</small>
              </span>
              <Button
                size="small"
                look="quiet"
                aria-label={fill(strings.leaveOut, { name: file.name })}
                onClick={() => onChange(files.filter((each) => each !== file))}
              >
                {strings.leaveOut2}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < max && (
        <FileDrop label={label} hint={hint} accept={paperKinds} onFile={(file) => onChange([...files, file])} />
      )}
    </div>
  )
}
