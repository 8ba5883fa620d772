import { X } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { useLayer } from '#ui/use-layer.ts'
import * as strings from './strings.ts'

/** The sidebar below 1024 px: a sheet from the left. */
export function SidebarDrawer({
  open,
  onClose,
  children,
}: {
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  useLayer(open, onClose)
  useEffect(() => {
    const sheet = dialog.current
    const onPress = (event: MouseEvent) => {
      if (event.target === sheet) onClose()
    }
    sheet?.addEventListener('click', onPress)
    return () => sheet?.removeEventListener('click', onPress)
  }, [onClose])
  return (
    <dialog ref={dialog} className="sidebar-drawer" aria-label={strings.menu} onClose={onClose}>
      {open && (
        <>
          <IconButton className="sidebar-drawer__close" icon={X} label={strings.closeMenu} onClick={onClose} />
          {children}
        </>
      )}
    </dialog>
  )
}
