import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { deleteMemberPhoto } from '#features/members/photos/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { toastThen } from '#ui/toast.ts'
import './PhotoDialog.css'
import { useUploadPhoto } from './papers-api.ts'

/** The side of what is sent, in pixels; the server keeps less. */
const side = 640
const zoomMax = 4

/** How large the picture is drawn, and where its middle is, in parts of the square's side. */
type Cut = { zoom: number; x: number; y: number }
const whole: Cut = { zoom: 1, x: 0, y: 0 }

/** Chooses a photo of a member, moved and enlarged until the face fills the square. */
export function PhotoDialog({
  memberId,
  name,
  hasPhoto,
  onClose,
}: {
  memberId: MemberId
  name: string
  hasPhoto: boolean
  onClose: () => void
}) {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [unreadable, setUnreadable] = useState(false)
  const [cut, setCut] = useState(whole)
  const [part, setPart] = useState(0)
  const canvas = useRef<HTMLCanvasElement>(null)
  const send = useUploadPhoto(memberId, setPart)
  const remove = useAction(deleteMemberPhoto)
  const error = send.error ?? remove.error

  async function choose(file: File) {
    setUnreadable(false)
    setCut(whole)
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      setUnreadable(true)
    }
  }

  function save() {
    canvas.current?.toBlob(
      (blob) => {
        if (!blob) return setUnreadable(true)
        setPart(0)
        send.mutate(new File([blob], 'photo.jpg', { type: 'image/jpeg' }), toastThen('Photo updated', onClose))
      },
      'image/jpeg',
      0.88,
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Photo of ${name}`}
      actions={
        <>
          {hasPhoto && !picture && (
            <Button
              look="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate({ memberId }, toastThen('Photo removed', onClose))}
            >
              Remove photo
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {picture && (
            <Button look="primary" busy={send.isPending} onClick={save}>
              Save photo
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {error && <RefusedBanner error={error} title="The photo was not changed" />}
        {picture ? (
          <Crop picture={picture} cut={cut} onCut={setCut} canvas={canvas} />
        ) : (
          <FileDrop
            label={hasPhoto ? 'Choose another photo' : 'Choose a photo'}
            hint="JPEG, PNG or WebP, or take one with the camera"
            accept=".jpg,.jpeg,.png,.webp,image/jpeg,image/png,image/webp"
            error={unreadable ? 'This picture could not be read. Choose a JPEG, PNG or WebP picture.' : undefined}
            onFile={(file) => void choose(file)}
          />
        )}
        {send.isPending && (
          <ProgressBar
            value={part}
            label={part < 1 ? `Sending, ${Math.floor(part * 100)} %` : 'Checking the picture'}
          />
        )}
      </div>
    </Dialog>
  )
}

function Crop({
  picture,
  cut,
  onCut,
  canvas,
}: {
  picture: ImageBitmap
  cut: Cut
  onCut: (cut: Cut) => void
  canvas: React.RefObject<HTMLCanvasElement | null>
}) {
  const id = useId()
  const from = useRef<{ x: number; y: number; cut: Cut }>(undefined)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    const { width, height, left, top } = placeOf(picture, cut)
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, side, side)
    pen.drawImage(picture, left, top, width, height)
  }, [picture, cut, canvas])

  const move = (next: Cut) => onCut(within(picture, next))
  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return
    const shown = event.currentTarget.clientWidth
    move({
      zoom: cut.zoom,
      x: from.current.cut.x + (event.clientX - from.current.x) / shown,
      y: from.current.cut.y + (event.clientY - from.current.y) / shown,
    })
  }
  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: [0.05, 0], ArrowRight: [-0.05, 0], ArrowUp: [0, 0.05], ArrowDown: [0, -0.05] }[event.key]
    if (!by) return
    event.preventDefault()
    move({ ...cut, x: cut.x + (by[0] ?? 0), y: cut.y + (by[1] ?? 0) })
  }

  return (
    <>
      <canvas
        ref={canvas}
        className="photo-crop"
        width={side}
        height={side}
        tabIndex={0}
        role="img"
        aria-label="The photo as it will be. Arrow keys move it."
        onKeyDown={step}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY, cut }
        }}
        onPointerMove={drag}
        onPointerUp={() => (from.current = undefined)}
        onPointerCancel={() => (from.current = undefined)}
      />
      <div className="photo-crop__zoom">
        <label htmlFor={id}>Size</label>
        <input
          id={id}
          type="range"
          min={1}
          max={zoomMax}
          step={0.05}
          value={cut.zoom}
          onChange={(event) => move({ ...cut, zoom: Number(event.target.value) })}
        />
      </div>
    </>
  )
}

/** The smaller side fills the square at zoom 1. */
function sizeOf({ width, height }: ImageBitmap, zoom: number): { width: number; height: number } {
  const scale = (side / Math.min(width, height)) * zoom
  return { width: width * scale, height: height * scale }
}

function placeOf(
  picture: ImageBitmap,
  { zoom, x, y }: Cut,
): { width: number; height: number; left: number; top: number } {
  const { width, height } = sizeOf(picture, zoom)
  return { width, height, left: (side - width) / 2 + x * side, top: (side - height) / 2 + y * side }
}

/** No edge of the picture comes inside the square. */
function within(picture: ImageBitmap, { zoom, x, y }: Cut): Cut {
  const { width, height } = sizeOf(picture, zoom)
  const limit = (value: number, length: number) =>
    Math.min(Math.max(value, -(length / side - 1) / 2), (length / side - 1) / 2)
  return { zoom, x: limit(x, width), y: limit(y, height) }
}
