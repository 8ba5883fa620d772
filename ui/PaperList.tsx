import type { ReactNode } from 'react'
import { sentence } from '#ui/api/api-error.ts'
import { Button } from './Button.tsx'
import { DateText } from './DateText.tsx'
import './PaperList.css'
import { bytesText } from './format.ts'
import { toast } from './toast.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

type Listed = {
  id: string
  fileName: string
  bytes: number
  addedBy: string
  addedAt: Date
  removed?: { by: string; at: Date } | null
  removable?: boolean
}

/** Files that are kept, who added each and when, and the lines of those that are gone. `picture` is above a line's words. */
export function PaperList<Paper extends Listed>({
  papers,
  save,
  onRemove,
  picture,
}: {
  papers: readonly Paper[]
  save: (paper: Paper) => Promise<void>
  onRemove?: (paper: Paper) => void
  picture?: (paper: Paper) => ReactNode
}) {
  return (
    <ul className="paper-list">
      {papers.map((paper) => {
        const { id, fileName, bytes, addedBy, addedAt, removed, removable = !removed } = paper
        return (
          <li key={id}>
            {picture?.(paper)}
            <span>
              {removed ? <s>{fileName}</s> : fileName}
              <small>
                {fillElements(strings.addedBy, {
                  bytes: bytesText(bytes),
                  addedBy,
                  addedAt: <DateText on={addedAt} time />,
                })}
                {removed && '. '}
                {removed && fillElements(strings.removedBy, { by: removed.by, at: <DateText on={removed.at} time /> })}
              </small>
            </span>
            <div className="row">
              {!removed && (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={fill(strings.downloadFileName, { fileName })}
                  onClick={() => save(paper).catch((error: unknown) => toast.error(sentence(error)))}
                >
                  {strings.download}
                </Button>
              )}
              {onRemove && removable && (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={fill(strings.removeFileName, { fileName })}
                  onClick={() => onRemove(paper)}
                >
                  {strings.remove}
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
