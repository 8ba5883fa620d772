import { Pencil, Trash2 } from 'lucide'
import { deleteMemberView, changeMemberView, saveMemberView } from '#features/members/register/contract.ts'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { MemberView } from './register-api.ts'

/** Gives what the register shows now a name, under which it is found again. */
export function SaveViewDialog({ shows, onClose }: { shows: MemberView['shows']; onClose: () => void }) {
  const save = useAction(saveMemberView)
  return (
    <NameDialog
      title="Save this view"
      description="Search, filters, sorting and columns as they are now. Only you see your views."
      error={save.error}
      busy={save.isPending}
      onClose={onClose}
      onName={(name) => save.mutate({ name, shows }, toastThen('View saved', onClose))}
    />
  )
}

/** The person's own views, each with the way to rename and delete it. */
export function ManageViewsDialog({ views, onClose }: { views: readonly MemberView[]; onClose: () => void }) {
  const change = useAction(changeMemberView)
  const remove = useAction(deleteMemberView)
  const [renaming, setRenaming] = useState<MemberView>()
  if (renaming) {
    return (
      <NameDialog
        title={`Rename ${renaming.name}`}
        name={renaming.name}
        error={change.error}
        busy={change.isPending}
        onClose={() => setRenaming(undefined)}
        onName={(name) => change.mutate({ viewId: renaming.id, name }, { onSuccess: () => setRenaming(undefined) })}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your views"
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="stack">
        {remove.error && <Banner tone="danger">{sentence(remove.error)}</Banner>}
        {views.length === 0 && (
          <p className="muted">You have no saved view. Filter the register, then save what you see.</p>
        )}
        <ul className="stack" aria-label="Your views">
          {views.map((view) => (
            <li key={view.id} className="row">
              <span className="view-name">{view.name}</span>
              <IconButton icon={Pencil} label={`Rename ${view.name}`} onClick={() => setRenaming(view)} />
              <IconButton
                icon={Trash2}
                label={`Delete ${view.name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ viewId: view.id })}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type Naming = {
  title: string
  description?: string
  name?: string
  error: Error | null
  busy: boolean
  onName: (name: string) => void
  onClose: () => void
}

function NameDialog({ title, description, name: before = '', error, busy, onName, onClose }: Naming) {
  const [name, setName] = useState(before)
  const [tries, setTries] = useState(0)
  const problem = name.trim() === '' ? 'Give the view a name' : undefined
  const refused = error ? (fieldErrors(error)['name'] ?? sentence(error)) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(description ? { description } : {})}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="view-name" busy={busy}>
          Save
        </CancelOr>
      }
    >
      <Form
        id="view-name"
        problems={tries > 0 && problem ? tries : error}
        onSubmit={() => {
          setTries(tries + 1)
          if (!problem) onName(name.trim())
        }}
      >
        <TextField
          label="Name"
          data-autofocus
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={setName}
          error={tries > 0 ? (problem ?? refused) : undefined}
        />
      </Form>
    </Dialog>
  )
}
