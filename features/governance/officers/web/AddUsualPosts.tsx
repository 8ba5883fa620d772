import { addPosts } from '#features/governance/officers/contract.ts'
import { usualPosts } from '#features/governance/officers/rules/post.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { toastThen } from '#web/ui/toast.ts'

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
