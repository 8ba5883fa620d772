import { useState } from 'react'
import { type RegisterColumn, registerColumnNames, registerColumns } from '#features/members/members/rules/register.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type Choice = { columns: readonly RegisterColumn[]; dense: boolean }

/** Which columns the register shows, and how close its rows are. */
export function ColumnsDialog({
  choice,
  usual,
  onChoose,
  onClose,
}: {
  choice: Choice
  usual: readonly RegisterColumn[]
  onChoose: (choice: Choice) => void
  onClose: () => void
}) {
  const [columns, setColumns] = useState<readonly RegisterColumn[]>(choice.columns)
  const [dense, setDense] = useState(choice.dense)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Columns"
      description="Files that you download have these columns, too."
      actions={
        <>
          <Button
            onClick={() => {
              setColumns(usual)
              setDense(false)
            }}
          >
            The usual ones
          </Button>
          <Button
            look="primary"
            onClick={() => {
              onChoose({ columns: registerColumns.filter((column) => columns.includes(column)), dense })
              onClose()
            }}
          >
            Show these
          </Button>
        </>
      }
    >
      <div className="stack">
        {registerColumns.map((column) => (
          <Checkbox
            key={column}
            label={registerColumnNames[column]}
            // Without its name a row could not be opened.
            disabled={column === 'name'}
            checked={column === 'name' || columns.includes(column)}
            onChange={(on) => setColumns(on ? [...columns, column] : columns.filter((one) => one !== column))}
          />
        ))}
        <hr className="menu__divider" />
        <Checkbox label="Compact rows" checked={dense} onChange={setDense} />
      </div>
    </Dialog>
  )
}
