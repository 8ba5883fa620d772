import { Columns3 } from 'lucide'
import type { FileFormat } from '#core/file-format.ts'
import { may } from '#ui/session/may.ts'
import { IconButton } from '#ui/Button.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { SavedViews } from './SavedViews.tsx'
import type { MemberView } from './register-api.ts'

type Shows = MemberView['shows']

/** Saved views, the file and the columns: what the register can do without at first. */
export function RegisterTools({
  save,
  onColumns,
  ...views
}: {
  shows: Shows
  onShow: (shows: Shows) => void
  onAll: () => void
  save: (format: FileFormat) => Promise<void>
  onColumns: () => void
}) {
  return (
    <>
      {may('member.views') && <SavedViews {...views} />}
      <SaveMenu save={save} />
      <IconButton icon={Columns3} label="Columns" onClick={onColumns} />
    </>
  )
}
