import { addPosts } from '#features/governance/officers/contract.ts'
import { usualPosts } from '#features/governance/officers/rules/post.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { toastThen } from '#ui/toast.ts'

/** Begins the register with the posts that most societies have. */
export function AddUsualPosts() {
  const add = useAction(addPosts)
  return (
    <>
      {add.error && <RefusedBanner error={add.error} title="The posts were not added" />}
      <Button
        look="primary"
        busy={add.isPending}
        onClick={() =>
          add.mutate(
            { posts: [...usualPosts] },
            toastThen('Posts added', () => undefined),
          )
        }
      >
        Add usual posts
      </Button>
    </>
  )
}
