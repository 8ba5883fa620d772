import type { ReactNode } from 'react'
import { ApiError, sentence } from '#ui/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FileDrop } from './FileDrop.tsx'

/** One spreadsheet is sent and read, all of it or nothing; what is wrong with it is above, each sentence once. */
export function FileDialog({
  title,
  description,
  choose,
  hint,
  accept = '.xlsx,.csv',
  failed,
  sending,
  error,
  onFile,
  onClose,
  children,
}: {
  title: string
  description: ReactNode
  /** What the field asks for. */
  choose: string
  hint: string
  accept?: string
  /** Over the sentences of a refusal. */
  failed: string
  /** The file that is on its way. */
  sending: File | undefined
  error: Error | null
  onFile: (file: File) => void
  onClose: () => void
  /** What helps where the file was refused. */
  children?: ReactNode
}) {
  const problems = error instanceof ApiError ? [...new Set(error.errors.map(({ message }) => message))] : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="stack">
        {error && (
          <Banner tone="danger" title={failed}>
            {problems.length > 1 ? (
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : (
              sentence(error)
            )}
          </Banner>
        )}
        {children}
        <FileDrop
          label={sending ? `Reading ${sending.name} …` : choose}
          hint={hint}
          accept={accept}
          busy={sending !== undefined}
          onFile={onFile}
        />
      </div>
    </Dialog>
  )
}
