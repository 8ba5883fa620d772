import { MessageCircle, Send, Ticket, UserCheck, X } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { selectedMax } from '#features/members/register/member-selection.ts'
import type { FileFormat } from '#core/file-format.ts'
import { useNavigate } from '#ui/router/place.ts'
import { writeTo } from '#ui/parts/write-to.ts'
import { Button } from '#ui/Button.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { countText, plural } from '#ui/format.ts'
import './SelectionBar.css'
import type { Chosen } from './register-api.ts'

const StatusDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).StatusDialog }))
const SendCodesDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).SendCodesDialog }))
const SlipsDialog = lazy(async () => ({ default: (await import('./RegisterDialogs.tsx')).SlipsDialog }))

/** What can be done to the selected members, once one is. */
export function SelectionBar({
  chosen,
  total,
  isAll,
  onAll,
  onClear,
  save,
}: {
  chosen: Chosen
  /** How many the search and the filters find. */
  total: number
  isAll: boolean
  onAll: () => void
  onClear: () => void
  save: (format: FileFormat) => Promise<void>
}) {
  const navigate = useNavigate()
  const [doing, setDoing] = useState<'status' | 'codes' | 'slips'>()
  const isTooMany = chosen.count > selectedMax
  return (
    <div className="selection-bar" role="region" aria-label="Selected members">
      <span className="selection-bar__count" role="status">
        {plural(chosen.count, 'member')} selected
      </span>
      {!isAll && chosen.count < total && (
        <Button size="small" look="quiet" onClick={onAll}>
          Select all {countText(total)}
        </Button>
      )}
      <Button
        needs="notification.send"
        size="small"
        icon={MessageCircle}
        onClick={() => {
          const { members, count } = chosen
          writeTo.keep({ to: 'ids' in members ? members.ids : members, count })
          navigate({ to: '/coop/notifications', search: { write: 'selected' } })
        }}
      >
        Message
      </Button>
      <Button
        needs="member.update"
        size="small"
        icon={UserCheck}
        disabled={isTooMany}
        onClick={() => setDoing('status')}
      >
        Change status
      </Button>
      <Button needs="member.update" size="small" icon={Send} disabled={isTooMany} onClick={() => setDoing('codes')}>
        Send codes
      </Button>
      <Button needs="member.update" size="small" icon={Ticket} disabled={isTooMany} onClick={() => setDoing('slips')}>
        Activation slips
      </Button>
      <SaveMenu size="small" save={save} />
      <Button size="small" look="quiet" icon={X} onClick={onClear}>
        Clear selection
      </Button>
      {isTooMany && (
        <span className="muted">Statuses, codes and slips take {countText(selectedMax)} members at once.</span>
      )}
      <Suspense>
        {doing === 'status' && (
          <StatusDialog
            chosen={chosen}
            who={plural(chosen.count, 'member')}
            onClose={() => setDoing(undefined)}
            onDone={onClear}
          />
        )}
        {doing === 'codes' && <SendCodesDialog chosen={chosen} onClose={() => setDoing(undefined)} />}
        {doing === 'slips' && <SlipsDialog chosen={chosen} onClose={() => setDoing(undefined)} />}
      </Suspense>
    </div>
  )
}
