import { addPosts, updatePost } from '#features/governance/officers/contract.ts'
import { useState } from 'react'
import { roleName } from '#core/actor.ts'
import { type PostOffice, postOffices } from '#features/governance/officers/rules/words.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Post } from './api.ts'

/** Adds a post, or changes or closes one. */
export function PostDrawer({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const [name, setName] = useState(post?.name ?? '')
  const [committee, setCommittee] = useState(post?.committee ?? '')
  const [office, setOffice] = useState<PostOffice | ''>(post?.office ?? '')
  const [seats, setSeats] = useState(String(post?.seats ?? 1))
  const [isClosed, setIsClosed] = useState(false)
  const add = useAction(addPosts)
  const change = useAction(updatePost)
  const action = post ? change : add
  const problems: Record<string, string> = {
    ...(name.trim() === '' ? { name: 'Enter the name of the post' } : {}),
    ...(/^([1-9]|1\d|20)$/.test(seats) ? {} : { seats: 'Enter a number from 1 to 20' }),
  }
  const tried = useTried(action, problems)
  const { shown } = tried
  function submit() {
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
    <FormDrawer
      id="post"
      tried={tried}
      title={post ? 'Change post' : 'Add post'}
      button={verb}
      failed="The post was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDrawer>
  )
}
