import { addPosts, updatePost } from '#contract/governance/officers.ts'
import { useState } from 'react'
import { roleName } from '#domain/actor.ts'
import { type PostOffice, postOffices } from '#domain/governance/officers/words.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CancelOr, Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'
import type { Post } from './api.ts'

/** Adds a post, or changes or closes one. */
export function PostDrawer({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const [name, setName] = useState(post?.name ?? '')
  const [committee, setCommittee] = useState(post?.committee ?? '')
  const [office, setOffice] = useState<PostOffice | ''>(post?.office ?? '')
  const [seats, setSeats] = useState(String(post?.seats ?? 1))
  const [isClosed, setIsClosed] = useState(false)
  const [tries, setTries] = useState(0)
  const add = useAction(addPosts)
  const change = useAction(updatePost)
  const { error, isPending } = post ? change : add
  const refused = fieldErrors(error)
  const problems: Record<string, string> = {
    ...(name.trim() === '' ? { name: 'Enter the name of the post' } : {}),
    ...(/^([1-9]|1\d|20)$/.test(seats) ? {} : { seats: 'Enter a number from 1 to 20' }),
  }
  const isReady = Object.keys(problems).length === 0
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    if (!isReady) return
    const values = {
      name: name.trim(),
      committee: committee.trim() || null,
      office: office || null,
      seats: Number(seats),
    }
    if (post) change.mutate({ postId: post.id, ...values, isClosed }, toastThen('Post changed', onClose))
    else add.mutate({ posts: [values] }, toastThen('Post added', onClose))
  }
  const verb = post ? 'Save post' : 'Add post'
  return (
    <Drawer
      open
      onClose={onClose}
      title={post ? 'Change post' : 'Add post'}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="post" busy={isPending}>
          {verb}
        </CancelOr>
      }
    >
      <Form id="post" className="stack" problems={tries > 0 && !isReady ? tries : error} onSubmit={submit}>
        {error && Object.keys(refused).length === 0 && <RefusedBanner error={error} title="The post was not saved" />}
        <TextField
          label="Post"
          maxLength={80}
          value={name}
          onChange={setName}
          error={shown['name'] ?? shown['posts']}
          data-autofocus
        />
        <TextField
          label="Committee"
          optional
          hint="Such as Education committee"
          maxLength={80}
          value={committee}
          onChange={setCommittee}
          error={shown['committee']}
        />
        <Select
          label="Rights in the admin area"
          placeholder="None"
          hint="An election passes these on to who is elected"
          value={office}
          options={postOffices.map((value) => ({ value, label: roleName(value) }))}
          onChange={setOffice}
        />
        <TextField
          label="Seats"
          inputMode="numeric"
          maxLength={2}
          value={seats}
          onChange={setSeats}
          error={shown['seats']}
        />
        {post && <Checkbox label="Close this post" checked={isClosed} onChange={setIsClosed} />}
      </Form>
    </Drawer>
  )
}
