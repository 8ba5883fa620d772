import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import * as strings from './strings.ts'

/** Takes which sheet of a workbook is meant, before the file goes again. */
export function SheetDialog({
  message,
  sheets,
  onAnswer,
}: {
  message: string
  sheets: readonly string[]
  onAnswer: (sheet: string | undefined) => void
}) {
  const cancel = () => onAnswer(undefined)
  return (
    <Dialog
      open
      onClose={cancel}
      title={strings.whichSheet}
      description={message}
      actions={<Button onClick={cancel}>{strings.notNow}</Button>}
    >
      <div className="stack">
        {sheets.map((sheet, index) => (
          <Button key={sheet} onClick={() => onAnswer(sheet)} data-autofocus={index === 0 || undefined}>
            {sheet}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
