import type { ComponentProps } from 'react'
import { X } from 'lucide'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from './Button.tsx'
import './Dialog.css'
import * as strings from './strings.ts'

type Common = {
  open: boolean
  /** Called for Escape, the close button and a press outside; leave it out where an answer is needed. */
  onClose?: (() => void) | undefined
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode
}

/** Opens and closes the browser's own dialog, which keeps focus inside and gives it back. */
function useNativeDialog(open: boolean, onClose: (() => void) | undefined): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const element = dialog.current
    // Taken away while open, it would not give the focus back to where it came from.
    return () => element?.close()
  }, [])
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      // React's autoFocus comes before the dialog shows, and too early.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open && element.open) element.close()
  }, [open])
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const onCancel = (event: Event) => {
      event.preventDefault()
      close.current?.()
    }
    let pressedOutside = false
    // Both ends of the press must be outside: dragging a text selection out of a field must not close a form.
    const onDown = (event: PointerEvent) => {
      pressedOutside = event.target === element
    }
    const onClick = (event: MouseEvent) => {
      if (pressedOutside && event.target === element) close.current?.()
    }
    element.addEventListener('cancel', onCancel)
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('click', onClick)
    }
  }, [open])
  return dialog
}

function Box({
  kind,
  open,
  onClose,
  title,
  description,
  children,
  actions,
}: Common & { kind: 'dialog' | 'drawer' | 'drawer drawer--wide' }) {
  const dialog = useNativeDialog(open, onClose)
  const titleId = useId()
  const descriptionId = useId()
  return (
    <dialog
      ref={dialog}
      className={kind}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
    >
      {open && (
        <div className="dialog__sheet">
          <header className="dialog__head">
            <h2 id={titleId}>{title}</h2>
            {onClose && <IconButton icon={X} label={strings.close} onClick={onClose} />}
          </header>
          <div className="dialog__body">
            {description && (
              <p className="dialog__description" id={descriptionId}>
                {description}
              </p>
            )}
            {children}
          </div>
          {actions && <footer className="dialog__actions">{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}

/** A question that must be answered before going on: confirm a posting, name what will be reversed. */
export function Dialog(props: Common) {
  return <Box kind="dialog" {...props} />
}

/** A sheet from the right for creating and editing; the whole screen on phones. `wide`: with something beside the form. Submit from `actions` with `form="id"`. */
export function Drawer({ wide = false, ...props }: Common & { wide?: boolean }) {
  return <Box kind={wide ? 'drawer drawer--wide' : 'drawer'} {...props} />
}

/** The buttons of a dialog that does something: the way out, and the one that does it. */
export function CancelOr({ onCancel, ...button }: ComponentProps<typeof Button> & { onCancel: () => void }) {
  return (
    <>
      <Button onClick={onCancel}>{strings.cancel}</Button>
      <Button {...button} />
    </>
  )
}
