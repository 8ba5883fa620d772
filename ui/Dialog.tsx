import type { ComponentProps } from 'react'
import { X } from 'lucide'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import './Dialog.css'
import { Sent } from './sent.ts'
import * as strings from './strings.ts'
import { useLayer } from './use-layer.ts'

type Common = {
  open: boolean
  /** Called for Escape, Back, the close button and a press outside, after a question where a form in it is filled; leave it out where an answer is needed. */
  onClose?: (() => void) | undefined
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode
}

/** Opens and closes the browser's own dialog, which keeps focus inside and gives it back. */
function useNativeDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  open: boolean,
  leave: () => void,
  onShownAgain: () => void,
): void {
  const latest = useRef({ leave, onShownAgain })
  useEffect(() => {
    latest.current = { leave, onShownAgain }
  })
  useLayer(open, leave)
  useLayoutEffect(() => {
    const element = dialog.current
    // Taken away while open, it would not give the focus back to where it came from.
    return () => element?.close()
  }, [dialog])
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      // React's autoFocus comes before the dialog shows, and too early.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open && element.open) element.close()
  }, [dialog, open])
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const onCancel = (event: Event) => {
      // A file field inside says cancel too, when no file was chosen.
      if (event.target !== element) return
      event.preventDefault()
      latest.current.leave()
    }
    // At a second Escape or Back in a row the browser closes the dialog and does not ask: it is opened again for its question.
    const onClosed = () => {
      // Also taken away with its page, it says so a moment later, when there is nothing to show.
      if (!open || !element.isConnected) return
      element.showModal()
      latest.current.onShownAgain()
    }
    let pressedOutside = false
    // Both ends of the press must be outside: dragging a text selection out of a field must not close a form.
    const onDown = (event: PointerEvent) => {
      pressedOutside = event.target === element
    }
    const onClick = (event: MouseEvent) => {
      if (pressedOutside && event.target === element) latest.current.leave()
    }
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClosed)
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClosed)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('click', onClick)
    }
  }, [dialog, open])
}

function Box({
  kind,
  open,
  onClose,
  title,
  description,
  children,
  actions,
  role,
}: Common & { kind: 'dialog' | 'drawer' | 'drawer drawer--wide'; role?: 'alertdialog' }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [doubt, setDoubt] = useState<Doubt>()
  const [showings, setShowings] = useState(0)
  const [isSent, setSent] = useState(false)
  if (!open && doubt) setDoubt(undefined)
  const leave = () => {
    const has = (mark: string) => dialog.current?.querySelector(`form[data-${mark}]`)
    if (!onClose) return
    if (has('lost')) setDoubt('lost')
    else if (has('filled')) setDoubt('filled')
    else onClose()
  }
  useNativeDialog(dialog, open, leave, () => setShowings((before) => before + 1))
  const titleId = useId()
  const descriptionId = useId()
  return (
    <>
      <dialog
        ref={dialog}
        role={role}
        className={kind}
        aria-labelledby={titleId}
        aria-describedby={description ? descriptionId : undefined}
      >
        {open && (
          <div className="dialog__sheet">
            <header className="dialog__head">
              <h2 id={titleId}>{title}</h2>
              {onClose && <IconButton icon={X} label={strings.close} onClick={leave} />}
            </header>
            <div className="dialog__body">
              {description && (
                <p className="dialog__description" id={descriptionId}>
                  {description}
                </p>
              )}
              <Sent value={{ isSent, setSent }}>{children}</Sent>
            </div>
            {actions && (
              <footer className="dialog__actions">
                {isSent && onClose ? (
                  // What waits is not sent again: the one thing left to do has the focus.
                  <Button look="primary" onClick={onClose} autoFocus>
                    {strings.allDone}
                  </Button>
                ) : (
                  actions
                )}
              </footer>
            )}
          </div>
        )}
      </dialog>
      {open && doubt && (
        <LeaveQuestion
          key={showings}
          doubt={doubt}
          onStay={() => setDoubt(undefined)}
          onLeave={() => {
            setDoubt(undefined)
            onClose?.()
          }}
        />
      )}
    </>
  )
}

type Doubt = 'filled' | 'lost'

const doubts = {
  filled: { title: strings.leaveWithoutSaving, words: strings.whatYouFilledInIsLost, stay: strings.keepEditing },
  lost: { title: strings.leaveWithoutAnAnswer, words: strings.lookForItBeforeYou, stay: strings.stay },
}

/** Asked before what was filled in is lost, or before somebody leaves what may have been recorded. */
function LeaveQuestion({ doubt, onStay, onLeave }: { doubt: Doubt; onStay: () => void; onLeave: () => void }) {
  const { title, words, stay } = doubts[doubt]
  return (
    <Box
      kind="dialog"
      role="alertdialog"
      open
      onClose={onStay}
      title={title}
      description={words}
      actions={
        <>
          <Button onClick={onStay} data-autofocus>
            {stay}
          </Button>
          <Button look="danger" onClick={onLeave}>
            {strings.leave}
          </Button>
        </>
      }
    />
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
