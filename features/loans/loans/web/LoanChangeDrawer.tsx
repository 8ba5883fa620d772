import type { ComponentProps, ReactNode } from 'react'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextAreaField } from '#ui/TextField.tsx'

/** Shows what a change of a loan would do, asks for the reason, and does it. */
export function LoanChangeDrawer({
  id,
  title,
  sentence,
  button,
  action,
  problem,
  focus,
  reason,
  above,
  children,
  onSubmit,
  onClose,
}: {
  id: string
  title: string
  /** Beside the button: what is about to be done. */
  sentence: ReactNode
  button: Pick<ComponentProps<typeof CancelOr>, 'look' | 'disabled' | 'children'>
  action: { error: Error | null; isPending: boolean }
  problem: ComponentProps<typeof ActionProblem>
  /** What `Form` puts the focus for. */
  focus: unknown
  reason: Omit<ComponentProps<typeof TextAreaField>, 'label' | 'name' | 'maxLength'> & { 'data-autofocus'?: boolean }
  above?: ReactNode
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}) {
  return (
    <Drawer
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            {sentence}
          </p>
          <CancelOr onCancel={onClose} type="submit" form={id} busy={action.isPending} {...button} />
        </>
      }
    >
      <Form id={id} className="stack" problems={focus} onSubmit={onSubmit}>
        <ActionProblem {...problem} />
        {above}
        {children}
        <TextAreaField label="Reason" name="reason" maxLength={500} {...reason} />
      </Form>
    </Drawer>
  )
}
