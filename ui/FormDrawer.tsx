import { type ComponentProps, type ReactNode, useState } from 'react'
import { fieldErrors } from '#ui/api/api-error.ts'
import { CancelOr, Dialog, Drawer } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { RefusedBanner } from './RefusedBanner.tsx'

type Action = { error: Error | null; isPending: boolean }

/**
 * For the form of an action: `shown` is what each field says is wrong, which is what the server refused and, once it was
 * tried to send, what can't be sent.
 */
export function useTried(action: Action, problems: Record<string, string | undefined>) {
  const [tries, setTries] = useState(0)
  const isReady = Object.keys(problems).length === 0
  const refused = fieldErrors(action.error)
  return {
    action,
    shown: { ...refused, ...(tries > 0 ? problems : {}) } as Record<string, string>,
    isBeside: Object.keys(refused).length > 0,
    focus: tries > 0 && !isReady ? tries : action.error,
    /** Whether it can be sent. */
    attempt: () => {
      setTries(tries + 1)
      return isReady
    },
  }
}

type Framed = Pick<ComponentProps<typeof Drawer>, 'title' | 'description' | 'children'> & {
  /** Of the form, and unlike any other on the page. */
  id: string
  tried: ReturnType<typeof useTried>
  button: ReactNode
  /** Shown in place of the fields while there is nothing to fill in: a skeleton, or why it failed. Nothing is sent meanwhile. */
  instead?: ReactNode
  /** What to say above a refusal that no field shows. */
  failed: string
  /** Called when nothing is wrong. */
  onSubmit: () => void
  onClose: () => void
}

function framed(Frame: typeof Drawer | typeof Dialog) {
  return function FormFrame({ id, tried, button, instead, failed, onSubmit, onClose, children, ...frame }: Framed) {
    const { error, isPending } = tried.action
    return (
      <Frame
        open
        onClose={onClose}
        {...frame}
        actions={
          <CancelOr
            onCancel={onClose}
            look="primary"
            type="submit"
            form={id}
            busy={isPending}
            disabled={Boolean(instead)}
          >
            {button}
          </CancelOr>
        }
      >
        <Form
          id={id}
          className="stack"
          problems={tried.focus}
          onSubmit={() => !instead && tried.attempt() && onSubmit()}
        >
          {error && !tried.isBeside && <RefusedBanner error={error} title={failed} />}
          {instead || children}
        </Form>
      </Frame>
    )
  }
}

/** A drawer with the form of one action. */
export const FormDrawer = framed(Drawer)

/** A dialog with the form of one action. */
export const FormDialog = framed(Dialog)
